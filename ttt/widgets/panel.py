"""The controls beside a board: who plays, how, and what the board shows."""

from html import escape

import ipywidgets as widgets
import traitlets

from ttt.widgets.button import ROW, button

HUMAN = "human"
PAUSES = {"stop": None, "slow": 1.5, "normal": 0.7, "fast": 0.25, "at once": 0.0}  # seconds a move
FULL_WIDTH = {"width": "98%"}
SMART = "How often an agent makes its own move, rather than a random one"


class Panel(widgets.VBox):
    """The controls of a `Play`: they show its traits and call its methods."""

    def __init__(self, play):
        self._play = play
        again = "Begin again with the same players"
        self._new_game = button("New game", again, play.new_game, "primary")
        self._undo = button("Undo", "Take back the last move", play.undo)
        swap = button("Swap sides", "Begin again with X and O exchanged", play.swap)
        self._pause = button("Pause", "Stop the agents, or let them go on", self._pause_or_go_on)
        self._step = button("Step", "Have one agent make one move", play.step)
        self._games = widgets.BoundedIntText(
            min=1, max=play.traits()["games"].max, description="games", continuous_update=False
        )
        names = play.seats.keys()
        players = [widgets.Dropdown(description=f"{mark} is", options=names) for mark in "XO"]
        share = {"max": 1, "step": 0.05, "readout_format": ".0%", "continuous_update": False}
        self._smart = widgets.FloatSlider(description="smart", tooltip=SMART, **share)
        self._speed = widgets.SelectionSlider(options=list(PAUSES), description="speed")
        self._last_speed = "normal"
        controls = [*players, self._smart, self._speed, self._games]
        for control in controls:
            control.layout = FULL_WIDTH
        hints = widgets.Checkbox(description="hints", indent=False, layout={"width": "auto"})
        traitlets.link((play, "hints"), (hints, "value"))
        for trait in ("smart", "speed", "games"):
            traitlets.link((play, trait), (getattr(self, f"_{trait}"), "value"))
        self._links = [
            traitlets.link((play, trait), (player, "value")) for trait, player in zip("xo", players)
        ]
        self._tally = widgets.HTML()
        super().__init__(
            [
                widgets.HBox([self._new_game, swap, self._undo], layout=ROW),
                widgets.HBox([self._pause, self._step], layout=ROW),
                *controls,
                hints,
                self._tally,
            ],
            layout={"width": "350px", "max_width": "100%", "margin": "4px 0 0 10px"},
        )

    def refresh(self) -> None:
        """Show how the game stands."""
        play = self._play
        self._undo.disabled = play.turn_before is None
        self._smart.layout.display = "none" if play.x == play.o == HUMAN else None
        for control in (self._speed, self._games, self._pause, self._step):
            control.layout.display = None if play.agents_only else "none"
        self._new_game.description = "New game" if play.mover else "Rematch"
        self._pause.description = "Go on" if play.speed == "stop" else "Pause"
        self._last_speed = self._last_speed if play.speed == "stop" else play.speed
        self._step.disabled = play.mover is None
        wins = [f"{escape(play.name(mark))} <b>{play.tally[mark]}</b>" for mark in "XO"]
        words = f"Won: {wins[0]}, {wins[1]}; draws <b>{play.tally['draw']}</b>"
        words += f"<br>Moves: {escape(', '.join(map(str, play.history))) or 'none yet'}"
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
