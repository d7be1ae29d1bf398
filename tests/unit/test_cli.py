"""Playing and training in a terminal."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from ttt import TicTacToe, agents
from ttt.cli import main

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
    assert said.startswith("X: you. O: you. 3 in a row win.\nType the number of a cell")
    assert "   0 | 1 | 2\n  ---+---+---\n   3 | 4 | 5\n" in said
    assert said.endswith(
        "   O | X | X\n  ---+---+---\n   X | X | O\n  ---+---+---\n   O | O | X\n\nA draw.\n"
    )


def test_a_wrong_entry_gets_a_sentence_and_another_try(typing, capsys):
    typing("nine", "9", "-1", "", "4", "4", "0")
    main(["play", "--o", "human"])
    said = capsys.readouterr().out
    assert "'nine' is not the number of a free cell. Try again.\n" in said
    assert "9 is not a cell: the cells are 0 to 8. Try again.\n" in said
    assert "-1 is not a cell: the cells are 0 to 8. Try again.\n" in said
    assert "Cell 4 of '....X....' is already marked X. Try again.\n" in said


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


@pytest.mark.parametrize("smart", ["1", "0.5"])
@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("mine.npz", "q-learning has learned the 3×3 board with 3 in a row, and plays on no other"),
        ("minimax", "Minimax looks at every line of play"),
        ("summed", "The tree of a 4×4 board is too large"),
        ("teacher", "The teacher knows the optimal moves on up to 12 cells"),
    ],
)
def test_an_agent_that_cannot_play_the_board_is_refused_before_it_is_shown(
    name, sentence, smart, capsys, tmp_path, monkeypatch
):
    monkeypatch.chdir(tmp_path)
    agents.QLearner().save("mine.npz")
    for side in "--x", "--o":
        assert main(["play", side, name, "--size", "4", "--smart", smart]) == 2
        said = capsys.readouterr()
        assert (said.out, said.err.startswith(sentence)) == ("", True)


def test_the_smallest_board_is_played(typing, capsys):
    typing("0")
    assert main(["play", "--o", "minimax", "--size", "1"]) == 0
    assert capsys.readouterr().out.endswith("You (X) win. Well played!\n")


def test_the_command_runs_as_a_program():
    command = [sys.executable, "-m", "ttt", "play", "--x", "random", "--o", "combined"]
    done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT)
    assert done.returncode == 0
    assert done.stdout.startswith("X: random. O: combined.")


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
    assert f"Saved in {file}. Play against it: ttt play --o {file}\nDrawn in {plot}.\n" in said
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


def test_a_disk_that_is_full_gets_a_sentence(tmp_path, capsys, monkeypatch):
    monkeypatch.setattr("os.fsync", lambda *_: (_ for _ in ()).throw(OSError("the disk is full")))
    assert train("q", "--out", tmp_path / "agent.npz") == 2
    said = capsys.readouterr().err.splitlines()[-1]
    assert said == f"{tmp_path / 'agent.npz'} cannot be written: the disk is full."
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
        ("x" * 300 + ".png", "x" * 300 + ".png cannot be written: "),
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
    def locked(**_):
        raise PermissionError(13, "Permission denied", ".a.png.abc.part")

    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("tempfile.mkstemp", locked)
    assert train("q", option, "a.png") == 2
    assert capsys.readouterr().err == "a.png cannot be written: Permission denied.\n"


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
    said = "--out and --plot are both a.png: give each a file of its own.\n"
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
    monkeypatch.setattr("ttt.cli._drawing", interrupt)
    file = tmp_path / "agent.npz"
    assert train("q", "--out", file, "--plot", tmp_path / "p") == 130
    assert capsys.readouterr().err.endswith("\nInterrupted.\n")
    assert list(tmp_path.iterdir()) == [file]


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no SIGINT for one process")
def test_ctrl_c_ends_a_training_as_a_program(tmp_path):
    command = [sys.executable, "-m", "ttt", "train", "q", "--episodes", "100000000"]
    process = subprocess.Popen(
        [*command, "--out", str(tmp_path / "agent.npz")],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    process.stderr.read(1)  # the bar appears: it learns
    process.send_signal(signal.SIGINT)
    said = process.communicate(timeout=60)[1].decode()
    assert process.returncode == 130
    assert said.splitlines()[-1].startswith("Interrupted after ")
    assert said.endswith(" games. Nothing was saved.\n")
    assert list(tmp_path.iterdir()) == []


def test_a_large_board_is_trained_on_without_exact_results(tmp_path, capsys):
    learner = agents.QLearner(game=TicTacToe(4))
    learner.save(tmp_path / "large.npz")
    assert train("q", "--from", tmp_path / "large.npz", "--teacher", "0") == 0
    said = capsys.readouterr().out
    assert said == "q-learning after 60 episodes, on a board too large for exact results.\n"


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
