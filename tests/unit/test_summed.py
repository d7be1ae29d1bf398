"""The summed tree: its scores, its file, where it errs, and what one correction does."""

import pytest

from ttt import agents, arena
from ttt.agents import Summed, summed

TRAP = "X...O...X"


@pytest.fixture(scope="module")
def open_states(game, space):
    """Return every state with a move to make."""
    return [state for state in space.states if not game.terminal(state)]


def wrong_states(agent, game, space, states):
    """Return the states where the agent might make a move of the wrong minimax value."""
    return [s for s in states if not set(agent.policy(game, s)) <= set(space.best_actions(s))]


def test_a_score_is_the_sum_of_what_follows(game, open_states):
    agent = Summed()
    assert agent.scores(game, "OXX.X.O..") == {3: -100_000, 5: 9_100, 7: -4_000, 8: 7_100}
    for state in open_states:
        for action, score in agent.scores(game, state).items():
            child = game.result(state, action)
            if game.terminal(child):
                assert score == game.utility(child) * 100 * 10 ** child.count(".")
            else:
                assert score == sum(agent.scores(game, child).values())


def test_it_errs_in_46_states_and_can_be_beaten_as_o_alone(game, space, open_states):
    assert Summed().policy(game, game.initial) == {4: 1}  # the highest
    assert Summed().policy(game, TRAP) == {2: 0.5, 6: 0.5}  # the lowest
    wrong = wrong_states(Summed(), game, space, open_states)
    assert len(wrong) == 46
    assert len({game.canonical(state) for state in wrong}) == 7
    assert [arena.best_reply("summed", plays).score for plays in "XO"] == [0, 1]
    assert TRAP in map(game.canonical, arena.best_reply("summed", "O").line)


# ---- corrections


def test_one_correction_makes_it_unbeatable_and_holds_for_its_mirror_images(
    game, space, open_states
):
    plain, corrected = Summed(), agents.make("summed", corrected={TRAP: 1})
    assert [arena.best_reply(corrected, plays).score for plays in "XO"] == [0, 0]
    changed = [s for s in open_states if plain.policy(game, s) != corrected.policy(game, s)]
    assert sorted(changed) == sorted(set(game.images(TRAP)))
    assert wrong_states(corrected, game, space, changed) == []
    assert corrected.scores(game, TRAP) == plain.scores(game, TRAP)


# ---- the file


def test_the_stored_tree_has_every_board_but_for_mirror_images_and_is_small(game, space):
    assert set(summed.stored_tree()) == {game.canonical(state) for state in space.states}
    assert summed.FILE.stat().st_size < 20_000
