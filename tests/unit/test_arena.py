"""Games, matches, and exact results."""

import random
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from fractions import Fraction

import pytest
from own_games import Race

from ttt import TicTacToe, agents, arena
from ttt.arena import results


def first(game, state):
    """Always the first free cell."""
    return game.actions(state)[0]


def careless(game, state):
    """The center, free or not."""
    return 4


class Liar(agents.Agent):
    """Chances that do not add up."""

    name = "liar"

    def policy(self, game, state):
        return {4: 0.5}


# ---- games and matches


def test_a_game_is_recorded_move_by_move():
    played = arena.play(first, first)
    assert played.moves == (0, 1, 2, 3, 4, 5, 6)
    assert (played.states[-1], played.outcome, played.utility) == ("XOXOXOX..", "X", 1)


@pytest.mark.parametrize(
    ("call", "agent", "words"),
    [
        (arena.play, careless, r"careless answered 4 in '\.\.\.\.X\.\.\.\.': Cell 4"),
        (arena.exact, careless, "careless answered 4"),
        (arena.exact, Liar(), r"The chances of liar in '\.{9}' do not add up to 1"),
        (arena.exact, 7, "An agent is a function of game and state"),
    ],
)
def test_what_no_agent_may_do_is_refused_in_words(call, agent, words):
    with pytest.raises(ValueError, match=words):
        call(agent, agent)


def test_the_same_seed_gives_the_same_match_whatever_wraps_the_agent():
    def players():
        searching = agents.make("mcts", simulations=5, smart=0.8)
        return searching, agents.Smart(agents.Smart(agents.make("mcts", simulations=5), 0.9), 0.9)

    found = [arena.match(*players(), 30, random.Random(3)) for _ in range(2)]
    assert found[0] == found[1] and sum(found[0].chances) == pytest.approx(1)


class Client:
    """What has an executor, as a Dask client has."""

    def __init__(self, workers):
        self.executor = ThreadPoolExecutor(workers)

    def get_executor(self):
        return self.executor


def test_an_executor_changes_nothing_but_the_time():
    def played(executor=None, seed=5):
        return arena.match("center", "one-step", 200, random.Random(seed), executor=executor)

    alone = played()
    with ThreadPoolExecutor(2) as threads, ProcessPoolExecutor(2) as processes:
        assert alone == played(threads) == played(processes) == played(Client(1))
    assert alone == played() != played(seed=6)


@pytest.mark.parametrize(
    ("x", "o", "game"), [("one-step", "summed", TicTacToe()), ("random", "random", Race())]
)
def test_a_long_match_is_drawn_and_as_the_exact_result_says(x, o, game):
    games, exact = 25_000, arena.exact(x, o, game)
    match = arena.match(x, o, games, random.Random(1), game)
    assert results._drawing(arena.as_agent(x), arena.as_agent(o), game, games)
    for share, chance in zip(match.chances, exact.chances):
        assert abs(share - chance) <= 5 * (chance * (1 - chance) / games) ** 0.5 + 1e-12


def test_who_decides_by_dice_is_played(game):
    known, dice = agents.make("random"), agents.make("mcts", simulations=2)
    assert results._drawing(known, known, game, 10_000)
    assert not results._drawing(dice, known, game, 10_000)


def test_a_share_of_games_has_an_interval_of_95_percent():
    result = arena.Result("x", "o", 0.5, 0.5, 0, mean=0.5, games=100)
    assert result.interval(0.5) == pytest.approx((0.404, 0.596), abs=0.001)
    assert result.interval(0) == pytest.approx((0, 0.037), abs=0.001)
    assert "in 100 games: X wins 50.0% (40.4% to 59.6%)" in str(result)


# ---- exact results


def test_random_against_random_is_exactly_737_of_1260():
    result = arena.exact("random", "random", as_fractions=True)
    assert result.chances == (Fraction(737, 1260), Fraction(8, 63), Fraction(121, 420))
    assert str(result) == (
        "random (X) against random (O), exactly: X wins 737/1260, draw 8/63, O wins 121/420"
    )


def test_a_function_is_exact_if_it_always_answers_alike_else_sampled_and_the_result_says_so():
    rng = random.Random(2)

    def anyhow(game, state):
        return rng.choice(game.actions(state))

    alike = arena.exact(first, first)
    assert (alike.chances, alike.note) == ((1, 0, 0), "")
    game = TicTacToe(2, 3, k=2)
    sampled = arena.exact(agents.make("mcts", simulations=2), anyhow, game)
    note = "; anyhow does not always answer alike: asked 100 times a state"
    assert sampled.note.startswith("mcts decides by chance") and sampled.note.endswith(note)
    chances = arena.exact(anyhow, "random", game).chances
    assert chances == pytest.approx(arena.exact("random", "random", game).chances, abs=0.02)


# ---- best replies


@pytest.mark.parametrize("name", ["center", "one-step", "combined"])
@pytest.mark.parametrize("plays", "XO")
def test_the_line_is_a_game_that_the_replier_wants_and_the_agent_might_play(name, plays, game):
    reply, agent = arena.best_reply(name, plays), agents.make(name)
    assert reply.line[0] == game.initial and game.terminal(reply.line[-1])
    assert name == "combined" or game.winner(reply.line[-1]) == ("O" if plays == "X" else "X")
    for before, after in zip(reply.line, reply.line[1:]):
        [move] = [cell for cell in range(9) if before[cell] != after[cell]]
        assert game.result(before, move) == after
        if game.player(before) == plays:
            assert agent.policy(game, before)[move] > 0
    fractions = arena.best_reply(name, plays, as_fractions=True)  # rounding does not decide
    assert fractions.line == reply.line and float(fractions.score) == pytest.approx(reply.score)


def test_the_line_is_the_shortest_such_game():
    lengths = [len(arena.best_reply("corner", plays).line) - 1 for plays in "XO"]
    assert lengths == [6, 5]  # the replier needs three marks


# ---- tables


def test_the_table_holds_the_exact_result_of_every_pair():
    players = ["random", "corner", first]
    table = arena.table(players)
    assert table.names == ("random", "corner", "first")
    assert table.results[1][2] == arena.exact("corner", first)
    assert table.scores.tolist() == [[result.mean for result in row] for row in table.results]
    assert str(table).splitlines()[0].split() == ["X", "\\", "O", "random", "corner", "first"]
