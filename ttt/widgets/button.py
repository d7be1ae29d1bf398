"""Buttons and other controls as all widgets of the course have them."""

from collections.abc import Callable

import ipywidgets as widgets
import traitlets

ROW = {"flex_flow": "row wrap", "align_items": "center"}  # the layout of controls side by side


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


def control(owner: traitlets.HasTraits, trait: str, kind: type, **options) -> widgets.Widget:
    """Return a control that shows a trait of its owner, and changes it."""
    made = kind(**{"description": trait, **options})
    traitlets.link((owner, trait), (made, "value"))
    return made


def wide(pixels: int) -> dict:
    """Return the look of a control with a short name."""
    return {"layout": {"width": f"{pixels}px"}, "style": {"description_width": "initial"}}
