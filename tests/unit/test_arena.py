"""Games, matches, and exact results."""

import random
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from fractions import Fraction

import numpy as np
import pytest
from own_games import Race

from ttt import TicTacToe, agents, arena
from ttt.games import Misere, Nim


def first(game, state):
    """Always the first free cell."""
    return game.actions(state)[0]


def careless(game, state):
    """The centre, free or not."""
    return 4


# ---- games and matches


def test_a_game_is_recorded_move_by_move(game):
    played = arena.play(first, first)
    assert played.moves == (0, 1, 2, 3, 4, 5, 6)
    assert played.states[-1] == "XOXOXOX.."
    assert played.outcome == "X"


def test_an_illegal_move_is_an_error_that_says_whose_it_is():
    with pytest.raises(ValueError, match=r"careless answered 4 in '\.\.\.\.X\.\.\.\.': Cell 4"):
        arena.play(careless, careless)


def test_a_match_is_the_same_again_with_the_same_seed():
    results = [arena.match("one-step", "random", 120, random.Random(3)) for _ in range(2)]
    assert results[0] == results[1]
    assert sum(results[0].chances) == pytest.approx(1)


def test_the_same_seed_gives_the_same_match_whatever_wraps_the_agent():
    def players():
        searching = agents.make("mcts", simulations=5, smart=0.8)
        return searching, agents.Smart(agents.Smart(agents.make("mcts", simulations=5), 0.9), 0.9)

    results = [arena.match(*players(), 30, random.Random(3)) for _ in range(2)]
    assert results[0] == results[1]


def test_notes_come_in_the_order_of_the_players():
    rng = random.Random(1)

    def either(game, state):
        return rng.choice(game.actions(state))

    small = TicTacToe(2, 3, k=2)
    result = arena.exact(agents.make("mcts", simulations=2), either, small)
    assert result.note.startswith("mcts decides by chance") and "; either does not" in result.note


@pytest.mark.parametrize("pool", [ThreadPoolExecutor, ProcessPoolExecutor])
def test_an_executor_changes_nothing_but_the_time(pool):
    alone = arena.match("center", "one-step", 200, random.Random(5))
    with pool(2) as executor:
        assert arena.match("center", "one-step", 200, random.Random(5), executor=executor) == alone


def test_something_with_an_executor_is_asked_for_it():
    class Client:
        def get_executor(self):
            return executor

    with ThreadPoolExecutor(1) as executor:
        shared = arena.match("random", "random", 60, random.Random(1), executor=Client())
    assert shared == arena.match("random", "random", 60, random.Random(1))


def test_the_interval_of_a_match_holds_the_exact_chance_about_as_often_as_it_says():
    exact = arena.exact("random", "random").x_wins
    held = 0
    for seed in range(100):
        result = arena.match("random", "random", 100, random.Random(seed))
        low, high = result.interval(result.x_wins)
        held += low <= exact <= high
    assert 88 <= held <= 100


def test_a_match_without_games_is_refused():
    with pytest.raises(ValueError, match="at least one game"):
        arena.match("random", "random", 0)


# ---- matches that are drawn in lockstep

DRAWN = [  # X, O, the game
    ("random", "random", TicTacToe()),
    ("one-step", "summed", TicTacToe()),
    ("teacher", "q-learning", TicTacToe()),
    (agents.make("alpha-beta", smart=0.7), "minimax", Misere()),
    ("random", agents.make("minimax", smart=0.5), Nim((1, 2, 3))),
    (
        "random",
        "random",
        Race(),
    ),  # a player may move twice; a win may count 3, or half
]


@pytest.mark.parametrize(("x", "o", "game"), DRAWN)
def test_a_drawn_match_is_as_the_exact_result_says(x, o, game):
    games, exact = 25_000, arena.exact(x, o, game)
    match = arena.match(x, o, games, random.Random(1), game)
    assert arena._drawing(arena.as_agent(x), arena.as_agent(o), game, games)
    assert sum(match.chances) == pytest.approx(1)
    for share, chance in zip(match.chances, exact.chances):
        assert abs(share - chance) <= 5 * np.sqrt(chance * (1 - chance) / games) + 1e-12
    utilities = arena.space_of(game).results
    assert abs(match.mean - exact.mean) <= 5 * np.ptp(utilities) / 2 / np.sqrt(games)


@pytest.mark.parametrize("game", [TicTacToe(), Race()], ids=["tic-tac-toe", "race"])
@pytest.mark.parametrize("pool", [ThreadPoolExecutor, ProcessPoolExecutor])
def test_an_executor_changes_nothing_where_games_are_drawn(pool, game):
    alone, again = (arena.match("random", "random", 25_000, random.Random(5), game) for _ in "12")
    with pool(2) as executor:
        shared = arena.match("random", "random", 25_000, random.Random(5), game, executor)
    assert alone == again == shared
    assert alone != arena.match("random", "random", 25_000, random.Random(6), game)


def any_cell(game, state):
    """A rule that throws dice."""
    return [random.choice(game.actions(state))]


PLAYED = [
    first,
    agents.make("mcts", simulations=2),
    agents.make("mcts", simulations=2, smart=0.5),
    agents.make("alpha-beta", seconds=1),
    agents.RuleAgent(any_cell),
]


@pytest.mark.parametrize("agent", PLAYED, ids=arena.name_of)
def test_who_decides_by_dice_or_by_the_clock_is_played(agent, game):
    known = agents.make("random")
    assert arena._drawing(known, known, game, 10_000)
    assert not arena._drawing(agent, known, game, 10_000)
    assert not arena._drawing(known, agent, game, 10_000)


def test_few_games_are_played_and_so_is_a_large_game(game):
    known = agents.make("random")
    assert not arena._drawing(known, known, game, len(arena.space_of(game)) - 1)
    assert not arena._drawing(known, known, Race(), 999)
    assert not arena._drawing(known, known, TicTacToe(4), 10_000)


# ---- exact results


def test_random_against_random_is_exactly_737_of_1260():
    result = arena.exact("random", "random", as_fractions=True)
    assert result.chances == (Fraction(737, 1260), Fraction(8, 63), Fraction(121, 420))
    assert str(result) == (
        "random (X) against random (O), exactly: X wins 737/1260, draw 8/63, O wins 121/420"
    )


def test_exact_agrees_with_a_long_match():
    exact = arena.exact("one-step", "corner")
    match = arena.match("one-step", "corner", 2_000, random.Random(2))
    assert match.chances == pytest.approx(exact.chances, abs=0.03)


def test_a_function_that_always_answers_alike_is_exact():
    result = arena.exact(first, first)
    assert result.chances == (1, 0, 0)
    assert result.note == ""


def test_a_function_that_does_not_is_sampled_and_the_result_says_so():
    rng = random.Random(1)

    def anyhow(game, state):
        return rng.choice(game.actions(state))

    result = arena.exact(anyhow, "random")
    assert result.note == "anyhow does not always answer alike: asked 100 times a state"
    assert result.chances == pytest.approx(arena.exact("random", "random").chances, abs=0.02)


def test_what_no_agent_may_do_is_refused_in_words(game):
    class Liar(agents.Agent):
        name = "liar"

        def policy(self, game, state):
            return {4: 0.5}

    with pytest.raises(ValueError, match="careless answered 4"):
        arena.exact(careless, "random")
    with pytest.raises(ValueError, match=r"The chances of liar in '\.{9}' do not add up to 1"):
        arena.exact(Liar(), "random")
    with pytest.raises(ValueError, match="An agent is a function of game and state"):
        arena.exact(7, "random")


def test_exact_works_on_another_board():
    result = arena.exact("random", "random", game=TicTacToe(2, 3, k=2), as_fractions=True)
    assert result.chances == (Fraction(7, 9), 0, Fraction(2, 9))


# ---- best replies


@pytest.mark.parametrize(("plays", "score"), [("X", Fraction(874, 945)), ("O", Fraction(191, 192))])
def test_the_best_reply_to_random(plays, score):
    assert arena.best_reply("random", plays, as_fractions=True).score == score


@pytest.mark.parametrize("name", ["corner", "one-step", "center"])
@pytest.mark.parametrize("plays", "XO")
def test_the_line_is_a_game_that_the_replier_wins_and_the_agent_might_play(name, plays, game):
    reply = arena.best_reply(name, plays)
    agent = agents.make(name)
    assert reply.line[0] == game.initial
    assert game.winner(reply.line[-1]) == ("O" if plays == "X" else "X")
    for before, after in zip(reply.line, reply.line[1:]):
        [move] = [cell for cell in range(9) if before[cell] != after[cell]]
        assert game.result(before, move) == after
        if game.player(before) == plays:
            assert agent.policy(game, before)[move] > 0


@pytest.mark.parametrize("name", ["random", "center", "corner", "one-step", "combined"])
@pytest.mark.parametrize("plays", "XO")
def test_rounding_does_not_decide_which_line_is_shown(name, plays):
    fractions = arena.best_reply(name, plays, as_fractions=True)
    assert arena.best_reply(name, plays).line == fractions.line


def test_a_best_reply_scores_what_it_says(space):
    known = arena.tabulate("one-step", space)
    reply = space.best_reply(known.policy, "X")
    x_wins, _, o_wins = space.evaluate(known.policy, reply.policy)[0]
    assert o_wins - x_wins == pytest.approx(arena.best_reply("one-step", "X").score)


# ---- tables


def test_the_table_holds_the_exact_result_of_every_pair():
    names = ["random", "one-step", first]
    table = arena.table(names)
    assert table.names == ("random", "one-step", "first")
    for row, x in zip(table.results, names):
        for result, o in zip(row, names):
            assert result == arena.exact(x, o)
    assert table.scores.shape == (3, 3)
    assert np.abs(table.scores).max() <= 1
    assert str(table).splitlines()[0].split() == ["X", "\\", "O", "random", "one-step", "first"]
