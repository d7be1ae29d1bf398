"""Draws every picture in this folder; `make figures` runs it.

growth.svg is measured and drawn by `make bench` instead.
"""

from pathlib import Path

from ttt import Space, TicTacToe, draw

HERE = Path(__file__).parent


def pictures() -> dict[str, draw.Picture]:
    """Return the pictures by their file names."""
    game = TicTacToe()
    space = Space(game)
    small = draw.game_tree(game, "XOX.OXO..", value=space.value)
    ends = draw.game_tree(game, "OXX.X.O..", value=space.value)
    first = draw.game_tree(game, game.initial, depth=2, symmetry=True)
    fork = ["X..OX...O", "X.XOX...O", "XOXOX...O", "XOXOX.X.O"]
    said = ["X to move", "a fork: two threats", "O can stop only one", "X wins"]
    return {
        "fork.svg": draw.boards(
            fork, said, arrows=True, values=[{}, {1: "!", 6: "!"}], last=[None, 2, 1, 6]
        ),
        "tree_small.svg": draw.tree(small),
        "tree_ends.svg": draw.tree(ends),
        "tree_first_moves.svg": draw.tree(first, levels={"X": "X moves", "O": "O moves"}),
    }


if __name__ == "__main__":
    for name, picture in pictures().items():
        picture.save(HERE / name)
        print(f"figures/{name}")
