"""Playing, teaching, training and drawing in a terminal."""

import errno
import random
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

import ttt
from ttt import agents
from ttt.cli import main

ROOT = Path(__file__).parents[2]


@pytest.fixture(autouse=True)
def mine(tmp_path, monkeypatch):
    """Go to an empty folder and return the file of an agent there."""
    monkeypatch.chdir(tmp_path)
    return Path("mine.npz")


@pytest.fixture
def run(capsys):
    """Return a function that runs a command and returns its exit code and what it said."""

    def run_command(*words):
        code = main([str(word) for word in words])
        return code, *capsys.readouterr()

    return run_command


@pytest.fixture
def typing(monkeypatch):
    """Return a function that lets these lines be typed, and then the input end."""

    def type_lines(*lines):
        answers = iter(lines)

        def answer(prompt=""):
            reply = next(answers, EOFError())
            if isinstance(reply, BaseException):
                raise reply
            return reply

        monkeypatch.setattr("builtins.input", answer)

    return type_lines


LEAVING = ["q", "Quit", EOFError(), KeyboardInterrupt()]


def full(*_):
    """Fail as a full disk does."""
    raise OSError(errno.ENOSPC, "the disk is full")


# ---- the command alone


def test_alone_it_says_what_can_be_done_first(run):
    code, said, complaint = run()
    assert code == 0 and not complaint
    assert "ttt lab" in said and "ttt play" in said and len(said.splitlines()) <= 8
    for command in re.findall(r"^  ttt (\w+)", said, re.MULTILINE):
        with pytest.raises(SystemExit, match="0"):
            main([command, "--help"])


def test_it_knows_its_version(capsys):
    with pytest.raises(SystemExit, match="0"):
        main(["--version"])
    assert capsys.readouterr().out == f"Nine Squares {ttt.__version__}\n"


# ---- playing


def test_two_people_play_a_whole_game(typing, run):
    typing("4", "0", "2", "6", "3", "5", "1", "7", "8")
    code, said, _ = run("play", "--o", "human")
    assert code == 0
    assert said.startswith("X: you. O: you. 3 in a row win.\nType a cell, such as 0, or q to")
    assert "\n0 1 2\n3 4 5\n6 7 8\n" in said
    assert said.endswith("\nO X X\nX X O\nO O X\n\nA draw.\n")


@pytest.mark.parametrize("leaving", LEAVING)
def test_a_wrong_entry_gets_another_try_and_leaving_is_polite(leaving, typing, run):
    typing("nine", "9", "-1", "", "4", "4", leaving)
    code, said, _ = run("play", "--o", "human")
    for wrong in "nine", "9", "-1", "", "4":
        assert f"{wrong!r} is no cell to choose. There are: 0, 1, 2, 3, " in said
    assert code == 0 and said.endswith("\nGoodbye.\n")


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (["--x", "clever"], "There is no agent 'clever'."),
        (["--k", "4"], "4 marks in a row do not fit on a 3×3 board"),
        (["--o", "nothere.npz"], "There is no file nothere.npz, from which"),
        (["--o", "./"], "There is no file ., from which"),
        (["--size", "4", "--x", "minimax"], "Minimax looks at every line of play, but Tic"),
        (["--size", "4", "--o", "sarsa"], "sarsa has learned TicTacToe(3, 3, k="),
        (["--game", "nim", "--size", "4"], "--size and --k are for tic-tac-toe and misere: nim"),
        (["--game", "nim", "--o", "one-step"], "one-step looks for k in a row, which wins in "),
    ],
)
def test_what_cannot_be_played_is_refused_in_a_sentence(options, sentence, run):
    code, _, error = run("play", "--x", "random", *options)
    assert (code, error.count("\n")) == (2, 1)
    assert error.startswith(sentence)


def test_the_command_runs_as_a_program_a_seed_plays_it_again_and_no_widgets_are_imported(run):
    options = ["play", "--x", "combined", "--o", "random", "--size", "4", "--k", "3", "--seed", "1"]
    command = [sys.executable, "-X", "importtime", "-m", "ttt", *options]
    done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT)
    assert done.stdout.startswith("X: combined. O: random.") and done.stdout.endswith("X wins.\n")
    assert (0, done.stdout, "") == run(*options)
    assert not {"ipywidgets", "matplotlib"} & set(re.findall(r"\w+$", done.stderr, re.MULTILINE))


# ---- other games


@pytest.mark.parametrize(
    ("game", "typed", "shown", "last"),
    [
        (
            "connect-four",
            ["7", *"333333", "3", *"0101010"],
            ["4 in a row win.", "\n0 1 2 X 4 5 6\n", "'3' is no column to choose."],
            "X wins.",
        ),
        (
            "nim",
            ["0 4", "0 3", "1, 4", "2 5"],
            ["The last thing taken wins. 0 1 takes one", "0: |||\n1: ||||\n", "'0 4' is no move"],
            "X wins.",
        ),
        ("misere", ["0", "3", "1", "4", "2"], ["3 in a row lose."], "O wins."),
    ],
)
def test_other_games_are_played_in_their_own_way(game, typed, shown, last, typing, run):
    typing(*typed)
    code, said, _ = run("play", "--game", game, "--o", "human")
    assert code == 0 and said.endswith(f"\n{last}\n")
    assert all(words in said for words in shown)


# ---- training

FEW = ["--episodes", "60", "--seed", "1"]


@pytest.mark.parametrize(("kind", "name"), [("q", "q-learning"), ("sarsa", "sarsa")])
def test_an_agent_is_trained_saved_trained_on_and_played(kind, name, mine, run):
    code, said, _ = run("train", kind, "--out", mine, "--plot", "plot.svg", *FEW)
    assert code == 0
    assert said.startswith(
        f"{name} has learned from 60 games.\n  exact expected result as X against random: +0.297 at"
    )
    assert said.endswith("ttt play --o 'mine.npz'\nDrawn in plot.svg.\n")
    assert "<svg" in Path("plot.svg").read_text()
    run("train", kind, "--out", "again.npz", *FEW)
    assert Path("again.npz").read_bytes() == mine.read_bytes()  # the same seed
    assert run("train", kind, "--from", mine, "--out", "more.npz", *FEW)[0] == 0
    assert agents.load("more.npz").episodes == 120
    assert agents.load("more.npz").history.rewards[:60] == agents.load(mine).history.rewards
    _, said, _ = run("play", "--x", "random", "--o", "more.npz", "--seed", "1")
    assert said.startswith(f"X: random. O: {name}.")


@pytest.mark.parametrize("kind", ["position", "win"])
def test_a_network_is_trained_saved_and_played(kind, mine, run):
    few = ["--hidden", "8,8", "--epochs", 2, "--seed", 1]
    code, said, _ = run("train", kind, "--out", mine, "--plot", "loss.svg", *few)
    assert code == 0 and said.startswith(f"predict-{kind} has learned for 2 epochs.\n  mean loss: ")
    assert "% of 4,520 boards\n" in said and "of the best reply to it as O: +1.000\n" in said
    assert said.endswith("ttt play --o 'mine.npz'\nDrawn in loss.svg.\n")
    assert "<svg" in Path("loss.svg").read_text()
    assert run("train", kind, "--out", "b.npz", "--labels", "games", "--games", 99, *few)[0] == 0
    assert agents.load("b.npz").hidden == (8, 8) and agents.load("b.npz").losses


@pytest.fixture
def no_training(monkeypatch):
    """Let every training fail: what is refused must be refused before it."""
    monkeypatch.setattr("ttt.agents.Learner.train", lambda *_: pytest.fail("it was trained"))


@pytest.fixture
def files(mine):
    """Lay out a folder, a foreign file, agents of both kinds, and one that has learned nothing."""
    Path("folder").mkdir()
    Path("letter.png").write_text("precious")
    agents.SarsaLearner().save("sarsa.npz")
    learner = agents.QLearner(rng=random.Random(1))
    learner.save("new.npz")
    learner.train(agents.Teacher(), 2, every=0)
    learner.save("q.npz")
    before = {file: file.is_file() and file.read_bytes() for file in Path().iterdir()}
    yield
    assert before == {file: file.is_file() and file.read_bytes() for file in Path().iterdir()}


NO_FILE = [  # what to write to, and why it cannot be
    ("folder", "folder is no ordinary file: choose another name."),
    ("none/a.png", "There is no folder none to write a.png in."),
    ("letter.png", "letter.png is there already: choose another name, or add --overwrite."),
]
REFUSED = [
    ("train q --out a --from letter.png", "letter.png is not a saved agent, or "),
    ("train q --out a --from q.npz --game nim", "q-learning has learned TicTacToe(3, 3, k=3), "),
    ("train sarsa --out a --from q.npz", "The agent in q.npz learns by q-learning, not by sarsa."),
    ("train q --out a --size 4", "The teacher does not know the optimal moves. TicTacToe(4, 4"),
    (
        "train win --out a --hidden 64,x",
        "hidden is 1 to 4 layers of 1 to 1,024 neurons, such as 64",
    ),
    ("teach q --out sarsa.npz --from q.npz", "sarsa.npz is there already: choose another name"),
]
REFUSED += [
    (f"{command} '{name}'", why)
    for name, why in NO_FILE
    for command in ("train q --out", "train q --out a --plot", "teach q --out", "train win --out")
]


@pytest.mark.parametrize(("command", "sentence"), REFUSED)
def test_what_cannot_be_done_is_refused_in_a_sentence_before_the_work(
    command, sentence, files, no_training, typing, run
):
    typing()
    code, said, error = run(*shlex.split(command))
    assert (code, said, error.count("\n")) == (2, "", 1)
    assert error.startswith(sentence)


def test_an_interrupted_training_or_a_full_disk_leaves_nothing(mine, run, monkeypatch):
    def interrupt(*_, **__):
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr("ttt.agents.training.check", interrupt)
        assert run("train", "q", "--out", mine, *FEW) == (130, "", "\nInterrupted.\n")
    monkeypatch.setattr("os.fsync", full)
    code, _, error = run("train", "q", "--out", mine, *FEW)
    assert (code, error) == (2, "mine.npz cannot be used: the disk is full.\n")
    assert list(Path().iterdir()) == []


# ---- teaching


class Typist:
    """Types the first free cell, game after game; after so many games, what was asked for."""

    def __init__(self, monkeypatch, capsys, games, then):
        self.capsys, self.games, self.then, self.said = capsys, games, iter(then), ""
        monkeypatch.setattr("builtins.input", self)

    def __call__(self, prompt=""):
        self.said += self.capsys.readouterr().out
        if self.said.count(" wins.\n") + self.said.count("A draw.") < self.games:
            board = self.said.rstrip().rsplit("\n\n", 1)[-1]
            return next(letter for letter in board if letter.isdigit())
        reply = next(self.then, EOFError())
        if isinstance(reply, BaseException):
            raise reply
        return reply


@pytest.fixture
def teach(monkeypatch, capsys):
    """Return a function that runs `ttt teach` with some whole games; it returns what was said."""

    def run(*options, games, then=(), kind="q"):
        typist = Typist(monkeypatch, capsys, games, then)
        assert main(["teach", kind, "--seed", "1", *map(str, options)]) == 0
        return typist.said + capsys.readouterr().out

    return run


def test_a_game_that_is_left_changes_nothing(mine, teach):
    said = teach("--out", mine, games=0, then=["0", "q"])
    assert said.endswith("\nA game that is not finished teaches nothing. Nothing was saved.\n")
    assert not mine.exists()
    said = teach("--out", mine, games=2, then=["0", KeyboardInterrupt()])
    assert "nothing. Games it has learned from: 2. It is saved in mine.npz.\n" in said
    assert agents.load(mine).episodes == 2
    before = mine.read_bytes()
    assert teach("--from", mine, "--out", mine, games=0, then=["q"]).endswith(" was saved.\n")
    assert mine.read_bytes() == before


def test_teaching_goes_on_where_it_was_left_and_says_how(mine, teach):
    said = teach("--out", mine, games=1)
    assert "\nGame 1: you are O.\nq-learning (X) plays " in said
    go_on, play = map(shlex.split, said.splitlines()[-2:])
    assert go_on[-6:] == ["teach", "q", "--from", "mine.npz", "--out", "mine.npz"]
    assert play[-3:] == ["play", "--o", "mine.npz"]
    said = teach(*go_on[-4:], games=2)
    assert "\nGame 2: you are X.\n" in said and "\nGame 3: you are O.\n" in said
    learner = agents.load(mine)
    assert learner.history.sides == ["X", "O", "X"]
    assert [check.episode for check in learner.history.checks] == [0, 1, 2, 3]


# ---- plan and key


def test_the_minutes_of_every_plan_rise_and_are_those_that_the_readme_promises(run):
    code, plans, _ = run("plan")
    for plan in plans.split("\n\n## "):
        minutes = [int(minute) for minute in re.findall(r"^\| (\d+) \|", plan, re.MULTILINE)]
        assert len(minutes) > 5, f"fewer than six notes begin with a minute: {plan[:40]}"
        assert minutes == sorted(minutes), plan[:40]
    table = (ROOT / "README.md").read_text(encoding="utf-8")
    promised = dict(re.findall(r"^\| \[(\w+) .*\| (\d+) \|$", table, re.MULTILINE))
    planned = dict(re.findall(r"^## (\w+) ·.*\((\d+) minutes\)$", plans, re.MULTILINE))
    assert code == 0 and {"00": "20", **planned} == {"00": "20", **promised}


def test_the_key_has_every_exercise_and_every_question_with_its_answer(run):
    code, key, _ = run("key")
    assert code == 0
    written = ROOT.glob("ttt/exercises/questions/[0-9]*.md")
    names = [
        name
        for file in written
        for name in re.findall(r"^## (.+)$", file.read_text(encoding="utf-8"), re.MULTILINE)
    ]
    parts = key.split("## Question: ")[1:]
    assert sorted(part.partition("\n")[0] for part in parts) == sorted(names)
    assert [part[:60] for part in parts if "✓" not in part] == []
    with_source = re.findall(r"^## Exercise: `\w+`\n\n```python\n(?:.+\n)*?def ", key, re.MULTILINE)
    assert len(with_source) == key.count("## Exercise: ") >= 37
