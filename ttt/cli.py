"""The `ttt` command: play in a terminal, train an agent."""

import argparse
import io
import os
import random
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from ttt import agents, arena
from ttt.agents import Agent, Teacher
from ttt.agents.files import insist_on_folder, try_to_write, write_whole
from ttt.agents.learners import LEARNERS, Learner
from ttt.agents.training import LABELS
from ttt.game import Action, State, TicTacToe

HUMAN = "human"
LEAVE = ("q", "quit", "exit")
INTERRUPTED = 130  # the exit code of a program that was ended by Ctrl-C


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command with these arguments, those of the shell by default; return its exit code."""
    options = _parser().parse_args(arguments)
    try:
        return options.run(options)
    except KeyboardInterrupt:
        print("\nInterrupted.", file=sys.stderr)
        return INTERRUPTED
    except (ValueError, OSError) as error:  # OSError: a file that cannot be read
        print(error, file=sys.stderr)
        return 2


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser("ttt", description="Nine Squares: tic-tac-toe and its agents.")
    commands = parser.add_subparsers(required=True, metavar="command")
    _add_play(commands)
    _add_train(commands)
    return parser


def _check_chance(option: str, chance: float) -> None:
    """Raise a ValueError unless this is a probability."""
    if not 0 <= chance <= 1:
        raise ValueError(f"{option} is a probability from 0 to 1, not {chance:g}.")


def _add_play(commands) -> None:
    """Add the command `ttt play`."""
    play = commands.add_parser("play", help="play a game in the terminal")
    who = f"{HUMAN}, the file of a saved agent, or one of {', '.join(agents.names())}"
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


def _add_train(commands) -> None:
    """Add the command `ttt train`."""
    train = commands.add_parser("train", help="let an agent learn from games against a teacher")
    train.add_argument("kind", choices=LEARNERS, help="how it learns")
    train.add_argument("--episodes", type=int, default=5000, metavar="N", help="how many games")
    train.add_argument(
        "--teacher",
        type=float,
        default=0.9,
        metavar="P",
        help="the chance, 0 to 1, that the teacher makes an optimal move, not a random one",
    )
    train.add_argument("--from", dest="source", metavar="FILE", help="learn on from a saved agent")
    train.add_argument("--out", metavar="FILE", help="save the agent here")
    train.add_argument("--plot", metavar="FILE", help="draw how it went: a .png, .svg or .pdf")
    train.add_argument("--seed", type=int, metavar="N", help="the same seed, the same agent")
    train.add_argument("--overwrite", action="store_true", help="replace files that are there")
    train.set_defaults(run=_train)


# ---- ttt play


def _play(options: argparse.Namespace) -> int:
    """Play one game in the terminal, or until the player leaves; return the exit code."""
    _check_chance("--smart", options.smart)
    game = TicTacToe(options.size, k=options.k)
    rng = random.Random(options.seed)
    try:
        players = {
            mark: None if name == HUMAN else _agent(name, options.smart, rng)
            for mark, name in (("X", options.x), ("O", options.o))
        }
        _refuse_board(game, players)
        _play_game(game, players)
    except (KeyboardInterrupt, EOFError):
        print("\nGoodbye.")
    return 0


def _play_game(game: TicTacToe, players: dict[str, Agent | None]) -> None:
    """Play a game to its end, each move typed or made by an agent."""
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


def _agent(name: str, smart: float, rng: random.Random) -> Agent:
    """Return the agent of that name, or the one that is saved in the file of that name."""
    file = Path(name)
    looks_like_a_file = file.suffix or "/" in name or os.sep in name or file.is_file()
    if name in agents.names() or not looks_like_a_file:
        return agents.make(name, smart=smart, rng=rng)
    agent = agents.load(file, rng)
    return agent if smart == 1 else agents.Smart(agent, smart)


def _refuse_board(game: TicTacToe, players: dict[str, Agent | None]) -> None:
    """Raise a ValueError if an agent cannot play the game: before the first move, not after it."""
    first_turns = {"X": game.initial, "O": game.result(game.initial, 0)}
    for mark, state in first_turns.items():
        if players[mark] and not game.terminal(state):
            players[mark].refuse(game, state)


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


# ---- ttt train


def _train(options: argparse.Namespace) -> int:
    """Train an agent, say how strong it is now, and save it; return the exit code."""
    _check_chance("--teacher", options.teacher)
    if options.episodes < 1:
        raise ValueError(f"--episodes is at least 1, not {options.episodes}.")
    out, plot = _files(options)
    learner = _learner(options.kind, options.source, random.Random(options.seed))
    before = learner.episodes
    try:
        learner.train(Teacher(options.teacher), options.episodes)
    except KeyboardInterrupt:
        games = learner.episodes - before
        said = f"Interrupted after {games:,} game{'s' * (games != 1)}. Nothing was saved."
        print(f"\n{said}", file=sys.stderr)
        return INTERRUPTED
    print(_report(learner))
    if out:
        with _writing(out):
            learner.save(out, options.overwrite)
        print(f"Saved in {out}. Play against it: ttt play --o {out}")
    if plot:
        with _writing(plot):
            write_whole(plot, _drawing(learner, _kind_of(plot)))
        print(f"Drawn in {plot}.")
    return 0


# ---- the files of ttt train, looked at before the training, not after it


def _files(options: argparse.Namespace) -> tuple[Path | None, Path | None]:
    """Return where to save the agent and where to draw, or raise a ValueError if it cannot be."""
    out = _file("--out", options.out)
    plot = _file("--plot", options.plot)
    if plot:
        if not _kind_of(plot):
            plot = plot.with_name(f"{plot.name.rstrip('.')}.png")
        _refuse_kind(plot)
    if out and out == plot:
        raise ValueError(f"--out and --plot are both {out}: give each a file of its own.")
    for file in filter(None, (out, plot)):
        _refuse_file(file, options.overwrite)
    return out, plot


def _file(option: str, name: str | None) -> Path | None:
    """Return the file of that name, unless it is a folder."""
    if name is None:
        return None
    if not name:
        raise ValueError(f"Give {option} the name of a file.")
    with _writing(name):
        if Path(name).is_dir() or name.endswith(("/", os.sep)):
            raise ValueError(f"{name} is a folder: give {option} the name of a file.")
    return Path(name)


def _refuse_file(file: Path, overwrite: bool) -> None:
    """Raise a ValueError if nothing can be written there."""
    with _writing(file):
        insist_on_folder(file)
        if file.exists() and not file.is_file():
            raise ValueError(f"{file} is no ordinary file: choose another name.")
        if file.exists() and not overwrite:
            raise ValueError(f"{file} is there already: choose another name, or add --overwrite.")
        try_to_write(file)


def _kind_of(plot: Path) -> str:
    """Return the kind of a picture by the end of its name, such as "png"; "" if it has none."""
    return plot.suffix.removeprefix(".").lower()


def _refuse_kind(plot: Path) -> None:
    """Raise a ValueError unless such a picture can be made, found by making a small one."""
    from matplotlib.figure import Figure  # not above: only a plot needs it

    figure = Figure(figsize=(1, 1))
    figure.text(0.5, 0.5, "X")
    try:
        figure.savefig(io.BytesIO(), format=_kind_of(plot))
    except Exception:  # an unknown kind, or a known one that needs a program which is not there
        raise ValueError(
            f"{plot} cannot be drawn: give --plot a name that ends in .png, .svg, .pdf or .jpg."
        ) from None


@contextmanager
def _writing(file: str | Path) -> Iterator[None]:
    """Turn what the system says about a file into a sentence."""
    try:
        yield
    except OSError as error:
        raise ValueError(f"{file} cannot be written: {error.strerror or error}.") from None


# ---- the parts of a training


def _learner(kind: str, source: str | None, rng: random.Random) -> Learner:
    """Return a new learner of that kind, or the saved one."""
    if source is None:
        return LEARNERS[kind](rng=rng)
    learner = agents.load(source, rng)
    if not isinstance(learner, LEARNERS[kind]):
        raise ValueError(f"The agent in {source} learns by {learner.name}, not by {kind}.")
    return learner


def _report(learner: Learner) -> str:
    """Return in words how strong the learner was when it was first checked, and is now."""
    said = f"{learner.name} after {learner.episodes:,} episodes"
    if not learner.history.checks:
        return f"{said}, on a board too large for exact results."
    first, last = learner.history.checks[0], learner.history.checks[-1]
    lines = [
        f"  {label}: {getattr(first, name):+.3f} at first, {getattr(last, name):+.3f} now"
        for name, label in LABELS.items()
    ]
    return "\n".join([f"{said}:", *lines])


def _drawing(learner: Learner, kind: str) -> bytes:
    """Return a picture of the rewards of the training, added up, and the exact results on the way.

    kind  what the picture is in: "png", "svg", …
    """
    from matplotlib.figure import Figure  # not above: only a plot needs it

    history = learner.history
    figure = Figure(figsize=(8, 7), layout="constrained")
    above, below = figure.subplots(2, sharex=True)
    above.plot(range(1, learner.episodes + 1), history.cumulative)
    above.set_ylabel("rewards while exploring, added up")
    episodes = [check.episode for check in history.checks]
    for name, label in LABELS.items():
        style = "dashed" if "as O" in label else "solid"
        scores = [getattr(check, name) for check in history.checks]
        below.plot(episodes, scores, label=label, linestyle=style)
    below.set_ylabel("of the greedy policy")
    below.set_xlabel("episodes")
    figure.legend(loc="outside lower center", ncols=2, fontsize="small")
    drawn = io.BytesIO()
    figure.savefig(drawn, format=kind)
    return drawn.getvalue()
