"""Charts with matplotlib, in the style of the course."""

from math import isnan

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


def outcome_bars(title: str, names: list[str], chances: list[tuple], x="probability") -> None:
    """Draw a bar for each name, divided into the chances of X's win, a draw and O's win."""
    axes = chart(title, x, size=(9, 1.6 + 0.5 * len(names)))
    left = [0.0] * len(names)
    for outcome, part in zip(("X", "draw", "O"), zip(*chances)):
        bars = axes.barh(
            names, part, left=left, color=COLOUR[outcome], label=OUTCOME_NAMES[outcome]
        )
        labels = [f"{chance:.0%}" if chance > 0.05 else "" for chance in part]
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
        axes.bar_label(drawn, fmt="{:.2f}", fontsize=12 if len(groups) < 3 else 10)
    axes.margins(y=0.15)  # so that no number touches the title
    axes.set_xticks(range(len(names)), names)
    axes.figure.legend(loc="outside lower center", ncols=len(groups), frameon=False, fontsize=12)


def growth(title: str, series: dict[str, list[float]], x="", y="", ticks=None) -> None:
    """Draw a curve for each series over 0, 1, 2, … or other `ticks`; each step up is ten times."""
    axes = chart(title, x, y)
    axes.set_yscale("log")
    for (name, numbers), colour in zip(series.items(), SERIES):
        axes.plot(numbers, "o-", color=colour, linewidth=2.5, label=name)
        axes.text(len(numbers) - 0.85, numbers[-1], name, color=colour, fontsize=14)
        axes.set_xticks(range(len(numbers)), ticks)


def count_bars(title: str, counts: dict[str, int], x: str = "boards entered") -> None:
    """Draw a bar for each count, its number beside it; each step of the scale is ten times more."""
    size = (9, 1.4 + 0.42 * len(counts))
    axes = chart(title, x=f"{x} (each step is ten times more)", size=size)
    drawn = axes.barh(list(counts), list(counts.values()), color=COLOUR["X"])
    axes.bar_label(drawn, fmt="{:,.0f}", padding=4, fontsize=12)
    axes.set_xscale("log")
    axes.set_xlim(min(counts.values()) / 4, max(counts.values()) * 5)
    axes.invert_yaxis()


def heat_map(title: str, names: list[str], scores) -> None:
    """Draw a table of results, X's side, a row for each X and a column for each O.

    `scores[x][o]` is from -1 to 1. Blue is good for X, orange for O, white is
    even, and the number stands in every cell but those without one (nan). Where
    the last cell has none, the last row and column stand apart from the others.
    """
    from matplotlib.colors import LinearSegmentedColormap

    many, crowd = len(names) > 6, len(names) > 10
    wide, high = (0.72, 0.4) if crowd else (0.9 if many else 1.1, 0.6)
    size = 3 + wide * len(names), 1.8 + high * len(names)
    axes = chart(title, x="plays O", y="plays X", size=size)
    colours = LinearSegmentedColormap.from_list("sides", [COLOUR["O"], PAPER, COLOUR["X"]])
    axes.imshow(scores, cmap=colours, vmin=-1, vmax=1, aspect="auto")
    turned = {"rotation": 30, "ha": "right", "rotation_mode": "anchor"} if many else {}
    axes.set_xticks(range(len(names)), names, **turned)
    axes.set_yticks(range(len(names)), names)
    axes.spines[:].set_visible(False)
    axes.tick_params(length=0)
    if isnan(scores[-1][-1]):
        axes.axhline(len(names) - 1.5, color=INK)
        axes.axvline(len(names) - 1.5, color=INK)
    for row, line in enumerate(scores):
        for column, score in enumerate(line):
            ink = PAPER if abs(score) > 0.75 else INK
            words = "" if isnan(score) else rounded(score)
            axes.text(column, row, words, ha="center", va="center", color=ink, fontsize=13)
