"""`ttt train` and `ttt teach`: an agent learns, from a teacher or from you."""

import argparse
import io
import random
import shlex
import sys
from pathlib import Path

from ttt import agents
from ttt.agents import Learner, Teacher
from ttt.agents.agent import share
from ttt.agents.learners import LEARNERS
from ttt.agents.rules import opponent
from ttt.agents.teaching import teach
from ttt.agents.training import LABELS
from ttt.cli import play
from ttt.files import insist_on_place, write_whole
from ttt.grid import positive


def add(commands) -> None:
    """Add the commands."""
    train = commands.add_parser("train", help="let an agent learn from games against a teacher")
    train.add_argument("--episodes", type=int, default=5000, metavar="N", help="how many games")
    teacher = "the chance, 0 to 1, that the teacher makes an optimal move, not a random one"
    train.add_argument("--teacher", type=float, default=0.9, metavar="P", help=teacher)
    train.add_argument("--plot", metavar="FILE", help="draw how it went: a .png, .svg or .pdf")
    train.set_defaults(run=_train)
    by_hand = commands.add_parser("teach", help="let an agent learn from games against you")
    by_hand.set_defaults(run=_teach)
    for parser in train, by_hand:
        parser.add_argument("kind", choices=LEARNERS, help="how it learns")
        parser.add_argument("--out", required=True, metavar="FILE", help="save the agent here")
        on = "learn on from a saved agent"
        parser.add_argument("--from", dest="source", metavar="FILE", help=on)
        play.add_game(parser)
        parser.add_argument("--seed", type=int, metavar="N", help="the same seed, the same agent")
        replace = "replace files that are there"
        parser.add_argument("--overwrite", action="store_true", help=replace)


def _learner(options: argparse.Namespace) -> Learner:
    """Return a new learner of the kind that is wanted, or the saved one."""
    kind, game, rng = LEARNERS[options.kind], play.wanted_game(options), random.Random(options.seed)
    if options.source is None:
        return kind(game=game, rng=rng)
    learner = agents.load(options.source, rng)
    if game is not None:
        learner.policy(game, game.initial)  # or it says that it has learned another game
    if not isinstance(learner, kind):
        by = f"learns by {learner.name}, not by {options.kind}"
        raise ValueError(f"The agent in {options.source} {by}.")
    return learner


# ---- train


def _train(options: argparse.Namespace) -> int:
    """Train an agent, say how strong it is now, and save it; return the exit code."""
    share("--teacher", options.teacher)
    positive("--episodes", options.episodes)
    learner, teacher = _learner(options), Teacher(options.teacher)
    out, picture = file_to_write(options.out, options.overwrite), None
    if options.plot is not None:
        picture = file_to_write(options.plot, options.overwrite)
    teacher.policy(learner.game, learner.game.initial)  # or it says that it cannot teach this
    history = learner.train(teacher, options.episodes)
    print(f"{learner.name} has learned from {learner.episodes:,} games.")
    for name, label in LABELS.items() if history.checks else ():
        first, *_, last = (getattr(check, name) for check in history.checks)
        print(f"  {label}: {first:+.3f} at first, {last:+.3f} now")
    learner.save(out, options.overwrite)
    print(f"Saved in {out}. Play against it: {command('play', '--o', out)}")
    if picture:
        _draw(learner, picture)
    return 0


def _draw(learner: Learner, file: Path) -> None:
    """Draw the rewards, added up, and the exact results on the way if there are any."""
    from matplotlib.figure import Figure  # not above: only a picture needs it

    checks = learner.history.checks
    figure = Figure(figsize=(8, 7), layout="constrained")
    rewards, exact = figure.subplots(2, sharex=True)
    rewards.plot(range(learner.episodes + 1), [0, *learner.history.cumulative])
    rewards.set_title(f"{learner.name} after {learner.episodes:,} games")
    rewards.set_ylabel("rewards while exploring, added up")
    for name, label in LABELS.items():
        style = "dashed" if "as O" in label else "solid"
        points = [getattr(check, name) for check in checks]
        exact.plot([check.episode for check in checks], points, label=label, linestyle=style)
    exact.set(xlabel="games", ylabel="when it does not explore")
    figure.legend(loc="outside lower center", ncols=2, fontsize="small")
    drawn = io.BytesIO()
    figure.savefig(drawn, format=file.suffix[1:].lower() or "png")
    write_whole(file, drawn.getvalue())
    print(f"Drawn in {file}.")


# ---- teach


def _teach(options: argparse.Namespace) -> int:
    """Teach an agent game after game until the player leaves; return the exit code."""
    learner = _learner(options)
    goes_on = options.source and Path(options.source).resolve() == Path(options.out).resolve()
    out, taught = file_to_write(options.out, options.overwrite or goes_on), 0
    print(f"{learner.name} explores, and learns from each game. {play.about(learner.game)}")
    try:
        while True:
            _teach_game(learner, out)
            taught += 1
    except (KeyboardInterrupt, EOFError):
        print("\nA game that is not finished teaches nothing.", end=" ")
    if not taught:
        print("Nothing was saved.")
        return 0
    print(f"Games it has learned from: {learner.episodes:,}. It is saved in {out}.")
    print(f"Go on: {command('teach', options.kind, '--from', out, '--out', out)}")
    print(f"Play: {command('play', '--o', out)}")
    return 0


def _teach_game(learner: Learner, out: Path) -> None:
    """Play a game, the sides in turns, let the learner learn from it, and save it."""
    side = "XO"[learner.episodes % 2]
    you = opponent(side)
    print(f"\nGame {learner.episodes + 1:,}: you are {you}.")
    players = {you: None, side: lambda game, state: learner.explore(state)}
    moves = play.play_game(learner.game, players, {side: learner.name, you: "you"})
    teach(learner, moves, side)
    learner.save(out, overwrite=True)


# ---- words and files


def command(*words: object) -> str:
    """Return a command with these words as it can be typed here, the way this one was called."""
    called = sys.argv[0]
    me = [called] if Path(called).stem == "ttt" else [sys.executable, "-m", "ttt"]
    return shlex.join([*me, *map(str, words)])


def file_to_write(name: str, overwrite: bool) -> Path:
    """Return the file of that name, or raise an error if nothing can be written there."""
    file = Path(name)
    insist_on_place(file)
    if file.exists() and not overwrite:
        raise ValueError(f"{file} is there already: choose another name, or add --overwrite.")
    return file
