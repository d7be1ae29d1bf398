// The board in the browser. It draws what Python says and reports which cell was chosen.

const CROSS = "M24 24L76 76M76 24L24 76";
const RING = "M50 22a28 28 0 1 1 0 56a28 28 0 1 1 0 -56";
const NAMES = { X: "X", O: "O", ".": "empty" };

function svg(tag, attributes = {}, text = "") {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.textContent = text;
  return element;
}

function markPath(mark, className) {
  return svg("path", { d: mark === "X" ? CROSS : RING, class: `${className} ttt-${mark}` });
}

// ---- one cell

// The cell in which a choice of this one puts its mark: itself, unless marks fall; none if none.
function landing(index, model) {
  return model.get("choices")[index]?.[0];
}

// Cells have numbers, as moves have; where marks fall, the columns have them, and the rows too.
function place(index, model) {
  const cols = model.get("cols");
  if (!model.get("falls")) return `cell ${index}`;
  return `column ${index % cols} row ${Math.floor(index / cols)}`;
}

function cellName(index, model, label) {
  const words = [place(index, model), NAMES[model.get("state")[index]]];
  const lands = landing(index, model) ?? index;
  if (lands !== index) words.push(`falls to ${place(lands, model)}`);
  if (label) words.push(`leads to a ${label.text}`);
  if (model.get("last") === index) words.push("last move");
  return words.join(", ");
}

// Letters of a size in hundredths of a cell, their baseline at this height.
function letters(text, x, y, size, className) {
  return svg("text", { x, y, "font-size": size, class: className }, text);
}

function drawCell(cell, index, model) {
  const mark = model.get("state")[index];
  const empty = mark === ".";
  const label = empty ? model.get("labels")[index] : null;
  const lands = empty && landing(index, model) === index;
  const next = lands ? model.get("next_mark") : "";
  const number = lands && model.get("numbers") ? model.get("choices")[index][1] : "";
  cell.setAttribute("aria-label", cellName(index, model, label));
  cell.classList.toggle("ttt-last", model.get("last") === index);
  cell.dataset.mark = mark;
  const parts = [];
  if (!empty) parts.push(markPath(mark, "ttt-mark"));
  if (next) parts.push(markPath(next, "ttt-mark ttt-ghost"));
  const small = Math.max(17, 1300 / model.get("cell_size")); // at least 13 pixels
  if (number) parts.push(letters(number, small - 4, small + 1, small, "ttt-number"));
  if (label) {
    const [look, size] = [`ttt-label ttt-tone-${label.tone}`, 150 / label.text.length];
    parts.push(letters(label.symbol, 50, 59 - small / 2, 34, look));
    parts.push(letters(label.text, 50, 64 + small / 2, Math.min(small, size), look));
  }
  cell.firstChild.replaceChildren(...parts);
}

// ---- the lines between the cells, and those through a win

function ruleLines(rows, cols) {
  const lines = [];
  for (let col = 1; col < cols; col++) lines.push(`M${col * 100} 3V${rows * 100 - 3}`);
  for (let row = 1; row < rows; row++) lines.push(`M3 ${row * 100}H${cols * 100 - 3}`);
  return lines.join("");
}

function strikePath(line, cols) {
  const [first, last] = [line[0], line.at(-1)].map((cell) => [
    (cell % cols) * 100 + 50,
    Math.floor(cell / cols) * 100 + 50,
  ]);
  const [dx, dy] = [(last[0] - first[0]) / 6, (last[1] - first[1]) / 6];
  return `M${first[0] - dx} ${first[1] - dy}L${last[0] + dx} ${last[1] + dy}`;
}

// ---- the whole board

class View {
  constructor(model, el) {
    this.model = model;
    this.focused = 0;
    this.cells = [];
    this.grid = html("div", "ttt-grid", { role: "grid", "aria-label": "board" });
    this.root = html("div", "ttt-board");
    this.status = new StatusLine();
    this.root.append(this.grid, this.status.element);
    el.append(this.root);
    this.build();
    this.draw();
    this.grid.addEventListener("keydown", (event) => this.press(event));
    this.grid.addEventListener("click", (event) => {
      const index = this.cells.indexOf(event.target.closest("[role=gridcell]"));
      if (index >= 0) this.model.send({ cell: index });
    });
    for (const event of ["pointerover", "pointerleave", "focusin", "focusout"])
      this.grid.addEventListener(event, () => requestAnimationFrame(() => this.aim()));
    keepKeysHere(el);
  }

  build() {
    const [rows, cols] = [this.model.get("rows"), this.model.get("cols")];
    this.root.style.setProperty("--ttt-cols", cols);
    this.root.style.setProperty("--ttt-rows", rows);
    const viewBox = `0 0 ${cols * 100} ${rows * 100}`;
    const rules = svg("svg", { viewBox, class: "ttt-layer", "aria-hidden": "true" });
    rules.append(svg("path", { d: ruleLines(rows, cols), class: "ttt-rules" }));
    this.strikes = svg("svg", { viewBox, class: "ttt-layer", "aria-hidden": "true" });
    const rowElements = Array.from({ length: rows }, () => {
      const row = html("div", "ttt-row", { role: "row" });
      for (let col = 0; col < cols; col++) row.append(this.makeCell());
      return row;
    });
    this.grid.replaceChildren(rules, ...rowElements, this.strikes);
  }

  makeCell() {
    const index = this.cells.length;
    const cell = html("div", "ttt-cell", {
      role: "gridcell",
      tabindex: index === this.focused ? 0 : -1,
      "data-lm-suppress-shortcuts": "true",
    });
    cell.append(svg("svg", { viewBox: "0 0 100 100", "aria-hidden": "true" }));
    cell.addEventListener("focus", () => this.moveTabStop(index));
    this.cells.push(cell);
    return cell;
  }

  draw() {
    const model = this.model;
    const strikes = model.get("lines").map((line) => strikePath(line, model.get("cols")));
    this.root.style.setProperty("--ttt-cell", `${model.get("cell_size")}px`);
    this.cells.forEach((cell, index) => drawCell(cell, index, model));
    this.strikes.replaceChildren(...strikes.map((d) => svg("path", { d, class: "ttt-strike" })));
    this.aim();
    this.status.say(model.get("status"), model.get("busy"));
  }

  // Shows where the cell under the pointer, or with the focus, leads.
  aim() {
    const pointed = this.cells.findIndex((cell) => cell.matches(":hover, :focus-visible"));
    const goal = landing(pointed, this.model);
    this.cells.forEach((cell, index) => cell.classList.toggle("ttt-goal", index === goal));
  }

  // ---- what the reader does

  press(event) {
    if (event.altKey || event.metaKey || event.isComposing) return;
    const [rows, cols] = [this.model.get("rows"), this.model.get("cols")];
    const [row, col] = [Math.floor(this.focused / cols), this.focused % cols];
    const goals = {
      ArrowUp: [Math.max(row - 1, 0), col],
      ArrowDown: [Math.min(row + 1, rows - 1), col],
      ArrowLeft: [row, Math.max(col - 1, 0)],
      ArrowRight: [row, Math.min(col + 1, cols - 1)],
      Home: [event.ctrlKey ? 0 : row, 0],
      End: [event.ctrlKey ? rows - 1 : row, cols - 1],
    };
    const goal = goals[event.key];
    if (goal) this.cells[goal[0] * cols + goal[1]].focus();
    else if (event.key === "Enter" || event.key === " ") {
      if (!event.repeat) this.model.send({ cell: this.focused });
    } else return;
    event.preventDefault();
    event.stopPropagation();
  }

  moveTabStop(index) {
    this.cells[this.focused].tabIndex = -1;
    this.focused = index;
    this.cells[index].tabIndex = 0;
  }
}

function render({ model, el }) {
  const view = new View(model, el);
  return drawOnChange(model, () => view.draw());
}

export default { render };
