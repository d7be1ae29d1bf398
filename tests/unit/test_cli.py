"""Playing, teaching, training and drawing in a terminal."""

import contextlib
import errno
import os
import random
import shlex
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from ttt import TicTacToe, agents
from ttt.cli import main
from ttt.games import ConnectFour, Misere, Nim

ROOT = Path(__file__).parents[2]


@pytest.fixture
def typing(monkeypatch):
    """Return a function that lets these lines be typed, and then the input end."""

    def type_lines(*lines):
        answers = iter(lines)

        def answer(prompt=""):
            print(prompt, end="")
            try:
                reply = next(answers)
            except StopIteration:
                raise EOFError from None
            if isinstance(reply, BaseException):
                raise reply
            print(reply)
            return reply

        monkeypatch.setattr("builtins.input", answer)

    return type_lines


def test_two_people_play_a_whole_game(typing, capsys):
    typing("4", "0", "2", "6", "3", "5", "1", "7", "8")
    assert main(["play", "--o", "human"]) == 0
    said = capsys.readouterr().out
    assert said.startswith("X: you. O: you. 3 in a row win.\nType the number of a free cell")
    assert "   0 | 1 | 2\n  ---+---+---\n   3 | 4 | 5\n" in said
    assert said.endswith(
        "   O | X | X\n  ---+---+---\n   X | X | O\n  ---+---+---\n   O | O | X\n\nA draw.\n"
    )


def test_a_wrong_entry_gets_a_sentence_and_another_try(typing, capsys):
    typing("nine", "9", "-1", "", "4", "4", " 0 ")
    main(["play", "--o", "human"])
    said = capsys.readouterr().out
    for wrong in "nine", "9", "-1", "", "4":
        assert f"{wrong!r} is not the number of a free cell, such as 0. Try again.\n" in said


@pytest.mark.parametrize("leaving", ["q", "Quit", EOFError(), KeyboardInterrupt()])
def test_leaving_is_polite(leaving, typing, capsys):
    typing("4", leaving)
    assert main(["play"]) == 0
    assert capsys.readouterr().out.endswith("\nGoodbye.\n")


def test_you_win_against_an_agent_that_plays_badly(typing, capsys):
    typing("4", *"0268", *"1357")
    assert main(["play", "--o", "combined", "--smart", "0", "--seed", "5"]) == 0
    said = capsys.readouterr().out
    assert "combined (0% smart) (O) plays" in said
    assert said.rstrip().splitlines()[-1] in ("You (X) win. Well played!", "A draw.", "Goodbye.")


def test_agents_play_each_other_on_a_larger_board(capsys):
    options = ["play", "--x", "combined", "--o", "random", "--size", "4", "--k", "3"]
    assert main([*options, "--seed", "1"]) == 0
    first = capsys.readouterr().out
    assert first.rstrip().endswith("combined (X) wins.")
    main([*options, "--seed", "1"])
    assert capsys.readouterr().out == first


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (["--x", "clever"], "There is no agent 'clever'."),
        (["--size", "0"], "rows must be a whole number from 1 on, not 0."),
        (["--k", "4"], "4 marks in a row do not fit on a 3×3 board"),
        (["--smart", "2"], "--smart is a probability from 0 to 1, not 2."),
        (["--o", "nothere.npz"], "There is no file nothere.npz in this folder."),
        (["--x", "my/agent"], "There is no file agent in the folder my."),
        (["--o", "./"], ". is a folder, not a saved agent."),
    ],
)
def test_what_makes_no_sense_is_refused_in_a_sentence(options, sentence, capsys):
    assert main(["play", *options]) == 2
    assert capsys.readouterr().err.startswith(sentence)


ABLE = "random, center, corner, one-step, combined, alpha-beta, mcts, or a smaller --size.\n"


@pytest.mark.parametrize("smart", ["1", "0.5"])
@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("minimax", "Minimax looks at every line of play, and with "),
        ("summed", "The tree of a 4×4 board is too large to be made beforehand. "),
        ("teacher", "The teacher does not know the optimal moves. "),
        ("sarsa", "sarsa has learned TicTacToe(3, 3, k=3), and plays no other game. "),
    ],
)
def test_an_agent_that_cannot_play_the_board_is_refused_before_it_is_shown(
    name, sentence, smart, capsys
):
    for side in "--x", "--o":
        assert main(["play", side, name, "--size", "4", "--smart", smart]) == 2
        said = capsys.readouterr()
        assert (said.out, said.err.startswith(sentence)) == ("", True)
        assert said.err.endswith(f". Choose one of {ABLE}")
        assert "agents.make" not in said.err and "=" not in said.err.replace("k=", "")


def test_the_smallest_board_is_played(typing, capsys):
    typing("0")
    assert main(["play", "--o", "minimax", "--size", "1"]) == 0
    assert capsys.readouterr().out.endswith("You (X) win. Well played!\n")


def test_the_command_runs_as_a_program():
    command = [sys.executable, "-m", "ttt", "play", "--x", "random", "--o", "combined"]
    done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT)
    assert done.returncode == 0
    assert done.stdout.startswith("X: random. O: combined.")


# ---- other games


def test_connect_four_is_played_by_columns(typing, capsys):
    typing("7", "0 2", *"333333", "3", *"0101010")
    assert main(["play", "--game", "connect-four", "--o", "human"]) == 0
    said = capsys.readouterr().out
    assert said.startswith("X: you. O: you. 4 in a row win.\nType the number of a column with room")
    assert "   0 | 1 | 2 | 3 | 4 | 5 | 6\n" in said
    assert "   0 | 1 | 2 | X | 4 | 5 | 6\n" in said  # the mark has fallen
    for wrong in "7", "0 2", "3":
        assert f"{wrong!r} is not the number of a column with room, such as 0. Try again.\n" in said
    assert said.endswith("\nX wins.\n")


def test_nim_is_played_by_pile_and_number(typing, capsys):
    typing("0", "0 4", "0 3", "1, 4", "2 5")
    assert main(["play", "--game", "nim", "--o", "human"]) == 0
    said = capsys.readouterr().out
    assert (
        "The last thing taken wins.\nType a pile and how many to take from it, such as 0 1" in said
    )
    assert "0: |||\n1: ||||\n2: |||||\n" in said
    for wrong in "0", "0 4":
        assert f"{wrong!r} is not a pile and how many to take from it, such as 0 1. Try" in said
    assert said.endswith("X wins.\n")


def test_misere_is_lost_by_a_line(typing, capsys):
    typing("0", "3", "1", "4", "2")
    assert main(["play", "--game", "misere", "--o", "human"]) == 0
    said = capsys.readouterr().out
    assert "3 in a row lose." in said
    assert said.endswith("O wins.\n")


@pytest.mark.parametrize(
    ("game", "other"), [("connect-four", "one-step"), ("nim", "mcts"), ("misere", "mcts")]
)
def test_a_game_has_an_opponent_who_can_play_it(game, other, typing, capsys):
    typing("q")
    assert main(["play", "--game", game]) == 0
    assert f"X: you. O: {other}. " in capsys.readouterr().out
    assert main(["play", "--game", game, "--x", "random", "--smart", "0.5", "--seed", "1"]) == 0
    assert capsys.readouterr().out.endswith("wins.\n") or game == "misere"


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (["nim", "--size", "4"], "--size and --k are for tic-tac-toe and misere: nim has one"),
        (["connect-four", "--k", "3"], "--size and --k are for tic-tac-toe and misere: connect"),
        (["nim", "--o", "one-step"], "one-step looks for k in a row, which wins in TicTacToe and "),
        (["connect-four", "--o", "minimax"], "Minimax looks at every line of play, and with 41 "),
        (["misere", "--size", "9", "--k", "10"], "10 marks in a row do not fit"),
    ],
)
def test_what_a_game_does_not_have_is_refused_in_a_sentence(options, sentence, capsys):
    assert main(["play", "--game", *options]) == 2
    said = capsys.readouterr()
    assert (said.out, said.err.startswith(sentence)) == ("", True)
    assert said.err.count("\n") == 1


@pytest.mark.parametrize("game", [Nim(), Misere(), ConnectFour(), TicTacToe(4)], ids=repr)
def test_a_saved_agent_knows_its_game(game, typing, capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    agents.QLearner(game=game, rng=random.Random(1)).save("mine.npz")
    assert main(["play", "--x", "random", "--o", "mine.npz", "--seed", "1"]) == 0
    assert "q-learning (O) plays" in capsys.readouterr().out
    for more in ["--size", "3"], ["--game", "tic-tac-toe"]:
        assert main(["play", "--o", "mine.npz", *more]) == 2
        said = f"The agent in mine.npz has learned {game}, and not TicTacToe(3, 3, k=3).\n"
        assert capsys.readouterr().err == said
    agents.QLearner().save("other.npz")
    assert main(["play", "--x", "mine.npz", "--o", "other.npz"]) == 2
    said = f"The agent in other.npz has learned TicTacToe(3, 3, k=3), and not {game}.\n"
    assert capsys.readouterr().err == said


# ---- training


def train(*options):
    """Run a small training; return the exit code."""
    return main(["train", *map(str, options), "--episodes", "60", "--seed", "1"])


@pytest.mark.parametrize(("kind", "name"), [("q", "q-learning"), ("sarsa", "sarsa")])
def test_an_agent_is_trained_saved_trained_on_and_played(kind, name, tmp_path, capsys):
    file, more, plot = (tmp_path / part for part in ("agent.npz", "more.npz", "plot.svg"))
    assert train(kind, "--out", file, "--plot", plot) == 0
    said = capsys.readouterr().out
    assert said.startswith(
        f"{name} after 60 episodes:\n  exact expected result as X against random: +0.297 at first, "
    )
    assert all(line.count(":") == 1 for line in said.splitlines()[:7])
    assert f" -m ttt play --o {file}\nDrawn in {plot}.\n" in said
    assert "<svg" in plot.read_text()
    assert train(kind, "--from", file, "--out", more) == 0
    assert agents.load(more).episodes == 120
    assert agents.load(more).history.rewards[:60] == agents.load(file).history.rewards
    capsys.readouterr()
    assert main(["play", "--x", "random", "--o", str(more), "--seed", "1"]) == 0
    assert capsys.readouterr().out.startswith(f"X: random. O: {name}.")
    assert main(["play", "--x", "random", "--o", str(more), "--smart", "0.5"]) == 0
    assert f"O: {name} (50% smart)." in capsys.readouterr().out


def test_the_same_seed_trains_the_same_agent(tmp_path):
    for name in "a", "b":
        train("q", "--out", tmp_path / name)
    assert (tmp_path / "a").read_bytes() == (tmp_path / "b").read_bytes()


def test_a_file_that_is_there_is_kept_unless_told_otherwise(tmp_path, capsys):
    file = tmp_path / "agent.svg"
    file.write_text("precious")
    for option in "--out", "--plot":
        assert train("q", option, file) == 2
        assert "is there already: choose another name, or add --over" in capsys.readouterr().err
    assert file.read_text() == "precious"
    assert train("q", "--out", file, "--overwrite") == 0
    assert agents.load(file).episodes == 60


def full(*_):
    raise OSError(errno.ENOSPC, "the disk is full")


def test_a_disk_that_is_full_gets_a_sentence(tmp_path, capsys, monkeypatch):
    monkeypatch.setattr("os.fsync", full)
    assert train("q", "--out", tmp_path / "agent.npz") == 2
    said = capsys.readouterr().err.splitlines()[-1]
    assert said == f"{tmp_path / 'agent.npz'} cannot be used: the disk is full."
    assert list(tmp_path.iterdir()) == []


@pytest.fixture
def no_training(monkeypatch):
    """Let every training fail: what is refused must be refused before it."""
    monkeypatch.setattr("ttt.agents.Learner.train", lambda *_: pytest.fail("it was trained"))


def test_a_plot_without_a_kind_is_a_png_and_kept_as_such(tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name in "p", "p.":
        assert train("q", "--plot", name, "--overwrite") == 0
        assert capsys.readouterr().out.endswith("\nDrawn in p.png.\n")
        assert [file.name for file in tmp_path.iterdir()] == ["p.png"]
        before = Path("p.png").read_bytes()
        assert before.startswith(b"\x89PNG")
        assert train("q", "--plot", name) == 2
        assert capsys.readouterr().err.startswith("p.png is there already")
        assert Path("p.png").read_bytes() == before


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("", "Give {} the name of a file."),
        (".", ". is a folder: give {} the name of a file."),
        ("folder", "folder is a folder: give {} the name of a file."),
        ("none/", "none/ is a folder: give {} the name of a file."),
        ("none/a.png", "There is no folder none to write a.png in."),
        ("letter/a.png", "There is no folder letter to write a.png in."),
        ("x" * 300 + ".png", "x" * 300 + ".png cannot be used: "),
    ],
)
@pytest.mark.parametrize("option", ["--out", "--plot"])
@pytest.mark.parametrize("more", [[], ["--overwrite"]])
def test_where_no_file_can_be_nothing_is_trained(
    option, name, sentence, more, no_training, tmp_path, capsys, monkeypatch
):
    monkeypatch.chdir(tmp_path)
    Path("folder").mkdir()
    Path("letter").write_text("Dear reader")
    assert train("q", option, name, *more) == 2
    said = capsys.readouterr().err
    assert said.startswith(sentence.format(option))
    assert said.count("\n") == 1


@pytest.mark.parametrize("option", ["--out", "--plot"])
def test_a_folder_that_is_locked_is_found_before_the_training(
    option, no_training, tmp_path, capsys, monkeypatch
):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("os.access", lambda *_: False)
    assert train("q", option, "a.png") == 2
    assert capsys.readouterr().err == "a.png cannot be written: its folder is locked.\n"


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such files")
@pytest.mark.parametrize("option", ["--out", "--plot"])
def test_what_is_no_ordinary_file_is_not_replaced(option, no_training, tmp_path, capsys):
    pipe = tmp_path / "pipe.png"
    os.mkfifo(pipe)
    assert train("q", option, pipe, "--overwrite") == 2
    assert capsys.readouterr().err == f"{pipe} is no ordinary file: choose another name.\n"
    assert pipe.is_fifo()


def test_to_look_whether_a_file_can_be_written_leaves_nothing_behind(tmp_path, monkeypatch):
    monkeypatch.setattr("ttt.agents.Learner.train", interrupt)
    train("q", "--out", tmp_path / "a.npz", "--plot", tmp_path / "a.svg")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("name", ["p.xyz", "p.npz", "my.first"])
def test_a_kind_of_picture_that_cannot_be_drawn_is_refused_before_the_training(
    name, no_training, tmp_path, capsys, monkeypatch
):
    monkeypatch.chdir(tmp_path)
    assert train("q", "--plot", name) == 2
    ends = "give --plot a name that ends in .png, .svg, .pdf or .jpg."
    assert capsys.readouterr().err == f"{name} cannot be drawn: {ends}\n"


def test_the_agent_and_the_plot_are_two_files(no_training, capsys):
    assert train("q", "--out", "a.png", "--plot", "a", "--overwrite") == 2
    said = "a.png is the agent's own file: give --plot another name.\n"
    assert capsys.readouterr().err == said


# ---- a training that is interrupted


def interrupt(*_, **__):
    raise KeyboardInterrupt


@pytest.mark.parametrize(("done", "games"), [(0, "0 games"), (1, "1 game"), (1234, "1,234 games")])
def test_an_interrupted_training_saves_nothing_and_says_so(
    done, games, tmp_path, capsys, monkeypatch
):
    def interrupted(numbers, **_):
        yield from range(done)
        interrupt()

    source = tmp_path / "source.npz"
    assert train("q", "--out", source) == 0
    capsys.readouterr()
    monkeypatch.setattr("ttt.agents.training.tqdm", interrupted)
    for more in [], ["--from", source]:
        options = ["q", "--out", tmp_path / "agent.npz", "--episodes", 100_000, *more]
        assert main(["train", *map(str, options)]) == 130
        said = capsys.readouterr()
        assert said.err == f"\nInterrupted after {games}. Nothing was saved.\n"
        assert said.out == ""
    assert list(tmp_path.iterdir()) == [source]


def test_an_interrupted_plot_leaves_the_agent_that_was_saved(tmp_path, capsys, monkeypatch):
    monkeypatch.setattr("ttt.cli.train.draw", interrupt)
    file = tmp_path / "agent.npz"
    assert train("q", "--out", file, "--plot", tmp_path / "p") == 130
    assert capsys.readouterr().err.endswith("\nInterrupted.\n")
    assert list(tmp_path.iterdir()) == [file]


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such terminals")
def test_ctrl_c_ends_a_training_as_a_program(tmp_path):
    import termios  # not above: Windows has none

    command = [sys.executable, "-m", "ttt", "train", "q", "--episodes", "100000000"]
    terminal, its_end = os.openpty()
    termios.tcsetwinsize(terminal, (24, 80))  # one without a size shows no bar
    process = subprocess.Popen(
        [*command, "--out", str(tmp_path / "agent.npz")],
        cwd=ROOT,
        stdout=subprocess.DEVNULL,
        stderr=its_end,
    )
    os.close(its_end)
    said = os.read(terminal, 1)  # the bar appears: it learns
    process.send_signal(signal.SIGINT)
    with contextlib.suppress(OSError):  # there is no more to read
        while part := os.read(terminal, 1000):
            said += part
    os.close(terminal)
    assert process.wait(timeout=60) == 130
    last = said.decode().splitlines()[-1]
    assert last.startswith("Interrupted after ") and last.endswith(" games. Nothing was saved.")
    assert list(tmp_path.iterdir()) == []


def test_a_large_board_is_trained_on_without_exact_results(tmp_path, capsys):
    learner = agents.QLearner(game=TicTacToe(4))
    learner.save(tmp_path / "large.npz")
    plot = tmp_path / "large.png"
    assert train("q", "--from", tmp_path / "large.npz", "--teacher", "0", "--plot", plot) == 0
    said = capsys.readouterr().out
    exact = "q-learning after 60 episodes, in a game too large for exact results."
    assert said == f"{exact}\nDrawn in {plot}.\n"
    assert plot.read_bytes().startswith(b"\x89PNG")


def test_a_training_that_makes_no_sense_is_refused_in_a_sentence(tmp_path, capsys):
    foreign, saved = tmp_path / "letter.txt", tmp_path / "agent.npz"
    foreign.write_text("Dear reader")
    train("q", "--out", saved)
    capsys.readouterr()
    for options, sentence in [
        (("--from", foreign), f"{foreign} is not a saved agent, or it is damaged."),
        (("--from", tmp_path / "none"), f"There is no file none in the folder {tmp_path}."),
        (("--from", saved), f"The agent in {saved} learns by q-learning, not by sarsa."),
        (("--teacher", 2), "--teacher is a probability from 0 to 1, not 2."),
        (("--out", tmp_path / "no" / "a.npz"), f"There is no folder {tmp_path / 'no'} to write"),
    ]:
        assert train("sarsa", *options) == 2
        assert capsys.readouterr().err.splitlines()[-1].startswith(sentence)
    for episodes in "0", "-5":
        assert main(["train", "q", "--episodes", episodes]) == 2
        assert capsys.readouterr().err == f"--episodes is at least 1, not {episodes}.\n"
    assert main(["play", "--o", str(foreign)]) == 2
    assert "is not a saved agent" in capsys.readouterr().err


def test_a_training_that_leaves_nothing_is_refused_and_one_without_an_agent_noted(
    tmp_path, capsys, monkeypatch
):
    monkeypatch.chdir(tmp_path)
    with monkeypatch.context() as patch:
        patch.setattr("ttt.agents.Learner.train", lambda *_: pytest.fail("it was trained"))
        assert train("q") == 2
    said = capsys.readouterr().err
    assert said.startswith("The agent would be lost after the training: add --out mine.npz to save")
    assert train("q", "--plot", "p") == 0
    said = capsys.readouterr().err
    assert said.startswith("Only the picture will be kept; --out mine.npz saves the agent.\n")


def test_a_teacher_who_does_not_know_the_game_is_refused_before_the_training(
    no_training, tmp_path, capsys
):
    for game in ["--size", 4], ["--game", "connect-four"]:
        assert train("q", "--out", tmp_path / "a.npz", *game) == 2
        said = capsys.readouterr().err
        assert said.startswith("The teacher does not know the optimal moves. ")
        assert said.endswith(". Choose --teacher 0, which moves at random.\n")


def test_another_game_is_trained(tmp_path, capsys):
    file = tmp_path / "a.npz"
    assert train("q", "--game", "nim", "--out", file) == 0
    assert agents.load(file).game == Nim()
    assert main(["train", "q", "--from", str(file), "--game", "misere", "--out", "b.npz"]) == 2
    assert f"{file} has learned Nim((3, 4, 5)), and not Misere(" in capsys.readouterr().err


# ---- the command as it is printed


@pytest.mark.parametrize(
    ("called", "printed"),
    [
        (".venv/bin/ttt", ".venv/bin/ttt play --o 'a b.npz'"),
        ("{here}/bin/ttt", "bin/ttt play --o 'a b.npz'"),
        ("../bin/ttt", "../bin/ttt play --o 'a b.npz'"),
        ("{here}/path/ttt", "ttt play --o 'a b.npz'"),
        ("/elsewhere/bin/ttt", "/elsewhere/bin/ttt play --o 'a b.npz'"),
        ("{here}/ttt/__main__.py", "python -m ttt play --o 'a b.npz'"),
    ],
)
@pytest.mark.skipif(sys.platform == "win32", reason="Windows has other paths")
def test_a_command_is_printed_as_this_one_was_called(
    called, printed, tmp_path, capsys, monkeypatch
):
    (tmp_path / "path").mkdir()
    for name in "ttt", "python":
        program = tmp_path / "path" / name
        program.touch()
        program.chmod(0o755)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PATH", str(tmp_path / "path"))
    monkeypatch.setattr("sys.executable", str(tmp_path / "path" / "python"))
    monkeypatch.setattr("sys.argv", [called.format(here=tmp_path)])
    assert train("q", "--out", "a b.npz") == 0
    assert capsys.readouterr().out.endswith(f"\nSaved in a b.npz. Play against it: {printed}\n")


# ---- teaching


def teach(*options, kind="q"):
    return main(["teach", kind, "--seed", "1", *map(str, options)])


@pytest.fixture
def mine(tmp_path, monkeypatch):
    """Go to an empty folder and return the file of an agent there."""
    monkeypatch.chdir(tmp_path)
    return Path("mine.npz")


class Typist:
    """Types the first free cell, game after game; after so many games, what was asked for."""

    def __init__(self, monkeypatch, capsys, games, then):
        self.capsys, self.games, self.then, self.said = capsys, games, then, ""
        monkeypatch.setattr("builtins.input", self)

    def __call__(self, prompt=""):
        self.said += self.capsys.readouterr().out
        if self.said.count("It has been taught") < self.games:
            board = self.said.rstrip().rsplit("\n\n", 1)[-1]
            return next(letter for letter in board if letter.isdigit())
        reply = next(self.then, EOFError())
        if isinstance(reply, BaseException):
            raise reply
        return reply


@pytest.fixture
def teaching(monkeypatch, capsys):
    """Return a function that runs `ttt teach` with some whole games; it returns what was said."""

    def run(*options, games, then=(), kind="q"):
        typist = Typist(monkeypatch, capsys, games, iter(then))
        assert teach(*options, kind=kind) == 0
        return typist.said + capsys.readouterr().out

    return run


@pytest.mark.parametrize("leaving", ["q", "Quit", EOFError(), KeyboardInterrupt()])
def test_a_game_that_is_left_changes_nothing(leaving, mine, teaching):
    said = teaching("--out", mine, games=0, then=["0", leaving])
    assert said.endswith("\nA game that is not finished teaches nothing. Nothing was saved.\n")
    assert not mine.exists()
    said = teaching("--out", mine, games=2, then=["0", leaving])
    assert "A game that is not finished teaches nothing. mine.npz is as after game 2.\n" in said
    assert agents.load(mine).episodes == 2
    before = mine.read_bytes()
    said = teaching("--from", mine, "--out", mine, games=0, then=[leaving])
    assert said.endswith(" Nothing was saved.\n")
    assert mine.read_bytes() == before


def test_teaching_goes_on_where_it_was_left_and_says_how(mine, teaching, capsys):
    said = teaching("--out", mine, games=1)
    assert "\nGame 1: you are O.\nq-learning (X) plays " in said
    assert "It has been taught 1 game.\n" in said
    go_on, play = said.splitlines()[-2:]
    words = shlex.split(go_on)
    assert words[-6:] == ["teach", "q", "--from", "mine.npz", "--out", "mine.npz"]
    assert shlex.split(play)[-3:] == ["play", "--o", "mine.npz"]
    said = teaching(*words[-4:], games=2)
    assert "\nGame 2: you are X.\n" in said and "\nGame 3: you are O.\n" in said
    learner = agents.load(mine)
    assert learner.history.sides == ["X", "O", "X"]
    assert sorted(learner.history.games) == [0, 1, 2]
    assert [check.episode for check in learner.history.checks] == [0, 1, 2, 3]
    assert main(["play", "--x", "random", "--o", "mine.npz"]) == 0


@pytest.mark.parametrize("plays", ["X", "O"])
def test_the_learner_may_keep_its_side(plays, mine, teaching):
    teaching("--out", mine, "--plays", plays, games=2)
    assert agents.load(mine).history.sides == [plays, plays]


@pytest.mark.parametrize(
    ("kind", "learner"), [("q", agents.QLearner), ("sarsa", agents.SarsaLearner)]
)
def test_to_teach_comes_to_the_same_as_to_train_by_such_games(kind, learner, mine, teaching):
    teaching("--out", mine, games=6, kind=kind)
    taught, twin = agents.load(mine), learner(rng=random.Random(1))
    twin.train(lambda game, state: min(game.actions(state)), 6, every=0)
    assert type(taught) is learner
    assert dict(twin.q) == dict(taught.q) and dict(twin.visits) == dict(taught.visits)
    assert twin.history.rewards == taught.history.rewards


def test_the_teaching_lab_opens_what_was_taught_in_the_terminal(mine, teaching):
    from ttt.widgets import TeachLab

    teaching("--out", mine, games=2)
    lab = TeachLab(agents.load(mine))
    assert [len(game.moves) >= 5 for game in lab.games] == [True, True]
    assert lab.learner.episodes == 2


def test_what_it_learned_is_told_in_one_line(mine, teaching):
    said = teaching("--out", mine, "--plays", "O", games=1)
    learner = agents.load(mine)
    (last,) = [(state, move) for (state, move), value in learner.q.items() if value]
    went = {1: "0.5 more", -1: "0.5 less"}[learner.history.rewards[0]]
    assert f" It learned: its move {last[1]} is worth {went}.\n" in said
    assert learner.q[last] == 0.5 * learner.history.rewards[0]


@pytest.mark.parametrize("game", ["connect-four", "nim", "misere"])
def test_other_games_are_taught(game, mine, typing, capsys):
    moves = [f"{pile} 1" for pile in range(3)] * 4 if game == "nim" else list("0123456") * 6
    typing(*moves)
    assert teach("--out", mine, "--game", game) == 0
    assert "It has been taught 1 game.\n" in capsys.readouterr().out
    assert len(agents.load(mine).history.games) >= 1


def test_a_disk_that_is_full_ends_no_teaching(mine, teaching, monkeypatch, capsys):
    with monkeypatch.context() as patch:
        patch.setattr("os.fsync", full)
        said = teaching("--out", mine, games=1)
        assert said.endswith(" Nothing was saved.\n")
    assert list(Path().iterdir()) == []
    calls = iter([full])
    fsync = os.fsync
    monkeypatch.setattr("os.fsync", lambda stream: next(calls, fsync)(stream))
    teaching("--out", mine, games=2)
    assert agents.load(mine).episodes == 2  # the first came with the second


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (["--out", "there.npz"], "there.npz is there already: choose another name, or add --over"),
        (["--out", "no/a.npz"], "There is no folder no to write a.npz in."),
        (["--out", "."], ". is a folder: give --out the name of a file."),
        (["--out", "a.npz", "--from", "none.npz"], "There is no file none.npz in this folder."),
        (["--out", "a.npz", "--from", "there.npz"], "there.npz is not a saved agent, or it is"),
        (["--out", "a.npz", "--from", "sarsa.npz"], "The agent in sarsa.npz learns by sarsa, not"),
        (["--out", "sarsa.npz", "--from", "q.npz"], "sarsa.npz is there already: choose another"),
        (["--out", "a.npz", "--game", "nim", "--from", "q.npz"], "The agent in q.npz has learned"),
    ],
)
def test_a_teaching_that_cannot_be_is_refused_before_the_first_game(
    options, sentence, mine, typing, capsys
):
    typing()
    Path("there.npz").write_text("precious")
    agents.SarsaLearner().save("sarsa.npz")
    agents.QLearner().save("q.npz")
    assert teach(*options) == 2
    said = capsys.readouterr()
    assert (said.out, said.err.startswith(sentence)) == ("", True)
    assert Path("there.npz").read_text() == "precious"


def test_teaching_needs_a_file(capsys):
    with pytest.raises(SystemExit, match="2"):
        teach()
    assert "--out" in capsys.readouterr().err


def test_another_agent_is_replaced_only_if_told_so(mine, teaching):
    mine.write_text("old")
    teaching("--out", mine, "--overwrite", games=0)
    assert mine.read_text() == "old"
    teaching("--out", mine, "--overwrite", games=1)
    assert agents.load(mine).episodes == 1


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no SIGINT for one process")
def test_ctrl_c_ends_a_teaching_as_a_program(mine):
    command = [sys.executable, "-m", "ttt", "teach", "q", "--plays", "O", "--out", "mine.npz"]
    process = subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, bufsize=0
    )
    process.stdin.write(b"".join(b"%d\n" % cell for cell in [*range(9)] * 3))
    said = b""
    while b"has been taught" not in said:
        said += process.stdout.read(1)
    process.send_signal(signal.SIGINT)
    said, errors = process.communicate(timeout=60)
    assert (process.returncode, errors) == (0, b"")
    assert b"A game that is not finished teaches nothing. mine.npz is as after game " in said
    assert agents.load(mine).episodes >= 1


def test_teaching_imports_no_widgets():
    script = "import sys, ttt.cli; print('ipywidgets' in sys.modules, 'matplotlib' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, cwd=ROOT)
    assert done.stdout == "False False\n"


# ---- drawing


def test_a_saved_agent_is_drawn_without_a_training(mine, capsys):
    train("q", "--out", mine)
    capsys.readouterr()
    before = mine.read_bytes()
    assert main(["plot", "mine.npz"]) == 0
    assert capsys.readouterr().out == "Drawn in mine.png.\n"
    assert Path("mine.png").read_bytes().startswith(b"\x89PNG")
    assert main(["plot", "mine.npz"]) == 2
    assert capsys.readouterr().err.startswith("mine.png is there already: choose another name, or")
    assert main(["plot", "mine.npz", "--overwrite"]) == 0
    assert main(["plot", "mine.npz", "--out", "other.SVG"]) == 0
    assert "<svg" in Path("other.SVG").read_text()
    assert mine.read_bytes() == before


def test_rewards_are_drawn_alone_where_nothing_was_checked(mine, capsys):
    learner = agents.QLearner()
    learner.train(agents.Teacher(), 1, every=0)
    learner.save(mine)
    assert main(["plot", "mine.npz", "--out", "p.svg"]) == 0
    assert "exact expected result" not in Path("p.svg").read_text()


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (["new.npz"], "The agent in new.npz has played no game yet to draw.\n"),
        (["none.npz"], "There is no file none.npz in this folder.\n"),
        (["letter.txt"], "letter.txt is not a saved agent, or it is damaged.\n"),
        (["q.npz", "--out", "p.xyz"], "p.xyz cannot be drawn: give --out a name that ends in .png"),
        (["q.npz", "--out", ""], "Give --out the name of a file.\n"),
        (["q.npz", "--out", "no/p.png"], "There is no folder no to write p.png in.\n"),
        (["agent.png"], "agent.png is the agent's own file: give --out another name.\n"),
        (["agent.png", "--out", "./agent.png"], "agent.png is the agent's own file: give --out an"),
    ],
)
def test_what_cannot_be_drawn_is_refused_in_a_sentence(options, sentence, mine, capsys):
    agents.QLearner().save("new.npz")
    Path("letter.txt").write_text("Dear reader")
    learner = agents.QLearner()
    learner.train(agents.Teacher(), 2, every=0)
    for name in "q.npz", "agent.png":
        learner.save(name)
    assert main(["plot", *options, "--overwrite"]) == 2
    said = capsys.readouterr()
    assert (said.out, said.err.startswith(sentence)) == ("", True)
    assert agents.load("agent.png").episodes == 2
