// A tree in the browser: a picture that Python draws, and that reports clicks and arrow keys.

const SMALLEST_SCALE = { across: 0.74, down: 0.85 }; // a larger tree is scrolled instead
const MARGIN = 12; // pixels between a board and the edge of the frame

class View {
  constructor(model, el) {
    this.model = model;
    this.frame = document.createElement("div");
    this.frame.className = "ttt-tree";
    this.frame.tabIndex = 0;
    this.frame.setAttribute("aria-label", "tree of boards");
    this.frame.addEventListener("click", (event) => this.click(event));
    this.frame.addEventListener("keydown", (event) => this.press(event));
    el.append(this.frame);
    this.draw();
    this.observer = new ResizeObserver(() => {
      this.fit();
      this.reveal();
    });
    this.observer.observe(this.frame);
    keepKeysHere(el);
  }

  draw() {
    const picture = document.createElement("template");
    picture.innerHTML = this.model.get("svg");
    this.svg = picture.content.querySelector("svg");
    this.fit(); // before it is on the page, so that its layout is worked out only once
    this.frame.replaceChildren(this.svg);
    this.reveal();
  }

  fit() {
    const [, , width, height] = this.svg.getAttribute("viewBox").split(" ").map(Number);
    const style = getComputedStyle(this.frame);
    const tallest = parseFloat(style.maxHeight) || Infinity;
    const largest = parseFloat(style.getPropertyValue("--ttt-largest")) || 1;
    const across = Math.max(SMALLEST_SCALE.across, this.frame.clientWidth / width);
    const scale = Math.min(largest, across, Math.max(SMALLEST_SCALE.down, tallest / height));
    this.svg.style.width = `${Math.floor(width * scale)}px`;
    this.svg.style.height = "auto";
  }

  reveal() {
    // The root first, so that it stays in view where there is room for both.
    for (const place of [0, this.model.get("focus")]) {
      const node = this.svg.querySelector(`[data-node="${place}"]`);
      if (!node) return;
      const [inner, outer] = [node.getBoundingClientRect(), this.frame.getBoundingClientRect()];
      this.frame.scrollLeft += way(inner.left - outer.left, inner.right - outer.right);
      this.frame.scrollTop += way(inner.top - outer.top, inner.bottom - outer.bottom);
    }
  }

  click(event) {
    const node = event.target.closest("[data-node]");
    if (node) this.model.send({ event: "click", node: Number(node.dataset.node) });
  }

  press(event) {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (!this.model.get("shortcuts").includes(event.key)) return;
    this.model.send({ event: "key", key: event.key });
    event.preventDefault();
    event.stopPropagation();
  }
}

// How far to scroll, given how far both ends of a board lie from those of the frame.
function way(start, end) {
  return start < 0 ? start - MARGIN : end > 0 ? end + MARGIN : 0;
}

function render({ model, el }) {
  const view = new View(model, el);
  const redraw = () => view.draw();
  model.on("change:svg", redraw);
  return () => {
    model.off("change:svg", redraw);
    view.observer.disconnect();
  };
}

export default { render };
