"""The agents that play by rules: what each rule says, and how strong the agents are, exactly."""

import pytest

from ttt import agents, arena

RULE_AGENTS = ("random", "center", "corner", "one-step", "combined")


def chosen(name, state, game):
    """Return the moves an agent might make, as a set."""
    return {move for move, chance in agents.make(name).policy(game, state).items() if chance}


@pytest.mark.parametrize("name", RULE_AGENTS)
def test_an_agent_makes_legal_moves_and_treats_mirror_images_alike(name, game, space):
    agent = agents.make(name)
    for state in space.states[:600]:
        if game.terminal(state):
            continue
        policy = agent.policy(game, state)
        assert set(policy) <= set(game.actions(state)) and agent(game, state) in policy
        assert sum(policy.values()) == pytest.approx(1)
        for symmetry, image in zip(game.symmetries, game.images(state)):
            assert agent.policy(game, image) == {
                cell: policy[symmetry[cell]] for cell in range(9) if symmetry[cell] in policy
            }


@pytest.mark.parametrize(
    ("name", "state", "moves"),
    [
        ("center", ".........", {4}),
        ("center", "....X....", {0, 1, 2, 3, 5, 6, 7, 8}),
        ("corner", "X........", {8}),
        ("corner", "....X....", {0, 2, 6, 8}),
        ("corner", "X...X...O", {2, 6}),
        ("one-step", "XX.OO....", {2}),
        ("one-step", "XX..O....", {2}),
        ("one-step", "X...O....", {1, 2, 3, 5, 6, 7, 8}),
        ("combined", "XX.OO....", {2}),
        ("combined", "XX..O....", {2}),
        ("combined", "X...O...X", {1, 3, 5, 7}),
        ("combined", "X...X...O", {2, 6}),
        ("combined", ".........", {4}),
        ("combined", "X........", {4}),
        ("combined", "....X....", {0, 2, 6, 8}),
    ],
)
def test_what_an_agent_does(name, state, moves, game):
    assert chosen(name, state, game) == moves


def test_the_rules_together_cannot_be_beaten_and_each_alone_can():
    for plays in "XO":
        assert arena.best_reply("combined", plays).score == 0
        for name in ("random", "center", "corner", "one-step"):
            assert arena.best_reply(name, plays).score > 0


def test_smart_mixes_the_agents_own_move_with_a_random_one(game):
    policy = agents.make("center", smart=0.7).policy(game, game.initial)
    assert policy[4] == pytest.approx(0.7 + 0.3 / 9)
    assert policy[0] == pytest.approx(0.3 / 9)
    same = arena.exact(agents.make("combined", smart=0), "random").chances
    assert same == pytest.approx(arena.exact("random", "random").chances)


def test_what_is_no_agent_is_refused_in_words():
    with pytest.raises(ValueError, match=r"There is no agent 'clever'\. There are: random, center"):
        agents.make("clever")
    with pytest.raises(ValueError, match="a number from 0 to 1, not 2"):
        agents.make("random", smart=2)
