"""Exercises in moving one value of a table, and the mistakes that all of them share.

A function that learns changes the table it is given. So every call gets a table
of its own, and what came of it is read off the table afterwards.
"""

from math import isclose

from ttt.exercises.answers import is_number, short
from ttt.exercises.exercise import Exercise, Outcome, done
from ttt.exercises.mistakes import Mistake, table
from ttt.exercises.shapes import GAME, SHAPES, Place, Shape
from ttt.exercises.values import TABLE_SHAPES, Changes, Values
from ttt.game import State


def same_changes(given: Changes, right: Changes, values: Values, *rest) -> bool:
    """Return whether two tables come out alike, where small errors of rounding do not count."""
    return all(
        close(given.get(pair, values[pair]), right.get(pair, values[pair]))
        for pair in given.keys() | right.keys()
    )


def close(one, other) -> bool:
    """Return whether two values of a table are the same number, but for an error of rounding."""
    both = is_number(one) and is_number(other)
    return one == other or (both and isclose(one, other, rel_tol=0, abs_tol=1e-9))


UPDATE_SHAPES = (
    *TABLE_SHAPES,
    Shape(
        "`q[s, a]` is not changed",
        "Where it is wrong it does not change `q[s, a]`. What has been learned is about the move "
        "`a` in `s`: change this entry and no other.",
        lambda seen: seen.case[1:3] not in seen.given,
    ),
    Shape(
        "other entries too",
        "It changes other entries besides `q[s, a]`. Only this one value is learned in an update.",
        lambda seen: seen.given.keys() - {seen.case[1:3]},
    ),
)


class UpdateExercise(Exercise):
    """An exercise in moving one value of a table; a case is (q, s, a, r, s2, next, alpha, gamma).

    What the function is told of the next turn is either its actions or its action.
    """

    quick = True
    shapes = (*UPDATE_SHAPES, *SHAPES)
    places = (
        Place("the game is over in `s2`", lambda q, s, a, r, s2, *rest: GAME.terminal(s2)),
        Place("the game goes on in `s2`", lambda q, s, a, r, s2, *rest: not GAME.terminal(s2)),
        Place(
            "the next turn counts: `gamma` is not 0, and the game goes on",
            lambda q, s, a, r, s2, following, alpha, gamma: gamma and not GAME.terminal(s2),
        ),
        Place(
            "`gamma` is neither 0 nor 1, and the game goes on",
            lambda q, s, a, r, s2, n, alpha, gamma: gamma == 0.9 and not GAME.terminal(s2),
        ),
        Place("`alpha` is not 1", lambda *case: case[6] != 1),
        Place("the reward is not 0", lambda q, s, a, r, *rest: r),
    )

    def _call(self, function, case) -> Outcome:
        """Return what one call changes in the table."""

        def change(values, *rest):
            q = values.fresh()
            done(function(q, *rest))
            return values.changes(q)

        return super()._call(change, case)

    def _complaint(self, case, given, right) -> str:
        if given.error:
            return super()._complaint(case, given, right)
        q, s2, actions = case[0], case[4], GAME.actions(case[4])
        there = f"`q` is {q.in_words(s2, actions)}" if actions else "the game is over"
        difference = self._difference(case, given.value, right.value)
        return f"{self._called(case)}: {difference}. In `s2` {there}."

    def _difference(self, case, given, right) -> str:
        """Return in words the first value that is not as it should be, q[s, a] before others."""
        q, s, a, _, s2, *_ = case
        return next(
            changed(name, before, wanted, found)
            for pair in dict.fromkeys([(s, a), *right, *given])
            for name in ["q[s, a]" if pair == (s, a) else entry(pair, {s: "s", s2: "s2"})]
            for before in [q[pair]]
            for found, wanted in [(given.get(pair, before), right.get(pair, before))]
            if not close(found, wanted)
        )


def entry(pair, names: dict[State, str]) -> str:
    """Return an entry of q as one writes it, states by their names: q[s2, 4]."""
    if not isinstance(pair, tuple) or len(pair) != 2:
        return f"q[{short(pair)}]"
    state, action = pair
    return f"q[{names.get(state, short(state))}, {short(action)}]"


def changed(name: str, before: float, wanted: float, found) -> str:
    """Return in words that an entry is not as it should be."""
    should = "stay so" if wanted == before else f"become {in_figures(wanted)}"
    did = "stayed so" if found == before else f"became {in_figures(found)}"
    return f"`{name}` was {in_figures(before)} and should {should}, but {did}"


def in_figures(value) -> str:
    """Return a number with at most six digits; what is none is in words already."""
    return f"{value:.6g}" if is_number(value) else value


# ---- mistakes


def in_both(goes_on: str) -> tuple[Mistake, ...]:
    """Return the mistakes of either update, told how it asks whether the game goes on."""
    return table(IN_BOTH.replace("GOES_ON", goes_on))


IN_BOTH = """
    changes nothing
        `q` is as it was before. `value = q[s, a]` only gives a number a name, and what is returned
        nobody reads: write `q[s, a] = ...` or `q[s, a] += ...`.
        | q[s, a] += → value =
    overwritten with the target
        It sets the value to the target, as if `alpha` were 1, and all earlier games are forgotten.
        Go only the part `alpha` of the way: add `alpha * (target - q[s, a])`.
        | alpha * (target → (target
    the old value not subtracted
        It adds to the value without taking the old value off: the sum grows without end. Add
        `alpha * (target - q[s, a])`.
        |  - q[s, a]) → )
        | alpha * (target - q[s, a]) → target
    the old value forgotten
        Nothing is kept of the old value: only `alpha` times the target is left. The old value
        counts with 1 - `alpha`; or, after `+=`, brackets are missing around `target - q[s, a]`.
        | += alpha * (target - q[s, a]) → = alpha * target
    the step alone
        It sets the value to the step alone. The step is to be added: `+=`, and not `=` or `=+`.
        | q[s, a] += → q[s, a] =
    alpha on the reward only
        `alpha` multiplies the reward, but not what comes next: a pair of brackets is missing around
        the target, `r + gamma * …`.
        | target = r → target = alpha * r | += alpha * (target - q[s, a]) → = target
        | target = r → target = alpha * r | += alpha * (target - q[s, a]) → += target
        | target = r → target = alpha * r |
          += alpha * (target - q[s, a]) → = (1 - alpha) * q[s, a] + target
    alpha and 1 - alpha swapped
        The old value counts with `alpha` and the target with 1 - `alpha`: just the other way round.
        A small `alpha` is for small steps.
        | += alpha * (target - q[s, a]) → = alpha * q[s, a] + (1 - alpha) * target
    away from the target
        It moves away from the target, by as much as it should come closer. The step is
        `target - q[s, a]`, in this order, and is added.
        | += alpha → -= alpha
    alpha and gamma swapped
        `gamma` is for what comes next, and `alpha` for the size of the step: they are swapped.
        | gamma * → alpha * | alpha * (target → gamma * (target
    the reward ignored
        The reward is not used. It is the only thing that says who has won; without it all values
        stay about 0: the target is `r` plus what comes next.
        | target = r → target = 0
    the next turn ignored
        The target is the reward alone. That is 0 until the last move, so nothing earlier would ever
        learn: add `gamma` times what the next turn is worth.
        | gamma * → 0 *
    the sign of the opponent's move
        It subtracts what the next turn is worth, as minimax does one move on. But `s2` is the
        *same* player's next turn, after the opponent's move: what is good there is good here.
        | target += → target -=
    gamma forgotten
        `gamma` is not used. What comes a turn later counts `gamma` times as much: multiply the
        value in `s2` by it.
        | gamma * → 1 *
    gamma on the reward
        `gamma` multiplies the reward. The reward comes now and counts in full; only the value in
        `s2` comes a turn later, and counts `gamma` times as much.
        | target = r → target = gamma * r
        | target = r → target = gamma * r | target += gamma * → target +=
        | alpha * (target → alpha * (gamma * target
    the value of s instead of s2
        It looks up in `s` what the next turn is worth. That turn is in `s2`.
        | [s2, → [s,
    nothing learned at the end
        After the last move it changes nothing. Just there the reward is: without it nothing is ever
        learned. Only what comes next is missing, and counts 0.
        | target = r → target = r\\n    if not (GOES_ON): return
    overwritten at the end
        At the end it sets the value to the reward, as if `alpha` were 1. There, too, go only the
        part `alpha` of the way.
        | target = r → target = r\\n    if not (GOES_ON): alpha = 1
    the reward only at the end
        Its target is not always `r` plus `gamma` times what comes next. In tic-tac-toe there is no
        reward before the end, but other games have some on the way.
        | target += → target =
        | if GOES_ON → if not r and GOES_ON
"""
