"""AlphaZero: the plain way and the quick way search alike and learn the same game."""

import shlex

import numpy as np
import pytest

from ttt import Space, TicTacToe, agents
from ttt.agents.alphazero import AlphaZero, MindTable, Training, puct_all
from ttt.algorithms.alphazero import Mind, puct, search, train
from ttt.algorithms.mcts import most_visited
from ttt.algorithms.nets import Network
from ttt.cli import main
from ttt.games import ConnectFour, Misere, Nim


def mind_of(game, seed=1, hidden=(32,), boost=10):
    """Return a mind with opinions of its own: larger weights than a new one has."""
    moves, rng = len(game.actions(game.initial)), np.random.default_rng(seed)
    network = Network(2 * game.cells, hidden, moves, rng)
    for nth in -4, -2:
        network.weights[nth] *= boost
    return Mind(game, network)


@pytest.fixture(scope="module")
def trained():
    """Return a training of some turns."""
    training = Training(seed=1)
    for _ in range(12):
        training.turn()
    return training


# ---- the search


def test_puct_is_the_mean_plus_prior_and_doubt():
    assert puct(0.5, 0, 0, 16, 2) == 4
    assert puct(0.5, 3, 4, 16, 2) == 0.75 + 2 * 0.5 * 4 / 5


@pytest.mark.parametrize("game", [TicTacToe(), ConnectFour(3, 3, 3), Misere(3)], ids=repr)
@pytest.mark.parametrize("simulations", [1, 7, 60])
def test_both_ways_make_the_same_searches(game, simulations):
    mind, space = mind_of(game), Space(game)
    table = MindTable(mind, space)
    rows = np.flatnonzero(table.open)[::97]
    quick = puct_all(table, table.think(), rows, simulations)
    roots = search(mind, [space.states[row] for row in rows], simulations)
    for root, visits, choice in zip(roots, quick.visits, quick.choices):
        expected = np.zeros(len(mind.moves), int)
        for child in root.children:
            expected[mind.moves.index(child.action)] = child.visits
        assert visits.tolist() == expected.tolist(), root.state
        assert mind.moves[choice] == most_visited(root).action


def test_a_search_counts_every_simulation_and_values_are_the_movers(game):
    (root,) = search(mind_of(game), ["XX.OO...."], 40)
    assert root.visits == 41 and sum(child.visits for child in root.children) == 40
    win = next(child for child in root.children if child.action == 2)
    assert win.mean == 1 and win.mover == 1
    (root,) = search(mind_of(game), ["XX.OO.X.."], 40)
    win = next(child for child in root.children if child.action == 5)
    assert win.mean == 1 and win.mover == -1


# ---- learning


def test_both_ways_learn_the_same_game(trained, space):
    rng = np.random.default_rng(2)
    plain = Mind(trained.game, Network(18, (64, 64), 9, rng))
    losses = train(plain, rng)
    for quick, _ in zip(trained.history.losses, range(5)):
        assert next(losses) == pytest.approx(quick, abs=0.3)
    policy = AlphaZero(plain, raw=True).tabulated(space)
    wrong = space.wrong(policy)[space.legal.any(axis=1)].mean()
    assert wrong == pytest.approx(trained.history.checks[5].wrong, abs=0.04)
    assert trained.history.checks[0].wrong > 0.25 and trained.history.checks[-1].wrong < 0.05
    assert trained.history.checks[-1].reply_to_x == 0


def test_without_noise_and_sampling_every_game_is_the_same():
    training = Training(seed=1, noise=False, sampling=False, games=5)
    training.turn()
    assert (training.visited[training.visited > 0] == 5).all()


@pytest.mark.parametrize("off", ["noise", "sampling", "symmetries", "search", "value"])
def test_each_ingredient_can_be_left_out(off):
    whole, without = (Training(seed=3, games=8, simulations=5, **kw) for kw in ({}, {off: False}))
    for _ in range(2):
        whole.turn(), without.turn()
    assert np.isfinite(without.history.losses).all()
    assert whole.history.losses[1] != without.history.losses[1]


def test_another_game_is_learned_too():
    training = Training(seed=1, game=ConnectFour(3, 3, 3), hidden=(32,))
    for _ in range(8):
        training.turn()
    first, *_, last = training.history.checks
    assert last.wrong < first.wrong / 2


def test_what_cannot_be_learned_is_said_in_words():
    with pytest.raises(ValueError, match="no boards for a network"):
        Training(game=Nim())
    with pytest.raises(ValueError, match="games must be"):
        Training(games=0)


# ---- files


def test_a_saved_training_goes_on_as_if_it_had_never_stopped(tmp_path):
    training = Training(seed=5, games=8, simulations=5, hidden=(16, 8), symmetries=False)
    for turn in range(3):
        file = tmp_path / f"{turn}.npz"
        training.save(file)
        other = Training.load(file)
        assert other.turn() == training.turn()
        assert other.history == training.history
    assert (other.visited == training.visited).all()
    for ours, theirs in zip(training.mind.network.weights, other.mind.network.weights):
        assert (ours == theirs).all()
    training.save(tmp_path / "last.npz")
    agent = agents.load(tmp_path / "last.npz")
    assert agent.name == "alphazero"
    assert agent.scores(training.game, ".........") == training.agent().scores(
        training.game, "........."
    )


def damaged(arrays, name):
    """Yield an array of a file as it must not be."""
    yield arrays[name][:-1]
    yield np.full_like(arrays[name], 10**6) if name == "memory" else arrays[name].reshape(1, -1)


@pytest.mark.parametrize("name", ["weights", "adam", "losses", "visited", "lengths", "memory"])
def test_a_damaged_training_is_refused_in_one_sentence(name, tmp_path):
    training, file = Training(games=2, simulations=2, hidden=(4,)), tmp_path / "az.npz"
    training.turn()
    training.save(file)
    with np.load(file) as content:
        arrays = dict(content)
    for part in damaged(arrays, name):
        np.savez(file, **arrays | {name: part})
        with pytest.raises(ValueError, match="is not a saved agent"):
            Training.load(file)


def test_an_agent_is_no_training(tmp_path):
    training, file = Training(hidden=(4, 5)), tmp_path / "az.npz"
    training.agent().save(file)
    with pytest.raises(ValueError, match="is not a saved agent"):
        Training.load(file)
    scores = agents.load(file).scores(training.game, training.game.initial)
    assert scores == training.agent().scores(training.game, training.game.initial)


def test_it_is_trained_in_a_terminal_and_goes_on_from_its_file(tmp_path, capsys):
    """In small what made the shipped one: ttt train alphazero --seed 1 --out alphazero.npz."""
    file = str(tmp_path / "az.npz")
    assert main(["train", "alphazero", "--seed", "1", "--turns", "2", "--out", file]) == 0
    assert "alphazero has learned from 128 games against itself." in capsys.readouterr().out
    assert main(["train", "alphazero", "--turns", "1", "--from", file, "--out", file]) == 0
    training = Training(seed=1)
    for _ in range(3):
        training.turn()
    assert Training.load(file).history == training.history
    assert main(["train", "alphazero", "--out", file]) == 2
    assert "is there already" in capsys.readouterr().err


@pytest.mark.parametrize("finished", [0, 2])
def test_an_interrupted_training_keeps_its_turns_and_says_how_to_go_on(
    finished, tmp_path, capsys, monkeypatch
):
    def interrupt(training):
        if len(training.history.losses) == finished:
            raise KeyboardInterrupt
        turn(training)

    turn, file = Training.turn, str(tmp_path / "az.npz")
    with monkeypatch.context() as patch:
        patch.setattr(Training, "turn", interrupt)
        assert main(["train", "alphazero", "--out", file]) == 130
    command = capsys.readouterr().out.partition("Go on: ")[2]
    assert len(Training.load(file).history.losses) == finished
    assert main([*shlex.split(command)[1:], "--turns", "1"]) == 0
    assert len(Training.load(file).history.losses) == finished + 1


def test_the_shipped_one_cannot_be_beaten(space):
    agent = agents.make("alphazero", raw=True)
    for plays in "XO":
        assert space.best_reply(agent.tabulated(space), plays).scores[0] == 0
    assert agents.make("alphazero", simulations=10)(space.game, "XX.OO....") == 2


# ---- the agent


@pytest.mark.parametrize("options", [{"raw": True}, {"simulations": 10}], ids=str)
def test_the_agent_plays_what_its_table_says(trained, game, space, options):
    agent = trained.agent(**options)
    policy = agent.tabulated(space)
    for row in range(0, len(space), 61):
        state = space.states[row]
        chosen = dict.fromkeys(np.flatnonzero(policy[row]).tolist(), 1.0)
        assert agent.policy(game, state) == chosen
        assert agent.scores(game, state).keys() == set(game.actions(state))
    assert agent.policy(game, "XXXOO....") == {}
