// A player in JavaScript that knows nothing but the protocol: node player.js URL NAME
const [url, name] = process.argv.slice(2);
const socket = new WebSocket(url.replace("http", "ws") + "/play");
const say = (message) => socket.send(JSON.stringify(message));

socket.onopen = () => say({ type: "join", version: 1, name });
socket.onmessage = ({ data }) => {
  const message = JSON.parse(data);
  if (message.type === "your move")
    say({ type: "move", game: message.game, move: message.actions.at(-1) });
  if (message.type === "result") console.log(message.outcome, message.state);
  if (message.type === "error" || message.type === "bye") socket.close();
};
