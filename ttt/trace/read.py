"""What is known of a search that was watched: steps, a tree and words, read off the calls kept."""

import inspect
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import zip_longest
from textwrap import dedent
from types import CodeType

import networkx as nx

from ttt.anygame import name_of_state
from ttt.game import SIDE, Action, State
from ttt.limit import TooLong
from ttt.trace.record import Moment, Recorder, Visit, is_number, python_function


@dataclass(frozen=True, slots=True)
class Step:
    """One thing that a search did.

    kind     "enter" a board, find a "leaf" (no board below it was looked at), "cut" the moves
             `skipped`, or "return" the value of a board whose children were looked at
    node     the board's node in the tree
    alpha    what MAX has for certain elsewhere, X's side; None where the search has no window
    beta     what MIN has for certain elsewhere, X's side
    value    what the search says the board is worth, X's side; None as long as it does not
    skipped  the moves that were never looked at
    above    alpha and beta of the board above after this step, or None
    line     the line of the source that was running, counted from 0, or None
    waiting  the line of the call above that waits for this one, or None
    """

    kind: str
    node: int
    alpha: float | None
    beta: float | None
    value: object
    skipped: tuple[Action, ...]
    above: tuple[float, float] | None
    line: int | None
    waiting: int | None


class Trace:
    """What a search did, as a list of steps and as a tree with one node a call.

    game     the game it was run in
    steps    every `Step`, in order
    tree     a networkx DiGraph: nodes numbered as they were entered, each with its `state`, its
             `value` (X's side), `alpha` and `beta` at the end, the moves `cut` and the moves
             `known`, which were looked up rather than searched; edges with the move as `action`
    value    what the search returned
    choice   the move it returned, if it returned a move
    side     whose side the search counts from: "X", "mover" (negamax) or "root"
    entered  how many boards were entered; more than the tree has if it was too long to keep
    source   the lines of the search's code
    note     a sentence about what cut the trace short, or ""
    error    the error that ended the search, or None
    """

    def __init__(self, recorder: Recorder, search: Callable, error: BaseException | None):
        self.game, self.entered, self.error = recorder.game, recorder.entered, error
        self._root, self._visits, self._events = recorder.root, recorder.visits, recorder.events
        while error and not self._events[-1].entered and self._events[-1].visit.returned is None:
            self._events.pop()  # it did not return: the error came through it
        self._left = [event.visit for event in self._events if not event.entered]
        self._source = _Source(search, [code for code, names in recorder.codes.values() if names])
        self.source, self.value = self._source.lines, self._root.returned

    @property
    def cut(self) -> int:
        """How many moves were cut off."""
        return sum(len(step.skipped) for step in self.steps)

    def __repr__(self):
        words = f"<Trace: {self.entered:,} {name_of_state(self.game)}s entered, {self.cut:,} cut"
        return f"{words}. {self.note}>" if self.note else f"{words}>"

    # ---- values

    @cached_property
    def _raw(self) -> dict[Visit, object]:
        """What was returned for each board that was left, of a pair (value, move) the value."""
        ends = [visit.returned for visit in self._left if not visit.visited]
        pairs = [end for end in ends if isinstance(end, tuple) and end]
        second = bool(pairs) and all(not is_number(pair[0]) for pair in pairs)
        returned = {visit: visit.returned for visit in self._left}
        return {
            visit: value[second] if isinstance(value, tuple) and len(value) > second else value
            for visit, value in returned.items()
        }

    @cached_property
    def side(self) -> str:
        """Whose side the values are on: that with which the fewest of them are at odds."""
        return min(("X", "root", "mover"), key=self._oddities)

    def _oddities(self, side: str) -> int:
        """Return how many values cannot be right if they are from that side."""
        odd = 0
        for visit in self._visits[:2000]:
            value = self._value(visit, side)
            if not is_number(value) or (visit is self._root and not visit.last):
                continue
            if visit.children:
                odd += value not in [self._value(child, side) for child in visit.children]
            elif self.game.terminal(visit.state):
                odd += value * self.game.utility(visit.state) < 0
        return odd

    def _value(self, visit: Visit, side: str):
        """Return the value of a board, X's side; what is no number stays as it is."""
        value = self._raw.get(visit)
        return self._sign(visit, side) * value if is_number(value) else value

    def _sign(self, visit: Visit, side: str) -> int:
        """Return -1 where X's gain is a loss for the side that a value is from."""
        return 1 if side == "X" else self._mover(self._root if side == "root" else visit)

    def _mover(self, visit: Visit) -> int:
        """Return 1 where X is to move, -1 where O is; at an end, the other one than before."""
        if not self.game.terminal(visit.state):
            return SIDE[self.game.player(visit.state)]
        return -self._mover(visit.parent) if visit.parent else 1

    @cached_property
    def _values(self) -> dict[Visit, object]:
        """The value of each board that was left, X's side; of a root that chose, the choice's."""
        values = {visit: self._value(visit, self.side) for visit in self._left}
        if self._root in values and not self._root.last:
            moves = self._moves_made(self._root)
            chosen = [values.get(c) for c, move in moves.items() if move == self.choice]
            values[self._root] = chosen[-1] if chosen else self._root.returned
        return values

    @cached_property
    def choice(self) -> Action | None:
        """The move that the search returned, if it is a move and not a value."""
        if self._root.last or self._root.returned is None:
            return None
        moves = [a for a in self._moves(self._root) if type(a) is type(self._root.returned)]
        return self._root.returned if self._root.returned in moves else None

    def _bounds(self, visit: Visit, moment: Moment | None) -> tuple:
        """Return alpha and beta from X's side, or twice None."""
        alpha, beta = (moment and moment.window) or (None, None)
        if alpha is None or self._sign(visit, self.side) == 1:
            return alpha, beta
        return -beta, -alpha

    # ---- steps

    @cached_property
    def steps(self) -> list[Step]:
        """Every step, in order."""
        return list(self._steps())

    def _steps(self) -> Iterator[Step]:
        for (entered, visit, moment), after in zip_longest(self._events, self._events[1:]):
            alpha, beta = self._bounds(visit, moment)
            lines = self._source.find(moment), self._source.find(visit.called)
            if entered:
                above = self._window_above(visit, visit.called)
                yield Step("enter", visit.number, alpha, beta, None, (), above, *lines)
                continue
            value, (cut, _) = self._values[visit], self._unvisited[visit]
            if cut:
                yield Step("cut", visit.number, alpha, beta, value, cut, None, *lines)
            # What the call above makes of it is seen when that enters another board or ends.
            later = after and (after.visit.called if after.entered else after.moment)
            kind, above = "return" if visit.visited else "leaf", self._window_above(visit, later)
            yield Step(kind, visit.number, alpha, beta, value, (), above, *lines)

    def _window_above(self, visit: Visit, moment: Moment | None) -> tuple | None:
        """Return alpha and beta of the call above at some moment, X's side, if it has them."""
        return self._bounds(visit.parent, moment) if moment and moment.window else None

    @cached_property
    def _unvisited(self) -> dict[Visit, tuple[tuple, tuple]]:
        """For each board that was left: the moves that were cut, those that were looked up."""
        seen, unvisited = set(), {}
        for entered, visit, _ in self._events:
            if entered:
                seen.add(visit.state)
            else:
                unvisited[visit] = self._sort_out(visit, seen)
        return unvisited

    def _sort_out(self, visit: Visit, seen: set[State]) -> tuple[tuple, tuple]:
        """Return the moves on a board that were cut, and those that were looked up."""
        moves = self._moves(visit) if visit.visited else {}
        left = {a: child for a, child in moves.items() if child not in visit.visited}
        strangers = {self._image(state) for state in visit.visited - set(moves.values())}
        if strangers:  # a search that uses symmetry enters mirror images
            left = {a: child for a, child in left.items() if self._image(child) not in strangers}
        if not left or self._has_cut(visit):
            return tuple(left), ()
        images = {self._image(state) for state in visit.visited}
        known = [a for a, child in left.items() if child in seen or self._image(child) in images]
        return tuple(a for a in left if a not in known), tuple(known)

    def _has_cut(self, visit: Visit) -> bool:
        """Return whether the window of a board had closed when it was left."""
        alpha, beta = self._bounds(visit, visit.last)
        value = self._value(visit, self.side)
        if alpha is None or not is_number(value):
            return False
        return alpha >= beta or (value >= beta if self._mover(visit) == 1 else value <= alpha)

    # ---- the tree and its moves

    @cached_property
    def tree(self) -> nx.DiGraph:
        """The boards that were entered and are kept."""
        tree = nx.DiGraph(game=self.game)
        for visit in self._visits:
            alpha, beta = self._bounds(visit, visit.last)
            cut, known = self._unvisited.get(visit, ((), ()))
            value = {"value": self._values[visit]} if visit in self._values else {}
            look = {"alpha": alpha, "beta": beta, "cut": cut, "known": known, **value}
            tree.add_node(visit.number, state=visit.state, **look)
        for visit in self._visits:
            for child, move in self._moves_made(visit).items():
                tree.add_edge(visit.number, child.number, action=move)
        return tree

    def _moves(self, visit: Visit) -> dict[Action, State]:
        """Return the moves on a board, each with the board it leads to."""
        game, state = self.game, visit.state
        try:
            moves = () if game.terminal(state) else game.actions(state)
            return {action: game.result(state, action) for action in moves}
        except ValueError:  # a board that cannot occur
            return {}

    def _moves_made(self, visit: Visit) -> dict[Visit, Action | None]:
        """Return the move to each child, or None; of several to one board, one after the other."""
        moves = self._moves(visit) if visit.children else {}
        made, left = {}, dict(moves)
        for child in visit.children:
            alike = [a for a in (*left, *moves) if moves[a] == child.state]
            if not alike:
                image = self._image(child.state)
                alike = [a for a in moves if self._image(moves[a]) == image]
            made[child] = alike[0] if alike else None
            left.pop(made[child], None)
        return made

    def _image(self, state: State) -> State:
        """Return the one state that stands for all mirror images of `state`, if that is known."""
        return self.game.canonical(state) if hasattr(self.game, "canonical") else state

    @property
    def note(self) -> str:
        """What cut the trace short, in words, or ""."""
        if isinstance(self.error, RecursionError):
            words = "The search calls itself more often than Python allows"
            return f"{words}: does every call come nearer to an end?"
        if isinstance(self.error, TooLong):
            return f"The search was stopped after {self.error.seconds:g} seconds."
        if self.error is not None:
            words = f"{type(self.error).__name__}: {self.error}".rstrip(": .")
            return f"The search ended with an error: {words}."
        kept, what = len(self._visits), f"{name_of_state(self.game)}s"
        if self.entered > kept:
            return f"The search entered {self.entered:,} {what}; the first {kept:,} are kept."
        return ""


class _Source:
    """The lines of a search and of the functions it called, and where each of them is."""

    def __init__(self, search: Callable, codes: list[CodeType]):
        self.lines, self._blocks = [], []
        function = python_function(search) or python_function(type(search).__call__)
        for code in ([function.__code__] if function else []) + codes:
            if self.find(Moment(code, code.co_firstlineno, None)) is None:
                self._add(code)

    def _add(self, code: CodeType) -> None:
        try:
            lines, first = inspect.getsourcelines(code)
        except (OSError, TypeError):  # it was not written in a file or a cell
            return
        if self.lines:
            self.lines.append("")
        self._blocks.append((code.co_filename, first, first + len(lines), len(self.lines)))
        self.lines += dedent("".join(lines)).rstrip().split("\n")

    def find(self, moment: Moment | None) -> int | None:
        """Return the number among `lines` of the line that ran, or None if it is not there."""
        for name, first, end, start in self._blocks if moment else ():
            if name == moment.code.co_filename and first <= moment.line < end:
                return start + moment.line - first
        return None
