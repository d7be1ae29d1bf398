"""Minimax and alpha-beta: exact values and moves, of the textbook's functions and of the agents."""

import math
import random
from itertools import product

import pytest
import reference

from ttt import TicTacToe, agents, arena
from ttt.agents import AlphaBeta, Minimax, rules
from ttt.agents.scoring import fork
from ttt.algorithms.minimax import alpha_beta, minimax, minimax_value, quickest

ON_OFF = (True, False)
SCORINGS = ("quick", "plain", "fork")
ORDERS = ("best", "centre", "listed")
TABLES = [{"table": True, "symmetry": True}, {"table": True, "symmetry": False}, {"table": False}]


class Counting(TicTacToe):
    """Tic-tac-toe that counts how often it is asked whether a state is terminal."""

    asked = 0

    def terminal(self, state):
        """Count, and answer."""
        self.asked += 1
        return super().terminal(state)


@pytest.fixture(scope="module")
def open_states(game, space):
    """Return every state with a move to make."""
    return [state for state in space.states if not game.terminal(state)]


@pytest.fixture(scope="module")
def classes(game, space):
    """Return a state of each class of mirror images, any one of them."""
    rng = random.Random(4)
    states = {game.canonical(state) for state in space.states}
    return [rng.choice(game.images(state)) for state in sorted(states)]


# ---- the textbook's functions


def test_the_textbook_values_are_those_of_the_space(game, space, classes):
    for state in classes:
        assert alpha_beta(game, state) == space.value(state)
        if state.count(".") < 8:
            assert minimax_value(game, state) == space.value(state)


def test_the_textbook_moves_are_best(game, space, classes):
    for state in classes:
        if not game.terminal(state) and state.count(".") < 8:
            assert minimax(game, state) in space.best_actions(state)
            assert quickest(game, state) in space.best_actions(state, quickest=True)


@pytest.mark.parametrize(("search", "nodes"), [(minimax_value, 549_946), (alpha_beta, 18_297)])
def test_how_many_nodes_the_textbook_enters(search, nodes):
    game = Counting()
    assert search(game, game.initial) == 0
    assert game.asked == nodes


# ---- exact values, whatever the options


@pytest.mark.parametrize("scoring", SCORINGS)
def test_minimax_values_have_the_sign_of_the_spaces_everywhere(scoring, game, space):
    agent = Minimax(scoring)
    for state in space.states:
        assert math.copysign(1, agent.value(game, state)) * (agent.value(game, state) != 0) == (
            space.value(state)
        )


@pytest.mark.parametrize(("scoring", "order", "bounds"), list(product(SCORINGS, ORDERS, ON_OFF)))
@pytest.mark.parametrize("tables", TABLES, ids=str)
def test_alpha_beta_values_are_those_of_minimax(scoring, order, bounds, tables, game, classes):
    agent = AlphaBeta(scoring, order, bounds=bounds, **tables)
    plain = Minimax(scoring)
    for state in classes:
        if tables["table"] or state.count(".") < 7:
            assert agent.value(game, state) == plain.value(game, state)
            assert agent.reached == math.inf


@pytest.mark.parametrize("agent", [Minimax(), AlphaBeta(), AlphaBeta(order="listed")], ids=str)
def test_a_quick_value_says_when_the_game_ends(agent, game, space):
    for state in space.states:
        free_at_the_end = state.count(".") - space.distance(state)
        assert agent.value(game, state) == space.value(state) * (1 + free_at_the_end)


@pytest.mark.parametrize("name", ["minimax", "alpha-beta"])
def test_the_moves_are_exactly_the_best_ones_everywhere(name, game, space, open_states):
    quick, plain = agents.make(name), agents.make(name, scoring="plain")
    for state in open_states:
        assert tuple(quick.policy(game, state)) == space.best_actions(state, quickest=True)
        assert tuple(plain.policy(game, state)) == space.best_actions(state)


@pytest.mark.parametrize(("order", "bounds"), list(product(ORDERS, ON_OFF)))
@pytest.mark.parametrize("tables", TABLES, ids=str)
def test_no_option_changes_the_moves(order, bounds, tables, game, space, classes):
    for scoring in ("quick", "plain"):
        agent = AlphaBeta(scoring, order, bounds=bounds, **tables)
        for state in classes:
            if not game.terminal(state) and state.count(".") < 7:
                best = space.best_actions(state, quickest=scoring == "quick")
                assert tuple(agent.policy(game, state)) == best


def test_scores_are_the_values_behind_the_moves(game, open_states):
    for agent in Minimax(), AlphaBeta():
        for state in open_states[::20]:
            after = {a: agent.value(game, game.result(state, a)) for a in game.actions(state)}
            assert agent.scores(game, state) == after


def test_four_in_a_row_is_searched_to_the_end(four):
    game = TicTacToe(4)
    agent = AlphaBeta(depth=16)
    rng = random.Random(8)
    for _ in range(15):
        state = reference.random_state(game, rng, marks=rng.randint(6, 10))
        assert agent.value(game, state) == four.value(state) * abs(agent.value(game, state))
        assert tuple(agent.policy(game, state)) == four.best_actions(state, quickest=True)
        assert agent.reached == math.inf


def test_without_all_that_helps_it_enters_the_textbooks_nodes(game):
    agent = AlphaBeta("plain", "listed", table=False, bounds=False)
    assert agent.value(game, game.initial) == 0
    assert agent.nodes == 18_297


def test_each_help_saves_nodes(game):
    helps = [{}, {"order": "best"}, {"table": True}, {"symmetry": True}, {"bounds": True}]
    options = {"order": "listed", "table": False, "symmetry": False, "bounds": False}
    counts = []
    for more in helps:
        options |= more
        agent = AlphaBeta("plain", **options)
        agent.value(game, game.initial)
        counts.append(agent.nodes)
    assert counts == sorted(counts, reverse=True)
    assert len(set(counts)) == len(counts)


# ---- scorings


def test_a_fork_counts_twice(game):
    assert fork(game, "XOXOX.X.O") == 2  # O could stop only one of the two
    assert fork(game, "XXXOO....") == 1
    assert fork(game, "XX.OOOX..") == -1
    assert fork(game, "XOXXOOOXX") == 0


def test_nobody_beats_any_scoring():
    for scoring in SCORINGS:
        for plays in "XO":
            assert arena.best_reply(AlphaBeta(scoring), plays).score == 0


def test_plain_lets_wins_in_one_go_by_and_quick_does_not(game, open_states):
    missed = dict.fromkeys(("plain", "quick"), 0)
    for scoring in missed:
        agent = Minimax(scoring)
        for state in open_states:
            wins = rules.win(game, state)
            missed[scoring] += bool(wins) and not set(agent.policy(game, state)) <= set(wins)
    assert missed["quick"] == 0
    assert missed["plain"] > 0


def test_a_scoring_of_ones_own(game, space, open_states):
    def late(game, state):
        return game.utility(state) * (10 - state.count("."))

    agent, passed_by = AlphaBeta(late), 0
    for state in open_states[1000::40]:
        policy = agent.policy(game, state)
        assert policy == Minimax(late).policy(game, state)
        assert set(policy) <= set(space.best_actions(state))
        passed_by += bool(rules.win(game, state)) and not set(policy) & set(rules.win(game, state))
    assert passed_by > 0  # wins in one, for the sake of later ones


@pytest.mark.parametrize("make", [Minimax, AlphaBeta])
def test_a_scoring_that_errs_is_told_so(make, game):
    with pytest.raises(ValueError, match=r"gave 0\.5 for '.*', where the utility is 1: it must"):
        make(lambda game, state: game.utility(state) / 2).policy(game, "XX.OO....")
    with pytest.raises(ValueError, match="The scoring gave nan"):
        make(lambda game, state: math.nan).policy(game, "XX.OO....")
