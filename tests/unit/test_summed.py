"""The summed tree: its scores, its file, where it errs, and what one correction does."""

import json
import random

import pytest

from ttt import TicTacToe, agents, arena
from ttt.agents import Summed, summed

TRAP = "X...O...X"


@pytest.fixture(scope="module")
def open_states(game, space):
    """Return every state with a move to make."""
    return [state for state in space.states if not game.terminal(state)]


def wrong_states(agent, game, space, states):
    """Return the states where the agent might make a move of the wrong minimax value."""
    return [s for s in states if not set(agent.policy(game, s)) <= set(space.best_actions(s))]


# ---- how it plays


def test_the_scores_of_four_moves(game):
    scores = agents.make("summed").scores(game, "OXX.X.O..")
    assert scores == {3: -100_000, 5: 9_100, 7: -4_000, 8: 7_100}


def test_a_score_is_the_sum_of_what_follows(game, space, open_states):
    agent = Summed()
    for state in open_states:
        for action, score in agent.scores(game, state).items():
            child = game.result(state, action)
            if game.terminal(child):
                assert score == game.utility(child) * 100 * 10 ** child.count(".")
            else:
                assert score == sum(agent.scores(game, child).values())


def test_x_takes_the_highest_and_o_the_lowest(game):
    agent = Summed()
    assert agent.policy(game, game.initial) == {4: 1}
    assert agent.policy(game, "OXX.X.O..") == {3: 1}
    assert agent.policy(game, TRAP) == {2: 0.5, 6: 0.5}


def test_it_errs_in_46_states_of_which_only_one_kind_comes_up_in_its_games(
    game, space, open_states
):
    wrong = wrong_states(Summed(), game, space, open_states)
    assert len(wrong) == 46
    assert len({game.canonical(state) for state in wrong}) == 7
    for plays, kinds in ("X", set()), ("O", {TRAP}):
        met = met_in_its_games(game, plays) & set(wrong)
        assert {game.canonical(state) for state in met} == kinds
    assert set(summed.CORRECTIONS) == {TRAP}


def met_in_its_games(game, plays):
    """Return the states in which it can be its turn."""
    agent, met, to_do = Summed(), set(), [game.initial]
    while to_do:
        state = to_do.pop()
        if state not in met and not game.terminal(state):
            met.add(state)
            its_turn = game.player(state) == plays
            moves = agent.policy(game, state) if its_turn else game.actions(state)
            to_do += [game.result(state, move) for move in moves]
    return {state for state in met if game.player(state) == plays}


def test_it_can_be_beaten_as_o_and_not_as_x():
    assert arena.best_reply("summed", "O").score == 1
    assert arena.best_reply("summed", "X").score == 0
    assert TRAP in map(TicTacToe().canonical, arena.best_reply("summed", "O").line)


# ---- corrections


def test_one_correction_makes_it_unbeatable():
    agent = agents.make("summed", corrected=True)
    assert [arena.best_reply(agent, plays).score for plays in "XO"] == [0, 0]


def test_a_correction_holds_for_the_mirror_images_and_nowhere_else(game, space, open_states):
    plain, corrected = Summed(), Summed(corrected=True)
    changed = [s for s in open_states if plain.policy(game, s) != corrected.policy(game, s)]
    assert sorted(changed) == sorted(set(game.images(TRAP)))
    for state in changed:
        assert set(corrected.policy(game, state)) <= set(space.best_actions(state))
    assert corrected.scores(game, TRAP) == plain.scores(game, TRAP)


def test_corrections_of_ones_own(game, space, open_states):
    wrong = wrong_states(Summed(), game, space, open_states)
    own = {game.canonical(s): space.best_actions(game.canonical(s))[0] for s in wrong}
    assert wrong_states(Summed(corrected=own), game, space, open_states) == []
    assert Summed(corrected={"X........": 8}).policy(game, "..X......") == {6: 1}
    with pytest.raises(ValueError, match=r"Cell 0 of 'X\.{8}' is already marked X"):
        Summed(corrected={"X........": 0}).policy(game, "X........")
    with pytest.raises(ValueError, match=r"corrected is True, False or \{board: cell\}, not 'yes'"):
        Summed(corrected="yes")


# ---- the file


def test_the_stored_tree_is_what_the_code_makes(game, tmp_path):
    assert summed.load_tree() == summed.make_tree(game)
    summed.save_tree(tmp_path / "tree.json")
    assert (tmp_path / "tree.json").read_bytes() == summed.FILE.read_bytes()
    assert [file.name for file in tmp_path.iterdir()] == ["tree.json"]
    assert summed.FILE.stat().st_size < 20_000


def whole():
    """Return what the file holds."""
    return json.loads(summed.FILE.read_text())


@pytest.mark.parametrize(
    "text",
    [
        "",
        "no tree",
        "[1, 2]",
        "{}",
        summed.FILE.read_text()[:5000],
        json.dumps(whole() | {"format": 2}),
        json.dumps(whole() | {"scores": [1] * 765}),
        json.dumps(whole() | {"scores": dict.fromkeys(whole()["scores"], "1")}),
        json.dumps(whole() | {"scores": {"." * 9: 0}}),
    ],
    ids=["empty", "text", "list", "nothing", "cut", "format", "no boards", "words", "few"],
)
def test_a_damaged_file_gets_one_clear_sentence(text, tmp_path):
    file = tmp_path / "tree.json"
    file.write_text(text)
    with pytest.raises(ValueError, match=r"tree\.json is missing, damaged or not of format 1\."):
        summed.load_tree(file)


def test_a_missing_file_or_one_of_bytes_does_too(tmp_path):
    file = tmp_path / "tree.json"
    with pytest.raises(ValueError, match="is missing, damaged"):
        summed.load_tree(file)
    file.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(ValueError, match="is missing, damaged"):
        summed.load_tree(file)


def test_a_file_that_cannot_be_written_leaves_nothing_behind(tmp_path, monkeypatch):
    def fail(*_):
        raise OSError("the disk is full")

    monkeypatch.setattr("os.replace", fail)
    with pytest.raises(OSError, match="the disk is full"):
        summed.save_tree(tmp_path / "tree.json")
    assert list(tmp_path.iterdir()) == []


# ---- other boards


def test_on_another_small_board_the_sums_are_made_on_the_spot():
    game = TicTacToe(2, 3, k=2)
    agent = Summed(rng=random.Random(1))
    assert agent.scores(game, "X.O.X.") == {}
    assert agent.scores(game, "X..O..")[1] == 100 * 10**3
    assert game.terminal(arena.play(agent, "random", game).states[-1])
    assert Summed(corrected=True).policy(game, game.initial)


def test_a_large_board_is_refused_in_words():
    with pytest.raises(ValueError, match=r"a 4×4 board is too large .* up to 12 cells"):
        agents.make("summed")(TicTacToe(4), "." * 16)
