"""The mistakes that can be made in either update of lesson 06, Q-learning's or SARSA's.

They differ only in what they expect of the next turn, so a mistake is written
once, as a function that is told how to find that and returns the wrong update.
"""

from ttt.exercises.exercise import Mistake
from ttt.exercises.values import CELLS, GAME


def best_next(q, s2, actions2):
    """Return what Q-learning expects of the next turn: its best action, or 0 after the end."""
    return max([q[s2, action] for action in actions2], default=0)


def taken_next(q, s2, a2):
    """Return what SARSA expects of the next turn: the action taken there, or 0 after the end."""
    return 0 if a2 is None else q[s2, a2]


def moving(new):
    """Return an update, once it is told how to find v, what is expected of the next turn.

    It sets q[s, a] to new(old, r, v, alpha, gamma), where old is what it was.
    """

    def by(expected):
        def update(q, s, a, r, s2, following, alpha, gamma):
            v = expected(q, s2, following)
            q[s, a] = new(q[s, a], r, v, alpha, gamma)

        return update

    return by


def towards(target):
    """Return an update that moves q[s, a] a step of alpha towards target(r, v, gamma)."""
    return moving(lambda old, r, v, alpha, gamma: old + alpha * (target(r, v, gamma) - old))


def expecting(expected):
    """Return an update that is right but for what it expects of the next turn."""
    return towards(lambda r, v, gamma: r + gamma * v)(expected)


def _of_s_instead(expected):
    def update(q, s, a, r, s2, following, alpha, gamma):
        v = expected(q, s, following)
        q[s, a] += alpha * (r + gamma * v - q[s, a])

    return update


def _in_s2_instead(expected):
    def update(q, s, a, r, s2, following, alpha, gamma):
        target = r + gamma * expected(q, s2, following)
        q[s2, a] += alpha * (target - q[s2, a])

    return update


def _written_to_s2(expected):
    def update(q, s, a, r, s2, following, alpha, gamma):
        target = r + gamma * expected(q, s2, following)
        q[s2, a] = q[s, a] + alpha * (target - q[s, a])

    return update


def _on_the_way_nothing(expected):
    def update(q, s, a, r, s2, following, alpha, gamma):
        target = r if GAME.terminal(s2) else gamma * expected(q, s2, following)
        q[s, a] += alpha * (target - q[s, a])

    return update


def _reward_instead(expected):
    def update(q, s, a, r, s2, following, alpha, gamma):
        target = r or gamma * expected(q, s2, following)
        q[s, a] += alpha * (target - q[s, a])

    return update


def _end_for_nothing(expected):
    def update(q, s, a, r, s2, following, alpha, gamma):
        target = 0 if GAME.terminal(s2) else r + gamma * expected(q, s2, following)
        q[s, a] += alpha * (target - q[s, a])

    return update


def _not_at_the_end(expected):
    def update(q, s, a, r, s2, *rest):
        if not GAME.terminal(s2):
            expecting(expected)(q, s, a, r, s2, *rest)

    return update


def _reward_at_the_end(expected):
    def update(q, s, a, r, s2, *rest):
        if GAME.terminal(s2):
            q[s, a] = r
        else:
            expecting(expected)(q, s, a, r, s2, *rest)

    return update


def _two_indices(expected):
    def update(q, s, a, *rest):
        q[s][a] += 1

    return update


def _two_indices_until_the_end(expected):
    def update(q, s, a, r, s2, *rest):
        if not GAME.terminal(s2):
            q[s2][a] += 1
        expecting(expected)(q, s, a, r, s2, *rest)

    return update


class _TurnedRound:
    """A table as who writes q[action, state] uses it."""

    def __init__(self, q):
        self._q = q

    def __getitem__(self, pair):
        return self._q[pair[::-1]]

    def __setitem__(self, pair, value):
        self._q[pair[::-1]] = value


def _action_first(expected):
    return lambda q, *rest: expecting(expected)(_TurnedRound(q), *rest)


def _action_first_in_s2(expected):
    return expecting(lambda q, s2, following: expected(_TurnedRound(q), s2, following))


def _round_brackets(expected):
    def update(q, s, a, *rest):
        q(s, a)

    return update


def _only_at_the_end(expected):
    def update(q, s, a, r, s2, *rest):
        if GAME.terminal(s2):
            expecting(expected)(q, s, a, r, s2, *rest)

    return update


def _marks_taken_cells(expected):
    def update(q, s, a, r, s2, *rest):
        for cell in CELLS:
            if s2[cell] != ".":
                q[s2, cell] = -1
        expecting(expected)(q, s, a, r, s2, *rest)

    return update


def in_both(expected) -> tuple[Mistake, ...]:
    """Return the mistakes of either update, given what it rightly expects of the next turn."""
    mistakes = (
        Mistake(
            "changes nothing",
            "`q` is as it was before. `value = q[s, a]` only gives a number a name, and what is "
            "returned nobody reads: write `q[s, a] = ...` or `q[s, a] += ...`.",
            moving(lambda old, r, v, alpha, gamma: old),
        ),
        Mistake(
            "overwritten with the target",
            "It sets the value to the target, as if `alpha` were 1, and all earlier games are "
            "forgotten. Go only the part `alpha` of the way: add `alpha * (target - q[s, a])`.",
            moving(lambda old, r, v, alpha, gamma: r + gamma * v),
        ),
        Mistake(
            "the old value not subtracted",
            "It adds `alpha` times the target, and does not take the old value off: the sum grows "
            "without end. Add `alpha * (target - q[s, a])`.",
            moving(lambda old, r, v, alpha, gamma: old + alpha * (r + gamma * v)),
        ),
        Mistake(
            "1 - alpha of the old value forgotten",
            "It keeps nothing of the old value: only `alpha` times the target is left. The old "
            "value counts with 1 - `alpha`; or, after `+=`, brackets are missing around "
            "`target - q[s, a]`.",
            moving(lambda old, r, v, alpha, gamma: alpha * (r + gamma * v)),
        ),
        Mistake(
            "the step alone",
            "It sets the value to the step alone. The step is to be added: `q[s, a] += …`, and not "
            "`=` or `=+`.",
            moving(lambda old, r, v, alpha, gamma: alpha * (r + gamma * v - old)),
        ),
        Mistake(
            "alpha forgotten",
            "It adds the whole target to the value; `alpha` is not used. Add "
            "`alpha * (target - q[s, a])`.",
            moving(lambda old, r, v, alpha, gamma: old + r + gamma * v),
        ),
        Mistake(
            "alpha on the reward only",
            "`alpha` multiplies the reward only: a pair of brackets is missing around "
            "`r + gamma * … - q[s, a]`.",
            moving(lambda old, r, v, alpha, gamma: old + alpha * r + gamma * v - old),
        ),
        Mistake(
            "alpha not on the next turn",
            "`alpha` multiplies the reward, but not what comes next: a pair of brackets is missing "
            "around the target, `alpha * (r + gamma * …)`.",
            moving(lambda old, r, v, alpha, gamma: (1 - alpha) * old + alpha * r + gamma * v),
        ),
        Mistake(
            "alpha and 1 - alpha swapped",
            "The old value counts with `alpha` and the target with 1 - `alpha`: just the other way "
            "round. A small `alpha` is for small steps.",
            moving(lambda old, r, v, alpha, gamma: alpha * old + (1 - alpha) * (r + gamma * v)),
        ),
        Mistake(
            "away from the target",
            "It moves away from the target, by as much as it should come closer. The step is "
            "`target - q[s, a]`, in this order, and is added.",
            moving(lambda old, r, v, alpha, gamma: old - alpha * (r + gamma * v - old)),
        ),
        Mistake(
            "alpha and gamma swapped",
            "`alpha` and `gamma` are swapped. `gamma` is for what comes next; `alpha` is for the "
            "size of the step.",
            moving(lambda old, r, v, alpha, gamma: old + gamma * (r + alpha * v - old)),
        ),
        Mistake(
            "the reward ignored",
            "The reward is not used. It is the only thing that says who has won; without it all "
            "values stay about 0: the target is `r` plus what comes next.",
            towards(lambda r, v, gamma: gamma * v),
        ),
        Mistake(
            "the reward turned",
            "It subtracts the reward. `r` is from the side of the player who moved in `s`, X or O: "
            "a win is 1 for both, so add it.",
            towards(lambda r, v, gamma: -r + gamma * v),
        ),
        Mistake(
            "the next turn ignored",
            "The target is the reward alone. That is 0 until the last move, so nothing earlier "
            "would ever learn: add `gamma` times what the next turn is worth.",
            towards(lambda r, v, gamma: r),
        ),
        Mistake(
            "the sign of the opponent's move",
            "It subtracts what the next turn is worth, as minimax does one move on. But `s2` is "
            "the *same* player's next turn, after the opponent's move: what is good there is good "
            "here. Add it.",
            towards(lambda r, v, gamma: r - gamma * v),
        ),
        Mistake(
            "gamma forgotten",
            "`gamma` is not used. What comes a turn later counts `gamma` times as much: multiply "
            "the value in `s2` by it.",
            towards(lambda r, v, gamma: r + v),
        ),
        Mistake(
            "gamma on everything",
            "`gamma` multiplies the reward too. The reward comes now and counts in full; only the "
            "value in `s2` comes a turn later.",
            towards(lambda r, v, gamma: gamma * (r + v)),
        ),
        Mistake(
            "gamma on the reward",
            "`gamma` multiplies the reward, not the value in `s2`. The reward comes now and counts "
            "in full; what comes a turn later counts `gamma` times as much.",
            towards(lambda r, v, gamma: gamma * r + v),
        ),
        Mistake(
            "the value of s instead of s2",
            "It looks up in `s` what the next turn is worth. That turn is in `s2`.",
            _of_s_instead,
        ),
        Mistake(
            "updates s2 instead of s",
            "It changes the value in `s2`. What has been learned is about the move `a` in `s`: "
            "change `q[s, a]`.",
            _in_s2_instead,
        ),
        Mistake(
            "writes to s2 what belongs to s",
            "The number is right, but it is written to `q[s2, a]`. It belongs to `q[s, a]`.",
            _written_to_s2,
        ),
        Mistake(
            "nothing learned at the end",
            "After the last move it changes nothing. Just there the reward is: without it nothing "
            "is ever learned. Only what comes next is missing, and counts 0.",
            _not_at_the_end,
        ),
        Mistake(
            "overwritten at the end",
            "At the end it sets the value to the reward, as if `alpha` were 1. There, too, go only "
            "the part `alpha` of the way: the target is `r`, the step is the same.",
            _reward_at_the_end,
        ),
        Mistake(
            "two indices",
            "It looks something up in a number. So does `q[s][a]`, which looks up `q[s]` first. "
            "The table has one index, a pair: `q[s, a]`.",
            _two_indices,
        ),
        Mistake(
            "two indices until the end",
            "While the game goes on it looks something up in a number. So would `q[s2][…]`, which "
            "looks up `q[s2]` first. The table has one index, a pair: `q[s2, …]`.",
            _two_indices_until_the_end,
        ),
        Mistake(
            "action before state",
            "It looks up and writes `q[a, s]`. The index is a pair in this order: first the state, "
            "then the action, `q[s, a]`. Any other is an entry of its own, which is 0 at first.",
            _action_first,
        ),
        Mistake(
            "action before state in the next turn",
            "What the next turn is worth is looked up the wrong way round: first comes the state, "
            "then the action, `q[s2, …]`. Any other is an entry of its own, which is always 0.",
            _action_first_in_s2,
        ),
        Mistake(
            "round brackets",
            "`q(s, a)` calls the table as if it were a function. Its values stand in square "
            "brackets: `q[s, a]`.",
            _round_brackets,
        ),
        Mistake(
            "a sign for times missing",
            "`alpha(...)` calls `alpha` as if it were a function: a `*` is missing.",
            moving(lambda old, r, v, alpha, gamma: old + alpha(r + gamma * v - old)),
        ),
        Mistake(
            "learns at the end only",
            "It changes nothing while the game goes on. There the value of the next turn goes back "
            "to this one: that is how a win is felt moves before it.",
            _only_at_the_end,
        ),
        Mistake(
            "the reward only at the end",
            "It uses the reward only where the game is over. In tic-tac-toe there is none before, "
            "but other games have some on the way: add `r` in any case.",
            _on_the_way_nothing,
        ),
        Mistake(
            "the reward instead of the next turn",
            "Where there is a reward it leaves out the next turn. In tic-tac-toe rewards come only "
            "at the end, but in other games on the way as well: the target is always `r` plus "
            "`gamma` times what comes next.",
            _reward_instead,
        ),
        Mistake(
            "0 for the end",
            "Where the game is over its target is 0. Only what comes next is 0 there: the target "
            "is `r`.",
            _end_for_nothing,
        ),
        Mistake(
            "-1 written for taken cells",
            "It writes -1 into `q` for the taken cells of `s2`. Only one value is learned in an "
            "update, `q[s, a]`; cells that cannot be played need none.",
            _marks_taken_cells,
        ),
    )
    return tuple(mistake._replace(function=mistake.function(expected)) for mistake in mistakes)
