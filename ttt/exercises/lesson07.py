"""Lesson 07: neural networks. The solutions are the package's own functions."""

import random
from collections import Counter
from itertools import product

import numpy as np

from ttt.algorithms import nets
from ttt.exercises.answers import as_number
from ttt.exercises.choices import Rng
from ttt.exercises.exercise import Exercise
from ttt.exercises.mistakes import table
from ttt.exercises.questions import asker
from ttt.exercises.shapes import BOARD_PLACES, GAME, Place, space

ask = asker("07")
NUMBERS = (int, float, np.number, np.bool_)


def as_row(value):
    """Return a list or array of numbers as a tuple of plain ones, True as 1; else what it is."""
    things = value.tolist() if isinstance(value, np.ndarray) else value
    if isinstance(things, list | tuple) and all(isinstance(one, NUMBERS) for one in things):
        return tuple(as_number(round(float(one), 9)) for one in things)
    return value


# ---- encode


def open_boards():
    """Return the boards on which there is a move to choose, those with fewest marks first."""
    return [(state,) for state in space().states if not GAME.terminal(state)]


encode = Exercise(
    nets.encode,
    cases=open_boards,
    read=as_row,
    places=BOARD_PLACES,
    hints=(
        "Ask two questions about each of the nine cells: is it mine, is it theirs? Each answer is "
        "a number, 1 for yes and 0 for no. And *I* am the player to move.",
        "If there are as many X as O, then X is to move: `mine` is X and `theirs` is O. Otherwise "
        "it is the other way round. Then go through the cells twice.",
        '`mine, theirs = "XO" if state.count("X") == state.count("O") else "OX"`. The first nine '
        "numbers are `[int(mark == mine) for mark in state]`. The other nine are made in the same "
        "way, and `+` joins the two lists.",
    ),
    mistakes=table("""
        It asks where X is and where O is, on every board. But the network is to see every board
        with the eyes of the player to move: where O is to move, *mine* is O.
            | "XO" if state.count("X") == state.count("O") else "OX" → "XO"
            | "XO" if state.count("X") == state.count("O") else "OX" → "OX"
        Mine and theirs are swapped. The player to move comes first: that is X where there are as
        many X as O.
            | == state.count("O") → != state.count("O")
        It has one number a cell. Then O is twice an X, or the opposite of an X, and a neuron cannot
        see it otherwise: ask two questions about each cell, and answer each with 1 or 0.
            | return [ → return [".XO".index(mark) for mark in state]; return [
            | return [ → return [(mark == "X") - (mark == "O") for mark in state]; return [
            | return [ → return [(mark == mine) - (mark == theirs) for mark in state]; return [
            | return [ → return [(mark == mine) + 2 * (mark == theirs) for mark in state]; return [
        It asks only one of the two questions. A cell that is not mine may be theirs, or free.
            |  + [int(mark == theirs) for mark in state] →
            | int(mark == theirs) → int(mark == ".")
        It asks a third question: is the cell free? It is, if it is neither mine nor theirs, so the
        eighteen other numbers say that already.
            | return [ → return [int(mark == ".") for mark in state] + [
            | for mark in state] + → for mark in state] + [int(mark == ".") for mark in state] +
        It goes from cell to cell and asks both questions about each. That says the same, but here
        the nine answers to the first question come first.
            | return [ → return [int(cell == one) for cell in state for one in (mine, theirs)];
              return [
    """),
)


# ---- step

EXAMPLES = (([0, 0], [1, 0]), ([0, 0], [1, 1]), ([0.5, -0.25], [1, 1]), ([1, 2, 3], [1, 0, 1]))
EXAMPLES += (([0.5, -1, 0.25], [2, 0.5, -1]), ([0.25] * 18, nets.encode("XO..X....")))


def steps():
    """Return weights, inputs, targets and rates, the shortest lists first."""
    return [(*one, *rest) for one in EXAMPLES for rest in product((1, -1, 0.5), (0.5, 0.1, 1))]


step = Exercise(
    nets.step,
    cases=steps,
    run=lambda function, weights, x, *rest: function([*weights], [*x], *rest),
    read=as_row,
    things="steps",
    places=(
        Place("some weights are not 0", lambda weights, *rest: any(weights)),
        Place("some inputs are neither 0 nor 1", lambda weights, x, *rest: set(x) - {0, 1}),
        Place("`rate` is not 1", lambda *case: case[3] != 1),
    ),
    hints=(
        "Three lines: what does the neuron answer now? How much is missing to the target? By how "
        "much does each weight change?",
        "The answer is the sum of `weight * number` over `zip(weights, x)`. The error is `target - "
        "answer`. Each weight changes by `rate * error * number`, where `number` is its own input.",
        "With `answer` and `error` as in the last hint, return `[weight + rate * error * number "
        "for weight, number in zip(weights, x)]`.",
    ),
    mistakes=table("""
        It goes uphill: the weights move away from the target. The error is `target - answer`, and
        it is added.
            | target - answer → answer - target
        The step is not `rate` times the error. `rate` is what makes it a small step.
            | rate * error → error
            | rate * error → 2 * rate * error
        All weights change by the same amount. A weight whose input is 0 had no part in the answer:
        multiply by its own input.
            | error * number → error
        It multiplies by the weight, where it should multiply by the input.
            | error * number → error * weight
        It does not look at the error. A neuron that is right should stay as it is, and one that is
        far off should change most: the error is `target - answer`.
            | rate * error → rate * target
            | rate * error → rate
        It spoils the error before it uses it. The sign of the error says whether to go up or down,
        and its size says how far: multiply by the error as it is.
            | rate * error → rate * error**2
            | rate * error → rate * abs(error)
        It forgets the old weights. The step is added to what was there before.
            | [weight + → [
        It adds up the weights and leaves out the inputs. The answer is the sum of weight times
        input.
            | sum(weight * number → sum(weight
        It changes one weight, and answers anew before it changes the next one. Find the error
        first, and then change all weights by it.
            | return [ → for nth, number in enumerate(x): weights[nth] += rate * number *
              (target - sum(w * n for w, n in zip(weights, x)))\\n    return weights; return [
        It returns a single number. What is asked for is the list of the new weights.
            | return [ → return answer; return [
            | return [ → return error; return [
    """),
)


# ---- split


class States(list):
    """Boards to be split, which are not written out."""

    def __repr__(self):
        return "states"


def splits():
    """Return lists of boards to try: those with three marks, with four, and with either."""
    three, four = ([s for s in space().states if s.count(".") == free] for free in (6, 5))
    return [(States(states), Rng()) for states in (three, four, three + four)]


def split_by(function, states, rng) -> tuple[str, str]:
    """Return what is wrong with a split, "" if nothing is, and an example."""
    first, again, other = (
        [list(part) for part in function([*states], one)]
        for one in (rng.fresh(), rng.fresh(), random.Random(7))
    )
    learn, test = first
    kinds = {GAME.canonical(state): state for state in learn}
    image = next((state for state in test if GAME.canonical(state) in kinds), None)
    share = len(test) / len(states)
    lost, gained = Counter(states) - Counter(learn + test), Counter(learn + test) - Counter(states)
    found = {
        "boards are lost": lost and f"{lost.total():,} boards are in neither part",
        "boards are gained": gained and f"{min(gained)!r} is there more often than before",
        "images": image
        and f"{image!r} is tested on, and {kinds[GAME.canonical(image)]!r}, one "
        "of its mirror images, is learned from",
        "the share": not 0.05 < share < 0.4 and f"{share:.0%} of the boards are tested on",
        "chance": first != again and "the same `rng` led to two different splits",
        "no chance": first == other and "another `rng` led to the same split",
    }
    return next(((name, words) for name, words in found.items() if words), ("", ""))


split = Exercise(
    nets.split,
    cases=splits,
    run=split_by,
    accepts=lambda given, known, *case: given[0] == known[0],
    tell=lambda given, right, *case: f": {given[1]}",
    places=(),
    things="splits",
    hints=(
        "Which boards must stay together? `game.canonical(state)` is the same for a board and all "
        "its mirror images. So do not deal out boards. Deal out kinds of boards.",
        "Collect the kinds of all states in a set, make a sorted list of it, and shuffle that list "
        "with `rng.shuffle`. The first fifth of the kinds is held out. Then go through the "
        "states: to which part does each of them belong?",
        "`kinds = sorted({game.canonical(state) for state in states})`, `rng.shuffle(kinds)`, and "
        "`held_out = set(kinds[: len(kinds) // 5])`. A state is tested on if its "
        "`game.canonical(state)` is in `held_out`, and otherwise learned from.",
    ),
    mistakes=table("""
        It deals out boards, so a board may be tested whose mirror image was learned from. Deal out
        kinds of boards: `game.canonical(state)` is the same for all images of a board.
            | game.canonical(state) → state
        It learns from boards that are tested on as well. Leave out of the first part what is in the
        second.
            |  if game.canonical(state) not in held_out →
        Some of the states are lost. Each must be in one of the two parts: did you return kinds of
        boards, and not the states that you were given?
            | for state in states if → for state in kinds if
        The larger part is to be tested on, or both are alike. Learn from about four fifths, and
        return them first.
            | kinds[: len(kinds) // 5] → kinds[len(kinds) // 5 :]
            | // 5 → // 2
        It makes the same split every time. Shuffle the kinds with `rng.shuffle`.
            | rng.shuffle(kinds) → pass
        It has a source of chance of its own, so nobody can make the same split again. Use `rng`.
            | rng.shuffle(kinds) → __import__("random").shuffle(kinds)
    """),
)
