// What the boards and the buttons of a game have in common.

const THINKING_SHOWS_AFTER = 150; // milliseconds: a quick agent's thinking is not announced

function html(tag, className, attributes = {}, text = "") {
  const element = document.createElement(tag);
  element.className = className;
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.textContent = text;
  return element;
}

// A line that screen readers read aloud; thinking is shown only if it lasts.
class StatusLine {
  constructor() {
    this.element = html("div", "ttt-status", { role: "status", "aria-live": "polite" });
  }

  say(words, busy) {
    clearTimeout(this.timer);
    const show = () => {
      if (this.element.textContent !== words) this.element.textContent = words;
    };
    if (busy) this.timer = setTimeout(show, THINKING_SHOWS_AFTER);
    else show();
  }
}

// Calls draw when traits change, once for all that change at once; returns how to stop.
function drawOnChange(model, draw) {
  model.on("change", draw);
  return () => model.off("change", draw);
}

