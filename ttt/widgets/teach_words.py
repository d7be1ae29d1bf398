"""What a game has taught a learner, in words and in numbers."""

from math import isclose

from ttt.agents import Learner
from ttt.agents.teaching import Change
from ttt.agents.training import Check
from ttt.draw import rounded
from ttt.widgets.teaching import Taught

ENDS = {1: "win", 0: "draw", -1: "loss"}
RESULTS = {1: "it won", 0: "a draw", -1: "it lost"}
NOT_KEPT = (
    "This game was taught before the lab was opened: its moves were kept, the changes it made "
    "were not."
)
MOST_DECIMALS = 5


# ---- what changed


def tell(taught: Taught) -> str:
    """Return what a game has changed, and how far its news has come, in a few sentences."""
    changes = taught.changes
    if changes is None:
        return NOT_KEPT
    if not changes:
        return "It had no turn in this game, so there was nothing to learn."
    if not any(change.alpha for change in changes):
        return "Nothing changed: with α = 0 nothing is learned."
    parts = [_count(changes), _end(changes[-1]), _earlier(changes), _next_time(taught)]
    return " ".join(filter(None, parts))


def _count(changes: tuple[Change, ...]) -> str:
    moved, of = sum(change.moved for change in changes), len(changes)
    if of == 1:
        return "Its one move changed its value." if moved else "Its one move kept its value."
    if moved in (0, of):
        return f"All its {of} moves {'changed' if moved else 'kept'} their values."
    return f"{moved} of its {of} moves changed {'its value' if moved == 1 else 'their values'}."


def _end(last: Change) -> str:
    """Return what the end of the game did to the last move."""
    if last.moved:
        return f"The last one felt the {ENDS[_sign(last.reward)]}: {difference(last)}."
    return f"The {ENDS[_sign(last.reward)]} was just what the last one was expected to bring."


def _earlier(changes: tuple[Change, ...]) -> str:
    """Return what the moves before the last one learned, which is never the end of this game."""
    *before, last = changes
    moved = sum(change.moved for change in before)
    if not before or not (moved or last.moved):
        return ""
    one = len(before) == 1
    looks = "what its next turn was worth before this game"
    if not moved:
        who = "The one" if one else f"The {len(before)}"
        return f"{who} before it did not: {'it' if one else 'each'} learns only from {looks}."
    if moved == len(before):
        who = "The one" if one else f"The {moved}"
    else:
        who = f"{moved} of the {len(before)}"
    moved_too = f"{who} before it moved too, but not by this {ENDS[_sign(last.reward)]}"
    return f"{moved_too}: {'it' if one else 'each'} learns from {looks}."


def _next_time(taught: Taught) -> str:
    """Return whether the same moves again would carry the news one move further back."""
    first = _first_moved(taught.changes)
    if first in (0, len(taught.changes)):
        return ""
    if _first_moved(taught.again) < first:
        which = "its first move" if first == 1 else "the move before"
        return f"The same game again, and the news will reach {which}: one move a game."
    if not taught.changes[0].gamma:
        return "With γ = 0 news never travels further back."
    still = taught.again[first - 1]
    if still.expected == taught.again[first].before:
        return ""
    which = "its last move" if first == len(taught.changes) - 1 else f"move {first + 1}"
    return (
        f"The same game again would carry the news no further back: in place of {which} another "
        f"one is still worth {plain(still.expected)}, and the move before counts on the best."
    )


def _first_moved(changes: tuple[Change, ...]) -> int:
    """Return the place of the first change that moved a value; if there is none, their number."""
    return next((i for i, change in enumerate(changes) if change.moved), len(changes))


def sharing(learner: Learner) -> str:
    """Return which moves share the values that change, or nothing if each has its own."""
    if learner.symmetry and learner.afterstates:
        return "Moves to the same board, or to a mirror image of it, share one value: all change."
    if learner.symmetry:
        return "Mirror images share one value: with a board all its mirror images change."
    if learner.afterstates:
        return "Moves that lead to the same board share one value: they all change together."
    return ""


# ---- one change in numbers


def decimals_of(change: Change) -> int:
    """Return how many decimals a change is written with: enough to see that it is one."""
    numbers = change.before, change.after, change.target
    decimals = 2 if all(isclose(number, round(number, 2)) for number in numbers) else 3
    while change.moved and decimals < MOST_DECIMALS and len({*was_and_now(change, decimals)}) == 1:
        decimals += 1
    return decimals


def was_and_now(change: Change, decimals: int | None = None) -> tuple[str, str]:
    """Return a value before and after."""
    decimals = decimals or decimals_of(change)
    return plain(change.before, decimals), plain(change.after, decimals)


def difference(change: Change) -> str:
    """Return by how much a value has changed."""
    gain = change.after - change.before
    return f"{'+' if gain > 0 else '−'}{plain(abs(gain), decimals_of(change))}"


def target(change: Change) -> str:
    """Return what a value moved towards: the reward, or a share of the next turn's value."""
    if change.reward is not None:
        return f"{RESULTS[_sign(change.reward)]}: {_reward(change.reward)}"
    name = "its next move" if change.on_policy else "best next move"
    return f"{name}: {change.gamma:g} · {_bracketed(change.expected, decimals_of(change))}"


def arithmetic(change: Change) -> str:
    """Return the update in one line; of a learner that has its own way, nothing."""
    if not change.is_explained:
        return ""
    decimals = decimals_of(change)
    before, after = was_and_now(change, decimals)
    goal = plain(change.target, decimals) if change.reward is None else _reward(change.reward)
    minus = _bracketed(change.before, decimals)
    return f"{before} + {change.alpha:.3g} · ({goal} − {minus}) = {after}"


def plain(number: float, decimals: int = 2) -> str:
    """Return a number with so many decimals; what rounds to zero has no sign."""
    text = f"{number:.{decimals}f}"
    return text.replace("-", "−" if text.strip("-0.") else "")


def _sign(reward: float) -> int:
    return (reward > 0) - (reward < 0)


def _reward(reward: float) -> str:
    """Return what a game brought: 1, 0 or −1, unless some wins are worth more than others."""
    return f"{reward:g}".replace("-", "−")


def _bracketed(number: float, decimals: int) -> str:
    """Return a number as it stands behind a minus or a dot."""
    text = plain(number, decimals)
    return f"({text})" if text.startswith("−") else text


# ---- how it stands


def worth(check: Check) -> str:
    """Return what the learner is worth when it does not explore, in one line."""
    replies = {"as X": check.reply_to_x, "as O": check.reply_to_o}
    beaten = " and ".join(side for side, score in replies.items() if score > 1e-9)
    end = f"it can still be beaten {beaten}" if beaten else "nobody can beat it"
    return (
        f"Against random play it now expects {rounded(check.x_against_random)} as X and "
        f"{rounded(check.o_against_random)} as O; {end}. Exact, not sampled."
    )


def tally(games: list[Taught]) -> str:
    """Return who has won how often."""
    if not games:
        return "No game yet."
    draws = sum(taught.outcome == "draw" for taught in games)
    it_won = sum(taught.outcome == taught.side for taught in games)
    you_won = len(games) - draws - it_won
    return f"You won {you_won}, it won {it_won}, {draws} {'draw' if draws == 1 else 'draws'}."
