"""`ttt play`: a game in the terminal between people and agents."""

import argparse
import random
from pathlib import Path
from typing import NamedTuple

from ttt import agents, arena
from ttt.agents import Agent, Strategy
from ttt.agents.agent import share
from ttt.agents.rules import has_winning_lines
from ttt.anygame import has_board, outcome, shown
from ttt.game import Action, Game, State, TicTacToe
from ttt.games import ConnectFour, Misere, Nim

HUMAN = "human"
LEAVE = ("q", "quit", "exit")


class Kind(NamedTuple):
    """A game as it is offered: its class, what it is about, and what to type for a move."""

    rules: type[Game]
    aim: str
    move: str


CELL = "the number of a free cell"
KINDS = {
    "tic-tac-toe": Kind(TicTacToe, "{0.k} in a row win.", CELL),
    "misere": Kind(Misere, "{0.k} in a row lose.", CELL),
    "connect-four": Kind(ConnectFour, "{0.k} in a row win.", "the number of a column with room"),
    "nim": Kind(Nim, "The last thing taken wins.", "a pile and how many to take from it"),
}
SIZED = ("tic-tac-toe", "misere")  # the others are played in their usual size


def add(commands) -> None:
    """Add the command."""
    play = commands.add_parser("play", help="play a game in the terminal")
    who = f"{HUMAN}, the file of a saved agent, or one of {', '.join(agents.names())}"
    play.add_argument("--x", default=HUMAN, metavar="WHO", help=f"who plays X: {who}")
    play.add_argument("--o", metavar="WHO", help="who plays O: one-step, or mcts where it cannot")
    add_game(play)
    smart = "the chance, 0 to 1, that an agent makes its own move, not a random one"
    play.add_argument("--smart", type=float, default=1.0, metavar="P", help=smart)
    play.add_argument("--seed", type=int, metavar="N", help="the same seed, the same random moves")
    play.set_defaults(run=_run)


def _run(options: argparse.Namespace) -> int:
    """Play one game, or until the player leaves; return the exit code."""
    share("--smart", options.smart)
    game, players = _table(options)
    names = {mark: arena.name_of(agent) if agent else "you" for mark, agent in players.items()}
    print(f"X: {names['X']}. O: {names['O']}. {kind_of(game).aim.format(game)}")
    if None in players.values():
        print(how_to_move(game))
    try:
        print(verdict(play_game(game, players, names)[1], names))
    except (KeyboardInterrupt, EOFError):
        print("\nGoodbye.")
    return 0


# ---- which game, and who plays it


def add_game(parser: argparse.ArgumentParser) -> None:
    """Add the options that choose a game."""
    usual = "tic-tac-toe, unless a saved agent has learned another one"
    parser.add_argument("--game", choices=KINDS, help=f"which game: {usual}")
    parser.add_argument("--size", type=int, metavar="N", help="rows and columns, 3 unless given")
    parser.add_argument("--k", type=int, metavar="N", help="how many in a row end the game")


def wanted_game(options: argparse.Namespace) -> Game | None:
    """Return the game that the options ask for, None if they ask for none."""
    name, size = options.game or "tic-tac-toe", options.size
    if size is None and options.k is None:
        return KINDS[name].rules() if options.game else None
    if name not in SIZED:
        raise ValueError(f"--size and --k are for {' and '.join(SIZED)}: {name} has one size only.")
    return KINDS[name].rules(3 if size is None else size, k=options.k)


def kind_of(game: Game) -> Kind:
    """Return how a game is offered."""
    return next(kind for kind in KINDS.values() if kind.rules is type(game))


def _table(options: argparse.Namespace) -> tuple[Game, dict[str, Agent | None]]:
    """Return the game, which may be that of a saved agent, and who plays it, None for a human."""
    game, rng, players = wanted_game(options), random.Random(options.seed), {"X": None, "O": None}
    for mark, name in ("X", options.x), ("O", options.o):
        if name not in (HUMAN, None):
            is_file = name not in agents.names() and (Path(name).suffix or Path(name).exists())
            players[mark] = agents.load(name, rng, game) if is_file else agents.make(name, rng=rng)
            game = game or getattr(players[mark], "game", None)
    game = game or TicTacToe()
    if options.o is None:
        players["O"] = agents.make("one-step" if has_winning_lines(game) else "mcts", rng=rng)
    for mark, agent in players.items():
        why = agent and refusal(agent, game)
        if why:
            able = [name for name in agents.names() if not refusal(agents.make(name), game)]
            raise ValueError(f"{why} Choose one of {', '.join(able)}.")
        if agent and options.smart < 1:
            players[mark] = agents.Smart(agent, options.smart)
    return game, players


def refusal(agent: Agent, game: Game) -> str:
    """Return why an agent cannot play a game, or "" if it can: before it begins, not after."""
    try:
        agent.refuse(game, game.initial)
    except ValueError as error:
        return str(error)
    return ""


# ---- a game in the terminal


def play_game(
    game: Game, players: dict[str, Strategy | None], names: dict[str, str]
) -> tuple[list[Action], str]:
    """Play a game, each move typed or made by an agent; return all moves and the outcome."""
    state, moves = game.initial, []
    while not game.terminal(state):
        mark = game.player(state)
        if players[mark] is None:
            print(f"\n{_view(game, state)}\n")
            moves.append(_ask(game, state))
        else:
            moves.append(arena.move(players[mark], game, state))
            print(f"{names[mark]} ({mark}) plays {spelled(moves[-1])}.")
        state = game.result(state, moves[-1])
    print(f"\n{_view(game, state)}\n")
    return moves, outcome(game, state)


def how_to_move(game: Game) -> str:
    """Return in words what to type."""
    example = spelled(game.actions(game.initial)[0])
    return f"Type {kind_of(game).move}, such as {example}, or q to leave."


def spelled(action: Action) -> str:
    """Return a move as it is typed: "4", or "0 3" if it has two parts."""
    return " ".join(map(str, action)) if isinstance(action, tuple) else str(action)


def verdict(outcome: str, names: dict[str, str]) -> str:
    """Return in words how the game ended."""
    if outcome == "draw":
        return "A draw."
    if names["X"] == names["O"] == "you":
        return f"{outcome} wins."
    won = f"{names[outcome]} ({outcome}) wins."
    return f"You ({outcome}) win. Well played!" if names[outcome] == "you" else won


def _ask(game: Game, state: State) -> Action:
    """Return the move that is typed, asking again until it is a legal one."""
    actions = {spelled(action): action for action in game.actions(state)}
    while True:
        typed = input(f"{game.player(state)} to move: ").strip()
        if typed.lower() in LEAVE:
            raise EOFError
        words = " ".join(typed.replace(",", " ").split())
        if words in actions:
            return actions[words]
        print(f"{typed!r} is not {kind_of(game).move}, such as {next(iter(actions))}. Try again.")


def _view(game: Game, state: State) -> str:
    """Return a board with lines between its cells and a number for each move; else the state."""
    if not has_board(game):
        return shown(game, state)
    width = len(str(max(game.actions(game.initial))))
    rows = [row.split() for row in game.show(state, numbers=True).splitlines()]
    rule = "+".join(["-" * (width + 2)] * game.cols)
    lines = [" | ".join(cell.rjust(width) for cell in row) for row in rows]
    return f"\n  {rule}\n".join(f"   {line}" for line in lines)
