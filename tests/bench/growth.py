"""How time and memory grow with the board: lines of the table, and figures/growth.svg."""

from typing import NamedTuple

from tests.bench.apart import ROOT, best_apart, run_apart
from tests.bench.report import Line, megabytes, seconds

FIGURE = ROOT / "figures" / "growth.svg"
BOARDS = {"3×3": (3, 3, 3), "3×4": (3, 4, 3), "4×4": (4, 4, 4)}
REPEATS = {"3×3": 5, "3×4": 5, "4×4": 2}
WAYS = {False: "every state", True: "one state\nof each class"}
COLOURS = {False: "#0072B2", True: "#D55E00"}
WRITTEN = {"seconds": seconds, "megabytes": megabytes}
GREY = "#595959"


class Point(NamedTuple):
    """One board solved in one way, and what that cost."""

    board: str
    symmetry: bool
    states: int
    seconds: float
    megabytes: float


def growth(quick):
    """Solve boards of growing size, and draw what that costs unless in a hurry."""
    points = []
    for board, shape in BOARDS.items():
        for symmetry in WAYS:
            if quick and board == "4×4" and not symmetry:
                continue
            repeats = 1 if quick else REPEATS[board]
            cost = best_apart("tests.bench.solvers:ours", *shape, symmetry, repeats=repeats)
            states = cost.answer["states"]
            points.append(Point(board, symmetry, states, cost.seconds, cost.megabytes))
            yield line(points[-1])
    if not quick:
        draw(points, run_apart("tests.bench.solvers:nothing").megabytes)


def line(point: Point) -> Line:
    """Return the line of the table for one point."""
    kind = "classes" if point.symmetry else "states"
    return Line(
        f"growth: {point.board}, {point.states:,} {kind}",
        f"{seconds(point.seconds)}, {megabytes(point.megabytes)}",
    )


def draw(points: list[Point], python_alone: float) -> None:
    """Draw seconds and megabytes against the number of states, and save the picture."""
    import matplotlib.pyplot as plt

    look = {
        "font.size": 15,
        "axes.spines.top": False,
        "axes.spines.right": False,
        "svg.hashsalt": "growth",  # the same names inside the file every time
    }
    with plt.rc_context(look):
        figure, (left, right) = plt.subplots(1, 2, figsize=(13, 5.2), layout="constrained")
        figure.get_layout_engine().set(wspace=0.06)
        panel(left, "Time to build and solve", "seconds", points)
        panel(right, "Peak memory of the process", "megabytes", points)
        right.axhline(python_alone, color=GREY, linestyle=":", zorder=0)
        right.annotate(
            "Python with NumPy alone",
            (1, python_alone),
            xycoords=("axes fraction", "data"),
            xytext=(0, -8),
            textcoords="offset points",
            ha="right",
            va="top",
            color=GREY,
        )
        figure.savefig(FIGURE, metadata={"Date": None, "Creator": None})
        plt.close(figure)


def panel(axes, title: str, unit: str, points: list[Point]) -> None:
    """Draw one quantity, a line for each way of solving, with its name at its end."""
    states = {p.board: p.states for p in points if not p.symmetry}
    for symmetry, way in WAYS.items():
        x = list(states.values())
        y = [getattr(p, unit) for p in points if p.symmetry == symmetry]
        axes.plot(x, y, "s--" if symmetry else "o-", color=COLOURS[symmetry], lw=2.5, ms=9)
        axes.annotate(
            f"{way}\n{WRITTEN[unit](y[-1])}",
            (x[-1], y[-1]),
            xytext=(14, 0),
            textcoords="offset points",
            va="center",
            color=COLOURS[symmetry],
            weight="bold",
        )
    axes.set(xscale="log", yscale="log", ylabel=unit, xlabel="board, and the states it can reach")
    axes.set_title(title, pad=14)
    axes.set_xticks(x, [f"{board}\n{number:,}" for board, number in states.items()])
    axes.minorticks_off()
    axes.margins(0.1, 0.15)
    axes.yaxis.set_major_formatter("{x:,g}")
    axes.grid(axis="y", color="#DDDDDD")
    axes.set_axisbelow(True)


ROWS = [growth]
