"""A matplotlib figure that a notebook shows with its words, for those who cannot see it."""

from numbers import Real

from IPython.core.pylabtools import print_figure
from IPython.display import display
from matplotlib.figure import Figure

from ttt.draw.svg import image, short

MOST_POINTS = 12  # of a line, or rows and columns of a table, that are told one by one


class Chart(Figure):
    """A figure whose picture has words: its title, its axes, and its numbers."""

    def words(self) -> str:
        """Return what the chart shows, in a line for each curve, row of bars and row of a table."""
        return "\n".join(line for axes in self.axes for line in _told(axes))

    def _ipython_display_(self):
        data = print_figure(self, bbox_inches="tight", base64=True).replace("\n", "")
        words = self.words()
        html = image(f"image/png;base64,{data}", words)
        display({"text/html": html, "text/plain": words}, raw=True)


def _told(axes) -> list[str]:
    """Return the name of a chart, the names of its axes, and what stands in it."""
    names = {"across": axes.get_xlabel(), "up": axes.get_ylabel()}
    named = [f"{way} {name}" for way, name in names.items() if name]
    title = axes.get_title("left") or "Scale"
    told = [f"{': '.join(filter(None, [title, ', '.join(named)]))}."]
    lines = [line for line in axes.lines if line.get_transform() == axes.transData]  # no rulers
    told += [_line(line.get_label(), *line.get_data(orig=True)) for line in lines]
    labeled = [_bars(bars, axes) for bars in axes.containers]
    labeled += [row for table in axes.images for row in _rows(table.get_array(), axes)]
    return told + (labeled or [text.get_text() for text in axes.texts])


def _line(label: str, xs, ys) -> str:
    """Return the points of a line; of many the first, the last, and how far they reach."""
    points = [f"{_name(y)} at {_name(x)}" for x, y in zip(xs, ys)]
    if len(points) > MOST_POINTS:
        points = [
            f"from {points[0]} to {points[-1]}, between {_name(min(ys))} and {_name(max(ys))}"
        ]
    return _labeled(label, points)


def _bars(bars, axes) -> str:
    """Return the lengths of bars, each with the name that stands beside it."""
    axis = axes.yaxis if bars.orientation == "horizontal" else axes.xaxis
    return _labeled(
        bars.get_label(), map("{} {}".format, _ticks(axis), map(_name, bars.datavalues))
    )


def _rows(table, axes) -> list[str]:
    """Return the numbers of a table by its rows and columns, if they are few."""
    columns = _ticks(axes.xaxis)
    if max(table.shape) > MOST_POINTS or table.shape[1] != len(columns):
        return []
    return [
        _labeled(name, map("{} {}".format, columns, map(_name, row)))
        for name, row in zip(_ticks(axes.yaxis), table)
    ]


def _ticks(axis) -> list[str]:
    return [label.get_text() for label in axis.get_ticklabels()]


def _labeled(label: str, parts) -> str:
    named = "" if label.startswith("_") else f"{label}: "
    return f"{named}{', '.join(parts)}."


def _name(number) -> str:
    return short(number) if isinstance(number, Real) else str(number)
