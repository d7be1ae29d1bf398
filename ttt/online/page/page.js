// The page of a server: watch all games, replay them, play, and lead.

import board, { Model } from "./board.js";

const MOST_BOARDS = 12;
const LOOK_AT_THE_END = 2500; // milliseconds, before the next game
const COLUMNS = { points: "points", games: "games", wins: "won", draws: "drawn", losses: "lost", failures: "failed", seconds: "time" };
const ENDS = { X: "X wins", O: "O wins", draw: "a draw" };
const $ = (id) => document.getElementById(id);
const sleep = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));
let rules = null;

function element(tag, text = "", className = "") {
  const made = document.createElement(tag);
  made.textContent = text; // names are text, never markup
  made.className = className;
  return made;
}

// ---- a board: the one of the widgets, fed by a stand-in for the model in Python

class GameView {
  constructor(el, size, choose = null) {
    this.choose = choose;
    el.inert = !choose;
    if (rules.board) {
      const { rows, cols } = rules.board;
      const fixed = { rows, cols, falls: rules.falls, numbers: false, labels: {}, status: "", busy: false };
      const empty = { state: ".".repeat(rows * cols), lines: [], choices: [], last: null, next_mark: "" };
      const values = { ...fixed, ...empty, cell_size: Math.floor(size / Math.max(rows, cols)) };
      this.model = new Model(values, (cell) => choose?.(this.actionAt(cell)));
      board.render({ model: this.model, el });
    } else {
      this.text = el.appendChild(element("pre", "", "state"));
      this.moves = el.appendChild(element("div", "", "moves"));
    }
  }

  show({ state, last = null, lines = [] }, actions = [], mark = "") {
    this.actions = actions;
    this.model?.set({ state, last, lines, next_mark: mark, choices: this.choices(state) });
    if (this.model) return;
    this.text.textContent = JSON.stringify(state);
    this.moves.replaceChildren(...actions.map((action) => {
      const button = element("button", JSON.stringify(action));
      button.onclick = () => this.choose(action);
      return button;
    }));
  }

  actionAt(cell) {
    const action = rules.falls ? cell % rules.board.cols : cell;
    return this.actions.includes(action) ? action : undefined;
  }

  // For each cell where its move puts a mark, and what the move is called; null if there is none.
  choices(state) {
    const cells = [...state].map((_, cell) => cell);
    const isBelow = (cell, action) => cell % rules.board.cols === action && state[cell] === ".";
    return cells.map((cell) => {
      const action = this.actionAt(cell);
      const lands = rules.falls ? cells.findLast((other) => isBelow(other, action)) : cell;
      return action === undefined ? null : [lands, String(action)];
    });
  }
}

// ---- watching

const cards = [];

function connect(first, take) {
  const socket = new WebSocket(new URL("play", location.href).href.replace("http", "ws"));
  socket.onopen = () => socket.send(JSON.stringify({ version: 1, ...first }));
  socket.onmessage = ({ data }) => take(JSON.parse(data));
  return socket;
}

function watch() {
  const socket = connect({ type: "watch" }, (message) => {
    if (message.type === "rules") rules ??= message.rules;
    else if (message.type === "show") show(message);
    else notice(message.reason);
  });
  socket.onclose = async () => {
    $("phase").textContent = "No connection to the server. Trying again …";
    await sleep(1000);
    watch();
  };
  $("lead").onsubmit = (event) => {
    event.preventDefault();
    const deed = event.submitter.value;
    const name = deed === "kick" ? prompt("Who is to be sent away?")?.trim() : "";
    if (deed === "kick" ? !name : deed === "again" && !confirm("Play all games again?")) return;
    notice("");
    const key = new URLSearchParams(location.hash.slice(1)).get("lead");
    socket.send(JSON.stringify({ type: "lead", key, do: deed, name }));
  };
}

function notice(words) {
  $("notice").textContent = words ?? "";
  $("notice").hidden = !words;
}

function show({ phase, notice: trouble, players, tables, games, done, left }) {
  const total = done + left + games.length;
  const words = { open: "Waiting for the start", running: "Playing", paused: "A pause", over: "The end" };
  const here = Object.values(players).filter(Boolean).length;
  $("phase").textContent = `${words[phase] ?? phase}: ${done} of ${total} games, ${here} players here`;
  if (trouble) notice(trouble);
  const drawn = Object.entries(tables).filter(([, rows]) => rows.length);
  $("standings").replaceChildren(...drawn.map(([name, rows]) => table(name, rows, players)));
  games.slice(0, MOST_BOARDS).forEach((game, nth) => {
    cards[nth] ??= newCard();
    cards[nth].names[0].textContent = game.x;
    cards[nth].names[1].textContent = game.o;
    cards[nth].view.show(game);
  });
  cards.forEach((card, nth) => (card.root.hidden = nth >= games.length));
  const more = games.length - MOST_BOARDS;
  $("more").textContent = more > 0 ? `and ${more} more` : "";
}

function newCard() {
  const root = element("figure", "", "card");
  const names = [element("span", "", "x"), element("span", "", "o")];
  root.appendChild(element("figcaption")).append(names[0], " – ", names[1]);
  const view = new GameView(root.appendChild(element("div")), 132);
  $("games").append(root);
  return { root, names, view };
}

function table(name, rows, players) {
  const made = element("table");
  made.append(element("caption", name));
  const head = made.createTHead().insertRow();
  head.append(element("th"), element("th", "player", "name"));
  for (const [column, words] of Object.entries(COLUMNS)) head.append(element("th", words, column));
  const body = made.createTBody();
  rows.forEach((row, nth) => {
    const line = body.insertRow();
    line.append(element("td", nth + 1), element("td", row.name, "name"));
    line.classList.toggle("away", players[row.name] === false);
    line.classList.toggle("first", nth === 0 && row.points > 0);
    for (const column in COLUMNS) {
      line.append(element("td", row[column].toLocaleString("en", { maximumFractionDigits: 1 }), column));
    }
  });
  return made;
}

// ---- replaying

let film = null;

// The finished games, by the names of their players, so that typing a name finds one.
async function list() {
  const games = await (await fetch("games")).json();
  const options = games.map(([number, x, o]) => Object.assign(element("option", `${x} – ${o}, game ${number}`), { value: number }));
  $("nth").replaceChildren(...options);
  if (games.length) load();
  else $("about").textContent = "No game is finished yet.";
}

async function load() {
  const number = $("nth").value;
  film = await (await fetch(`game/${number}`)).json();
  const end = `${ENDS[film.outcome]}. ${film.reason}`;
  $("about").textContent = `Game ${number}: ${film.x} (X) against ${film.o} (O): ${end}`;
  $("step").value = $("step").max = film.states.length - 1;
  step();
}

function step() {
  const [state, last] = film.states[$("step").value];
  const lines = $("step").value === $("step").max ? film.lines : [];
  step.view ??= new GameView($("film"), 300);
  step.view.show({ state, last, lines });
}

$("replay").ontoggle = list;
$("nth").onchange = load;
$("step").oninput = () => film && step();

// ---- playing

const remembered = `ttt ${location.host}`;

function play(name, room, token) {
  let view = null;
  let asked = null;
  let ready = Promise.resolve();
  const say = (message) => socket.send(JSON.stringify(message));
  const socket = connect({ type: "join", name, room, human: true, token }, (message) => {
    ready = ready.then(() => take(message)); // one after the other, with a pause at the end of a game
  });

  async function take(message) {
    const { type } = message;
    if (message.x) $("rivals").textContent = `Game ${message.game}: ${message.x} (X) against ${message.o} (O)`;
    if (type === "welcome") {
      rules = message.rules;
      ({ token } = message);
      localStorage.setItem(remembered, JSON.stringify({ name, room, token }));
      $("join").hidden = true;
      $("table").hidden = false;
      $("board").replaceChildren();
      view = new GameView($("board"), 320, (move) => {
        if (!asked || move === undefined) return;
        say({ type: "move", game: asked.game, move });
        asked = null;
        $("say").textContent = "…";
      });
    } else if (type === "waiting") $("say").textContent = "You are in. Wait for your game.";
    else if (type === "state") {
      view.show(message);
      $("say").textContent = "The other player thinks …";
    } else if (type === "your move") {
      asked = message;
      view.show(message, message.actions, message.player);
      $("say").textContent = `Your turn, ${message.player}: a move within ${message.seconds} seconds.`;
    } else if (type === "invalid") $("say").textContent = message.reason;
    else if (type === "result") {
      asked = null;
      view.show(message);
      $("say").textContent = `${ENDS[message.outcome]}. ${message.reason}`;
      await sleep(LOOK_AT_THE_END);
    } else if (type === "table") $("say").textContent = "All games are played. Thank you!";
    else if (type === "error" || type === "bye") {
      notice(message.reason);
      leave();
    }
  }

  function leave() {
    localStorage.removeItem(remembered);
    socket.onclose = null;
    socket.close();
    $("join").hidden = false;
    $("table").hidden = true;
  }

  $("leave").onclick = leave;
  socket.onclose = async () => {
    $("say").textContent = "No connection. Trying again …";
    await sleep(1000);
    play(name, room, token);
  };
}

$("join").onsubmit = (event) => {
  event.preventDefault();
  notice("");
  play($("name").value.trim(), $("code").value.trim());
};

// ---- the start

if (matchMedia("(prefers-color-scheme: dark)").matches) document.documentElement.dataset.theme = "dark";
$("code").value = new URLSearchParams(location.search).get("room") ?? "";
$("lead").hidden = !location.hash.includes("lead=");
$("mine").hidden = !$("lead").hidden;
const known = JSON.parse(localStorage.getItem(remembered) ?? "null");
if (known) play(known.name, known.room, known.token);
watch();
