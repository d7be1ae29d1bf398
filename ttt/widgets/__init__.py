"""What you click in a lesson."""

from ttt.widgets.board import Board
from ttt.widgets.explore import Explore
from ttt.widgets.play import Play
from ttt.widgets.quiz import Predict, Quiz
from ttt.widgets.stepper import Stepper
from ttt.widgets.tree import TreeExplorer

__all__ = ["Board", "Explore", "Play", "Predict", "Quiz", "Stepper", "TreeExplorer"]
