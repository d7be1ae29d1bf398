"""`ttt train`: an agent learns from games against a teacher."""

import argparse
import random
import sys

from ttt import agents
from ttt.agents import Teacher
from ttt.agents.learners import LEARNERS, Learner
from ttt.agents.training import LABELS
from ttt.cli.common import (
    INTERRUPTED,
    check_chance,
    command,
    count,
    file_to_write,
    picture_to_write,
)
from ttt.cli.play import add_game, refusal, wanted_game
from ttt.cli.plot import draw


def add(commands) -> None:
    """Add the command."""
    train = commands.add_parser("train", help="let an agent learn from games against a teacher")
    add_learner(train)
    train.add_argument("--episodes", type=int, default=5000, metavar="N", help="how many games")
    teacher = "the chance, 0 to 1, that the teacher makes an optimal move, not a random one"
    train.add_argument("--teacher", type=float, default=0.9, metavar="P", help=teacher)
    train.add_argument("--out", metavar="FILE", help="save the agent here")
    train.add_argument("--plot", metavar="FILE", help="draw how it went: a .png, .svg or .pdf")
    train.set_defaults(run=_run)


def add_learner(parser: argparse.ArgumentParser) -> None:
    """Add the options that choose who learns, and what."""
    parser.add_argument("kind", choices=LEARNERS, help="how it learns")
    parser.add_argument("--from", dest="source", metavar="FILE", help="learn on from a saved agent")
    add_game(parser)
    parser.add_argument("--seed", type=int, metavar="N", help="the same seed, the same agent")
    parser.add_argument("--overwrite", action="store_true", help="replace files that are there")


def learner_of(options: argparse.Namespace) -> Learner:
    """Return a new learner of the kind that is wanted, or the saved one."""
    kind, game, rng = LEARNERS[options.kind], wanted_game(options), random.Random(options.seed)
    if options.source is None:
        return kind(game=game, rng=rng)
    learner = agents.load(options.source, rng, game)
    if not isinstance(learner, kind):
        by = f"learns by {learner.name}, not by {options.kind}"
        raise ValueError(f"The agent in {options.source} {by}.")
    return learner


def _run(options: argparse.Namespace) -> int:
    """Train an agent, say how strong it is now, and save it; return the exit code."""
    check_chance("--teacher", options.teacher)
    if options.episodes < 1:
        raise ValueError(f"--episodes is at least 1, not {options.episodes}.")
    learner, teacher = learner_of(options), Teacher(options.teacher)
    out, plot = _files(options)
    before, why = learner.episodes, refusal(teacher, learner.game, learner.game.initial)
    if why:
        raise ValueError(f"{why} Choose --teacher 0, which moves at random.")
    try:
        learner.train(teacher, options.episodes)
    except KeyboardInterrupt:
        done = f"Interrupted after {count(learner.episodes - before)}."
        print(f"\n{done} Nothing was saved.", file=sys.stderr)
        return INTERRUPTED
    print(_report(learner))
    if out:
        learner.save(out, options.overwrite)
        print(f"Saved in {out}. Play against it: {command('play', '--o', out)}")
    if plot:
        draw(learner, plot)
    return 0


def _files(options: argparse.Namespace):
    """Return where to save the agent and where to draw, or raise a ValueError if it cannot be."""
    out, plot = options.out, options.plot
    if out is None and plot is None:
        raise ValueError(
            "The agent would be lost after the training: add --out mine.npz to save it, or "
            "--plot mine.png if a picture of how it went is all that you want."
        )
    if out is not None:
        out = file_to_write("--out", out, options.overwrite)
    if plot is not None:
        plot = picture_to_write("--plot", plot, options.overwrite, out, options.source)
    if out is None:
        print("Only the picture will be kept; --out mine.npz saves the agent.", file=sys.stderr)
    return out, plot


def _report(learner: Learner) -> str:
    """Return in words how strong the learner was when it was first checked, and is now."""
    said = f"{learner.name} after {count(learner.episodes, 'episode')}"
    if not learner.history.checks:
        return f"{said}, in a game too large for exact results."
    first, last = learner.history.checks[0], learner.history.checks[-1]
    lines = [
        f"  {label}: {getattr(first, name):+.3f} at first, {getattr(last, name):+.3f} now"
        for name, label in LABELS.items()
    ]
    return "\n".join([f"{said}:", *lines])
