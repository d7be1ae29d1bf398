"""What you click in a lesson."""

from ttt.widgets.board import Board
from ttt.widgets.explore import Explore
from ttt.widgets.play import Play
from ttt.widgets.quiz import Predict, Quiz

__all__ = ["Board", "Explore", "Play", "Predict", "Quiz"]
