// A game against an agent of the course. The agents are tables, which data.js brings.

const LINES = [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];
const EMPTY = ".........";
const PAUSE = 450; // milliseconds before the agent moves
const WORDS = { 1: ["win", "✓", "good"], 0: ["draw", "=", "even"], "-1": ["loss", "✗", "bad"] };
const $ = (id) => document.getElementById(id);

// ---- the rules

const player = (state) => (state.split("X").length === state.split("O").length ? "X" : "O");
const wonLines = (state) => LINES.filter(([a, b, c]) => state[a] !== "." && state[a] === state[b] && state[a] === state[c]);
const isOver = (state) => wonLines(state).length > 0 || !state.includes(".");
const actions = (state) => (isOver(state) ? [] : [...state].flatMap((mark, cell) => (mark === "." ? [cell] : [])));
const result = (state, cell) => state.slice(0, cell) + player(state) + state.slice(cell + 1);

// ---- the tables: one letter a state, and one for each of its moves, the states in their order

class Tables {
  constructor({ values, lengths, agents }) {
    const found = new Set([EMPTY]);
    for (const state of found) for (const cell of actions(state)) found.add(result(state, cell));
    this.agents = agents;
    this.rows = new Map();
    let first = 0; // of the letters of its moves
    for (const [row, state] of [...found].sort().entries()) {
      this.rows.set(state, { value: "-0+".indexOf(values[row]) - 1, length: Number(lengths[row]), first });
      first += actions(state).length;
    }
  }

  // What each move leads to for the player who makes it, and after how many moves, this one counted.
  outlook(state) {
    const side = player(state) === "X" ? 1 : -1;
    return new Map(actions(state).map((cell) => {
      const { value, length } = this.rows.get(result(state, cell));
      return [cell, { value: side * value || 0, length: length + 1 }];
    }));
  }

  // The probability of each move, if the agent makes its own move so often and else any move.
  policy(agent, state, smart = 1) {
    const { first } = this.rows.get(state);
    const cells = actions(state);
    const weights = cells.map((_, nth) => weight(this.agents[agent].weights.charCodeAt(first + nth)));
    const total = weights.reduce((sum, one) => sum + one, 0);
    return new Map(cells.map((cell, nth) => [cell, (smart * weights[nth]) / total + (1 - smart) / cells.length]));
  }
}

const weight = (code) => (code < 256 ? code - 35 : code - 256);

function draw(policy) {
  let left = Math.random();
  for (const [cell, chance] of policy) if ((left -= chance) < 0) return cell;
  return [...policy.keys()].at(-1);
}

// ---- the game

const game = { moves: [], you: "X", tally: { win: 0, draw: 0, loss: 0 } };
const states = () => game.moves.reduce((all, cell) => [...all, result(all.at(-1), cell)], [EMPTY]);
const now = () => states().at(-1);
const isYours = () => !isOver(now()) && player(now()) === game.you;
const smart = () => $("smart").value / 100;
let tables = null;
let waiting = 0; // the agent's move to come

const model = new Model(
  {
    rows: 3, cols: 3, falls: false, numbers: false, labels: {}, cell_size: 186,
    state: EMPTY, lines: [], choices: [], last: null, next_mark: "", status: "", busy: false,
  },
  (cell) => isYours() && actions(now()).includes(cell) && move(cell),
);

function move(cell) {
  game.moves.push(cell);
  const state = now();
  if (isOver(state)) game.tally[ending(state)] += 1;
  goOn();
}

// How a finished game ended for you.
function ending(state) {
  const [line] = wonLines(state);
  return line ? (state[line[0]] === game.you ? "win" : "loss") : "draw";
}

function goOn() {
  clearTimeout(waiting);
  show();
  if (tables && !isOver(now()) && !isYours()) {
    waiting = setTimeout(() => move(draw(tables.policy($("agent").value, now(), smart()))), PAUSE);
  }
}

function begin() {
  game.moves = [];
  goOn();
}

function undo() {
  const turns = states().flatMap((state, nth) => (nth < game.moves.length && player(state) === game.you ? [nth] : []));
  if (isOver(now())) game.tally[ending(now())] -= 1;
  game.moves.length = turns.at(-1) ?? 0;
  goOn();
}

function swap() {
  game.you = game.you === "X" ? "O" : "X";
  begin();
}

function choose() {
  game.tally = { win: 0, draw: 0, loss: 0 };
  begin();
}

// ---- what is shown

function show() {
  const state = now();
  const yours = isYours();
  model.set({
    state,
    lines: wonLines(state),
    choices: [...state].map((mark, cell) => (mark === "." && yours ? [cell, String(cell)] : null)),
    last: game.moves.at(-1) ?? null,
    next_mark: yours ? game.you : "",
    labels: tables && yours && $("hints").checked ? hints(state) : {},
    status: standing(state),
    busy: !yours && !isOver(state),
  });
  $("undo").disabled = !states().slice(0, -1).some((before) => player(before) === game.you);
  const { win, draw: drawn, loss } = game.tally;
  $("tally").textContent = win + drawn + loss ? `You won ${win}, drew ${drawn} and lost ${loss}.` : "";
  const agent = tables?.agents[$("agent").value];
  if (agent) {
    $("about").textContent = agent.about;
    $("lesson").textContent = `How does it work? Lesson ${agent.lesson.split("_")[0]}`;
    $("lesson").href = `../notebooks/${agent.lesson}.html`;
  }
  $("percent").textContent = `${$("smart").value} %`;
  if (tables && $("why").open) explain();
}

function standing(state) {
  if (isOver(state)) return { win: "You win!", draw: "It is a draw.", loss: "You lose." }[ending(state)];
  if (isYours()) return `Your turn: you are ${game.you}.`;
  return tables ? "It is thinking …" : "The agents are on their way …";
}

function hints(state) {
  return Object.fromEntries([...tables.outlook(state)].map(([cell, { value, length }]) => {
    const [name, sign, tone] = WORDS[value];
    const text = value ? `${name} in ${length}` : name;
    return [cell, [{ text: sign, words: `leads to a ${text}`, tone, large: true }, { text, words: "", tone }]];
  }));
}

// ---- why it moved there: all its moves, with what each leads to for it

function explain() {
  const all = states();
  const nth = all.findLastIndex((state, at) => at < game.moves.length && player(state) !== game.you);
  $("moves").replaceChildren();
  if (nth < 0) return void ($("reason").textContent = "It has not moved yet.");
  const [before, made] = [all[nth], game.moves[nth]];
  const policy = tables.policy($("agent").value, before, smart());
  const outlook = [...tables.outlook(before)];
  const best = Math.max(...outlook.map(([, { value }]) => value));
  const { value } = new Map(outlook).get(made);
  const verdict = value === best ? "That keeps all it has." : `That gives away a ${WORDS[best][0]}.`;
  $("reason").textContent =
    `${tables.agents[$("agent").value].title} moved to cell ${made}. ${verdict} ` +
    "These were its moves, each with its chance and what it leads to for it if both then play their best:";
  $("moves").append(...outlook.map(([cell, { value }]) =>
    html("li", "", {}, `cell ${cell}: ${Math.round(100 * policy.get(cell))} %, ${WORDS[value][0]}`)));
}

// ---- light and dark

function paint(theme) {
  document.documentElement.dataset.theme = theme;
  $("theme").textContent = theme === "dark" ? "Light" : "Dark";
}

// ---- begin: the board at once, the agents when data.js is there

paint(matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");
board.render({ model, el: $("board") });
show();
$("theme").onclick = () => paint(document.documentElement.dataset.theme === "dark" ? "light" : "dark");
$("new").onclick = begin;
$("undo").onclick = undo;
$("swap").onclick = swap;
$("agent").onchange = choose;
$("smart").oninput = show;
$("hints").onchange = show;
$("why").ontoggle = show;

addEventListener("DOMContentLoaded", () => {
  tables = new Tables(NINE_SQUARES);
  $("agent").append(...Object.entries(tables.agents).map(([name, { title }]) => new Option(title, name)));
  $("agent").value = "one-step";
  goOn();
});
