"""The network of lessons 07 and 08, held to trusted references, and the two agents that ask it."""

import json
import random
import warnings

import numpy as np
import pytest
from sklearn.exceptions import ConvergenceWarning
from sklearn.neural_network import MLPClassifier

from ttt import TicTacToe, agents, arena
from ttt.agents import PredictPosition, PredictWin
from ttt.agents.networks import exact, seen
from ttt.algorithms import nets
from ttt.algorithms.nets import ENCODINGS, Network, encode, fit, split, step

KINDS = [PredictPosition, PredictWin]
MARKED = ["X...O....", "XX.OO....", "X.O.X...O", "XOX.O..X.", "OX..X...."]  # ReLU bends at 0


def network(hidden=(7, 5), seed=1):
    """Return a network whose neurons all add something, so that none sits on the bend of ReLU."""
    made = Network(18, hidden, 9, np.random.default_rng(seed))
    for weight in made.weights:
        weight += np.random.default_rng(seed).normal(0, 0.3, weight.shape)
    return made


def examples(states=MARKED):
    """Return boards as numbers, which moves there are, and some chances and values for them."""
    rng = np.random.default_rng(2)
    legal = np.array([[mark == "." for mark in state] for state in states])
    chances = rng.random(legal.shape) * legal
    values = rng.uniform(-1, 1, len(states))
    x = np.array([encode(state) for state in states])
    return x, chances / chances.sum(axis=1, keepdims=True), values, legal


# ---- boards as numbers, one neuron, a split


def test_each_encoding_tells_the_board():
    assert encode("X...O....") == [1, 0, 0, 0, 0, 0, 0, 0, 0] + [0, 0, 0, 0, 1, 0, 0, 0, 0]
    assert encode("X...O...X") == [0, 0, 0, 0, 1, 0, 0, 0, 0] + [1, 0, 0, 0, 0, 0, 0, 0, 1]
    assert nets.as_planes("X...O...X") == [1, 0, 0, 0, 0, 0, 0, 0, 1] + [0, 0, 0, 0, 1, 0, 0, 0, 0]
    assert nets.as_codes("X...O...X") == [1, 0, 0, 0, 2, 0, 0, 0, 1]


@pytest.mark.parametrize("name", ENCODINGS)
def test_no_two_boards_with_the_same_player_to_move_look_alike(name, space):
    seen_as = {(*ENCODINGS[name](state), state.count("."), state) for state in space.states}
    assert len({numbers[:-1] for numbers in seen_as}) == len(space)


def test_a_neuron_steps_towards_the_right_answer():
    assert step([1, 2, 3], [1, 0, 2], 5, 0.5) == [0, 2, 1]  # it said 7: 2 too much
    assert step([1, 2, 3], [1, 0, 2], 7, 0.5) == [1, 2, 3]


def test_no_mirror_image_of_a_board_is_on_both_sides_of_a_split(game, space):
    learn, test = split(space.states, random.Random(1))
    assert sorted(learn + test) == sorted(space.states)
    assert not {game.canonical(state) for state in learn} & {game.canonical(s) for s in test}
    assert 0.15 < len(test) / len(space) < 0.25
    assert split(space.states, random.Random(1)) == (learn, test)
    assert split(space.states, random.Random(2)) != (learn, test)


# ---- the network


@pytest.mark.parametrize("heads", ["moves", "values", "both"])
@pytest.mark.parametrize("hidden", [(6,), (7, 5)])
def test_gradients_are_what_a_small_change_of_each_weight_does(heads, hidden):
    made = network(hidden)
    x, moves, values, legal = examples()
    answers = {"moves": moves} if heads != "values" else {}
    answers |= {"values": values} if heads != "moves" else {}
    _, gradients = made.gradients(x, **answers, legal=legal)
    for weight, gradient in zip(made.weights, gradients):
        for place in np.ndindex(weight.shape):
            kept, losses = weight[place], []
            for change in 1e-6, -1e-6:
                weight[place] = kept + change
                losses.append(made.gradients(x, **answers, legal=legal)[0])
            weight[place] = kept
            assert gradient[place] == pytest.approx((losses[0] - losses[1]) / 2e-6, abs=1e-7)


def test_chances_are_a_softmax_over_the_legal_moves_and_values_a_tanh():
    x, _, _, legal = examples()
    chances, values = network().forward(x, legal)
    assert (chances[~legal] == 0).all() and (chances[legal] > 0).all()
    assert chances.sum(axis=1) == pytest.approx(1) and (np.abs(values) < 1).all()
    free, _ = network().forward(x)
    assert (free > 0).all()
    assert chances == pytest.approx(free * legal / (free * legal).sum(axis=1, keepdims=True))


@pytest.mark.parametrize("hidden", [(8,), (8, 6)])
def test_a_library_comes_to_the_same_weights_from_the_same_start(hidden, space):
    """The library is scikit-learn; the class of a board is the first of its best moves."""
    states = [state for state in space.states[::10] if not space.game.terminal(state)]
    x = np.array([encode(state) for state in states])
    y = np.array([space.best_actions(state)[0] for state in states])
    made = Network(18, hidden, 9, np.random.default_rng(3))
    library = MLPClassifier(hidden, batch_size=len(x), learning_rate_init=0.003, alpha=0)
    library.set_params(max_iter=1, shuffle=False, warm_start=True, n_iter_no_change=99)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)
        library.fit(x, y)  # this makes its arrays: now they get our numbers
        for ours, matrix in zip(made.weights[:-2:2], library.coefs_):
            matrix[:] = ours
        for ours, added in zip(made.weights[1:-2:2], library.intercepts_):
            added[:] = ours
        library.set_params(max_iter=30).fit(x, y)
    for _ in range(30):
        made.learn(x, np.eye(9)[y], rate=0.003)
    for ours, matrix in zip(made.weights[:-2:2], library.coefs_):
        assert ours == pytest.approx(matrix, abs=1e-9)
    for ours, added in zip(made.weights[1:-2:2], library.intercepts_):
        assert ours == pytest.approx(added, abs=1e-9)
    assert made.forward(x)[0] == pytest.approx(library.predict_proba(x), abs=1e-9)


def test_fit_learns_and_does_so_alike_with_the_same_seed():
    x, moves, values, legal = examples()

    def fitted(seed):
        made = network((32,))
        rng = np.random.default_rng(seed)
        return made, list(fit(made, x, moves, values, legal, epochs=400, rng=rng, rate=0.01))

    (one, losses), (again, same) = fitted(1), fitted(1)
    assert losses == same and all(map(np.array_equal, one.weights, again.weights))
    assert len(losses) == 400 and losses[-1] < losses[0]
    assert np.abs(one.forward(x, legal)[1] - values).max() < 0.1


# ---- what there is to learn


def test_exact_answers_are_the_best_moves_and_the_value_to_the_player_to_move(game, space):
    answers = exact(space)
    for row in range(0, len(space), 37):
        state = space.states[row]
        sign = 1 if state.count("X") == state.count("O") else -1
        assert answers["values"][row] == sign * space.value(state)
        best = space.best_actions(state)
        shares = [cell in best for cell in range(9)]
        if best:
            assert answers["moves"][row].tolist() == pytest.approx(np.array(shares) / len(best))
        else:
            assert np.isnan(answers["moves"][row]).all()


def test_answers_from_many_games_are_near_what_random_play_comes_to(space):
    answers = seen(space, 50_000, np.random.default_rng(1))
    expected = space.mean(space.uniform(), space.uniform())
    assert answers["values"][0] == pytest.approx(expected[0], abs=0.02)
    first = space.successor[0]
    assert answers["values"][first] == pytest.approx(-expected[first], abs=0.05)
    won = space.evaluate(space.uniform(), space.uniform())[:, 0][first]
    assert answers["moves"][0] == pytest.approx(won / won.sum(), abs=0.01)
    ends = ~space.legal.any(axis=1)
    assert np.isnan(answers["moves"][ends]).all()
    known = ends & ~np.isnan(answers["values"])
    signs = np.where(space.x_moves, 1, -1)
    assert (answers["values"][known] == (space.results * signs)[known]).all()


# ---- the agents


@pytest.fixture(scope="module")
def trained():
    """Return one agent of each kind, trained a little."""
    made = {kind: kind(hidden=(16,), seed=2) for kind in KINDS}
    for agent in made.values():
        agent.train(epochs=4)
    return made


@pytest.mark.parametrize("kind", KINDS)
def test_same_seed_same_agent(kind, trained, space):
    again, other = kind(hidden=(16,), seed=2), kind(hidden=(16,), seed=3)
    assert again.train(epochs=4) == trained[kind].losses and len(again.losses) == 4
    assert again.losses[-1] < again.losses[0]
    assert all(map(np.array_equal, again.network.weights, trained[kind].network.weights))
    assert other.train(epochs=4) != again.losses
    assert len(again.train(epochs=1, labels="games", games=50)) == 5


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("encoding", ENCODINGS)
def test_what_the_arena_counts_with_is_what_it_plays(kind, encoding, game, space):
    agent = kind(hidden=(8,), encoding=encoding, seed=1)
    agent.train(epochs=1)
    table = arena.tabulate(agent, space).policy
    for row in range(0, len(space), 61):
        state = space.states[row]
        policy = agent.policy(game, state)
        assert table[row].tolist() == [policy.get(cell, 0) for cell in range(9)]
        if policy:
            assert agent(game, state) in policy
    assert arena.exact(agent, "random").games is None


@pytest.mark.parametrize("kind", KINDS)
def test_scores_are_on_the_side_of_x(kind, trained, game):
    agent = trained[kind]
    for state, prefer in (".........", max), ("X........", min):
        scores = agent.scores(game, state)
        assert list(scores) == list(game.actions(state))
        assert set(agent.policy(game, state)) == {prefer(scores, key=scores.get)}
    assert agent.scores(game, "XXXOO....") == agent.policy(game, "XXXOO....") == {}


def test_a_position_is_a_chance_and_a_win_the_value_of_the_next_board(trained, game):
    chances = trained[PredictPosition].scores(game, "X........")
    assert sum(chances.values()) == pytest.approx(-1, abs=1e-6) and max(chances.values()) <= 0
    agent = trained[PredictWin]
    for state, side in ("XX.OO....", -1), ("XX.O.....", 1):  # who is to move after it
        for cell, score in agent.scores(game, state).items():
            after = np.array([encode(game.result(state, cell))])
            assert score == pytest.approx(side * agent.network.forward(after)[1][0], abs=1e-8)


@pytest.mark.parametrize(
    ("make", "sentence"),
    [
        (lambda: PredictWin(hidden=64), "hidden is 1 to 4 layers of 1 to 1,024 neurons, such as"),
        (lambda: PredictWin(hidden=()), "hidden is 1 to 4 layers of 1 to 1,024 neurons, such as"),
        (lambda: PredictWin(hidden=(64, 0)), r"such as 64 or 64, 64, not \(64, 0\)\."),
        (lambda: PredictWin(encoding="colors"), "encoding is 'mine and theirs', 'planes', 'codes'"),
        (lambda: PredictWin(seed=-1), "seed is a whole number from 0 on, not -1."),
        (lambda: PredictWin().train(epochs=0), "epochs must be a whole number from 1 on, not 0."),
        (lambda: PredictWin().train(labels="best"), "labels is 'exact' or 'games', not 'best'."),
        (lambda: PredictWin().train(labels="games", games=0), "games must be a whole number from"),
        (lambda: PredictWin().policy(TicTacToe(4), "." * 16), "predict-win has learned TicTacToe"),
    ],
)
def test_what_makes_no_sense_is_refused_in_words(make, sentence):
    with pytest.raises(ValueError, match=sentence):
        make()


# ---- files


@pytest.mark.parametrize("kind", KINDS)
def test_it_comes_back_as_it_was_and_can_learn_on(kind, trained, space, tmp_path):
    agent = trained[kind]
    agent.save(tmp_path / "a.npz")
    again = agents.load(tmp_path / "a.npz")
    assert (type(again), again.losses, again.seed) == (kind, agent.losses, 2)
    assert all(map(np.array_equal, again.network.weights, agent.network.weights))
    again.save(tmp_path / "b.npz")
    assert (tmp_path / "a.npz").read_bytes() == (tmp_path / "b.npz").read_bytes()
    with pytest.raises(ValueError, match=r"b\.npz is there already: choose another name"):
        again.save(tmp_path / "b.npz")
    assert len(again.train(epochs=1)) == 5 and len(agent.losses) == 4


@pytest.mark.parametrize(
    "change", [{"weights": None}, {"hidden": [10**9]}, {"hidden": [16, 16]}, {"encoding": "trains"}]
)
def test_a_file_that_does_not_fit_together_gets_one_clear_sentence(change, trained, tmp_path):
    trained[PredictPosition].save(file := tmp_path / "net.npz")
    with np.load(file) as content:
        parts = dict(content)
    known = json.loads(parts["about"].tobytes())
    known["options"] |= change
    parts["about"] = np.frombuffer(json.dumps(known).encode(), np.uint8)
    np.savez(file, **{name: part for name, part in parts.items() if name not in change})
    with pytest.raises(ValueError, match="is not a saved agent, or one of a newer course"):
        agents.load(file)


# ---- the trained networks of the course


@pytest.mark.parametrize("kind", KINDS)
def test_the_trained_networks_begin_as_their_seed_does(kind):
    whole, small = agents.make(kind.name), kind(seed=1)
    assert (whole.hidden, whole.encoding, whole.seed) == ((64,), "mine and theirs", 1)
    assert len(whole.losses) == 150  # as `ttt train` does by default
    assert whole.losses[:1] == pytest.approx(small.train(epochs=1), rel=1e-6)
