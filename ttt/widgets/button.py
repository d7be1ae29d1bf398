"""A button as all widgets of the course have it."""

from collections.abc import Callable

import ipywidgets as widgets


def button(words: str, tip: str, action: Callable[[], None], style: str = "") -> widgets.Button:
    """Return a button that does something when it is clicked."""
    made = widgets.Button(
        description=words,
        tooltip=tip,
        button_style=style,
        layout={"width": "auto", "min_width": "64px"},
    )
    made.on_click(lambda _: action())
    return made
