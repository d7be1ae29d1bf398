"""`ttt train` and `ttt teach`: an agent learns, from a teacher or from you."""

import argparse
import io
import random
from pathlib import Path

from ttt import agents
from ttt.agents import Learner, Teacher
from ttt.agents.agent import share
from ttt.agents.alphazero import Training
from ttt.agents.learners import LEARNERS
from ttt.agents.networks import EPOCHS, GAMES, PREDICTORS, SOURCES, Predictor
from ttt.agents.rules import opponent
from ttt.agents.teaching import teach
from ttt.agents.training import LABELS, exact_scores
from ttt.cli import play
from ttt.files import insist_on_place, write_whole
from ttt.grid import positive
from ttt.progress import Bar
from ttt.space import space_of


def add(commands) -> None:
    """Add the commands."""
    words = "let an agent learn from games against a teacher, or a network from examples"
    train = commands.add_parser("train", help=words).add_subparsers(required=True, dest="kind")
    learners = [train.add_parser(kind, help="learns from games") for kind in LEARNERS]
    by_examples = {"help": "learns from examples", "allow_abbrev": False}  # --game is not --games
    networks = [train.add_parser(kind, **by_examples) for kind in PREDICTORS]
    itself = train.add_parser("alphazero", help="learns from games against itself")
    by_hand = commands.add_parser("teach", help="let an agent learn from games against you")
    by_hand.add_argument("kind", choices=LEARNERS, help="how it learns")
    for parser in learners:
        parser.add_argument("--episodes", type=int, default=5000, metavar="N", help="so many games")
        teacher = "the chance, 0 to 1, that the teacher makes an optimal move, not a random one"
        parser.add_argument("--teacher", type=float, default=0.9, metavar="P", help=teacher)
    often = "how often it plays 64 games and learns from them"
    itself.add_argument("--turns", type=int, default=40, metavar="N", help=often)
    for parser, sizes in (itself, "64,64"), *((parser, "64") for parser in networks):
        parser.add_argument("--hidden", default=sizes, metavar="N,N", help="neurons a hidden layer")
    for parser in networks:
        labels = "where right answers come from: minimax, or random games"
        parser.add_argument("--labels", choices=SOURCES, default="exact", help=labels)
        parser.add_argument("--games", type=int, default=GAMES, metavar="N", help="so many games")
        often = "how often it sees each example"
        parser.add_argument("--epochs", type=int, default=EPOCHS, metavar="N", help=often)
    for parser in *learners, itself, by_hand:
        on = "learn on from a saved agent"
        parser.add_argument("--from", dest="source", metavar="FILE", help=on)
        play.add_game(parser)
    for parser in *learners, *networks, itself:
        parser.add_argument("--plot", metavar="FILE", help="draw how it went: a .png, .svg or .pdf")
        parser.set_defaults(run=_train)
    by_hand.set_defaults(run=_teach)
    for parser in *learners, *networks, itself, by_hand:
        parser.add_argument("--out", required=True, metavar="FILE", help="save the agent here")
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
    out = file_to_write(options.out, options.overwrite or _goes_on(options))
    picture = None if options.plot is None else file_to_write(options.plot, options.overwrite)
    ways = dict.fromkeys(LEARNERS, _by_playing) | dict.fromkeys(PREDICTORS, _from_examples)
    agent = ways.get(options.kind, _by_itself)(options)
    agent.save(out, overwrite=True)
    print(f"Saved in {out}. Play against it: {play.TTT} play --o '{out}'")
    if picture:
        _draw(agent, picture)
    return 0


def _from_examples(options: argparse.Namespace) -> Predictor:
    """Return a network that has learned from examples; say how strong it is now."""
    agent = PREDICTORS[options.kind](_hidden(options), seed=options.seed)
    losses = agent.train(options.epochs, labels=options.labels, games=options.games)
    print(f"{agent.name} has learned for {len(losses):,} epochs.")
    print(f"  mean loss: {losses[0]:.3f} at first, {losses[-1]:.3f} now")
    space = space_of(agent.game)
    policy, boards = agent.tabulated(space), space.legal.any(axis=1).sum()
    print(f"  right moves: {1 - space.wrong(policy).sum() / boards:.2%} of {boards:,} boards")
    for label, score in zip(LABELS.values(), exact_scores(space, policy)):
        print(f"  {label}: {score:+.3f}")
    return agent


def _hidden(options: argparse.Namespace) -> list[int | str]:
    """Return the numbers of neurons; what is no number is refused by the agent, in words."""
    return [int(size) if size.isdecimal() else size for size in options.hidden.split(",")]


def _by_itself(options: argparse.Namespace) -> Training:
    """Return AlphaZero's training after some turns, saved before each; say how strong it is."""
    game, turns = play.wanted_game(options), positive("--turns", options.turns)
    if options.source is None:
        training = Training(options.seed, game, _hidden(options))
    else:
        training = Training.load(options.source)
        training.agent().insist_on_own(game or training.game)
    try:
        for _ in Bar(range(turns), training.name, leave=False, disable=None):
            training.save(options.out, overwrite=True)
            training.turn()
    except KeyboardInterrupt:
        files = f"--from '{options.out}' --out '{options.out}'"
        print(f"\nThe turns before this one are saved. Go on: {play.TTT} train alphazero {files}")
        raise
    first, *_, last = training.history.checks
    print(f"{training.name} has learned from {last.games:,} games against itself.")
    for name in "reply_to_x", "reply_to_o":
        before, now = getattr(first, name), getattr(last, name)
        print(f"  {LABELS[name]}: {before:+.3f} at first, {now:+.3f} now")
    print(f"  wrong moves: {first.wrong:.2%} at first, {last.wrong:.2%} of all boards now")
    return training


def _by_playing(options: argparse.Namespace) -> Learner:
    """Return a learner that has learned from a teacher; say how strong it is now."""
    share("--teacher", options.teacher)
    positive("--episodes", options.episodes)
    learner, teacher = _learner(options), Teacher(options.teacher)
    teacher.policy(learner.game, learner.game.initial)  # or it says that it cannot teach this
    history = learner.train(teacher, options.episodes)
    print(f"{learner.name} has learned from {learner.episodes:,} games.")
    for name, label in LABELS.items() if history.checks else ():
        first, *_, last = (getattr(check, name) for check in history.checks)
        print(f"  {label}: {first:+.3f} at first, {last:+.3f} now")
    return learner


def _draw(agent: Learner | Predictor | Training, file: Path) -> None:
    """Draw how the training went."""
    from matplotlib.figure import Figure  # not above: only a picture needs it

    figure = Figure(figsize=(8, 7), layout="constrained")
    if isinstance(agent, Learner):
        _draw_learner(figure, agent)
    else:
        losses = agent.history.losses if isinstance(agent, Training) else agent.losses
        axes = figure.subplots()
        axes.plot(range(1, len(losses) + 1), losses)
        time = "turn" if isinstance(agent, Training) else "epoch"
        axes.set(title=f"{agent.name} learns", xlabel=time, ylabel="mean loss")
    drawn = io.BytesIO()
    figure.savefig(drawn, format=file.suffix[1:].lower() or "png")
    write_whole(file, drawn.getvalue())
    print(f"Drawn in {file}.")


def _draw_learner(figure, learner: Learner) -> None:
    """Draw the rewards, added up, and the exact results on the way if there are any."""
    checks = learner.history.checks
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


# ---- teach


def _teach(options: argparse.Namespace) -> int:
    """Teach an agent game after game until the player leaves; return the exit code."""
    learner = _learner(options)
    out, taught = file_to_write(options.out, options.overwrite or _goes_on(options)), 0
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
    print(f"Go on: {play.TTT} teach {options.kind} --from '{out}' --out '{out}'")
    print(f"Play: {play.TTT} play --o '{out}'")
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


# ---- files


def _goes_on(options: argparse.Namespace) -> bool:
    """Return whether what is read is also what is written."""
    source = getattr(options, "source", None)
    return source is not None and Path(source).resolve() == Path(options.out).resolve()


def file_to_write(name: str, overwrite: bool) -> Path:
    """Return the file of that name, or raise an error if nothing can be written there."""
    file = Path(name)
    insist_on_place(file)
    if file.exists() and not overwrite:
        raise ValueError(f"{file} is there already: choose another name, or add --overwrite.")
    return file
