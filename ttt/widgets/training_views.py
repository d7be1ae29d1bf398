"""What there is to see of two learners in training: their curves, and how they stand in words."""

from typing import NamedTuple

from ttt import draw
from ttt.agents.training import Check
from ttt.draw import Curve
from ttt.widgets.runs import WINDOW, Runs

# Neither X's blue nor O's orange; one is dark and thick, the other light, thin and on top.
LOOKS = {
    "q-learning": {"colour": "#6a3d9a", "width": 3.8, "marker": "circle"},
    "sarsa": {"colour": "#1b9e77", "width": 2, "marker": "square"},
}


class Score(NamedTuple):
    """Two fields of a `Check`, as X and as O, with what to call them and their scale."""

    fields: tuple[str, str]
    title: str
    subtitle: str
    reach: tuple[float, float]


SCORES = {
    "the best reply to it": Score(
        ("reply_to_x", "reply_to_o"),
        "The best reply to it, exact",
        "the replier's expected result; at 0 nobody can beat it",
        (0, 1),
    ),
    "against random": Score(
        ("x_against_random", "o_against_random"),
        "Against random play, exact",
        "its expected result: a win +1, a draw 0, a loss −1",
        (-1, 1),
    ),
    "against optimal": Score(
        ("x_against_optimal", "o_against_optimal"),
        "Against optimal play, exact",
        "its expected result: a draw 0, a loss −1",
        (-1, 0),
    ),
}


def reward_chart(runs: Runs) -> draw.Picture:
    """Return the mean rewards as they came in, the learner's side, as a picture."""
    lines = [Curve(name, points, **LOOKS[name]) for name, points in runs.rewards.items()]
    title = "Mean reward while it explores"
    subtitle = f"its last {WINDOW} games with the teacher: won +1, lost −1"
    return draw.curves(title, subtitle, lines, reach=(-1, 1), **_frame(runs))


def score_chart(runs: Runs, score: str) -> draw.Picture:
    """Return one of the exact SCORES, as X solid and as O dashed, as a picture."""
    fields, title, subtitle, reach = SCORES[score]
    lines = [
        Curve(
            f"{name} as {mark}",
            [(check.episode, getattr(check, field)) for check in learner.history.checks],
            dashed=mark == "O",
            **LOOKS[name],
        )
        for mark, field in zip("XO", fields)
        for name, learner in runs.learners.items()
    ]
    return draw.curves(title, subtitle, lines, reach=reach, **_frame(runs))


def _frame(runs: Runs) -> dict:
    """Return what both charts have in common."""
    return {"end": runs.goal, "x": "episodes"}


def verdict(runs: Runs) -> str:
    """Return whether anybody can still beat the learners, and as whom, in words."""
    found = {name: _weakness(check) for name, check in runs.last_checks().items()}
    if len(set(found.values())) == 1:
        weakness = next(iter(found.values()))
        return f"both can be beaten {weakness}" if weakness else "<b>nobody can beat them</b>"
    return ", ".join(
        f"{name} can be beaten {weakness}" if weakness else f"<b>nobody can beat {name}</b>"
        for name, weakness in found.items()
    )


def _weakness(check: Check) -> str:
    """Return as whom a learner can be beaten, in a few words; none if nobody can."""
    if check.unbeatable:
        return ""
    sides = [side for side, score in zip("XO", check[-2:]) if score > 1e-9]
    return " and ".join(f"as {side}" for side in sides) + (" only" if len(sides) == 1 else "")
