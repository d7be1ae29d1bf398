"""Boards and trees as pictures: SVG that comes out the same every time, and as text; and charts.

A picture stands on white paper of its own, so it reads alike on a light page,
on a dark one and on a projector. X is blue, O is orange, and they differ in
shape as well.
"""

from ttt.draw.boards import board, boards, line, policy, rules, value_board, value_boards
from ttt.draw.charts import bars, chart, count_bars, growth, heat_map, outcome_bars
from ttt.draw.curves import Curve, curves, strips
from ttt.draw.scorecards import scorecard
from ttt.draw.standings import standings
from ttt.draw.svg import (
    COLOUR,
    GRID,
    HIGHLIGHT,
    INK,
    MARGIN,
    OUTCOME_NAMES,
    PAPER,
    RIGHT,
    WRONG,
    Picture,
    rounded,
    short,
    signed,
)
from ttt.draw.trees import game_tree, layout, tree, tree_text
