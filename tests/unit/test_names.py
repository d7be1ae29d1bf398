"""One name, one thing: no two classes of ttt share a name, and exercises show the textbook."""

import ast
from collections import defaultdict
from pathlib import Path

import ttt

PACKAGE = Path(ttt.__file__).parent
LONGEST = {"minimax.py": 120, "mcts.py": 125, "td.py": 105, "nets.py": 175, "alphazero.py": 215}
LONGEST |= {"evaluation.py": 30}
SIX = {"initial", "player", "actions", "result", "terminal", "utility"}


def test_no_name_of_a_class_exists_twice():
    homes = defaultdict(list)
    for file in PACKAGE.rglob("*.py"):
        for node in ast.parse(file.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                homes[node.name].append(file.relative_to(PACKAGE))
    assert {name: files for name, files in homes.items() if len(files) > 1} == {}


def test_the_textbook_is_short_and_knows_nothing_but_the_six_functions():
    folder = PACKAGE / "algorithms"
    assert {file.name for file in folder.glob("*.py")} == {"__init__.py", *LONGEST}
    for name, longest in LONGEST.items():
        text = (folder / name).read_text(encoding="utf-8")
        assert len(text.splitlines()) <= longest, name
        asked = {
            node.attr
            for node in ast.walk(ast.parse(text))
            if isinstance(node, ast.Attribute)
            and isinstance(node.value, ast.Name)
            and node.value.id == "game"
        }
        beyond = {"alphazero.py": {"images", "action_images"}, "nets.py": {"canonical"}}
        beyond |= {"evaluation.py": {"lines"}}
        assert asked <= SIX | beyond.get(name, set()), name
