"""`ttt play`: a game in the terminal between people and agents."""

import argparse
import random
import shutil
from pathlib import Path

from ttt import agents, arena
from ttt.agents import Agent, Strategy
from ttt.agents.rules import has_winning_lines
from ttt.anygame import has_board, name_of_move, outcome, shown
from ttt.game import Action, Game, State, TicTacToe
from ttt.games import ConnectFour, Misere, Nim

TTT = "ttt" if shutil.which("ttt") else ".venv/bin/ttt"  # how one types the command here
HUMAN = "human"
GAMES = {  # each with what it is about
    "tic-tac-toe": (TicTacToe, "{0.k} in a row win."),
    "misere": (Misere, "{0.k} in a row lose."),
    "connect-four": (ConnectFour, "{0.k} in a row win."),
    "nim": (Nim, "The last thing taken wins. 0 1 takes one from pile 0."),
}
SIZED = ("tic-tac-toe", "misere")  # the others are played in their usual size


def add(commands) -> None:
    """Add the command."""
    play = commands.add_parser("play", help="play a game in the terminal")
    who = f"{HUMAN}, mine, the file of a player or saved agent, {', '.join(agents.names())}"
    play.add_argument("--x", default=HUMAN, metavar="WHO", help=f"who plays X: {who}")
    play.add_argument("--o", metavar="WHO", help="who plays O: one-step, or mcts where it cannot")
    add_game(play)
    play.add_argument("--seed", type=int, metavar="N", help="the same seed, the same random moves")
    play.set_defaults(run=_run)


def _run(options: argparse.Namespace) -> int:
    """Play one game, or until the player leaves; return the exit code."""
    game, players = _table(options)
    names = {mark: arena.name_of(agent) if agent else "you" for mark, agent in players.items()}
    print(f"X: {names['X']}. O: {names['O']}. {about(game)}")
    try:
        play_game(game, players, names)
    except (KeyboardInterrupt, EOFError):
        print("\nGoodbye.")
    return 0


# ---- which game, and who plays it


def add_game(parser: argparse.ArgumentParser) -> None:
    """Add the options that choose a game."""
    usual = "tic-tac-toe, unless a saved agent has learned another one"
    parser.add_argument("--game", choices=GAMES, help=f"which game: {usual}")
    parser.add_argument("--size", type=int, metavar="N", help="rows and columns, 3 unless given")
    parser.add_argument("--k", type=int, metavar="N", help="how many in a row end the game")


def wanted_game(options: argparse.Namespace) -> Game | None:
    """Return the game that the options ask for, None if they ask for none."""
    name, size = options.game or "tic-tac-toe", options.size
    kind, _ = GAMES[name]
    if size is None and options.k is None:
        return kind() if options.game else None
    if name not in SIZED:
        raise ValueError(f"--size and --k are for {' and '.join(SIZED)}: {name} has one size only.")
    return kind(3 if size is None else size, k=options.k)


def wanted_agent(name: str, rng: random.Random | None = None) -> Agent:
    """Return the agent of that name, or of the file of that name."""
    has_maker = name in agents.names() or Path(name).suffix == ".py"
    is_saved = not has_maker and (Path(name).suffix or Path(name).exists())
    return agents.load(name, rng) if is_saved else agents.make(name, rng=rng)


def _table(options: argparse.Namespace) -> tuple[Game, dict[str, Agent | None]]:
    """Return the game, which may be that of a saved agent, and who plays it, None for a human."""
    game, rng, players = wanted_game(options), random.Random(options.seed), {"X": None, "O": None}
    for mark, name in ("X", options.x), ("O", options.o):
        if name not in (HUMAN, None):
            players[mark] = wanted_agent(name, rng)
            game = game or getattr(players[mark], "game", None)
    game = game or TicTacToe()
    if options.o is None:
        players["O"] = agents.make("one-step" if has_winning_lines(game) else "mcts", rng=rng)
    return game, players


# ---- a game in the terminal


def about(game: Game) -> str:
    """Return in words what a game is about, and what to type."""
    aim = next(aim for kind, aim in GAMES.values() if kind is type(game)).format(game)
    example = spelled(game.actions(game.initial)[0])
    return f"{aim}\nType a {name_of_move(game)}, such as {example}, or q to leave."


def play_game(
    game: Game, players: dict[str, Strategy | None], names: dict[str, str]
) -> list[Action]:
    """Play a game, each move typed or made by an agent, say who won, and return all moves."""
    state, moves = game.initial, []
    while not game.terminal(state):
        mark = game.player(state)
        if players[mark] is None:
            print(f"\n{view(game, state)}\n")
            moves.append(ask(game, state))
        else:
            moves.append(arena.move(players[mark], game, state))
            print(f"{names[mark]} ({mark}) plays {spelled(moves[-1])}.")
        state = game.result(state, moves[-1])
    end = outcome(game, state)
    print(f"\n{view(game, state)}\n\n{'A draw.' if end == 'draw' else f'{end} wins.'}")
    return moves


def spelled(action: Action) -> str:
    """Return a move as it is typed: "4", or "0 3" if it has two parts."""
    return " ".join(map(str, action)) if isinstance(action, tuple) else str(action)


def ask(game: Game, state: State) -> Action:
    """Return the move that is typed, asking again until it is a legal one."""
    actions = {spelled(action): action for action in game.actions(state)}
    while True:
        typed = input(f"{game.player(state)} to move: ").strip()
        if typed.lower() in ("q", "quit"):
            raise EOFError
        words = " ".join(typed.replace(",", " ").split())
        if words in actions:
            return actions[words]
        print(f"{typed!r} is no {name_of_move(game)} to choose. There are: {', '.join(actions)}.")


def view(game: Game, state: State) -> str:
    """Return a board with a number for each move; the state of a game that has none."""
    return game.show(state, numbers=True) if has_board(game) else shown(game, state)
