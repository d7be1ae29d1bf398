"""What is known of a search that was watched: steps, a tree and words, read off the calls kept."""

import inspect
import re
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property, partial
from itertools import zip_longest
from textwrap import dedent
from types import CodeType

import networkx as nx

from ttt.anygame import name_of_state
from ttt.game import SIDE, Action, State
from ttt.trace.lines import Variables, is_number
from ttt.trace.record import Event, Moment, Recorder, Visit

LEAVES = re.compile(r"^[^#]*\b(break|return|raise)\b")  # a line that ends a loop or a call
ALONE = (
    "The search hands no other state to a call of itself, so only this one can be shown. If it "
    "remembers boards from an earlier run, run the cells that define it again."
)
Window = tuple[float, float]  # alpha and beta: what MAX and MIN have for certain elsewhere


@dataclass(frozen=True, slots=True)
class Step:
    """One thing that a search did.

    kind       "enter" a board, find a "leaf" (no board below it was looked at), "cut": stop there
               before the moves `skipped`, "return" the value of a board whose children were looked
               at; or, where lines are kept, be about to run a "line"
    node       the board's node in the tree
    window     alpha and beta, X's side, or None if the search has none
    value      what the search says the board is worth, X's side; None as long as it does not
    skipped    the moves that were never looked at
    above      the window of the board above after this step, or None
    line       the line of the source that was running, counted from 0, or None
    waiting    the line of the call above that waits for this one, or None
    variables  the names and values of the call's variables, where lines are kept
    """

    kind: str
    node: int
    window: Window | None
    value: object = None
    skipped: tuple[Action, ...] = ()
    above: Window | None = None
    line: int | None = None
    waiting: int | None = None
    variables: Variables = ()


class Trace:
    """What a search did, as a list of steps and as a tree with one node a call.

    game     the game it was run in
    steps    every `Step`, in order
    tree     a networkx DiGraph: nodes numbered as they were entered, each with its `state`, its
             `value` (X's side), the moves `skipped` by a cut, and those `known`, which were looked
             up rather than searched, with what was found; `bound` is "≤" or "≥" where the value
             is only a bound; edges with the move as `action`, `chosen` or not
    value    what the search returned
    choice   the move it returned, if it returned a move
    side     whose side the search counts from: "X", or "mover" (negamax)
    entered  how many boards were entered; more than the tree has if it was too long to keep
    source   the lines of the search's code
    note     a sentence about what is missing in the trace, or ""
    error    the error that ended the search, or None
    """

    def __init__(self, recorder: Recorder, error: BaseException | None):
        self.game, self.entered, self.error = recorder.game, recorder.entered, error
        self._lines = recorder.lines if recorder.lines_left <= 0 else 0  # that have run out
        self._root, self._visits, self._events = recorder.root, recorder.visits, recorder.events
        while error and (last := self._events[-1]).kind == "leave" and last.visit.returned is None:
            self._events.pop()  # it did not return: the error came through it
        self._left = [event.visit for event in self._events if event.kind == "leave"]
        self._source = Source(recorder.own)
        self.source, self.value = self._source.lines, self._root.returned
        self._stops_before_ends = not any(map(self._is_end, self._visits[1:]))
        for visit in self._visits:
            self._name_moves(visit)
        self.choice = self._choice()
        self.side = min(("X", "mover"), key=self._oddities)
        earlier = {}
        for visit in self._left:  # each board after those below it
            self._judge(visit, earlier)
            earlier[visit.state] = visit

    @cached_property
    def cuts(self) -> int:
        """At how many boards the search stopped before it had looked at all moves."""
        return sum(step.kind == "cut" for step in self.steps)

    @property
    def note(self) -> str:
        """What ended the trace too soon, or why there is so little to see, in words, or ""."""
        kept, board = len(self._visits), name_of_state(self.game)
        if self.error is not None:
            words = f"{type(self.error).__name__}: {self.error}".rstrip(": .?")
            return f"The search ended with an error: {words}."
        if self.entered > kept:
            return f"The search entered {self.entered:,} {board}s; the first {kept:,} are kept."
        if self._lines:
            return f"The first {self._lines:,} lines are kept. From there on, go by {board}."
        return ALONE if kept == 1 and not self.game.terminal(self._root.state) else ""

    # ---- values

    @cached_property
    def _place(self) -> int:
        """Where the value is if the search returns it in a pair with a move: 0 or 1."""
        ends = [visit.returned for visit in self._left if not visit.visited]
        pairs = [end for end in ends if isinstance(end, tuple) and end]
        return int(bool(pairs) and not any(is_number(pair[0]) for pair in pairs))

    def _oddities(self, side: str) -> int:
        """Return how many values have a sign that nothing below has, if they are from that side."""
        odd = 0
        for visit in self._visits[:2000]:
            value, is_end = self._value(visit, side), self._is_end(visit)
            if is_number(value) and visit.last and (visit.children or is_end):
                after = [visit.state] if is_end else visit.moves.values()
                below = [self.game.utility(state) for state in after if self.game.terminal(state)]
                below += [self._value(child, side) for child in visit.children]
                signs = {(each > 0, each < 0) for each in below if is_number(each)}
                odd += (value > 0, value < 0) not in signs
        return odd

    def _value(self, visit: Visit, side: str):
        """Return the value of a board, X's side; what is no number stays as it is."""
        value = visit.returned
        if isinstance(value, tuple) and len(value) > self._place:
            value = value[self._place]
        is_turned = side == "mover" and is_number(value)
        return self._mover(visit) * value if is_turned else value

    def _mover(self, visit: Visit) -> int:
        """Return 1 where X is to move, -1 where O is; at an end, the other one than before."""
        if not self._is_end(visit):
            return SIDE[self.game.player(visit.state)]
        return -self._mover(visit.parent) if visit.parent else 1

    def _choice(self) -> Action | None:
        """Return the move that the search returned, if it is a move and not a value."""
        moves = [action for action in self._root.moves if type(action) is type(self.value)]
        return self.value if self.value in moves and not self._root.last else None

    def _window(self, visit: Visit, moment: Moment | None) -> Window | None:
        """Return alpha and beta of a call on a board at some moment, X's side, if it has them."""
        window = moment and moment.window
        if not window or self.side == "X" or self._mover(visit) == 1:
            return window
        return -window[1], -window[0]

    # ---- steps

    @cached_property
    def steps(self) -> list[Step]:
        """Every step, in order."""
        return list(self._steps())

    def _steps(self) -> Iterator[Step]:
        cuts = self._cuts()
        for event, after in zip_longest(self._events, self._events[1:]):
            kind, visit, moment = event
            step = partial(
                Step,
                node=visit.number,
                window=self._window(visit, moment),
                line=self._source.find(moment),
                waiting=self._source.find(visit.called),
                variables=moment.variables if moment else (),
            )
            if event is cuts.get(visit):
                yield step("cut", value=visit.value, skipped=visit.skipped)
            elif kind == "line":
                yield step("line")
            if kind == "enter":
                yield step("enter", above=self._window(visit.parent, visit.called))
            elif kind == "leave":
                # What the call above makes of it is seen when that enters another board or ends.
                later = after and (after.visit.called if after.kind == "enter" else after.moment)
                above = self._window(visit.parent, later)
                kind = "return" if visit.visited else "leaf"
                yield step(kind, value=visit.value, above=above)

    def _cuts(self) -> dict[Visit, Event]:
        """Return for each board with a cut the line that ended its loop, or else its end."""
        found = {}
        for event in self._events:
            if event.kind == "leave":
                found.pop(event.visit.parent, None)  # its loop has gone on until now
            if event.visit.skipped and (event.kind == "leave" or self._ends_a_loop(event)):
                found.setdefault(event.visit, event)
        return found

    def _ends_a_loop(self, event: Event) -> bool:
        line = self._source.find(event.moment) if event.kind == "line" else None
        return line is not None and bool(LEAVES.match(self.source[line]))

    # ---- boards and moves

    def _name_moves(self, visit: Visit) -> None:
        """Note the moves on a board, and which of them led to each of its children.

        Of several moves to one board each in its turn.
        """
        game, state, taken = self.game, visit.state, set()
        with suppress(ValueError):  # a board that cannot occur has no moves
            actions = () if game.terminal(state) else game.actions(state)
            visit.moves = {action: game.result(state, action) for action in actions}
        for child in visit.children:
            alike = [action for action in visit.moves if visit.moves[action] == child.state]
            left = [action for action in alike if action not in taken]
            child.action = next(iter(left + alike), None)
            taken.add(child.action)

    def _is_end(self, visit: Visit) -> bool:
        return self.game.terminal(visit.state)

    def _judge(self, visit: Visit, earlier: dict[State, Visit]) -> None:
        """Note what a board that was left is worth, and which moves were cut or looked up there."""
        visit.value = self._value(visit, self.side)
        if visit is self._root and not visit.last:
            chosen = [child.value for child in visit.children if child.action == self.choice]
            visit.value = chosen[-1] if chosen else self.value
        # Of a search that goes to boards of its own, nobody knows which moves they stand for.
        if visit.visited and visit.visited <= set(visit.moves.values()):
            left = {a: state for a, state in visit.moves.items() if state not in visit.visited}
            visit.known = (
                self._ends_before_cut(visit)
                if self._has_cut(visit)
                else self._looked_up(visit, left, earlier)
            )
            visit.skipped = tuple(action for action in left if action not in visit.known)
        visit.bound = self._bound(visit)

    def _looked_up(
        self, visit: Visit, left: dict[Action, State], earlier: dict[State, Visit]
    ) -> dict[Action, object]:
        """Return those of the moves left whose value was known, each with that value."""
        canonical, known = getattr(self.game, "canonical", lambda state: state), {}
        alike = {canonical(child.state): child for child in visit.children}
        for action, state in left.items():
            if found := earlier.get(state) or alike.get(canonical(state)):
                known[action] = found.value
            elif self._stops_before_ends and self.game.terminal(state):
                known[action] = self.game.utility(state)
        return known

    def _ends_before_cut(self, visit: Visit) -> dict[Action, object]:
        """Return the ends that a search valued from the board above, up to the move that cut."""
        if not self._stops_before_ends:
            return {}
        alpha, beta = self._window(visit, visit.last)
        values, known = {child.action: child.value for child in visit.children}, {}
        for action, state in visit.moves.items():
            if self.game.terminal(state):
                values[action] = known[action] = self.game.utility(state)
            value = values.get(action)
            if is_number(value) and (value >= beta if self._mover(visit) == 1 else value <= alpha):
                break
        return known

    def _has_cut(self, visit: Visit) -> bool:
        """Return whether the window of a board had closed when it was left."""
        window, value = self._window(visit, visit.last), visit.value
        if not window or not is_number(value):
            return False
        alpha, beta = window
        return alpha >= beta or (value >= beta if self._mover(visit) == 1 else value <= alpha)

    def _bound(self, visit: Visit) -> str:
        """Return "≤" or "≥" where the value of a board is only a bound, else ""."""
        alike = {child.bound for child in visit.children if child.value == visit.value}
        if visit.skipped:
            alike = {"≥" if self._mover(visit) == 1 else "≤"}
        elif visit.children and not alike:  # a bound of those it was given (fail-hard)
            given = self._window(visit.parent, visit.called) or ()
            alike = {mark for bound, mark in zip(given, "≤≥") if bound == visit.value}
        return "" if "" in alike else max(alike, default="")

    @cached_property
    def tree(self) -> nx.DiGraph:
        """The boards that were entered and are kept."""
        tree = nx.DiGraph(game=self.game)
        for visit in self._visits:
            found = {} if visit.bound is None else {"value": visit.value, "bound": visit.bound}
            look = {"skipped": visit.skipped, "known": visit.known, **found}
            tree.add_node(visit.number, state=visit.state, **look)
        for visit in self._visits:
            chosen = self._chosen(visit)
            for child in visit.children:
                look = {"action": child.action, "chosen": child is chosen}
                tree.add_edge(visit.number, child.number, **look)
        return tree

    def _chosen(self, visit: Visit) -> Visit | None:
        """Return the child from which a board has its value, the first that is sure of it."""
        alike = [c for c in visit.children if is_number(c.value) and c.value == visit.value]
        if visit is self._root and self.choice is not None:
            alike = [child for child in visit.children if child.action == self.choice]
        return min(alike, key=lambda child: child.bound != "", default=None)


class Source:
    """The lines of a search and of the functions it called, and where each of them is."""

    def __init__(self, codes: list[CodeType]):
        self.lines, self._blocks = [], []
        for code in codes:
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
