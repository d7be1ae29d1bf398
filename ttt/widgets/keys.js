// Keys pressed on the buttons and lists of a widget would reach the notebook's shortcuts as
// well: x cuts the cell. What is marked with this attribute keeps its keys.
function keepKeysHere(el) {
  requestAnimationFrame(() => {
    const root = el.closest(".ttt-keeps-keys");
    root?.addEventListener("focusin", (event) => {
      event.target.setAttribute("data-lm-suppress-shortcuts", "true");
    });
    if (root) nameControls(root);
  });
}

// The handles of sliders and the buttons of a player have no name that could be read aloud, and
// radio buttons none in common, without which arrow keys do not move among them.
function nameControls(root) {
  const group = `ttt-${Math.random()}`;
  const name = () => {
    for (const [nth, box] of root.querySelectorAll(".widget-radio-box").entries()) {
      for (const radio of box.querySelectorAll("input")) radio.name = `${group}-${nth}`;
    }
    for (const slider of root.querySelectorAll(".widget-slider")) {
      const words = slider.querySelector(".widget-label").textContent;
      slider.querySelector(".noUi-handle")?.setAttribute("aria-label", words);
    }
    for (const icon of root.querySelectorAll(".widget-play i")) {
      icon.parentElement.title = icon.className.replace("fa fa-", ""); // play, pause or stop
    }
  };
  name();
  const changes = { childList: true, subtree: true, attributes: true, attributeFilter: ["class"] };
  new MutationObserver(name).observe(root, changes);
}
