"""`ttt teach`: an agent learns from you, game after game, and is saved after each."""

import argparse
import sys
from pathlib import Path

from ttt.agents.learners import Learner
from ttt.agents.rules import opponent
from ttt.agents.teaching import Change, teach
from ttt.agents.training import BOTH
from ttt.cli.common import command, count, file_to_write, same_file, sentence
from ttt.cli.play import how_to_move, kind_of, play_game, spelled, verdict
from ttt.cli.train import add_learner, learner_of


def add(commands) -> None:
    """Add the command."""
    parser = commands.add_parser("teach", help="let an agent learn from games against you")
    add_learner(parser)
    parser.add_argument("--out", required=True, metavar="FILE", help="save here after each game")
    sides = "what it plays; both, in turns, unless given"
    parser.add_argument("--plays", choices=["X", "O", BOTH], default=BOTH, help=sides)
    parser.set_defaults(run=_run)


def _run(options: argparse.Namespace) -> int:
    """Teach an agent game after game until the player leaves; return the exit code."""
    learner = learner_of(options)
    goes_on = same_file(options.source, options.out)
    out = file_to_write("--out", options.out, options.overwrite or goes_on)
    game, saved = learner.game, []
    print(f"{learner.name} explores, and learns from each game. {kind_of(game).aim.format(game)}")
    print(how_to_move(game))
    try:
        while True:
            _teach_game(learner, options.plays, out, saved)
    except (KeyboardInterrupt, EOFError):
        print(f"\nA game that is not finished teaches nothing. {_what_is_saved(saved, options)}")
    return 0


def _teach_game(learner: Learner, plays: str, out: Path, saved: list[int]) -> None:
    """Play a game, learn from it and save; `saved` are the numbers of the games that are."""
    side = "XO"[learner.episodes % 2] if plays == BOTH else plays
    you, number = opponent(side), len(learner.history.games) + 1
    print(f"\nGame {number}: you are {you}.")

    def explore(game, state):
        return learner.explore(state)

    names = {side: learner.name, you: "you"}
    moves, outcome = play_game(learner.game, {side: explore, you: None}, names)
    changes = teach(learner, moves, side)
    try:
        learner.save(out, overwrite=True)
        saved.append(number)
    except (ValueError, OSError) as error:  # a full disk may have room after the next game
        print(f"{sentence(error)} That is tried again after the next game.", file=sys.stderr)
    print(f"{verdict(outcome, names)} {_learned(changes)}")
    print(f"It has been taught {count(number)}.")


def _learned(changes: tuple[Change, ...]) -> str:
    """Return in one sentence which moves are worth more or less to the learner now."""
    gains = [(spelled(each.action), each.after - each.before) for each in changes if each.moved]
    if not gains:
        return "It learned nothing new: its moves brought what it expected."
    parts = [f"{move} is worth {abs(g):.2g} {'more' if g > 0 else 'less'}" for move, g in gains]
    return f"It learned: its move {', '.join(parts)}."


def _what_is_saved(saved: list[int], options: argparse.Namespace) -> str:
    """Return in words what is in the file, and how to go on."""
    if not saved:
        return "Nothing was saved."
    out = options.out
    again = command("teach", options.kind, "--from", out, "--out", out)
    play = command("play", "--o", out)
    return f"{out} is as after game {saved[-1]}.\nGo on: {again}\nPlay: {play}"
