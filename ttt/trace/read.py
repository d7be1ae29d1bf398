"""Making steps, a tree and words of the calls that were kept."""

import inspect
from collections.abc import Callable, Iterator
from functools import cached_property
from textwrap import dedent
from types import CodeType

import networkx as nx

from ttt.anygame import name_of_state
from ttt.game import SIDE, Action, State
from ttt.limit import TooLong
from ttt.trace.record import Recorder, Visit, is_number, python_function
from ttt.trace.steps import Step, Trace


class Reader:
    """Makes a `Trace` of what a recorder kept."""

    def __init__(self, recorder: Recorder, search, error, seconds):
        self.game, self.visits, self.recorder = recorder.game, recorder.visits, recorder
        self.search, self.error, self.seconds = search, error, seconds
        self.events = list(recorder.events)
        if error is not None:
            while not self.events[-1].entered and self.events[-1].visit.returned is None:
                self.events.pop()  # it did not return: the error came through it
        self.left = {event.visit.number for event in self.events if not event.entered}

    def trace(self) -> Trace:
        """Return the trace."""
        root = self.visits[0]
        choice = self._choice()
        return Trace(
            self.game,
            list(self._steps()),
            self._tree(),
            root.returned if choice is None else choice,
            choice,
            self.side,
            self.recorder.entered,
            self.source.lines,
            self._note(),
            self.error,
        )

    # ---- values

    @cached_property
    def raw(self) -> dict[int, object]:
        """What each call returned, of a pair such as (value, move) the value."""
        returned = {n.number: n.returned for n in self.visits if n.number in self.left}
        ends = [r for number, r in returned.items() if not self.visits[number].visited]
        pairs = [end for end in ends if isinstance(end, tuple) and end]
        second = bool(pairs) and all(not is_number(pair[0]) for pair in pairs)
        return {
            number: value[second] if isinstance(value, tuple) and len(value) > second else value
            for number, value in returned.items()
        }

    @cached_property
    def side(self) -> str:
        """Whose side the values are on: that with which the fewest of them are at odds."""
        return min(("X", "root", "mover"), key=self._oddities)

    def _oddities(self, side: str) -> int:
        """Return how many values cannot be right if they are from that side."""
        odd = 0
        for visit in self.visits[:2000]:
            value = self.raw.get(visit.number)
            if not is_number(value) or (visit is self.visits[0] and not visit.valued):
                continue
            value *= self._sign(visit, side)
            if visit.children:
                odd += value not in [self._valued(child, side) for child in visit.children]
            elif self.game.terminal(visit.state):
                odd += value * self.game.utility(visit.state) < 0
        return odd

    def _sign(self, visit: Visit, side: str) -> int:
        """Return -1 where X's gain is a loss for the side that a value is from."""
        return 1 if side == "X" else self._mover(self.visits[0] if side == "root" else visit)

    def _mover(self, visit: Visit) -> int:
        """Return 1 where X is to move, -1 where O is; at an end, the other one than before."""
        if not self.game.terminal(visit.state):
            return SIDE[self.game.player(visit.state)]
        return -self._mover(visit.parent) if visit.parent else 1

    def _valued(self, visit: Visit, side: str | None = None):
        """Return the value of a board, X's side; what is no number stays as it is."""
        value = self.raw.get(visit.number)
        return self._sign(visit, side or self.side) * value if is_number(value) else value

    @cached_property
    def values(self) -> dict[int, object]:
        """The value of each board that has been left, X's side."""
        values = {n.number: self._valued(n) for n in self.visits if n.number in self.left}
        root = self.visits[0]
        if 0 in values and not root.valued and root.children:
            values[0] = self._value_of_choice(values)
        return values

    def _value_of_choice(self, values):
        """Return the value of the root whose search returned a move: that of the move."""
        choice = self._choice()
        chosen = [c for c in self.visits[0].children if self._move(self.visits[0], c) == choice]
        return values.get(chosen[-1].number) if chosen else self.visits[0].returned

    def _choice(self) -> Action | None:
        """Return the move that the search returned, if it is a move and not a value."""
        root = self.visits[0]
        if root.valued or root.returned is None:
            return None
        found = [a for a in self._moves(root) if type(a) is type(root.returned)]
        return root.returned if root.returned in found else None

    def _bounds(self, visit: Visit, window: tuple | None) -> tuple:
        """Return alpha and beta from X's side, or twice None."""
        if window is None:
            return None, None
        return window if self._sign(visit, self.side) == 1 else (-window[1], -window[0])

    # ---- steps

    def _steps(self) -> Iterator[Step]:
        above = self._windows_above()
        for nth, (entered, visit, window, _, place) in enumerate(self.events):
            alpha, beta = self._bounds(visit, window)
            lines = self.source.find(place), self.source.find(visit.called)
            if entered:
                yield Step("enter", visit.number, alpha, beta, None, (), above[nth], *lines)
                continue
            value = self.values[visit.number]
            if self.cuts[visit.number]:
                yield Step(
                    "cut", visit.number, alpha, beta, value, self.cuts[visit.number], None, *lines
                )
            kind = "return" if visit.visited else "leaf"
            yield Step(kind, visit.number, alpha, beta, value, (), above[nth], *lines)

    def _windows_above(self) -> list:
        """Return the window of the board above after each event: as it is next seen."""
        latest, above = {}, []
        for event in reversed(self.events):
            parent = event.visit.parent
            if event.entered and event.above:
                latest[parent.number] = event.above
            elif not event.entered and event.window:
                latest[event.visit.number] = event.window
            window = latest.get(parent.number) if parent else None
            above.append(self._bounds(parent, window) if window else None)
        return above[::-1]

    @cached_property
    def cuts(self) -> dict[int, tuple[Action, ...]]:
        """The moves that no call on each board looked at and that were not looked up either."""
        return {number: cut for number, (cut, _) in self._unvisited.items()}

    @cached_property
    def _unvisited(self) -> dict[int, tuple[tuple, tuple]]:
        """For each board that was left: the moves that were cut, those that were looked up."""
        seen, unvisited = set(), {}
        for event in self.events:
            if event.entered:
                seen.add(event.visit.state)
            else:
                unvisited[event.visit.number] = self._sort_out(event.visit, seen)
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
        alpha, beta = self._bounds(visit, visit.window)
        value = self._valued(visit)
        if alpha is None or not is_number(value):
            return False
        return alpha >= beta or (value >= beta if self._mover(visit) == 1 else value <= alpha)

    def _moves(self, visit: Visit) -> dict[Action, State]:
        """Return the moves on a board, each with the board it leads to."""
        game, state = self.game, visit.state
        try:
            moves = () if game.terminal(state) else game.actions(state)
            return {action: game.result(state, action) for action in moves}
        except ValueError:  # a board that cannot occur
            return {}

    def _move(self, visit: Visit, child: Visit) -> Action | None:
        """Return the move that leads from a board to its child or a mirror image, or None."""
        moves = self._moves(visit)
        found = [a for a, state in moves.items() if state == child.state]
        if not found:
            image = self._image(child.state)
            found = [a for a, state in moves.items() if self._image(state) == image]
        if len(found) < 2:
            return found[0] if found else None
        # Several moves lead there: they were made in the order of the game, as far as one sees.
        earlier = visit.children[: visit.children.index(child)]
        return found[sum(other.state == child.state for other in earlier) % len(found)]

    def _image(self, state: State) -> State:
        """Return the one state that stands for all mirror images of `state`, if that is known."""
        return self.game.canonical(state) if hasattr(self.game, "canonical") else state

    # ---- the tree, the source, the note

    def _tree(self) -> nx.DiGraph:
        tree = nx.DiGraph(game=self.game)
        for visit in self.visits:
            number = visit.number
            alpha, beta = self._bounds(visit, visit.window)
            cut, known = self._unvisited.get(number, ((), ()))
            tree.add_node(number, state=visit.state, alpha=alpha, beta=beta, cut=cut, known=known)
            if number in self.values:
                tree.nodes[number]["value"] = self.values[number]
            if visit.parent:
                tree.add_edge(visit.parent.number, number, action=self._move(visit.parent, visit))
        return tree

    @cached_property
    def source(self) -> "_Source":
        """The code of the search and of all recursive functions that it called."""
        codes = [code for code, names in self.recorder.codes.values() if names]
        return _Source(self.search, codes)

    def _note(self) -> str:
        """Return in words what cut the trace short, or ""."""
        kept, entered = len(self.visits), self.recorder.entered
        if self.recorder.astray and self.error:
            return "The search calls itself without end: does every call come nearer to an end?"
        if isinstance(self.error, RecursionError):
            return (
                "The search calls itself more often than Python allows: either the game is that "
                "long, or the calls come no nearer to an end."
            )
        if isinstance(self.error, TooLong):
            return f"The search was stopped after {self.seconds:g} seconds."
        if isinstance(self.error, KeyboardInterrupt):
            return "The search was interrupted."
        if self.error is not None:
            words = f"{type(self.error).__name__}: {self.error}".rstrip(": .")
            return f"The search ended with an error: {words}."
        if entered > kept:
            what = f"{name_of_state(self.game)}s"
            return f"The search entered {entered:,} {what}; the first {kept:,} are kept."
        return ""


class _Source:
    """The lines of some functions, and where among them each place of the code is."""

    def __init__(self, search: Callable, codes: list[CodeType]):
        self.lines, self._blocks = [], []
        function = python_function(search) or python_function(type(search).__call__)
        for code in ([function.__code__] if function else []) + codes:
            if self.find((code, code.co_firstlineno)) is None:
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

    def find(self, place: tuple[CodeType, int] | None) -> int | None:
        """Return the number among `lines` of a line of some code, or None if it is not there."""
        code, line = place or (None, 0)
        for name, first, end, start in self._blocks:
            if code and name == code.co_filename and first <= line < end:
                return start + line - first
        return None
