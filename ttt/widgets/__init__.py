"""What you click in a lesson."""

from ttt.widgets.alphazero_lab import AlphaZeroLab
from ttt.widgets.board import Board
from ttt.widgets.explore import Explore
from ttt.widgets.mcts_lab import MCTSLab
from ttt.widgets.play import Play
from ttt.widgets.question import Hints, Question, Questions
from ttt.widgets.stepper import Stepper
from ttt.widgets.teach_lab import TeachLab
from ttt.widgets.training_lab import TrainingLab
