"""The `ttt` command: play in a terminal."""

import argparse
import random
import sys
from collections.abc import Sequence

from ttt import agents, arena
from ttt.game import Action, State, TicTacToe

HUMAN = "human"
LEAVE = ("q", "quit", "exit")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command with these arguments, those of the shell by default; return its exit code."""
    options = _parser().parse_args(arguments)
    try:
        return options.run(options)
    except (KeyboardInterrupt, EOFError):
        print("\nGoodbye.")
        return 0
    except ValueError as error:
        print(error, file=sys.stderr)
        return 2


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser("ttt", description="Nine Squares: tic-tac-toe and its agents.")
    commands = parser.add_subparsers(required=True, metavar="command")
    play = commands.add_parser("play", help="play a game in the terminal")
    who = f"{HUMAN}, or one of {', '.join(agents.names())}"
    play.add_argument("--x", default=HUMAN, metavar="WHO", help=f"who plays X: {who}")
    play.add_argument("--o", default="one-step", metavar="WHO", help="who plays O")
    play.add_argument("--size", type=int, default=3, metavar="N", help="rows and columns")
    play.add_argument("--k", type=int, metavar="N", help="how many in a row win")
    play.add_argument(
        "--smart",
        type=float,
        default=1.0,
        metavar="P",
        help="the chance, 0 to 1, that an agent makes its own move, not a random one",
    )
    play.add_argument("--seed", type=int, metavar="N", help="the same seed, the same random moves")
    play.set_defaults(run=_play)
    return parser


def _play(options: argparse.Namespace) -> int:
    """Play one game in the terminal; return the exit code."""
    game = TicTacToe(options.size, k=options.k)
    rng = random.Random(options.seed)
    players = {
        mark: None if name == HUMAN else agents.make(name, smart=options.smart, rng=rng)
        for mark, name in (("X", options.x), ("O", options.o))
    }
    names = {mark: arena.name_of(agent) if agent else "you" for mark, agent in players.items()}
    print(f"X: {names['X']}. O: {names['O']}. {game.k} in a row win.")
    if None in players.values():
        print("Type the number of a cell to mark it, or q to leave.")
    state = game.initial
    while not game.terminal(state):
        mark = game.player(state)
        if not players[mark]:
            print(f"\n{_board(game, state)}\n")
            action = _ask(game, state)
        else:
            action = arena.move(players[mark], game, state)
            print(f"{names[mark]} ({mark}) plays {action}.")
        state = game.result(state, action)
    print(f"\n{_board(game, state)}\n\n{_verdict(game.outcome(state), names)}")
    return 0


def _ask(game: TicTacToe, state: State) -> Action:
    """Return the cell that the human types, asking again until it is a legal move."""
    while True:
        typed = input(f"{game.player(state)} to move: ").strip()
        if typed.lower() in LEAVE:
            raise EOFError
        try:
            cell = int(typed)
        except ValueError:
            print(f"{typed!r} is not the number of a free cell. Try again.")
            continue
        try:
            game.result(state, cell)
        except ValueError as error:
            print(f"{error} Try again.")
            continue
        return cell


def _board(game: TicTacToe, state: State) -> str:
    """Return the board with lines between its cells, the free ones numbered."""
    width = len(str(game.cells - 1))
    rows = [row.split() for row in game.show(state, numbers=True).splitlines()]
    rule = "+".join(["-" * (width + 2)] * game.cols)
    lines = [" | ".join(cell.rjust(width) for cell in row) for row in rows]
    return f"\n  {rule}\n".join(f"   {line}" for line in lines)


def _verdict(outcome: str, names: dict[str, str]) -> str:
    """Return in words how the game ended."""
    if outcome == "draw":
        return "A draw."
    if names[outcome] == "you" and names["X"] != names["O"]:
        return f"You ({outcome}) win. Well played!"
    return f"{names[outcome]} ({outcome}) wins." if names[outcome] != "you" else f"{outcome} wins."
