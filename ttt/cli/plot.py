"""`ttt plot`: how the learning of a saved agent went, as a picture."""

import argparse
import io
from pathlib import Path

from ttt import agents
from ttt.agents.files import write_whole
from ttt.agents.learners import Learner
from ttt.agents.training import LABELS
from ttt.cli.common import count, picture_to_write


def add(commands) -> None:
    """Add the command."""
    plot = commands.add_parser("plot", help="draw how a saved agent has learned")
    plot.add_argument("agent", metavar="FILE", help="the saved agent")
    picture = "the picture: a .png, .svg or .pdf; beside the agent unless given"
    plot.add_argument("--out", metavar="FILE", help=picture)
    plot.add_argument("--overwrite", action="store_true", help="replace a file that is there")
    plot.set_defaults(run=_run)


def _run(options: argparse.Namespace) -> int:
    """Draw the rewards of a saved agent, and its exact results; return the exit code."""
    learner = agents.load(options.agent)
    if not learner.episodes:
        raise ValueError(f"The agent in {options.agent} has played no game yet to draw.")
    beside = str(Path(options.agent).with_suffix(".png"))
    name = beside if options.out is None else options.out
    draw(learner, picture_to_write("--out", name, options.overwrite, options.agent))
    return 0


def draw(learner: Learner, file: Path) -> None:
    """Draw the rewards, added up, and the exact results on the way if there are any."""
    from matplotlib.figure import Figure  # not above: only a picture needs it

    history = learner.history
    panels = 2 if history.checks else 1
    figure = Figure(figsize=(8, 3.5 * panels), layout="constrained")
    above, *below = figure.subplots(panels, sharex=True, squeeze=False)[:, 0]
    above.plot(range(learner.episodes + 1), [0, *history.cumulative])
    above.set_title(f"{learner.name} after {count(learner.episodes)}")
    above.set_ylabel("rewards while exploring, added up")
    for axes in below:
        _draw_checks(axes, history.checks)
        figure.legend(loc="outside lower center", ncols=2, fontsize="small")
    last = (below or [above])[-1]
    last.set_xlabel("games")
    last.xaxis.get_major_locator().set_params(integer=True)
    drawn = io.BytesIO()
    figure.savefig(drawn, format=file.suffix[1:].lower())
    write_whole(file, drawn.getvalue())
    print(f"Drawn in {file}.")


def _draw_checks(axes, checks: list) -> None:
    """Draw the exact results, a curve for each of them."""
    episodes = [check.episode for check in checks]
    for name, label in LABELS.items():
        style = "dashed" if "as O" in label else "solid"
        scores = [getattr(check, name) for check in checks]
        axes.plot(episodes, scores, label=label, linestyle=style)
    axes.set_ylabel("when it does not explore")
