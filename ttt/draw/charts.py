"""Charts with matplotlib, in the style of the course."""

from ttt.draw.svg import COLOUR, INK, OUTCOME_NAMES, PAPER, RIGHT, rounded

SERIES = (COLOUR["X"], COLOUR["O"], RIGHT)  # colors of up to three groups of bars


def chart(title: str, x: str = "", y: str = "", size: tuple[float, float] = (9, 4)):
    """Return the empty axes of a matplotlib chart in the style of the course."""
    import matplotlib.pyplot as plt  # here, so that drawing a board need not wait for it

    from ttt.draw.figure import Chart

    _, axes = plt.subplots(figsize=size, layout="constrained", FigureClass=Chart)
    axes.set_title(title, fontsize=15, loc="left", color=INK)
    axes.set_xlabel(x, fontsize=13)
    axes.set_ylabel(y, fontsize=13)
    axes.tick_params(labelsize=12)
    axes.spines[["top", "right"]].set_visible(False)
    return axes


def outcome_bars(title: str, names: list[str], chances: list[tuple[float, float, float]]) -> None:
    """Draw a bar for each name, divided into the chances of X's win, a draw and O's win."""
    axes = chart(title, x="probability", size=(9, 1.6 + 0.5 * len(names)))
    left = [0.0] * len(names)
    for outcome, part in zip(("X", "draw", "O"), zip(*chances)):
        bars = axes.barh(
            names, part, left=left, color=COLOUR[outcome], label=OUTCOME_NAMES[outcome]
        )
        labels = [f"{chance:.0%}" if chance > 0.04 else "" for chance in part]
        axes.bar_label(bars, labels, label_type="center", color=PAPER, fontsize=12)
        left = [before + chance for before, chance in zip(left, part)]
    axes.invert_yaxis()
    axes.set_xlim(0, 1)
    axes.figure.legend(loc="outside lower center", ncols=3, frameon=False, fontsize=12)


def bars(title: str, names: list[str], groups: dict[str, list[float]], x: str = "", y: str = ""):
    """Draw a bar for each name in each of some groups, side by side, its height written on it."""
    axes = chart(title, x, y, (9, 3.4))
    width = 0.8 / len(groups)
    for nth, (label, heights) in enumerate(groups.items()):
        places = [place + width * (nth - (len(groups) - 1) / 2) for place in range(len(names))]
        drawn = axes.bar(places, heights, 0.9 * width, color=SERIES[nth], label=label)
        axes.bar_label(drawn, fmt="{:.2f}", fontsize=12)
    axes.set_xticks(range(len(names)), names)
    axes.figure.legend(loc="outside lower center", ncols=len(groups), frameon=False, fontsize=12)


def heat_map(title: str, names: list[str], scores) -> None:
    """Draw a table of results, X's side, a row for each X and a column for each O.

    `scores[x][o]` is from -1 to 1. Blue is good for X, orange for O, white is
    even, and the number stands in every cell.
    """
    from matplotlib.colors import LinearSegmentedColormap

    many = len(names) > 6
    step = 0.9 if many else 1.1
    axes = chart(
        title, x="plays O", y="plays X", size=(3 + step * len(names), 1.8 + 0.6 * len(names))
    )
    colours = LinearSegmentedColormap.from_list("sides", [COLOUR["O"], PAPER, COLOUR["X"]])
    axes.imshow(scores, cmap=colours, vmin=-1, vmax=1, aspect="auto")
    axes.set_xticks(range(len(names)), names, rotation=30 if many else 0)
    axes.set_yticks(range(len(names)), names)
    axes.spines[:].set_visible(False)
    axes.tick_params(length=0)
    for row, line in enumerate(scores):
        for column, score in enumerate(line):
            ink = PAPER if abs(score) > 0.75 else INK
            axes.text(column, row, rounded(score), ha="center", va="center", color=ink, fontsize=13)
