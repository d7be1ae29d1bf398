"""A Monte Carlo tree search to grow by hand: phase by phase, or a thousand simulations at once."""

import random
from html import escape
from itertools import pairwise
from math import isinf

import ipywidgets as widgets
import networkx as nx
import traitlets

from ttt import draw
from ttt.agents.mcts import ROLLOUTS
from ttt.agents.rules import has_winning_lines, insist_on_lines
from ttt.algorithms.mcts import C, Node, most_visited
from ttt.anygame import as_game, name_of_move, name_of_state
from ttt.draw import COLOUR, OUTCOME_NAMES, rounded, signed
from ttt.game import Action, Game, State
from ttt.widgets.bars import EXPLOIT, EXPLORE, bar, numbers, table, two_bars
from ttt.widgets.board import with_picture
from ttt.widgets.button import ROW, button, wide
from ttt.widgets.film import row_of
from ttt.widgets.growth import PHASES, Growth
from ttt.widgets.tree import TreeView, board_size, start_of
from ttt.widgets.words import winner_of

PHASE_COLOURS = dict(zip(PHASES, ("#7b4fa3", "#00845a", "#8a6d00", "#b3205e")))
MOST_BOARDS = 120  # that are shown at once
RUNS = (10, 100, 1000)
TEXT_STYLE = "font-size:16px;line-height:1.45;min-height:3em;padding:2px"
SMALL_STYLE = "font-size:13px;line-height:1.4;max-width:46em"
HEAD_STYLE = "font-weight:600;font-size:14px;margin:8px 0 2px"
KEY = (
    "Below each {board}: <b>N</b> visits, <b>W</b> the sum of their outcomes for the player who "
    "moved there, and in the pill the mean <b>Q</b> = W / N, blue where that is good for X. "
    "Click on a {board} to open or close it, and to see the UCB1 of its children."
)
ENDS = OUTCOME_NAMES | {"draw": "a draw"}
PLAYS = {"random": "at random", "one-step": "one step ahead: win, else block, else at random"}


class MCTSLab(widgets.VBox):
    """The tree of a Monte Carlo search on real boards, as it grows.

    game, state  where the search starts; the empty board if no state is given
    c            how much it explores
    rollout      how simulations end: "random", or "one-step" where k in a row are known to win
    at           how many simulations are counted; setting it goes back, or on as far as they go
    growth       the search itself

    Below each board stand N, how often it was visited, W, the sum of the outcomes from the
    side of the player who moved there, and in the pill their mean Q = W / N.
    """

    c = traitlets.Float(C)
    rollout = traitlets.Enum(list(ROLLOUTS), "random")
    at = traitlets.Int(0)

    def __init__(
        self,
        game: Game | None = None,
        state: State | None = None,
        *,
        c: float = C,
        rollout: str = "random",
        rng: random.Random | None = None,
    ):
        self.game = as_game(game)
        self._board, self._cell = name_of_state(self.game), name_of_move(self.game)
        state = start_of(self.game, state)
        if self.game.terminal(state):
            raise ValueError(f"The game is over in {state!r}: there is nothing to search.")
        self.growth = Growth(self.game, state, rng or random.Random())
        self._toggled, self._looked_at = {}, ()
        super().__init__(c=c, rollout=rollout)
        self.view = TreeView(name="the tree of the search")
        self.view.on_click(self.toggle)
        self.view.on_key(self._key_pressed)
        self._words, self._terms, self._shares, self._played = (widgets.HTML() for _ in range(4))
        self.children = [*self._make_controls(), self._words, self._make_stage()]
        self.add_class("ttt-keeps-keys")
        self.observe(lambda _: self._go_to(self.at), "at")
        self.observe(self._settings_changed, ["c", "rollout"])
        self._redraw()

    def _make_controls(self) -> list[widgets.Widget]:
        buttons = [
            button("◀ Back", "One simulation back", self.back),
            button("Next phase ▶", "One of the four phases", self.next_phase, "primary"),
            button("Next simulation", "All four phases", lambda: self.run(1)),
        ]
        buttons += [
            button(f"Run {n:,}", f"{n:,} simulations", lambda n=n: self.run(n)) for n in RUNS
        ]
        buttons.append(button("Start again", "Forget everything", self.start_again))
        self._slider = widgets.IntSlider(description="simulations", max=0, **wide(280))
        c = widgets.FloatSlider(description="C", max=3, step=0.1, readout_format=".1f", **wide(220))
        rules = list(ROLLOUTS) if has_winning_lines(self.game) else ["random"]
        rule = widgets.Dropdown(description="rollout", options=rules, **wide(180))
        widgets.link((self, "at"), (self._slider, "value"))
        widgets.link((self, "c"), (c, "value"))
        widgets.link((self, "rollout"), (rule, "value"))
        return [
            widgets.HBox(buttons, layout=ROW),
            widgets.HBox([self._slider, c, rule], layout=ROW),
        ]

    def _make_stage(self) -> widgets.Widget:
        self.view.layout = {"flex": "1 1 560px", "min_width": "0"}
        key = widgets.HTML(f"<div style='{SMALL_STYLE}'>{KEY.format(board=self._board)}</div>")
        side = widgets.VBox([key, self._shares, self._terms, self._played])
        side.layout = {"flex": "1 1 330px", "min_width": "0", "padding": "0 0 0 8px"}
        return widgets.HBox([self.view, side], layout={"flex_flow": "row wrap", "width": "100%"})

    @traitlets.validate("rollout")
    def _check_rollout(self, proposal) -> str:
        if proposal["value"] == "one-step":
            insist_on_lines(self.game, "A one-step rollout")
        return proposal["value"]

    # ---- what the reader does

    def next_phase(self) -> None:
        """Go one phase on: select, expand, rollout, backpropagate."""
        self.growth.next_phase(self.c, self.rollout)
        self._grown()

    def run(self, simulations: int) -> None:
        """Make so many simulations, beginning with the one under way."""
        self.growth.run(simulations, self.c, self.rollout)
        self._grown()

    def back(self) -> None:
        """Go back before the simulation under way, or before the last one."""
        at = self.growth.at if self.growth.phase else self.growth.at - 1
        self.growth.go_to(at)
        self._grown()

    def start_again(self) -> None:
        """Forget all simulations."""
        self.growth.go_to(0)
        self.growth.forget_future()
        self._toggled, self._looked_at = {}, ()
        self._grown()

    def toggle(self, moves: tuple[Action, ...]) -> None:
        """Look at the board behind these moves: open it if it is closed, else close it."""
        graph = self.graph()
        self._toggled[moves] = not (moves in graph and graph.out_degree(moves))
        self._looked_at = moves
        self._redraw()

    def _go_to(self, at: int) -> None:
        if at != self.growth.at:
            self.growth.go_to(at)
            self._grown()

    def _settings_changed(self, _) -> None:
        """Make the simulations to come with the new settings."""
        self.growth.forget_future()
        self._grown()

    def _key_pressed(self, key: str) -> None:
        if key == "ArrowRight":
            self.next_phase()
        elif key == "ArrowLeft":
            self.back()

    def _grown(self) -> None:
        self._redraw()  # first, since the reader waits for the tree
        self._slider.max = len(self.growth.simulations)
        self.at = self.growth.at

    # ---- the tree

    @property
    def phase(self) -> str:
        """What has just been done: one of the four phases, or "" before the first."""
        if self.growth.phase:
            return PHASES[self.growth.phase - 1]
        return PHASES[-1] if self.growth.at else ""

    def graph(self) -> nx.DiGraph:
        """Return the boards that are shown, each named by the moves that lead to it."""
        path = self.growth.path()
        moves = tuple(node.action for node in path[1:])
        on_path = [moves[:length] for length in range(len(path))]
        graph = nx.DiGraph()
        self._add(graph, (), self.growth.root, on_path)
        if self._is_sprout(path) and on_path[-2] in graph and self._is_open(on_path[-2], on_path):
            graph.add_node(moves, **self._look(path[-1]))
            graph.add_edge(on_path[-2], moves, label=str(moves[-1]))
        shown = [place for place in on_path if place in graph]
        colour = PHASE_COLOURS.get(self.phase, draw.INK)
        for edge in pairwise(shown):
            graph.edges[edge]["colour"] = colour
        graph.nodes[shown[-1]]["frame"] = colour
        return graph

    def _is_sprout(self, path: list[Node]) -> bool:
        """Return whether a path ends in a board that was expanded, but is not counted yet."""
        return len(path) > 1 and path[-1] not in path[-2].children

    def _add(self, graph: nx.DiGraph, moves: tuple, node: Node, path: list[tuple]) -> None:
        """Add a node, and what is open below it, but off the path only as much as one can see."""
        graph.add_node(moves, **self._look(node))
        is_too_much = len(graph) > MOST_BOARDS and moves not in path
        if is_too_much or not self._is_open(moves, path):
            if node.children:
                graph.nodes[moves]["note"] = f"▸ {graph.nodes[moves]['note']}"
            return
        for child in self.growth.children(node):
            self._add(graph, (*moves, child.action), child, path)
            graph.add_edge(moves, (*moves, child.action), label=str(child.action))

    def _is_open(self, moves: tuple, path: list[tuple]) -> bool:
        """Return whether the children of a board are shown: on the path, or as the reader wants."""
        return self._toggled.get(moves, moves in path)

    def _look(self, node: Node) -> dict:
        """Return how a node is drawn: its mean in the pill, N and W below."""
        look = {"state": node.state, "note": f"N {node.visits:,}"}
        if node.visits and node.action is not None:
            look["value"] = rounded(node.mean)
            look["tint"] = node.mean * node.mover
            look["note"] += f"\nW {signed(node.total)}"
        return look

    def picture(self) -> draw.Picture:
        """Return the tree as it is shown, as a picture."""
        return self._draw(self.graph())

    def _draw(self, graph: nx.DiGraph) -> draw.Picture:
        pos = draw.layout(graph)
        levels = {"X": "X moves", "O": "O moves"}
        size = min(54, board_size(pos, self.game))
        return draw.tree(graph, self.game, pos=pos, size=size, levels=levels, clickable=True)

    # ---- words and charts

    def _redraw(self) -> None:
        graph = self.graph()
        focus = next((moves for moves, data in graph.nodes.items() if "frame" in data), ())
        self.view.show(self._draw(graph), graph, focus)
        self._words.value = (
            f"{self._chips()}<div role='status' style='{TEXT_STYLE}'>{self.words()}</div>"
        )
        self._shares.value = self._shares_chart()
        self._terms.value = self._terms_chart()
        self._played.value = self._rollout_boards()

    def _chips(self) -> str:
        """Return the names of the four phases, the current one filled with its colour."""
        chips = []
        for phase, colour in PHASE_COLOURS.items():
            fill = f"background:{colour};color:#fff" if phase == self.phase else f"color:{colour}"
            chips.append(
                f"<span style='border:2px solid {colour};border-radius:12px;padding:1px 10px;"
                f"margin-right:6px;font-weight:600;{fill}'>{phase}</span>"
            )
        return f"<div style='padding:4px 0'>{''.join(chips)}</div>"

    def words(self) -> str:
        """Return what has just happened, in one or two sentences."""
        simulation = self.growth.current
        if simulation is None:
            return f"The tree is the {self._board} alone. Press <b>Next phase</b>."
        tell = {
            "select": self._tell_select,
            "expand": self._tell_expand,
            "rollout": self._tell_rollout,
            "backpropagate": self._tell_backpropagate,
        }
        return tell[self.phase](simulation)

    def _tell_select(self, simulation) -> str:
        moves = simulation.moves[: simulation.selected]
        if not moves:
            top = f"The {self._board} at the top"
            return f"{top} has moves that were never tried, so we stay there."
        way = escape(", then ".join(map(str, moves)))
        end = self.growth.path()[-1]
        then = "There a move is left to try." if end.untried else "There the game is over."
        return f"Always to the child with the highest UCB1: {way}. {then}"

    def _tell_expand(self, simulation) -> str:
        if len(simulation.moves) == simulation.selected:
            return "The game is over here, so there is nothing to expand."
        tried = f"{self._cell.capitalize()} {escape(str(simulation.moves[-1]))}"
        return f"{tried} is tried for the first time: a new {self._board} in the tree."

    def _tell_rollout(self, simulation) -> str:
        outcome = simulation.outcome
        result = f"{ENDS[winner_of(outcome)]}: {signed(outcome)} from X's side."
        if len(simulation.rollout) == 1:
            return f"The game is over already, {result}"
        return f"From the new {self._board} both move {PLAYS[simulation.rule]}, {result}"

    def _tell_backpropagate(self, simulation) -> str:
        every = f"every {self._board} on the way"
        if simulation.outcome == 0:
            return f"A draw: {every} is visited once more, and W stays as it is."
        first, second = "XO" if simulation.outcome > 0 else "OX"
        gain = f"{abs(simulation.outcome):g}"
        return (
            f"{every.capitalize()} counts one visit more, and {first}'s win: W + {gain} where "
            f"{first} moved there, W − {gain} where {second} did."
        )

    def _shares_chart(self) -> str:
        """Return the visit shares of the first moves as bars, beside what the moves are worth."""
        root = self.growth.root
        head = f"<div style='{HEAD_STYLE}'>Visits of the first moves</div>"
        if not root.children:
            return head + "<div>None yet.</div>"
        total, best = sum(n.visits for n in root.children), most_visited(root)
        rows = []
        for child in self.growth.children(root):
            share = child.visits / total
            shown = bar(0, share, draw.INK if child is best else COLOUR["draw"])
            move = escape(str(child.action))
            rows.append((move, shown, f"{share:.0%}", self._worth(child)))
        return head + table(rows, (self._cell, "share", "", "true value"))

    def _worth(self, child: Node) -> str:
        """Return the minimax value behind a first move for the player who makes it, in a word."""
        space, row = row_of(self.game, child.state)
        if space is None:
            return ""
        value = space.values[row].item() * child.mover
        word = "✓ win" if value > 0 else "✗ loss" if value < 0 else "= draw"
        return word if value in (1, 0, -1) else f"{word} {signed(value)}"

    def _terms_chart(self) -> str:
        """Return UCB1 of the children of the board that is looked at, its two terms as bars."""
        node, moves = self._node_looked_at()
        way = f"after {escape(', '.join(map(str, moves)))}" if moves else "at the top"
        where = f"the {self._board} {way}"
        head = f"<div style='{HEAD_STYLE}'>UCB1 of the children of {where}</div>"
        terms = self.growth.terms(node, self.c)
        if not terms:
            return head + "<div>It has none yet.</div>"
        reach = max(
            [1.0] + [abs(part) for t in terms for part in (t.exploit, t.ucb) if not isinf(part)]
        )
        best = max(terms, key=lambda term: term.ucb)
        moves = [escape(str(term.action)) for term in terms]
        rows = [
            (f"<b>{move}</b>" if term is best else move, two_bars(term, reach), numbers(term), "")
            for move, term in zip(moves, terms)
        ]
        legend = (
            f"<span style='color:{EXPLOIT}'>■</span>&nbsp;exploit: Q &ensp;"
            f"<span style='color:{EXPLORE}'>■</span>&nbsp;explore: C √(ln N / n)"
        )
        return head + table(rows, (self._cell, legend, "UCB1", ""))

    def _node_looked_at(self) -> tuple[Node, tuple]:
        """Return the board that was clicked last, or else the root, with the moves to it."""
        node = self.growth.root
        for action in self._looked_at:
            below = [child for child in node.children if child.action == action]
            if not below:
                return self.growth.root, ()
            node = below[0]
        return node, self._looked_at

    def _rollout_boards(self) -> str:
        """Return the moves of the rollout as little boards, once it has been played."""
        simulation = self.growth.current
        if simulation is None or self.phase not in PHASES[2:]:
            return ""
        states = list(simulation.rollout)
        picture = draw.boards(states, game=self.game, size=48, per_row=5, arrows=True)
        return f"<div style='{HEAD_STYLE}'>The rollout</div>{picture.svg}"

    def _repr_mimebundle_(self, **options):
        """Return the widget, and for pages without a kernel the tree as it is now."""
        return with_picture(super()._repr_mimebundle_(**options), self.picture())
