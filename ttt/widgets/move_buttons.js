// A game without a board in the browser: its state as text, and a button for each move.

class View {
  constructor(model, el) {
    this.model = model;
    this.root = html("div", "ttt-board ttt-text");
    this.state = html("div", "ttt-state");
    this.status = new StatusLine();
    this.moves = html("div", "ttt-moves", {
      role: "group",
      "aria-label": "moves",
      tabindex: -1,
      "data-lm-suppress-shortcuts": "true",
    });
    this.root.append(this.state, this.status.element, this.moves);
    el.append(this.root);
    this.draw();
    keepKeysHere(el);
  }

  draw() {
    const model = this.model;
    this.state.textContent = model.get("text");
    this.root.classList.toggle("ttt-disabled", !model.get("next_mark"));
    if (!model.get("busy")) this.offer(model.get("choices")); // no flicker while an agent answers
    this.status.say(model.get("status"), model.get("busy"));
  }

  offer(choices) {
    const content = JSON.stringify(choices);
    if (this.moves.dataset.content === content) return;
    this.moves.dataset.content = content;
    const focused = [...this.moves.children].indexOf(document.activeElement);
    this.moves.replaceChildren(...choices.map((choice, nth) => this.makeButton(choice, nth)));
    if (focused >= 0) (this.moves.children[focused] ?? this.moves.lastChild ?? this.moves).focus();
  }

  makeButton({ text, label }, nth) {
    const button = html("button", "ttt-move", { "data-lm-suppress-shortcuts": "true" });
    button.append(html("span", "", {}, text));
    if (label) {
      button.setAttribute("aria-label", `${text}, leads to a ${label.text}`);
      button.append(html("span", `ttt-tone-${label.tone}`, {}, `${label.symbol} ${label.text}`));
    }
    button.addEventListener("click", (event) => {
      // The second click of a double click would hit the button that has come to this place.
      if (event.detail < 2) this.model.send({ nth, text });
    });
    return button;
  }
}

function render({ model, el }) {
  const view = new View(model, el);
  return drawOnChange(model, () => view.draw());
}

export default { render };
