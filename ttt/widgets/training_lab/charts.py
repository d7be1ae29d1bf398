"""What there is to see of two learners in training: their curves, and how they stand in words."""

from operator import attrgetter

from ttt import draw
from ttt.agents import Learner
from ttt.agents.learners import BOARD
from ttt.agents.training import Check
from ttt.draw import Curve
from ttt.game import Action, State
from ttt.widgets.labels import outlook

WINDOW = 500  # so many games the mean reward is taken over
MAP_SIZE = 168  # of a board, in pixels
# Neither X's blue nor O's orange; one is dark and thick, the other light, thin and on top.
LOOKS = {
    "q-learning": {"colour": "#6a3d9a", "width": 3.8},
    "sarsa": {"colour": "#1b9e77", "width": 2},
}

# The exact scores: a field of `Check` for "x" and for "o", what it says, and its scale.
SCORES = {
    "the best reply to it": (
        "reply_to_{}",
        "the replier's result; at 0 nobody can beat it",
        (0, 1),
    ),
    "against random play": ("{}_against_random", "its result: win +1, draw 0, loss −1", (-1, 1)),
    "against optimal play": ("{}_against_optimal", "its result: draw 0, loss −1", (-1, 0)),
}


def reward_chart(learners: dict[str, Learner], end: int, self_play: bool = False) -> draw.Picture:
    """Return the mean rewards as they came in, the learner's side, in self-play X's, a picture."""
    lines = [Curve(name, mean_rewards(each), **LOOKS[name]) for name, each in learners.items()]
    title = "Mean reward while it explores"
    games = "with itself: X won +1, O won −1" if self_play else "with the teacher: won +1, lost −1"
    subtitle = f"its last {WINDOW} games {games}"
    return draw.curves(title, subtitle, lines, reach=(-1, 1), end=end, x="episodes")


def mean_rewards(learner: Learner) -> list[tuple[int, float]]:
    """Return (episode, mean reward of the last 500 games) wherever the learner was checked."""
    rewards, episodes = learner.history.rewards, [c.episode for c in learner.history.checks]
    latest = {end: rewards[max(0, end - WINDOW) : end] for end in episodes if end}
    return [(end, sum(part) / len(part)) for end, part in latest.items()]


def score_chart(learners: dict[str, Learner], end: int, score: str) -> draw.Picture:
    """Return one of the exact SCORES, as X solid and as O dashed, as a picture."""
    field, subtitle, reach = SCORES[score]
    lines = []
    for mark in "XO":
        for name, learner in learners.items():
            value = attrgetter("episode", field.format(mark.lower()))
            points = [value(check) for check in learner.history.checks]
            lines.append(Curve(f"{name} as {mark}", points, dashed=mark == "O", **LOOKS[name]))
    title = f"{score.capitalize()}, exact"
    return draw.curves(title, subtitle, lines, reach=reach, end=end, x="episodes")


def opinions(learners: dict[str, Learner], state: State) -> dict[str, dict[Action, float]]:
    """Return what each learner makes of the moves it has tried, and the truth; mover's side."""
    actions = BOARD.actions(state)
    thoughts = {
        f"{name} thinks": {a: learner.q[state, a] for a in actions if learner.visits[state, a]}
        for name, learner in learners.items()
    }
    truth = outlook(BOARD, state)
    return {**thoughts, "true result": {action: value for action, (value, _) in truth.items()}}


def value_maps(learners: dict[str, Learner], state: State) -> draw.Picture:
    """Return what each move is worth, to each learner and in truth, as heat maps over the board."""
    BOARD.check(state)
    if BOARD.terminal(state):
        raise ValueError("The game is over: no move is left to be valued.")
    return draw.value_boards(state, opinions(learners, state), BOARD, size=MAP_SIZE)


def verdict(learners: dict[str, Learner]) -> str:
    """Return whether anybody can still beat the learners, and as whom, in words."""
    beaten = {name: beaten_as(learner.history.checks[-1]) for name, learner in learners.items()}
    if len(beaten) == 2 and len(set(beaten.values())) == 1:
        beaten = {"both": beaten.popitem()[1]}
    safe = "<b>nobody can beat {}</b>".format
    return ", ".join(
        f"{name} can be beaten {how}" if how else safe("them" if name == "both" else name)
        for name, how in beaten.items()
    )


def beaten_as(check: Check) -> str:
    """Return as whom a learner can be beaten: "as X and as O", or "as X only"; "" if nobody can."""
    replies = {"as X": check.reply_to_x, "as O": check.reply_to_o}
    sides = [side for side, score in replies.items() if score > 1e-9]
    return f"{sides[0]} only" if len(sides) == 1 else " and ".join(sides)
