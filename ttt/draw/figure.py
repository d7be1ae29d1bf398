"""A matplotlib figure that a notebook shows with its words, for those who cannot see it."""

from collections.abc import Iterator

from IPython.core.pylabtools import print_figure
from IPython.display import display
from matplotlib.figure import Figure

from ttt.draw.svg import image, short

MOST_POINTS = 12  # of a curve that are told one by one


class Chart(Figure):
    """A figure whose picture has words: its title, its axes, and its numbers."""

    def words(self) -> str:
        """Return what the chart shows, with a line for each curve and each row of bars."""
        return "\n".join(line for axes in self.axes for line in _told(axes))

    def _ipython_display_(self):
        words, data = self.words(), print_figure(self, bbox_inches="tight", base64=True)
        html = image(f"image/png;base64,{data.strip()}", words)
        display({"text/html": html, "text/plain": words}, raw=True)


def _told(axes) -> Iterator[str]:
    """Yield the names of a chart and its axes, then what stands in it."""
    names = {"": axes.get_title("left"), "across ": axes.get_xlabel(), "up ": axes.get_ylabel()}
    yield ", ".join(way + name for way, name in names.items() if name)
    for line in axes.lines:
        if line.get_transform() == axes.transData:  # it is no ruler
            yield _series(line.get_label(), *line.get_data(orig=True))
    across, up = (
        [label.get_text().replace("\n", " ") for label in axis.get_ticklabels()]
        for axis in (axes.xaxis, axes.yaxis)
    )
    places = {"vertical": across, "horizontal": up}
    rows = [
        _series(bars.get_label(), places[bars.orientation], bars.datavalues)
        for bars in axes.containers
    ]
    for table in (each.get_array() for each in axes.images):
        if table.shape == (len(up), len(across)):
            rows += [_series(name, across, row) for name, row in zip(up, table)]
    yield from rows or [text.get_text() for text in axes.texts]


def _series(label: str, places, numbers) -> str:
    """Return numbers and where they stand; of many the first, the last, and how far they reach."""
    known = [(place, number) for place, number in zip(places, numbers) if number == number]
    points = [f"{short(number)} at {short(place)}" for place, number in known]
    if len(points) > MOST_POINTS:
        low, high = short(min(numbers)), short(max(numbers))
        points = [f"from {points[0]} to {points[-1]}, between {low} and {high}"]
    return ("" if label.startswith("_") else f"{label}: ") + ", ".join(points)
