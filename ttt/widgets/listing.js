// Code in a box of its own: a page that Python writes, scrolled to the line that runs.

function render({ model, el }) {
  const frame = document.createElement("div");
  frame.className = "ttt-listing";
  el.append(frame);
  const draw = () => {
    const scrolled = frame.firstElementChild?.scrollTop ?? 0;
    frame.innerHTML = model.get("html");
    if (frame.firstElementChild) frame.firstElementChild.scrollTop = scrolled;
    reveal(frame);
  };
  draw();
  const observer = new ResizeObserver(() => reveal(frame));
  observer.observe(frame);
  model.on("change:html", draw);
  return () => {
    model.off("change:html", draw);
    observer.disconnect();
  };
}

function reveal(frame) {
  const line = frame.querySelector(".ttt-runs");
  if (!line) return;
  const code = line.parentElement;
  const [inner, outer] = [line.getBoundingClientRect(), code.getBoundingClientRect()];
  if (inner.top < outer.top || inner.bottom > outer.bottom) {
    code.scrollTop += (inner.top + inner.bottom - outer.top - outer.bottom) / 2;
  }
}

export default { render };
