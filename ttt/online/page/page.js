// The page of a server: watch all games, replay them, play, and lead.

import board, { Model } from "./board.js";

const MOST_BOARDS = 12;
const LOOK_AT_THE_END = 2500; // milliseconds, before the next game
const COLUMNS = ["points", "games", "wins", "draws", "losses", "failures", "seconds"];
const HEADS = ["points", "games", "won", "drawn", "lost", "failed", "time"];
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
      const fixed = { ...rules.board, falls: rules.falls, numbers: false, labels: {} };
      const empty = { lines: [], choices: [], state: "", last: null, next_mark: "" };
      const cell_size = Math.floor(size / Math.max(rules.board.cols, rules.board.rows));
      const values = { ...fixed, ...empty, cell_size, status: "", busy: false };
      values.state = ".".repeat(values.rows * values.cols);
      this.model = new Model(values, (cell) => choose?.(this.actionAt(cell)));
      board.render({ model: this.model, el });
    } else {
      this.text = el.appendChild(element("pre", "", "state"));
      this.moves = el.appendChild(element("div", "", "moves"));
    }
  }

  show({ state, last = null, lines = [] }, actions = [], mark = "") {
    this.actions = actions;
    if (this.model) {
      this.model.values.state = state;
      this.model.set({ last, lines, next_mark: mark, choices: this.choices(state) });
      return;
    }
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

  choices(state) {
    const { rows, cols } = rules.board;
    return Array.from(state, (_, cell) => {
      const action = this.actionAt(cell);
      if (action === undefined) return null;
      let lands = cell;
      if (rules.falls)
        for (let row = 0; row < rows; row++)
          if (state[row * cols + (cell % cols)] === ".") lands = row * cols + (cell % cols);
      return [lands, String(action)];
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
    const names = ["kick", "again"].includes(deed) && $("who").value ? [$("who").value] : [];
    const sure = deed === "kick" ? `Send ${names[0]} away?` : "Play all these games again?";
    if (names.length === 0 && deed === "kick") return notice("Choose a player first.");
    if (["kick", "again"].includes(deed) && !confirm(sure)) return;
    const key = new URLSearchParams(location.hash.slice(1)).get("lead");
    socket.send(JSON.stringify({ type: "lead", key, do: deed, names }));
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
  for (const select of [$("who"), $("of")]) fill(select, Object.keys(players).sort());
  if (done !== show.done && $("replay").open) list();
  show.done = done;
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
  head.append(...HEADS.map((words, nth) => element("th", words, COLUMNS[nth])));
  const body = made.createTBody();
  rows.forEach((row, nth) => {
    const line = body.insertRow();
    line.append(element("td", nth + 1), element("td", row.name, "name"));
    line.className = players[row.name] === false ? "away" : "";
    const texts = COLUMNS.map((column) => row[column].toLocaleString("en", { maximumFractionDigits: 1 }));
    line.append(...texts.map((text, nth) => element("td", text, COLUMNS[nth])));
  });
  return made;
}

function fill(select, names) {
  const options = [...select.options].slice(1).map((option) => option.value);
  if (options.join("\n") === names.join("\n")) return;
  const chosen = select.value;
  select.replaceChildren(select.options[0], ...names.map((name) => element("option", name)));
  select.value = names.includes(chosen) ? chosen : "";
}

// ---- replaying

let film = null;
let found = [];

async function list() {
  const all = await (await fetch("games")).json();
  const who = $("of").value;
  const before = found[$("nth").value]?.[0];
  found = all.filter(([, x, o]) => !who || x === who || o === who);
  $("nth").max = Math.max(0, found.length - 1);
  const same = found.findIndex(([number]) => number === before);
  $("nth").value = same < 0 ? found.length - 1 : same;
  if (same < 0) load();
}

async function load() {
  const number = found[$("nth").value]?.[0];
  if (number === undefined) return void ($("about").textContent = "No game is finished yet.");
  film = await (await fetch(`game/${number}`)).json();
  const end = `${ENDS[film.outcome]}. ${film.reason}`;
  $("about").textContent = `Game ${number}: ${film.x} (X) against ${film.o} (O): ${end}`;
  $("step").max = film.states.length - 1;
  $("step").value = $("step").max;
  step();
}

function step() {
  const [state, last] = film.states[$("step").value];
  const lines = $("step").value === $("step").max ? film.lines : [];
  step.view ??= new GameView($("film"), 300);
  step.view.show({ state, last, lines });
}

$("replay").ontoggle = $("of").onchange = list;
$("nth").oninput = load;
$("step").oninput = () => film && step();

// ---- playing

const remembered = `ttt ${location.host}`;
let view = null;

function play(name, room, token) {
  let asked = null;
  let ready = Promise.resolve();
  const say = (message) => socket.send(JSON.stringify(message));
  const socket = connect({ type: "join", name, room, human: true, token }, (message) => {
    ready = ready.then(() => take(message)); // one after the other, with a pause at the end of a game
  });
  const clock = setInterval(() => {
    if (asked) $("say").textContent = `Your turn, ${asked.mark}: ${Math.max(0, Math.ceil((asked.end - Date.now()) / 1000))} s`;
  }, 500);

  async function take(message) {
    const { type } = message;
    if (message.x) $("rivals").textContent = `${message.x} (X) against ${message.o} (O)`;
    if (type === "welcome") {
      rules = message.rules;
      ({ token } = message);
      localStorage.setItem(remembered, JSON.stringify({ name, room, token }));
      $("join").hidden = true;
      $("table").hidden = false;
      view ??= new GameView($("board"), 320, (move) => {
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
      asked = { ...message, mark: message.player, end: Date.now() + 1000 * message.seconds };
      view.show(message, message.actions, asked.mark);
      $("say").textContent = `Your turn, ${asked.mark}`;
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
    clearInterval(clock);
    socket.onclose = null;
    socket.close();
    $("join").hidden = false;
    $("table").hidden = true;
  }

  $("leave").onclick = leave;
  socket.onclose = async () => {
    clearInterval(clock);
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

const dark = matchMedia("(prefers-color-scheme: dark)");
const dress = () => (document.documentElement.dataset.theme = dark.matches ? "dark" : "light");
dark.onchange = dress;
dress();
$("code").value = new URLSearchParams(location.search).get("room") ?? "";
$("lead").hidden = !location.hash.includes("lead=");
$("mine").hidden = !$("lead").hidden;
const known = JSON.parse(localStorage.getItem(remembered) ?? "null");
if (known) play(known.name, known.room, known.token);
watch();
