"""What you click in a lesson."""

from ttt.widgets.explore import Explore
from ttt.widgets.quiz import Predict, Quiz

__all__ = ["Explore", "Predict", "Quiz"]
