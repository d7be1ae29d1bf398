"""What a scorecard says about a player, and how it is drawn."""

import random
from itertools import count

import pytest

from ttt import arena, draw
from ttt.algorithms import minimax
from ttt.game import TicTacToe


def first(game, state):
    """Always the first free cell."""
    return game.actions(state)[0]


def test_a_card_is_exact_on_both_sides():
    card = arena.scorecard("one-step")
    exact = arena.exact("one-step", "random"), arena.exact("random", "one-step")
    assert card.sides["X"].results["random"] == pytest.approx(exact[0].chances)
    assert card.sides["O"].results["random"] == pytest.approx(exact[1].chances[::-1])
    assert "As O: the best reply scores 0.93, as in 0 1 3 6 4 5 8." in str(card)
    assert "Wrong move on 273 of 4,520 boards (6.0%)." in str(card)


def test_nobody_beats_minimax_and_the_picture_shows_the_progress():
    before, card = arena.scorecard(first), arena.scorecard(minimax)
    assert [str(side) for side in card.sides.values()] == ["nobody can beat it"] * 2
    assert (card.wrong, card.note) == (0, "")
    picture = draw.scorecard(card, before)
    assert "thin bars: first, before" in picture.svg and "Before:\nfirst" in picture.text
    assert draw.scorecard(before).height <= 480


def test_a_player_that_throws_dice_is_sampled_and_the_card_says_so():
    dice = random.Random(1)

    def opens_anywhere(game, state):
        return dice.choice(game.actions(state)) if state == game.initial else first(game, state)

    card = arena.scorecard(opens_anywhere)
    assert card.note == "opens_anywhere does not always answer alike: asked 100 times a state"
    assert card.sides["X"].results["random"] != arena.scorecard(first).sides["X"].results["random"]


def raises(game, state):
    return 4 if state == game.initial else [][0]


def loops(game, state):
    return next(move for move in count(9) if move in game.actions(state))


@pytest.mark.parametrize(
    ("player", "board", "words"),
    [
        (raises, "X........", "raises failed in 'X........' with IndexError: list index out of"),
        (loops, ".........", "loops gave no answer within 0.5 second: does a loop never end?"),
        (lambda game, state: None, ".........", "<lambda> answered None in '.........': None is"),
        (arena.rules(["win", lambda game, state: 4]), "....X....", "my rules would play 4 in"),
    ],
)
def test_a_player_that_fails_gets_the_board_and_a_sentence(player, board, words, monkeypatch):
    monkeypatch.setattr("ttt.arena.scorecards.SECONDS_A_MOVE", 0.5)
    card = arena.scorecard(player)
    assert (card.failed, card.sides) == (board, {})
    assert card.note.startswith(words)
    assert f"{card.name} has no scorecard yet" in draw.scorecard(card).words
    assert str(card).endswith(f"{TicTacToe().show(board)}\n{card.note}")


def test_a_player_of_rules():
    with pytest.raises(ValueError, match=r"There is no rule 'wni'\. There are: win, block"):
        arena.rules(["wni"])
    with pytest.raises(ValueError, match="a list"):
        arena.rules("win")
