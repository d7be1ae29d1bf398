"""The lab of teaching, driven without a browser."""

import copy
import random
import re

import pytest
from scripted import Scripted

from ttt import TicTacToe, agents
from ttt.agents import QLearner, SarsaLearner, Teacher
from ttt.agents.learners import Decay
from ttt.agents.teaching import learn_from
from ttt.agents.training import check, play_episode
from ttt.games import ConnectFour, Misere, Nim
from ttt.widgets import TeachLab
from ttt.widgets.teach_words import arithmetic, difference, target, was_and_now
from ttt.widgets.teaching import teach_game

X_WINS = [0, 3, 1, 4, 2]
O_WINS = [0, 4, 1, 2, 8, 6]
DRAW = [4, 0, 8, 2, 1, 7, 3, 5, 6]
OPTIONS = [
    {},
    {"symmetry": True},
    {"afterstates": True, "alpha": "1/visits"},
    {"symmetry": True, "afterstates": True, "start": 1.0},
    {"alpha": Decay(0.5, 0.1, 5), "epsilon": Decay(0.9, 0.1, 5)},
]


@pytest.fixture
def lab():
    return TeachLab(rng=random.Random(1))


def plain(html):
    """Return what can be read of HTML."""
    return re.sub(r"\s+", " ", re.sub("<svg.*?</svg>|<[^>]*>", " ", html, flags=re.S)).strip()


def play_on(lab, choose=lambda actions: actions[0]):
    """Play a game to its end."""
    while lab.game.actions(lab.state):
        lab.click(choose(lab.game.actions(lab.state)))


def taught(*games, side="O", **options):
    """Return a lab after these games, whose moves are given for both."""
    lab = TeachLab(QLearner(**options, rng=random.Random(1)))
    for moves in games:
        lab.games.append(teach_game(lab.learner, moves, side))
    lab.shown = len(lab.games)
    return lab


def words(lab):
    return plain(lab._review.value)


def saved(lab):
    return plain(lab._saving.words.value)


# ---- it learns as in a training


@pytest.mark.parametrize("kind", [QLearner, SarsaLearner])
@pytest.mark.parametrize("options", OPTIONS)
@pytest.mark.parametrize("plays", ["X", "O", "both"])
def test_it_learns_as_from_an_opponent_who_makes_these_moves(kind, options, plays):
    lab, chooser = TeachLab(kind(**options, rng=random.Random(5)), plays=plays), random.Random(7)
    for _ in range(10):
        play_on(lab, chooser.choice)
        lab.new_game()
    learner, chooser = kind(**options, rng=random.Random(5)), random.Random(7)
    learner.train(lambda game, state: chooser.choice(game.actions(state)), 10, plays, every=1)
    assert lab.learner.q == learner.q
    assert lab.learner.visits == learner.visits
    assert lab.learner.episodes == learner.episodes == 10
    assert lab.learner.history.rewards == learner.history.rewards
    assert lab.learner.history.sides == learner.history.sides
    assert lab.learner.history.checks == learner.history.checks
    assert list(lab.learner.history.games) == list(range(10))


@pytest.mark.parametrize("kind", [QLearner, SarsaLearner])
@pytest.mark.parametrize("options", OPTIONS)
def test_the_changes_are_all_there_is_and_explain_themselves(kind, options):
    learner = kind(**options, rng=random.Random(3))
    learner.train(Teacher(), 200, every=0)
    lab = TeachLab(learner, plays="X")
    for _ in range(5):
        before = copy.deepcopy(learner)
        play_on(lab)
        game = lab.games[-1]
        for change in game.changes:
            pair = change.state, change.action
            assert (change.before, change.after) == (before.q[pair], learner.q[pair])
            assert learner.visits[pair] == before.visits[pair] + 1
            assert change.is_explained
        moved = sum(change.moved for change in game.changes)
        start = learner.start
        assert moved == sum(before.q.get(key, start) != learner.q.get(key) for key in learner.q)
        assert game.again == learn_from(copy.deepcopy(learner), list(game.moves), game.side)
        lab.new_game()


def test_a_scripted_game_is_that_of_play_episode(game):
    learner, other = QLearner(), QLearner()
    change = teach_game(learner, X_WINS, "O").changes[-1]
    assert (change.before, change.after, change.reward, change.alpha) == (0.0, -0.5, -1, 0.5)
    moves = iter(X_WINS[::2])
    other.epsilon, other.rng = 1, Scripted(*X_WINS[1::2])
    assert play_episode(other, lambda *_: next(moves), "O", game.initial) == -1
    assert (learner.q, learner.visits) == (other.q, other.visits)


# ---- what is told


def test_only_the_last_move_feels_a_first_loss():
    lab = taught(X_WINS)
    assert words(lab).startswith(
        "1 of its 2 moves changed its value. The last one felt the loss: −0.50. The one before it "
        "did not: it learns only from what its next turn was worth before this game. The same "
        "game again would carry the news no further back: in place of its last move another one "
        "is still worth 0.00, and the move before counts on the best."
    )
    assert "was 0.00, now −0.50 it lost: −1 0.00 + 0.5 · (−1 − 0.00) = −0.50" in words(lab)
    assert "stays 0.00 best next move: 0.9 · 0.00" in words(lab)


def test_the_news_of_a_win_travels_back_one_move_a_game():
    lab = taught(O_WINS)
    assert "The same game again, and the news will reach the move before" in words(lab)
    reached = [[change.moved for change in lab.games[0].changes]]
    for _ in range(3):
        lab.same_again()
        reached.append([change.moved for change in lab.games[-1].changes])
    assert reached == [
        [False, False, True],
        [False, True, True],
        [True, True, True],
        [True, True, True],
    ]
    lab.look_at(2)
    assert "The one before" not in words(lab)
    assert "1 of the 2 before it moved too, but not by this win" in words(lab)
    assert "the news will reach its first move" in words(lab)
    lab.look_at(4)
    assert words(lab).startswith("All its 3 moves changed their values.")
    assert lab.learner.history.rewards == [1, 1, 1, 1]
    assert lab.learner.history.games == dict.fromkeys(range(4), O_WINS)


def test_a_loss_travels_back_once_nothing_better_is_left(game):
    lab = taught(X_WINS)
    state = lab.games[0].changes[-1].state
    for action in game.actions(state):
        lab.learner.q[state, action] = -0.8
    lab.same_again()
    assert words(lab).startswith("All its 2 moves changed their values.")
    assert lab.games[-1].changes[0].after == pytest.approx(0.5 * 0.9 * -0.8)


def test_sarsa_hears_of_a_loss_from_the_move_it_made():
    lab = TeachLab(SarsaLearner())
    lab.games.append(teach_game(lab.learner, X_WINS, "O"))
    lab.shown = 1
    assert "The same game again, and the news will reach its first move" in words(lab)
    lab.same_again()
    assert "its next move: 0.9 · (−0.500)" in words(lab)
    assert words(lab).startswith("All its 2 moves changed their values.")


def test_a_draw_that_was_expected_changes_nothing():
    lab = taught(DRAW)
    assert words(lab).startswith(
        "All its 4 moves kept their values. "
        "The draw was just what the last one was expected to bring."
    )


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"alpha": 0.0}, "Nothing changed: with α = 0 nothing is learned."),
        ({"gamma": 0.0}, "With γ = 0 news never travels further back."),
        ({"symmetry": True}, "Mirror images share one value"),
        ({"afterstates": True}, "Moves that lead to the same board share one value"),
        ({"afterstates": True, "symmetry": True}, "or to a mirror image of it"),
        ({"start": 1.0}, "The one before it moved too, but not by this loss"),
    ],
)
def test_what_the_options_make_of_it(options, sentence):
    assert sentence in words(taught(X_WINS, **options))


def test_steps_of_one_over_visits_are_written_as_they_were():
    lab = taught(X_WINS, X_WINS, X_WINS, alpha="1/visits")
    assert [game.changes[-1].alpha for game in lab.games] == [1, 1 / 2, 1 / 3]
    assert arithmetic(lab.games[0].changes[-1]) == "0.00 + 1 · (−1 − 0.00) = −1.00"


def test_numbers_add_up_and_small_changes_can_be_seen():
    lab = taught(*[O_WINS] * 12)
    second = lab.games[2].changes[1]
    assert arithmetic(second) == "0.225 + 0.5 · (0.675 − 0.225) = 0.450"
    assert (target(second), difference(second)) == ("best next move: 0.9 · 0.750", "+0.225")
    last = lab.games[-1].changes[-1]
    assert was_and_now(last) == ("0.9995", "0.9998")
    assert difference(last) == "+0.0002"
    assert arithmetic(taught(X_WINS, X_WINS).games[-1].changes[-1]) == (
        "−0.50 + 0.5 · (−1 − (−0.50)) = −0.75"
    )


def test_a_sum_that_is_too_long_for_its_board_goes_on_at_the_equals_sign():
    html = taught(O_WINS)._review.value
    assert re.search(r"0\.00 \+ 0\.5 · \(1 − 0\.00\)</span> <span [^>]*>= 0\.50</span>", html)
    assert "minmax(min(100%,208px),1fr)" in html  # five boards in a cell of 1,070 pixels


def test_a_learner_with_a_way_of_its_own_is_not_explained_wrongly():
    class Odd(QLearner):
        def update(self, s, a, r, s2, actions2, a2, alpha):
            self.q[s, a] += 0.125

    lab = TeachLab(Odd())
    lab.games.append(teach_game(lab.learner, X_WINS, "O"))
    lab.shown = 1
    assert "was 0.000, now 0.125" in words(lab)
    assert "= 0.125" not in words(lab)


def test_the_tally_and_the_exact_worth(lab):
    assert plain(lab._standing.value) == "No game yet."
    lab = taught(X_WINS, O_WINS, O_WINS, DRAW)
    exact = check(lab.learner)
    assert "You won 1, it won 2, 1 draw." in plain(lab._standing.value)
    assert f"{exact.x_against_random:+.2f} as X" in plain(lab._standing.value)
    assert "it can still be beaten as X and as O. Exact, not sampled." in plain(lab._standing.value)


# ---- the course of a game


def test_clicks_that_cannot_be_are_answered(lab):
    lab.click(4)
    state = lab.state
    assert state.count("X") == state.count("O") == 1
    lab.click(4)
    assert lab.status == "Row 2 column 2 is taken. Your turn: you are X."
    lab.click(9)
    assert "9 is not a cell: the cells are 0 to 8." in lab.status
    assert lab.state == state
    play_on(lab)
    end, q = lab.state, dict(lab.learner.q)
    for cell in range(9):
        lab.click(cell)
    assert (lab.state, lab.learner.q, lab.learner.episodes) == (end, q, 1)
    assert lab.status.endswith("Press Next game.")


def test_as_x_the_learner_moves_first():
    lab = TeachLab(plays="X", rng=random.Random(1))
    assert lab.state.count("X") == 1
    assert lab.status.endswith("Your turn: you are O.")
    play_on(lab)
    assert lab.learner.history.sides == ["X"]
    lab.new_game()
    assert lab.state.count("X") == 1


def test_both_sides_in_turns():
    lab = TeachLab(plays="both", rng=random.Random(1))
    for _ in range(4):
        play_on(lab)
        lab.new_game()
    assert lab.learner.history.sides == ["X", "O", "X", "O"]


def test_a_game_that_is_left_teaches_nothing():
    learner = QLearner(rng=random.Random(1))
    learner.train(Teacher(), 50, every=0)
    q, visits, history = dict(learner.q), dict(learner.visits), copy.deepcopy(learner.history)
    lab = TeachLab(learner)
    for leave in (lab.new_game, lab.new_game):
        lab.click(lab.game.actions(lab.state)[0])
        lab.click(lab.game.actions(lab.state)[0])
        assert lab._next.description == "New game"
        leave()
        assert lab.status == (
            "You left the game, so nothing was learned from it. Your turn: you are X."
        )
        assert lab.state == "........."
    assert (learner.q, learner.visits, learner.history) == (q, visits, history)
    assert learner.episodes == 50


def test_impatience_does_no_harm(lab):
    for _ in range(3):
        lab.new_game()
    assert lab.status == "Your turn: you are X."
    lab.same_again()
    assert lab.status.startswith("There is no game to repeat yet.")
    play_on(lab)
    lab.new_game()
    lab.new_game()
    assert (len(lab.games), lab.learner.episodes, lab.state) == (1, 1, ".........")


def test_the_side_is_changed_at_once_or_from_the_next_game_on(lab):
    lab.plays = "X"
    assert lab.state.count("X") == 1
    lab.click(lab.game.actions(lab.state)[0])
    lab.plays = "O"
    assert lab.status.startswith("That holds from the next game on.")
    assert lab.side == "X"
    play_on(lab)
    lab.new_game()
    assert (lab.side, lab.state) == ("O", ".........")


def test_a_training_in_the_middle_of_a_game_breaks_nothing(lab):
    lab.click(0)
    lab.learner.train(Teacher(), 20, every=0)
    trained = copy.deepcopy(lab.learner)
    play_on(lab)
    game = lab.games[-1]
    assert game.episode == 20
    assert learn_from(trained, list(game.moves), "O") == game.changes
    assert trained.q == lab.learner.q
    assert len(lab.learner.history.rewards) == lab.learner.episodes == 21


def test_the_same_game_again_leaves_the_one_on_the_board():
    lab = taught(O_WINS)
    lab.click(4)
    lab.same_again()
    assert lab.status == (
        "You left the game, so nothing was learned from it. The same moves again. "
        "It wins. Press Next game."
    )
    assert (lab.shown, lab.learner.episodes) == (2, 2)


def test_the_game_that_is_shown_is_taught_again():
    lab = taught(X_WINS, O_WINS)
    assert lab._again.tooltip == (
        "Teach game 2, which is shown below, once more, move for move, as the next game"
    )
    lab._earlier.click()
    assert lab._again.tooltip.startswith("Teach game 1, which is shown below, once more")
    lab._again.click()
    assert [list(game.moves) for game in lab.games] == [X_WINS, O_WINS, X_WINS]
    assert lab._again.tooltip.startswith("Teach game 3, which is shown below, once more")
    lab.new_game()
    assert lab._again.tooltip.endswith("as the next game")
    lab.click(0)
    assert lab._again.tooltip.endswith("as the next game; the one on the board is left")


# ---- its head


def test_the_last_decision_is_shown(lab):
    lab.thoughts = True
    assert "no decision of its own" in lab._head.value
    lab.click(4)
    assert "8 moves looked best to it, all alike. It took row" in plain(lab._head.value)
    lab.thoughts = False
    assert lab._head.value == ""


def test_exploring_is_named():
    lab = TeachLab(QLearner(epsilon=1, rng=Scripted(0, 1)), thoughts=True)
    lab.learner.q["....X....", 8] = 0.5
    lab.click(4)
    assert "It took row 1 column 1, not its best move: it explored." in plain(lab._head.value)
    lab.learner.epsilon = 0
    lab.learner.q["O...X.X..", 2] = 1.0
    lab.click(6)
    assert "It took row 1 column 3, which looked best." in plain(lab._head.value)


# ---- games that are kept


def test_earlier_games_can_be_looked_at(lab):
    for _ in range(3):
        play_on(lab)
        lab.new_game()
    assert (lab.shown, lab._later.disabled, lab._earlier.disabled) == (3, True, False)
    last = words(lab)
    lab._earlier.click()
    lab._earlier.click()
    lab._earlier.click()
    assert "game 1 of 3" in lab._count.value
    assert lab._earlier.disabled
    lab.look_at(99)
    assert lab.shown == 1
    lab.look_at(3)
    assert words(lab) == last
    with pytest.raises(ValueError, match="There are 3 games, and no game 4"):
        lab.shown = 4


def test_a_saved_learner_goes_on_where_it_was(lab, tmp_path):
    for _ in range(3):
        play_on(lab)
        lab.new_game()
    lab.file = str(tmp_path / "mine")
    lab.save()
    assert "Saved as mine.npz in" in saved(lab)
    assert "brings it back" in lab._saving.words.value
    again = TeachLab(agents.load(tmp_path / "mine.npz"))
    assert [game.moves for game in again.games] == [game.moves for game in lab.games]
    assert (again.shown, again._standing.value) == (3, lab._standing.value)
    assert words(again).startswith("This game was taught before the lab was opened")
    again.same_again()
    assert again.games[3].moves == lab.games[2].moves
    assert again.games[3].changes
    play_on(again)
    assert len(again.learner.history.games) == again.learner.episodes == 4


# ---- saving


def test_a_learner_is_overwritten_only_at_the_second_time_of_asking(lab, tmp_path):
    file = tmp_path / "mine.npz"
    SarsaLearner().save(file)
    lab.file = str(file)
    lab.save()
    assert saved(lab) == f"{file} is there already. Save again to overwrite it."
    lab.click(0)  # and the warning is forgotten
    assert saved(lab) == ""
    lab.save()
    assert agents.load(file).name == "sarsa"
    lab.file = str(tmp_path / "other.npz")
    lab.file = str(file)
    assert saved(lab) == ""
    lab.save()
    assert agents.load(file).name == "sarsa"
    lab.save()
    assert agents.load(file).name == "q-learning"


@pytest.mark.parametrize("name", ["labs.ipynb", "notes.txt", "mine.json", "v1.5", "mine.npz.bak"])
def test_only_npz_files_are_written(lab, name, tmp_path):
    file = tmp_path / name
    file.write_text("a lesson")
    lab.file = str(file)
    for _ in range(3):
        lab.save()
    assert saved(lab) == f"The name of a saved agent ends in .npz, not in {file.suffix}."
    assert file.read_text() == "a lesson"
    assert list(tmp_path.iterdir()) == [file]


@pytest.mark.parametrize("content", [b"", b"a letter", b"PK\3\4 and no more"])
def test_what_is_no_saved_agent_is_never_overwritten(lab, content, tmp_path):
    file = tmp_path / "mine.npz"
    file.write_bytes(content)
    lab.file = str(file)
    for _ in range(3):
        lab.save()
    assert saved(lab) == (
        f"{file} is not a saved agent, or it is damaged. It stays as it is: choose another name."
    )
    assert file.read_bytes() == content


def test_a_file_that_is_swapped_after_the_warning_is_not_overwritten(lab, tmp_path):
    lab.file = str(tmp_path / "mine.npz")
    lab.save()
    lab.save()
    (tmp_path / "mine.npz").write_text("a letter")
    lab.save()
    assert "is not a saved agent" in saved(lab)
    assert (tmp_path / "mine.npz").read_text() == "a letter"


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("", "Give the file a name, such as mine.npz."),
        ("  ", "Give the file a name, such as mine.npz."),
        (".", ". is a folder: add the name of a file, such as mine.npz."),
        ("..", ".. is a folder: add the name of a file, such as ../mine.npz."),
        ("folder", "folder is a folder: add the name of a file, such as folder/mine.npz."),
        ("folder/", "folder/ is a folder: add the name of a file, such as folder/mine.npz."),
        ("folder/..", "folder/.. is a folder: add the name of a file, such as folder/../mine.npz."),
        ("other", "other is a folder: add the name of a file, such as other/mine.npz."),
        ("new/", "new/ is a folder: add the name of a file, such as new/mine.npz."),
        ("...", "Files with a dot in front are hidden: choose a name such as mine.npz."),
        (".npz", "Files with a dot in front are hidden: choose a name such as mine.npz."),
        ("a/b/c.npz", "There is no folder a/b to write c.npz in."),
        ("bad\0name", "There is an invisible letter in the name: choose one such as mine.npz."),
        ("<b>" + "x" * 300, "It could not be saved: File name too long."),
    ],
)
def test_names_that_make_no_sense_are_answered(lab, name, sentence, tmp_path, monkeypatch):
    (tmp_path / "here" / "folder").mkdir(parents=True)
    (tmp_path / "here" / "other.npz").mkdir()
    monkeypatch.chdir(tmp_path / "here")
    before = sorted(tmp_path.rglob("*"))
    lab.file = name
    for _ in range(2):
        lab.save()
        assert saved(lab) == sentence
    assert sorted(tmp_path.rglob("*")) == before


@pytest.mark.parametrize("name", ["mine", " mine ", "mine.", "mine.npz", "./mine", "mine.NPZ"])
def test_a_name_without_suffix_gets_one(lab, name, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    lab.file = name
    lab.save()
    assert saved(lab).startswith("Saved as mine.")
    assert [file.name.lower() for file in tmp_path.iterdir()] == ["mine.npz"]


def test_what_is_saved_is_told_as_long_as_it_is_true(lab, tmp_path):
    lab.file = str(tmp_path / "mine")
    play_on(lab)
    lab.save()
    lab.new_game()
    lab.click(0)
    assert saved(lab).startswith("Saved as mine.npz in")
    play_on(lab)
    assert saved(lab) == "mine.npz was saved after game 1. The game since then is not in it."
    lab.same_again()
    assert saved(lab) == "mine.npz was saved after game 1. The 2 games since then are not in it."
    lab.file = ".."
    lab.save()
    assert "is a folder" in saved(lab)
    lab.file = str(tmp_path / "mine")
    assert saved(lab) == "mine.npz was saved after game 1. The 2 games since then are not in it."
    lab.save()
    lab.save()
    assert saved(lab).startswith("Saved as mine.npz in")
    assert agents.load(tmp_path / "mine.npz").episodes == 3


def test_saved_before_the_first_game(lab, tmp_path):
    lab.file = str(tmp_path / "mine")
    lab.save()
    play_on(lab)
    assert saved(lab) == "mine.npz was saved before game 1. The game since then is not in it."


def test_a_schedule_of_ones_own_cannot_be_saved(tmp_path):
    lab = TeachLab(QLearner(epsilon=lambda episode: 0.1), file=str(tmp_path / "mine.npz"))
    lab.save()
    assert "epsilon is a function, and a file holds no code" in saved(lab)


def test_in_the_middle_of_a_game_only_whole_games_are_saved(lab, tmp_path):
    play_on(lab)
    lab.new_game()
    q = dict(lab.learner.q)
    lab.click(0)
    lab.click(lab.game.actions(lab.state)[0])
    lab.file = str(tmp_path / "mine.npz")
    lab.save()
    assert agents.load(tmp_path / "mine.npz").q == q


# ---- learners that fail, and others


def test_a_learner_that_fails_has_learned_nothing():
    class Broken(QLearner):
        name = "broken"

        def update(self, s, a, r, s2, actions2, a2, alpha):
            self.q[s, a] = 7
            if r:
                raise RuntimeError("no way.")

    lab = TeachLab(Broken(rng=random.Random(1)))
    while not lab.games and lab.learner.episodes == 0 and lab.game.actions(lab.state):
        lab.click(lab.game.actions(lab.state)[0])
    assert lab.status.endswith(
        "broken failed with RuntimeError: no way. Nothing was learned from this game."
    )
    assert (lab.learner.q, lab.learner.visits, lab.learner.episodes) == ({}, {}, 0)
    lab.new_game()
    assert lab.state == "........."


def test_a_learner_that_cannot_move_may_try_again():
    learner = QLearner(epsilon=lambda episode: 1 / 0, rng=random.Random(1))
    lab = TeachLab(learner, plays="X")
    assert "q-learning failed with ZeroDivisionError: division by zero." in lab.status
    assert "Click the board to let it try again." in lab.status
    learner.epsilon = 0.1
    lab.click(0)
    assert lab.state.count("X") == 1
    assert lab.state.count("O") == 0


def test_other_boards():
    lab = TeachLab(QLearner(game=TicTacToe(2, 3, k=2), rng=random.Random(1)))
    play_on(lab)
    assert lab.learner.episodes == 1
    lab = TeachLab(QLearner(game=TicTacToe(4), rng=random.Random(1)))
    play_on(lab)
    assert lab.learner.history.checks == []
    assert plain(lab._standing.value).endswith(("draw.", "draws."))
    lab = TeachLab(QLearner(game=TicTacToe(1)))
    lab.click(0)
    assert "It had no turn in this game" in words(lab)
    assert lab.picture().svg


def test_marks_fall_in_connect_four():
    lab = TeachLab(QLearner(game=ConnectFour(3, 4, 3), rng=random.Random(1)), thoughts=True)
    lab.click(1)  # the upper row of the second column
    assert lab.state[9] == "X"
    assert re.match(r"It \(O\) took the \d.. column\. Your turn", lab.status)
    assert re.search(r"took the \d.. column", lab._head.value)
    assert lab.board.last == lab.game.cell_of(lab._states[-2], lab._moves[-1])
    play_on(lab)
    assert lab.learner.episodes == 1
    assert "changed" in words(lab)
    assert lab.picture().svg
    for _ in range(4):
        lab.click(1)
    assert "Next game" in lab.status
    again = TeachLab(lab.learner)
    assert again.picture().svg  # the game as it was kept
    again.click(1)
    while lab.game.actions(again.state) and again.state[1] == ".":
        again.click(1)
    again.click(1)
    assert "Column 2 is full." in again.status or lab.game.terminal(again.state)


def test_misere_is_won_by_who_has_no_line():
    lab = TeachLab(QLearner(game=Misere()))
    lab.games.append(teach_game(lab.learner, X_WINS, "O"))
    assert lab.games[-1].outcome == "O"
    lab.shown = 1
    assert "felt the win" in words(lab)


class Tripled(TicTacToe):
    """A win is worth 3."""

    def utility(self, state):
        return 3 * super().utility(state)


def test_a_win_may_be_worth_more():
    lab = TeachLab(QLearner(game=Tripled()))
    lab.games.append(teach_game(lab.learner, X_WINS, "O"))
    lab.shown = 1
    assert "it lost: −3" in words(lab)
    assert "0.00 + 0.5 · (−3 − 0.00) = −1.50" in words(lab)


def test_a_game_without_a_board_is_refused_in_a_sentence():
    with pytest.raises(ValueError, match=r"TeachLab needs a board, but Nim\(\(3, 4, 5\)\) has no"):
        TeachLab(QLearner(game=Nim()))


def test_what_makes_no_sense_is_refused_in_words():
    with pytest.raises(ValueError, match=r"A learner is a QLearner.*not 'minimax'"):
        TeachLab("minimax")
    with pytest.raises(ValueError, match="rng is for a new learner"):
        TeachLab(QLearner(), rng=random.Random(1))
    with pytest.raises(Exception, match="plays"):
        TeachLab(plays="Z")


def test_a_page_without_a_kernel_shows_what_has_changed(lab):
    assert "image/svg+xml" in lab._repr_mimebundle_()
    bundle = taught(X_WINS)._repr_mimebundle_()
    assert "was 0.00, now −0.50" in bundle["image/svg+xml"]
    assert "was 0.00, now −0.50" in bundle["text/plain"]
