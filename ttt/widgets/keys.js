// Keys pressed on the buttons and lists of a widget would reach the notebook's shortcuts as
// well: x cuts the cell. What is marked with this attribute keeps its keys.
function keepKeysHere(el) {
  requestAnimationFrame(() => {
    el.closest(".ttt-keeps-keys")?.addEventListener("focusin", (event) => {
      event.target.setAttribute("data-lm-suppress-shortcuts", "true");
    });
  });
}

