"""Agents that follow rules of thumb.

A rule looks at a state and returns the moves it speaks for, or () if it has
nothing to say. An agent asks its rules in order and plays one of the moves of
the first rule that speaks, each with the same probability.

But for `anything`, the rules are for boards on which k marks in a row win. A
rule thinks in cells; it speaks for the moves that put a mark there.
"""

from collections.abc import Callable, Iterable
from functools import lru_cache

from ttt.agents.agent import Agent, Policy, uniform
from ttt.anygame import name_of_game
from ttt.game import EMPTY, Action, Actions, Cells, Game, InARow, State, TicTacToe
from ttt.games import ConnectFour

Rule = Callable[[Game, State], Actions]

WINNING = ("player", "actions", "result", "winner", "outcome", "utility", "cell_of", "lines")


def has_winning_lines(game: Game) -> bool:
    """Return whether it is known that k marks in a row win this game.

    They do in TicTacToe and ConnectFour, and in a class derived from these that has left
    alone how one moves and wins: one that counts its nodes, say.
    """
    return _keeps_the_rules(type(game))


@lru_cache(maxsize=100)
def _keeps_the_rules(kind: type) -> bool:
    return any(
        all(getattr(kind, name, None) is getattr(known, name) for name in WINNING)
        for known in (TicTacToe, ConnectFour)
    )


def insist_on_lines(game: Game, what: str) -> None:
    """Raise a ValueError that says what is missing, unless k in a row are known to win."""
    if not has_winning_lines(game):
        raise ValueError(
            f"{what} looks for k in a row, which wins in TicTacToe and ConnectFour; of "
            f"{name_of_game(game)} that is not known."
        )


# ---- looking ahead along the lines


def opponent(player: str) -> str:
    """Return the other one of "X" and "O"."""
    return "O" if player == "X" else "X"


def marked(state: str, cell: int, player: str) -> str:
    """Return the board with a mark of `player` in `cell`, whoever's turn it is."""
    return state[:cell] + player + state[cell + 1 :]


def lands(game: InARow, state: str, cell: int) -> bool:
    """Return whether a mark can be put into a cell now: it is free, and no mark falls past it."""
    return state[cell] == EMPTY and game.cell_of(state, game.action_at(state, cell)) == cell


def moves_to(game: InARow, state: str, cells: Iterable[int]) -> Actions:
    """Return the moves that put a mark into one of these cells."""
    return tuple(game.action_at(state, cell) for cell in cells if lands(game, state, cell))


@lru_cache(maxsize=50_000)
def winning_cells(game: InARow, state: str, player: str) -> Cells:
    """Return the free cells that would complete a line of `player`, ascending."""
    insist_on_lines(game, "A rule")
    found = set()
    for line in game.lines:
        marks = [state[cell] for cell in line]
        if marks.count(player) == game.k - 1 and EMPTY in marks:
            found.add(line[marks.index(EMPTY)])
    return tuple(sorted(found))


def wins_now(game: InARow, state: str, player: str) -> Cells:
    """Return those of the winning cells that a mark can be put into now."""
    return tuple(c for c in winning_cells(game, state, player) if lands(game, state, c))


@lru_cache(maxsize=50_000)
def forking_cells(game: InARow, state: str, player: str) -> Cells:
    """Return the cells that would give `player` two ways to win at once, ascending."""
    insist_on_lines(game, "A rule")
    return tuple(
        cell
        for cell in range(game.cells)
        if lands(game, state, cell) and len(wins_now(game, marked(state, cell, player), player)) > 1
    )


# ---- the rules


def anything(game: Game, state: State) -> Actions:
    """Any move."""
    return game.actions(state)


def win(game: Game, state: State) -> Actions:
    """Complete a line."""
    return moves_to(game, state, winning_cells(game, state, game.player(state)))


def block(game: Game, state: State) -> Actions:
    """Take a cell with which the opponent would complete a line."""
    return moves_to(game, state, winning_cells(game, state, opponent(game.player(state))))


def move_order(game: InARow, state: State) -> list[Action]:
    """Return all moves, the most promising first: wins, then blocks, then those on many lines."""
    wins, blocks = win(game, state), block(game, state)

    def rank(cell):
        lines = sum(cell in line for line in game.lines)
        return cell not in wins, cell not in blocks, -lines

    return sorted(game.actions(state), key=rank)


def fork(game: Game, state: State) -> Actions:
    """Make two threats at once: the opponent can stop only one of them."""
    return moves_to(game, state, forking_cells(game, state, game.player(state)))


def block_fork(game: Game, state: State) -> Actions:
    """If the opponent could fork, make a move after which they cannot.

    A move that threatens to win forces their answer, so it is enough that the
    answer is no fork.
    """
    me, them = game.player(state), opponent(game.player(state))
    if not forking_cells(game, state, them):
        return ()
    safe = []
    for action in game.actions(state):
        after = marked(state, game.cell_of(state, action), me)
        answers = wins_now(game, after, me) or range(game.cells)
        if not set(answers) & set(forking_cells(game, after, them)):
            safe.append(action)
    return tuple(safe)


def center(game: Game, state: State) -> Actions:
    """Take the middle of the board; an even side has two middle rows or columns."""
    insist_on_lines(game, "The rule of the center")
    middle = [r * game.cols + c for r in _middle(game.rows) for c in _middle(game.cols)]
    return moves_to(game, state, middle)


def corner(game: Game, state: State) -> Actions:
    """Take a corner."""
    return moves_to(game, state, _corners(game))


def opposite_corner(game: Game, state: State) -> Actions:
    """Take a corner that is diagonally opposite to one of the opponent's."""
    them = opponent(game.player(state))
    corners = _corners(game)
    return moves_to(game, state, [c for c in corners if state[game.cells - 1 - c] == them])


def side(game: Game, state: State) -> Actions:
    """Take a cell on the edge of the board that is no corner."""
    corners, rows, cols = _corners(game), (0, game.rows - 1), (0, game.cols - 1)
    edge = [c for c in range(game.cells) if c // game.cols in rows or c % game.cols in cols]
    return moves_to(game, state, [cell for cell in edge if cell not in corners])


def _middle(side: int) -> range:
    return range((side - 1) // 2, side // 2 + 1)


def _corners(game: InARow) -> list[int]:
    insist_on_lines(game, "The rule of the corners")
    last = game.cells - 1
    return sorted({0, game.cols - 1, last - (game.cols - 1), last})


# ---- the agents

FOR_LINES = (win, block, fork, block_fork, center, opposite_corner, corner, side)

RULE_ORDERS = {
    "random": (anything,),
    "center": (center, anything),
    "corner": (opposite_corner, corner, anything),
    "one-step": (win, block, anything),
    "combined": (*FOR_LINES, anything),
}

RULES = {rule.__name__: rule for rule in (*FOR_LINES, anything)}


class RuleAgent(Agent):
    """An agent that plays by the first of its rules that has something to say."""

    def __init__(self, *rules: Rule, name: str = "rules", rng=None):
        super().__init__(rng)
        self.rules, self.name = rules, name
        self.needs_lines = any(rule in FOR_LINES for rule in rules)
        ours = (*FOR_LINES, anything)
        self.is_settled = all(rule in ours for rule in rules)  # one's own rule may throw dice

    def policy(self, game: Game, state: State) -> Policy:
        """Return equal probabilities for the moves of the first rule that speaks."""
        if self.needs_lines:
            insist_on_lines(game, self.name)
        if game.terminal(state):
            return {}
        for rule in self.rules:
            if moves := _moves(rule(game, state)):
                return uniform(moves)
        return {}


def _moves(spoken: Actions | Action | None) -> Actions:
    """Return the moves a rule speaks for; one's own may answer with one move, or None."""
    if isinstance(spoken, tuple):
        return spoken
    return () if spoken is None else tuple(spoken) if isinstance(spoken, Iterable) else (spoken,)


def rules(wanted: Iterable[str | Rule], name: str = "my rules") -> RuleAgent:
    """Return a player that asks these rules in order, and makes any move where none speaks.

    A rule is a function of game and state that returns moves, one move or None; or the name of
    one of the course, such as "win" or "block".
    """
    if isinstance(wanted, str):
        raise ValueError(f"The rules are a list, such as [{wanted!r}].")
    unknown = [rule for rule in wanted if not callable(rule) and rule not in RULES]
    if unknown:
        raise ValueError(f"There is no rule {unknown[0]!r}. There are: {', '.join(RULES)}.")
    return RuleAgent(*(RULES.get(rule, rule) for rule in wanted), anything, name=name)
