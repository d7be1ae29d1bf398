"""Lesson 06: learning by reward. The solutions are the package's own functions."""

from ttt.algorithms import td
from ttt.exercises.choices import A_CHOICE, Rng
from ttt.exercises.exercise import Exercise
from ttt.exercises.learning import AN_UPDATE, Values, learned_turns
from ttt.exercises.mistakes import Mistake, words
from ttt.exercises.questions import asker
from ttt.exercises.shapes import GAME

ask = asker("06")
WORDS = words("06")

# ---- epsilon_greedy

EPSILONS = (0, 1, 0.3)
# Boards with a value for each free cell, in order; None is for a move that was never tried.
VALUED_BOARDS = (
    ("XOXXO.O..", (-0.5, 0.25, 0.75)),
    ("XOXXO.O..", (0.5, -0.25, 0.5)),
    ("XOXXO.O..", (-0.25, -0.75, -0.5)),
    ("XO.XX..O.", (-0.25, None, None, -0.5)),
    ("XO..X..O.", (-0.5, -0.25, -0.25, -0.5, -0.75)),
    (".........", (0.25, None, 0.5, None, 0.95, None, 0.5, None, 0.95)),
)
ELSEWHERE = {("XO.......", action): value for action, value in ((4, 0.9), (8, -0.9))}


def boards_with_values():
    """Return tables, boards, their moves and epsilons to try, the fewest free cells first."""
    return [
        (table_of(board, values), board, GAME.actions(board), epsilon, Rng())
        for board, values in VALUED_BOARDS
        for epsilon in EPSILONS
    ]


def table_of(state, values):
    """Return a table with these values of the actions in a state, and some of another board."""
    pairs = zip(GAME.actions(state), values)
    here = {(state, action): value for action, value in pairs if value is not None}
    return Values(ELSEWHERE | here)


epsilon_greedy = Exercise(
    td.epsilon_greedy,
    cases=boards_with_values,
    **A_CHOICE,
    **WORDS["epsilon_greedy"],
)


# ---- the mistakes of either update


def in_both(goes_on):
    """Return the mistakes of either update, told how it asks whether the game goes on."""
    return tuple(
        Mistake(
            each.advice,
            *(tuple(text.replace("GOES_ON", goes_on) for text in form) for form in each.forms),
        )
        for each in WORDS["in both"]["mistakes"]
    )


# ---- q_update


def turns_with_next_actions():
    """Return the turns to try, as `q_update` is told of them."""
    return [(q, *turn, GAME.actions(turn[3]), *rates) for q, turn, _, *rates in learned_turns()]


q_update = Exercise(
    td.q_update,
    cases=turns_with_next_actions,
    **AN_UPDATE,
    hints=WORDS["q_update"]["hints"],
    mistakes=in_both("actions2") + WORDS["q_update"]["mistakes"],
)


# ---- sarsa_update


def turns_with_next_action():
    """Return the turns to try, as `sarsa_update` is told of them."""
    return [(q, *turn, a2, *rates) for q, turn, a2, *rates in learned_turns()]


sarsa_update = Exercise(
    td.sarsa_update,
    cases=turns_with_next_action,
    **AN_UPDATE,
    hints=WORDS["sarsa_update"]["hints"],
    mistakes=in_both("a2 is not None") + WORDS["sarsa_update"]["mistakes"],
)
