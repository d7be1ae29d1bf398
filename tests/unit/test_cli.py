"""Playing and training in a terminal."""

import subprocess
import sys

import pytest

from ttt import TicTacToe, agents
from ttt.cli import main


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
        (["--smart", "2"], "smart is a probability from 0 to 1, not 2.0."),
    ],
)
def test_what_makes_no_sense_is_refused_in_a_sentence(options, sentence, capsys):
    assert main(["play", *options]) == 2
    assert capsys.readouterr().err.startswith(sentence)


def test_the_command_runs_as_a_program():
    code = "import sys; from ttt.cli import main; sys.exit(main())"
    command = [sys.executable, "-c", code, "play", "--x", "random", "--o", "combined"]
    done = subprocess.run(command, capture_output=True, text=True)
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
    assert said.startswith(f"{name} after 60 episodes:\n  as X against random: expected result")
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
    file = tmp_path / "agent.npz"
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
    assert capsys.readouterr().err.endswith("the disk is full\n")
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
        (("--from", tmp_path / "none"), f"There is no file {tmp_path / 'none'}."),
        (("--from", saved), f"The agent in {saved} learns by q-learning, not by sarsa."),
        (("--teacher", 2), "p is a probability from 0 to 1, not 2.0."),
        (("--out", tmp_path / "no" / "a.npz"), f"There is no folder {tmp_path / 'no'} to write"),
        (("--plot", tmp_path / "plot.xyz"), "The plot cannot be saved as"),
    ]:
        assert train("sarsa", *options) == 2
        assert capsys.readouterr().err.splitlines()[-1].startswith(sentence)
    assert main(["play", "--o", str(foreign)]) == 2
    assert "is not a saved agent" in capsys.readouterr().err
