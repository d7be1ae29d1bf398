"""The controls beside a board: who plays, how, and what the board shows."""

from html import escape

import ipywidgets as widgets
import traitlets

from ttt.anygame import has_board, name_of_game
from ttt.game import TicTacToe
from ttt.widgets.button import ROW, button
from ttt.widgets.moves import counts_moves
from ttt.widgets.seats import HUMAN

PAUSES = {"stop": None, "slow": 1.5, "normal": 0.7, "fast": 0.25, "at once": 0.0}  # seconds a move
SHAPES = ((3, 3, 3), (3, 4, 3), (4, 4, 4), (5, 5, 4))  # rows, columns, in a row
SWITCHES = {"hints": "hints", "thoughts": "what it thinks", "numbers": "cell numbers"}
FULL_WIDTH = {"width": "98%"}
SMART = "How often an agent makes its own move, rather than a random one"


class Panel(widgets.VBox):
    """The controls of a `Play`: they show its traits and call its methods."""

    def __init__(self, play):
        self._play = play
        again = "Begin again with the same players"
        self._new_game = button("New game", again, play.new_game, "primary")
        self._undo = button("Undo", "Take back the last move", play.undo)
        self._redo = button("Redo", "Make the move again", play.redo)
        swap = button("Swap sides", "Begin again with X and O exchanged", play.swap)
        self._pause = button("Pause", "Stop the agents, or let them go on", self._pause_or_go_on)
        self._step = button("Step", "Have one agent make one move", play.step)
        self._games = widgets.BoundedIntText(
            min=1, max=play.traits()["games"].max, description="games", continuous_update=False
        )
        names = play.seats.keys()
        players = [widgets.Dropdown(description=f"{mark} is", options=names) for mark in "XO"]
        self._smart = widgets.IntSlider(
            max=100, description="smart %", continuous_update=False, tooltip=SMART
        )
        self._speed = widgets.SelectionSlider(options=list(PAUSES), description="speed")
        self._last_speed = "normal"
        self._moves = widgets.Text(
            description="moves", continuous_update=False, placeholder="[4, 0, 8]"
        )
        controls = [*players, self._make_shape(), self._smart, self._speed, self._games]
        for control in (*controls, self._moves):
            control.layout = FULL_WIDTH
        if not counts_moves(play.game):
            self._moves.layout.display = "none"
        percent = (lambda share: round(100 * share), lambda percent: percent / 100)
        traitlets.link((play, "smart"), (self._smart, "value"), percent)
        traitlets.link((play, "speed"), (self._speed, "value"))
        traitlets.link((play, "games"), (self._games, "value"))
        self._links = [
            traitlets.link((play, trait), (player, "value")) for trait, player in zip("xo", players)
        ]
        self._moves.observe(self._moves_entered, "value")
        self._tally = widgets.HTML()
        super().__init__(
            [
                widgets.HBox([self._new_game, swap, self._undo, self._redo], layout=ROW),
                widgets.HBox([self._pause, self._step], layout=ROW),
                *controls,
                widgets.HBox([self._make_switch(trait) for trait in SWITCHES], layout=ROW),
                self._moves,
                self._tally,
            ],
            layout={"width": "350px", "max_width": "100%", "margin": "4px 0 0 10px"},
        )

    def _make_shape(self) -> widgets.Widget:
        """Return a list of boards for tic-tac-toe; of any other game, its name."""
        game = self._play.game
        if type(game) is not TicTacToe:
            return widgets.HTML(escape(name_of_game(game)), description="game")
        games = dict.fromkeys([*(TicTacToe(*shape) for shape in SHAPES), game])
        named = [(f"{each.rows}×{each.cols}, {each.k} in a row", each) for each in games]
        dropdown = widgets.Dropdown(description="board", options=named, value=game)
        dropdown.observe(lambda change: self._play.resize(change["new"]), "value")
        return dropdown

    def _make_switch(self, trait: str) -> widgets.Checkbox:
        switch = widgets.Checkbox(description=SWITCHES[trait], indent=False)
        switch.layout = {"width": "auto", "margin": "2px 16px 2px 2px"}
        if trait == "numbers" and not has_board(self._play.game):
            switch.layout.display = "none"
        traitlets.link((self._play, trait), (switch, "value"))
        return switch

    def refresh(self) -> None:
        """Show how the game stands."""
        play = self._play
        self._moves.value = str(play.history)
        self._undo.disabled = play.turn_before is None
        self._redo.disabled = not play.can_redo
        self._smart.layout.display = "none" if play.x == play.o == HUMAN else None
        for control in (self._speed, self._games, self._pause, self._step):
            control.layout.display = None if play.agents_only else "none"
        self._redo.layout.display = "none" if play.agents_only else None
        self._new_game.description = "New game" if play.mover else "Rematch"
        self._pause.description = "Go on" if play.speed == "stop" else "Pause"
        self._last_speed = self._last_speed if play.speed == "stop" else play.speed
        self._step.disabled = play.mover is None
        wins = [f"{escape(play.name(mark))} <b>{play.tally[mark]}</b>" for mark in "XO"]
        words = f"Won: {wins[0]}, {wins[1]}; draws <b>{play.tally['draw']}</b>"
        self._tally.value = f"<div style='font-size:15px;padding:4px 2px'>{words}</div>"

    def _pause_or_go_on(self) -> None:
        stopped = self._play.speed == "stop"
        self._play.speed = self._last_speed if stopped else "stop"

    def offer(self, players: list[str]) -> None:
        """Let the reader choose among these players."""
        for link in self._links:
            dropdown = link.target[0]
            if list(dropdown.options) != players:
                link.unlink()  # new options make a list choose its first one
                dropdown.options = players
                link.link()

    def _moves_entered(self, change) -> None:
        if change["new"] != str(self._play.history):
            self._play.load(change["new"])
