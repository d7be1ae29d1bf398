"""`ttt train`, `teach` and `plot`: an agent learns, from a teacher or from you; how that went."""

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
from ttt.agents.teaching import Change, teach
from ttt.agents.training import BOTH, LABELS
from ttt.cli import play
from ttt.files import insist_on_place, write_whole
from ttt.grid import positive

PICTURES = (".png", ".svg", ".pdf", ".jpg")


def add(commands) -> None:
    """Add the commands."""
    overwrite = {"action": "store_true", "help": "replace files that are there"}
    train = commands.add_parser("train", help="let an agent learn from games against a teacher")
    train.add_argument("--episodes", type=int, default=5000, metavar="N", help="how many games")
    teacher = "the chance, 0 to 1, that the teacher makes an optimal move, not a random one"
    train.add_argument("--teacher", type=float, default=0.9, metavar="P", help=teacher)
    train.add_argument("--out", required=True, metavar="FILE", help="save the agent here")
    train.add_argument("--plot", metavar="FILE", help="draw how it went: a .png, .svg or .pdf")
    train.set_defaults(run=_train)
    by_hand = commands.add_parser("teach", help="let an agent learn from games against you")
    by_hand.add_argument("--out", required=True, metavar="FILE", help="save here after each game")
    sides = "what it plays; both, in turns, unless given"
    by_hand.add_argument("--plays", choices=["X", "O", BOTH], default=BOTH, help=sides)
    by_hand.set_defaults(run=_teach)
    for parser in train, by_hand:
        parser.add_argument("kind", choices=LEARNERS, help="how it learns")
        on = "learn on from a saved agent"
        parser.add_argument("--from", dest="source", metavar="FILE", help=on)
        play.add_game(parser)
        parser.add_argument("--seed", type=int, metavar="N", help="the same seed, the same agent")
        parser.add_argument("--overwrite", **overwrite)
    plot = commands.add_parser("plot", help="draw how a saved agent has learned")
    plot.add_argument("agent", metavar="FILE", help="the saved agent")
    picture = "the picture: a .png, .svg or .pdf; beside the agent unless given"
    plot.add_argument("--out", metavar="FILE", help=picture)
    plot.add_argument("--overwrite", **overwrite)
    plot.set_defaults(run=_plot)


def _learner(options: argparse.Namespace) -> Learner:
    """Return a new learner of the kind that is wanted, or the saved one."""
    kind, game, rng = LEARNERS[options.kind], play.wanted_game(options), random.Random(options.seed)
    if options.source is None:
        return kind(game=game, rng=rng)
    learner = agents.load(options.source, rng, game)
    if not isinstance(learner, kind):
        by = f"learns by {learner.name}, not by {options.kind}"
        raise ValueError(f"The agent in {options.source} {by}.")
    return learner


# ---- train


def _train(options: argparse.Namespace) -> int:
    """Train an agent, say how strong it is now, and save it; return the exit code."""
    share("--teacher", options.teacher)
    positive("--episodes", options.episodes)
    learner, teacher, picture = _learner(options), Teacher(options.teacher), None
    out = file_to_write(options.out, options.overwrite)
    if options.plot is not None:
        picture = file_to_write(options.plot, options.overwrite, PICTURES)
    why = play.refusal(teacher, learner.game)
    if why:
        raise ValueError(f"{why} Choose --teacher 0, which moves at random.")
    learner.train(teacher, options.episodes)
    print(_report(learner))
    learner.save(out, options.overwrite)
    print(f"Saved in {out}. Play against it: {command('play', '--o', out)}")
    if picture:
        _draw(learner, picture)
    return 0


def _report(learner: Learner) -> str:
    """Return in words how strong the learner was when it was first checked, and is now."""
    said = f"{learner.name} after {count(learner.episodes, 'episode')}"
    if not learner.history.checks:
        return f"{said}, in a game too large for exact results."
    first, *_, last = learner.history.checks
    lines = [
        f"  {label}: {getattr(first, name):+.3f} at first, {getattr(last, name):+.3f} now"
        for name, label in LABELS.items()
    ]
    return "\n".join([f"{said}:", *lines])


# ---- teach


def _teach(options: argparse.Namespace) -> int:
    """Teach an agent game after game until the player leaves; return the exit code."""
    learner = _learner(options)
    goes_on = options.source and Path(options.source).resolve() == Path(options.out).resolve()
    out = file_to_write(options.out, options.overwrite or goes_on)
    game, saved = learner.game, None  # the number of the last game that is in the file
    aim = play.kind_of(game).aim.format(game)
    print(f"{learner.name} explores, and learns from each game. {aim}\n{play.how_to_move(game)}")
    try:
        while True:
            saved = _teach_game(learner, options.plays, out)
    except (KeyboardInterrupt, EOFError):
        print("\nA game that is not finished teaches nothing.", end=" ")
    if saved is None:
        print("Nothing was saved.")
        return 0
    print(f"{out} is as after game {saved}.")
    print(f"Go on: {command('teach', options.kind, '--from', out, '--out', out)}")
    print(f"Play: {command('play', '--o', out)}")
    return 0


def _teach_game(learner: Learner, plays: str, out: Path) -> int:
    """Play a game, learn from it and save; return its number."""
    side = "XO"[learner.episodes % 2] if plays == BOTH else plays
    you, number = opponent(side), len(learner.history.games) + 1
    print(f"\nGame {number}: you are {you}.")
    names, players = {side: learner.name, you: "you"}, {you: None}
    players[side] = lambda game, state: learner.explore(state)
    moves, outcome = play.play_game(learner.game, players, names)
    learned = _learned(teach(learner, moves, side))
    learner.save(out, overwrite=True)
    print(f"{play.verdict(outcome, names)} {learned}\nIt has been taught {count(number)}.")
    return number


def _learned(changes: tuple[Change, ...]) -> str:
    """Return in one sentence which moves are worth more or less to the learner now."""
    gains = [
        (play.spelled(each.action), each.after - each.before) for each in changes if each.moved
    ]
    if not gains:
        return "It learned nothing new: its moves brought what it expected."
    parts = [f"{move} is worth {abs(g):.2g} {'more' if g > 0 else 'less'}" for move, g in gains]
    return f"It learned: its move {', '.join(parts)}."


# ---- plot


def _plot(options: argparse.Namespace) -> int:
    """Draw the rewards of a saved agent, and its exact results; return the exit code."""
    learner = agents.load(options.agent)
    if not learner.episodes:
        raise ValueError(f"The agent in {options.agent} has played no game yet to draw.")
    beside = str(Path(options.agent).with_suffix(".png"))
    name = beside if options.out is None else options.out
    _draw(learner, file_to_write(name, options.overwrite, PICTURES))
    return 0


def _draw(learner: Learner, file: Path) -> None:
    """Draw the rewards, added up, and the exact results on the way if there are any."""
    from matplotlib.figure import Figure  # not above: only a picture needs it

    checks = learner.history.checks
    figure = Figure(figsize=(8, 7 if checks else 3.5), layout="constrained")
    rewards, *exact = figure.subplots(2 if checks else 1, sharex=True, squeeze=False)[:, 0]
    rewards.plot(range(learner.episodes + 1), [0, *learner.history.cumulative])
    rewards.set_title(f"{learner.name} after {count(learner.episodes)}")
    rewards.set_ylabel("rewards while exploring, added up")
    for axes in exact:
        for name, label in LABELS.items():
            style = "dashed" if "as O" in label else "solid"
            points = [(check.episode, getattr(check, name)) for check in checks]
            axes.plot(*zip(*points), label=label, linestyle=style)
        axes.set_ylabel("when it does not explore")
        figure.legend(loc="outside lower center", ncols=2, fontsize="small")
    last = (exact or [rewards])[-1]
    last.set_xlabel("games")
    last.xaxis.get_major_locator().set_params(integer=True)
    drawn = io.BytesIO()
    figure.savefig(drawn, format=file.suffix[1:].lower())
    write_whole(file, drawn.getvalue())
    print(f"Drawn in {file}.")


# ---- words and files


def count(number: int, thing: str = "game") -> str:
    """Return so many things in words: "1 game", "2 games"."""
    return f"{number:,} {thing}{'s' * (number != 1)}"


def command(*words: object) -> str:
    """Return a command with these words as it can be typed here, the way this one was called."""
    called = sys.argv[0]
    me = [called] if Path(called).stem == "ttt" else [sys.executable, "-m", "ttt"]
    return shlex.join([*me, *map(str, words)])


def file_to_write(name: str, overwrite: bool, ends: tuple[str, ...] = ()) -> Path:
    """Return the file of that name, or raise an error if nothing can be written there."""
    file = Path(name)
    insist_on_place(file)
    if ends and file.suffix.lower() not in ends:
        raise ValueError(f"{file} cannot be drawn: its name is to end in {', '.join(ends)}.")
    if file.exists() and not overwrite:
        raise ValueError(f"{file} is there already: choose another name, or add --overwrite.")
    return file
