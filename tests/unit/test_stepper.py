"""The stepper and the tree explorer, driven without a browser."""

import re
from math import inf

import pytest
from own_games import Countdown, Race

from ttt import Space, TicTacToe, draw
from ttt.algorithms.minimax import alpha_beta, minimax, minimax_value, quickest
from ttt.anygame import outcome
from ttt.games import ConnectFour, Misere, Nim
from ttt.trace import watch
from ttt.widgets import Stepper, TreeExplorer
from ttt.widgets.film import Film
from ttt.widgets.words import tell

O_WINS = "OXX.X.O.."  # O to move: plain minimax enters 34 boards, alpha-beta 18


@pytest.fixture
def stepper(game):
    return Stepper(alpha_beta, game, O_WINS)


def words(stepper):
    """Return what the stepper says, without its tags."""
    return re.sub("<[^>]*>", "", stepper._words.value).strip()


def boards(stepper):
    """Return how many boards the tree shows."""
    return stepper.view.svg.count("data-node=")


def running_line(stepper):
    """Return the line of code that is marked."""
    return re.search("background:[^>]*>([^<]*)<", stepper._code.value)[1].strip()


def test_it_begins_at_the_root(stepper):
    assert (stepper.step, boards(stepper)) == (0, 1)
    assert words(stepper) == "MIN is to move and wants the lowest value."
    assert running_line(stepper) == "def min_value(state, alpha, beta):"
    assert "plain minimax enters <b>34</b>" in stepper._counts.value


def test_forward_and_back_show_the_same_pictures(stepper):
    shown = [stepper.view.svg]
    for _ in range(len(stepper.film) - 1):
        stepper.forward()
        shown.append(stepper.view.svg)
    assert stepper.step == len(stepper.film) - 1
    stepper.forward()
    assert stepper.step == len(stepper.film) - 1
    for picture in reversed(shown):
        assert stepper.view.svg == picture
        stepper.back()
    assert stepper.step == 0


def test_values_appear_as_they_return(stepper):
    values = [stepper.view.svg.count("rx='10'")]
    for _ in range(len(stepper.film) - 1):
        stepper.forward()
        values.append(stepper.view.svg.count("rx='10'"))
    assert values == sorted(values)
    assert (values[0], values[-1]) == (0, 18)


def test_jumps(stepper):
    stepper.next_leaf()
    assert words(stepper).startswith("The game is over, O has won: −1.")
    stepper.next_cut()
    assert words(stepper) == (
        "MAX would take 0 here, MIN already has −1: cut. Cells 7 and 8 are never looked at."
    )
    assert stepper.view.svg.count(">cut<") == 2
    stepper.end()
    assert words(stepper).endswith("That is all.")
    stepper.next_cut()
    assert words(stepper).startswith("There is no further cut.")
    assert stepper.step == len(stepper.film) - 1


def test_the_slider_and_the_keys_go_there_too(stepper):
    stepper.step = 10_000
    assert stepper.step == len(stepper.film) - 1
    for key, step in (("Home", 0), ("ArrowRight", 1), ("ArrowLeft", 0), ("End", 38), ("x", 38)):
        stepper.view._handle_custom_msg({"event": "key", "key": key}, [])
        assert stepper.step == step


def test_the_counters(stepper):
    stepper.end()
    assert "boards entered <b>18</b>" in stepper._counts.value
    assert "leaves <b>7</b>" in stepper._counts.value
    assert "cut <b>6</b>" in stepper._counts.value


def test_alpha_and_beta_are_shown_on_the_path_only(stepper):
    stepper.step = 28
    path = stepper.film.path(28)
    assert stepper.view.svg.count(">α ") == len(path) == 3
    assert stepper.film.window(0, 28) == (-inf, -1)
    assert stepper.film.window(0, 1) == (-inf, inf)


def test_a_click_closes_a_board_and_opens_it_again(stepper):
    stepper.end()
    before, count = stepper.view.svg, boards(stepper)
    node = list(stepper.film.shown(stepper.step, {})[0]).index(2)
    stepper.view._handle_custom_msg({"event": "click", "node": node}, [])
    assert boards(stepper) == count - 7  # five were entered, two cut
    assert ">▸ 5<" in stepper.view.svg
    stepper.toggle(2)
    assert stepper.view.svg == before


@pytest.mark.parametrize("message", [{}, None, 7, {"event": "click", "node": 99}, {"event": "key"}])
def test_messages_without_sense_are_passed_over(stepper, message):
    stepper.view._receive(message)
    assert stepper.step == 0


def test_a_large_tree_is_open_around_the_current_board(game):
    stepper = Stepper(alpha_beta, game, "X...O....")
    assert not stepper.film.is_small
    for step in range(0, len(stepper.film), 97):
        stepper.step = step
        assert boards(stepper) <= 60
        assert stepper.view.svg.count("stroke-width='2'/>") == 1  # the frame of the current one


def test_the_code_can_be_left_out(game):
    assert Stepper(alpha_beta, game, O_WINS, code=False)._code.value == ""


def test_a_trace_can_be_handed_in(game):
    trace = watch(minimax, game, O_WINS)
    stepper = Stepper(trace)
    stepper.end()
    assert words(stepper) == "It chooses cell 3, which is worth −1. That is all."


def test_the_picture_for_pages_without_a_kernel_is_the_whole_tree(stepper):
    bundle = stepper._repr_mimebundle_()
    assert bundle["image/svg+xml"].count("data-node=") == 24
    assert bundle["text/plain"] == stepper.picture(38).text
    assert bundle["text/plain"].startswith(f"╙── {O_WINS} −1\n    ├─╼ 3: OXXOX.O.. −1 MIN\n")
    assert bundle["text/plain"].count(" cut") == 6


# ---- predicting


def test_values_and_cuts_are_asked_for(stepper):
    stepper.predict = True
    asked = []
    while stepper.step < len(stepper.film) - 1:
        stepper.forward()
        if stepper.asked:
            asked.append(stepper.asked)
            assert words(stepper).startswith("Predict: ")
            stepper.answer(stepper.asked.answer)
            assert words(stepper).startswith("✓ Right.")
    assert stepper.tally == (len(asked), len(asked))
    assert sum(question.answer == "cut" for question in asked) == 3
    assert sum(question.text == "What is this board worth?" for question in asked) == 7
    assert f"predicted <b>{len(asked)} of {len(asked)}</b>" in stepper._counts.value


def test_a_wrong_guess_is_told_and_counted(stepper):
    stepper.predict = True
    stepper.forward()
    stepper.forward()
    assert stepper.asked.choices == ["−1", "0", "+1"]
    assert [button.description for button in stepper._answers.children] == ["−1", "0", "+1"]
    before = stepper.view.svg
    stepper.forward()  # in vain: there is a question first
    assert (stepper.step, stepper.view.svg) == (1, before)
    stepper._answers.children[2].click()
    assert (stepper.step, stepper.tally) == (2, (0, 1))
    assert words(stepper).startswith("✗ It is: −1.")
    assert stepper._answers.children == ()


def test_a_jump_leaves_the_question_behind(stepper):
    stepper.predict = True
    stepper.step = 1
    stepper.forward()
    assert stepper.asked
    stepper.next_cut()
    assert stepper.asked is None
    assert stepper.tally == (0, 0)


# ---- searches that go wrong


def test_what_went_wrong_is_told_at_the_end(game):
    def fails(game, state):
        if state.count(".") == 1:
            return 1 / 0
        return max(fails(game, game.result(state, action)) for action in game.actions(state))

    stepper = Stepper(fails, game, "XOX.OXO..")
    stepper.end()
    assert words(stepper).endswith(
        "The search ended with an error: ZeroDivisionError: division by zero."
    )


def test_a_wrong_value_is_told(game):
    def always_max(game, state):
        if game.terminal(state):
            return game.utility(state)
        return max(always_max(game, game.result(state, action)) for action in game.actions(state))

    def upside_down(game, state):
        if game.terminal(state):
            return 1 - game.utility(state)
        return 0

    film = Film(watch(always_max, game, "XOX.OXO.."))
    told = [tell(film, nth) for nth in range(len(film))]
    assert "The search returns 0; the lowest value below is −1." in told
    film = Film(watch(upside_down, game, "XXXOO...."))
    assert tell(film, 1) == "The game is over, X has won, but the search says 0."


def test_a_search_that_returns_nothing_can_be_watched(game):
    def gives_nothing(game, state):
        for action in game.actions(state):
            gives_nothing(game, game.result(state, action))

    stepper = Stepper(gives_nothing, game, "XOX.OXO..")
    stepper.end()
    assert words(stepper) == "The search returns None. That is all."


def test_a_negamax_is_told_apart(game):
    def negamax(state, color):
        if game.terminal(state):
            return color * game.utility(state)
        return max(-negamax(game.result(state, a), -color) for a in game.actions(state))

    stepper = Stepper(negamax, game, O_WINS)
    stepper.end()
    assert "counts for the player to move" in stepper._counts.value
    assert words(stepper).startswith("MIN takes the lowest: −1.")


def test_every_step_of_every_search_has_words(game):
    for state in ("X...O...X", "XOX......"):
        for search in (minimax_value, minimax, alpha_beta):
            film = Film(watch(search, game, state))
            assert all(tell(film, nth)[0].isupper() for nth in range(len(film)))


# ---- the explorer


@pytest.fixture
def explorer(game, space):
    return TreeExplorer(game, value=space.value)


def test_the_explorer_opens_and_closes(explorer):
    assert len(explorer.tree) == 10
    explorer.toggle((4,))
    assert len(explorer.tree) == 18
    explorer.view._handle_custom_msg(
        {"event": "click", "node": list(explorer.tree).index((4, 0))}, []
    )
    assert len(explorer.tree) == 25
    explorer.toggle((4,))
    assert len(explorer.tree) == 10
    explorer.toggle((4,))
    assert len(explorer.tree) == 18  # what was open below is closed again


def test_the_explorer_opens_level_by_level_as_far_as_one_can_look(explorer):
    explorer.open_level()
    assert len(explorer.tree) == 82
    explorer.open_level()
    assert len(explorer.tree) == 82
    assert "more than 400 boards" in explorer._status.value
    explorer.close_all()
    assert len(explorer.tree) == 10


def test_the_explorer_knows_mirror_images(game):
    explorer = TreeExplorer(game, symmetry=True)
    explorer.open_level()
    assert len(explorer.tree) == 1 + 3 + 12


def test_the_explorer_shows_values_and_ends(game):
    explorer = TreeExplorer(game, "XOX.OXO..", value=Space(game).value)
    for _ in range(3):
        explorer.open_level()
    assert (
        explorer.picture().text
        == draw.tree(draw.game_tree(game, "XOX.OXO..", value=Space(game).value)).text
    )


def test_boards_that_cannot_occur_are_refused(game):
    with pytest.raises(ValueError, match="cannot occur"):
        TreeExplorer(game, "XXX......")
    with pytest.raises(ValueError, match="cannot occur"):
        Stepper(minimax_value, game, "XXX......")


def test_other_boards():
    game = TicTacToe(3, 4, 3)
    stepper = Stepper(alpha_beta, game, "OO.X.XOXOX..")
    stepper.end()
    assert words(stepper).endswith("That is all.")
    assert TreeExplorer(TicTacToe(4)).view.svg.count("data-node=") == 17


# ---- any game

GAMES = [Misere(), ConnectFour(3, 4, 3), Nim((2, 3)), Race(), Countdown()]


def named(game):
    return type(game).__name__


def near_the_end(game):
    """Return a state from which a search is short."""
    state = game.initial
    while len(draw.game_tree(game, state, depth=4)) > 80:
        state = game.result(state, game.actions(state)[-1])
    return state


@pytest.mark.parametrize("search", [minimax_value, minimax, alpha_beta, quickest])
@pytest.mark.parametrize("game", GAMES, ids=named)
def test_every_search_can_be_stepped_through_in_every_game(game, search):
    stepper = Stepper(search, game, near_the_end(game))
    while stepper.step < len(stepper.film) - 1:
        assert words(stepper)[0].isupper()
        stepper.forward()
    assert boards(stepper) == len(stepper.film.tree) or not stepper.film.is_small
    assert words(stepper).endswith("That is all.")
    assert "plain minimax enters" in stepper._counts.value
    assert stepper._repr_mimebundle_()["text/plain"].startswith("╙── ")


@pytest.mark.parametrize("game", GAMES, ids=named)
def test_every_prediction_in_every_game_has_its_answer_among_its_choices(game):
    stepper = Stepper(alpha_beta, game, near_the_end(game), predict=True)
    while stepper.step < len(stepper.film) - 1:
        stepper.forward()
        if stepper.asked:
            assert stepper.asked.answer in stepper.asked.choices
            stepper.answer(stepper.asked.answer)
    assert stepper.tally[0] == stepper.tally[1] > 0


def told(search, game, state):
    film = Film(watch(search, game, state))
    return " ".join(tell(film, nth) for nth in range(len(film)))


def test_moves_and_states_are_called_what_they_are(game):
    assert "tries cell 3." in told(alpha_beta, game, O_WINS)
    assert "tries column 0." in told(alpha_beta, ConnectFour(3, 4, 3), ".X..OXO.XOXO")
    nim = told(alpha_beta, Nim((1, 3)), ("X", (1, 3)))
    assert "MAX tries move (0, 1)." in nim
    assert "cut. Move (1, 2) is never looked at." in nim
    assert "this state is worth at most that." in nim
    assert "states entered" in Stepper(alpha_beta, Nim((1, 2)))._counts.value


def test_utilities_of_any_size_agree_with_their_ends():
    state = Race(3).initial
    words = told(minimax_value, Race(3), state)
    assert "X has won: +3." in words and "X has won: +0.5." in words
    assert "but the search says" not in words
    assert "Race" not in words


def test_a_search_that_begins_at_an_end_is_told():
    state = Race(2).result(Race(2).initial, ("first", "two"))
    stepper = Stepper(minimax_value, Race(2), state)
    assert words(stepper) == "The search is asked about an end of the game."
    stepper.forward()
    assert words(stepper) == "The game is over, X has won: +3. That is all."


def test_a_search_of_an_own_game_that_goes_wrong_can_be_watched():
    def always_max(game, state):
        if game.terminal(state):
            return game.utility(state)
        return max(always_max(game, game.result(state, action)) for action in game.actions(state))

    def never_ends(game, state):
        return max(never_ends(game, state) for action in game.actions(state))

    assert "the lowest value below is" in told(always_max, Race(3), Race(3).initial)
    stepper = Stepper(never_ends, Countdown())
    stepper.end()
    assert "more often than Python allows" in words(stepper)


@pytest.mark.parametrize("game", GAMES, ids=named)
def test_the_explorer_of_every_game(game):
    explorer = TreeExplorer(game)
    explorer.open_level()
    tree = explorer.tree
    assert depth_of(tree) == 2
    assert boards(explorer) == len(tree) > 4
    for data in tree.nodes.values():
        ended = outcome(game, data["state"])
        assert data.get("note") == draw.OUTCOME_NAMES.get(ended, data.get("note"))


def depth_of(tree):
    return max(map(len, tree))


def test_the_explorer_refuses_mirror_images_that_a_game_does_not_tell():
    with pytest.raises(ValueError, match="does not tell its symmetries"):
        TreeExplorer(Nim(), symmetry=True)
    with pytest.raises(ValueError, match="A game has initial"):
        TreeExplorer(3)
