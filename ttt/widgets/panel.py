"""The controls beside a board: who plays, how, and what the board shows."""

from html import escape

import ipywidgets as widgets
import traitlets

from ttt.anygame import has_board, name_of_game
from ttt.game import TicTacToe
from ttt.widgets.button import button
from ttt.widgets.moves import counts_moves
from ttt.widgets.seats import HUMAN

PAUSES = {"stop": None, "slow": 1.5, "normal": 0.7, "fast": 0.25, "at once": 0.0}  # seconds a move
SHAPES = ((3, 3, 3), (3, 4, 3), (4, 4, 4), (5, 5, 4))  # rows, columns, in a row
SWITCHES = {"hints": "hints", "thoughts": "what it thinks", "numbers": "cell numbers"}
FULL_WIDTH = {"width": "98%"}


class Panel(widgets.VBox):
    """The controls of a `Play`: they show its traits and call its methods."""

    def __init__(self, play):
        self._play, self._links = play, {}
        self._undo = button("Undo", "Take back the last move", play.undo)
        self._redo = button("Redo", "Make the move again", play.redo)
        self._players = {mark: self._make_player(mark) for mark in "XO"}
        self._smart = self._make_smart()
        self._speed = self._make_speed()
        self._moves = self._make_moves()
        self._tally = widgets.HTML()
        new_game = button("New game", "Begin again with the same players", play.new_game, "primary")
        super().__init__(
            [
                widgets.HBox([new_game, self._undo, self._redo]),
                self._players["X"],
                self._players["O"],
                self._make_shape(),
                self._smart,
                self._speed,
                self._make_switches(),
                self._moves,
                self._tally,
            ],
            layout={"width": "350px", "max_width": "100%", "margin": "4px 0 0 10px"},
        )

    def refresh(self) -> None:
        """Show how the game stands."""
        play = self._play
        self._moves.value = str(play.history)
        self._undo.disabled = play.turn_before is None
        self._redo.disabled = not play.can_redo
        self._smart.layout.display = "none" if play.x == play.o == HUMAN else None
        self._speed.layout.display = None if play.agents_only else "none"
        self._tally.value = (
            "<div style='font-size:15px;padding:4px 2px'>X won <b>{X}</b> &ensp;·&ensp; "
            "draws <b>{draw}</b> &ensp;·&ensp; O won <b>{O}</b></div>".format(**play.tally)
        )

    def offer(self, players: list[str]) -> None:
        """Let the reader choose among these players."""
        for mark, dropdown in self._players.items():
            if list(dropdown.options) != players:
                self._links[mark].unlink()  # new options make a list choose its first one
                dropdown.options = players
                self._links[mark].link()

    def _make_player(self, mark: str) -> widgets.Dropdown:
        trait = mark.lower()
        dropdown = widgets.Dropdown(
            options=self._play.seats.keys(),
            value=getattr(self._play, trait),
            description=f"{mark} is",
            layout=FULL_WIDTH,
        )
        self._links[mark] = traitlets.link((self._play, trait), (dropdown, "value"))
        return dropdown

    def _make_shape(self) -> widgets.Widget:
        """Return a list of boards for tic-tac-toe; of any other game, its name."""
        if type(self._play.game) is not TicTacToe:
            name = escape(name_of_game(self._play.game))
            return widgets.HTML(name, description="game", layout=FULL_WIDTH)
        games = [TicTacToe(*shape) for shape in SHAPES]
        if self._play.game not in games:
            games.append(self._play.game)
        dropdown = widgets.Dropdown(
            options=[(f"{game.rows}×{game.cols}, {game.k} in a row", game) for game in games],
            value=self._play.game,
            description="board",
            layout=FULL_WIDTH,
        )
        dropdown.observe(lambda change: self._play.resize(change["new"]), "value")
        return dropdown

    def _make_smart(self) -> widgets.IntSlider:
        slider = widgets.IntSlider(
            min=0, max=100, description="smart %", continuous_update=False, layout=FULL_WIDTH
        )
        slider.tooltip = "How often an agent makes its own move, rather than a random one"
        there_and_back = (lambda share: round(100 * share), lambda percent: percent / 100)
        traitlets.link((self._play, "smart"), (slider, "value"), there_and_back)
        return slider

    def _make_speed(self) -> widgets.SelectionSlider:
        slider = widgets.SelectionSlider(
            options=list(PAUSES), value=self._play.speed, description="speed", layout=FULL_WIDTH
        )
        traitlets.link((self._play, "speed"), (slider, "value"))
        return slider

    def _make_moves(self) -> widgets.Text:
        field = widgets.Text(
            description="moves", continuous_update=False, layout=FULL_WIDTH, placeholder="[4, 0, 8]"
        )
        field.layout.display = None if counts_moves(self._play.game) else "none"
        field.observe(self._moves_entered, "value")
        return field

    def _make_switches(self) -> widgets.HBox:
        on_a_board = has_board(self._play.game)
        switches = {trait: self._make_switch(trait, words) for trait, words in SWITCHES.items()}
        switches["numbers"].layout.display = None if on_a_board else "none"
        return widgets.HBox(list(switches.values()), layout={"flex_flow": "row wrap"})

    def _make_switch(self, trait: str, words: str) -> widgets.Checkbox:
        switch = widgets.Checkbox(description=words, indent=False)
        switch.layout = {"width": "auto", "margin": "2px 16px 2px 2px"}
        traitlets.link((self._play, trait), (switch, "value"))
        return switch

    def _moves_entered(self, change) -> None:
        if change["new"] != str(self._play.history):
            self._play.load(change["new"])
