"""The controls beside a board: who plays, how, and what the board shows."""

from html import escape

import ipywidgets as widgets

from ttt.anygame import name_of_game
from ttt.space import small_space
from ttt.widgets.button import ROW, button, control

HUMAN = "human"
PAUSES = {"stop": None, "slow": 1.5, "normal": 0.7, "at once": 0.0}  # seconds before a move
MOST_GAMES = 1000
FULL_WIDTH = {"width": "98%"}
SMART = "How often an agent makes its own move, rather than a random one"
HINTS = "What each move leads to if both then play their best, and after how many moves of both"


class Panel(widgets.VBox):
    """The controls of a `Play`: they show its traits and call its methods."""

    def __init__(self, play):
        self._play = play
        again = "Begin again with the same players"
        self._new_game = button("New game", again, play.new_game, "primary")
        self._undo = button("Undo", "Take back your last move", play.undo)
        swap = button("Swap sides", "Begin again with X and O exchanged", play.swap)
        self._step = button("Step", "Stop the agents, and have one make one move", play.step)
        players = {"options": list(play.players), "layout": FULL_WIDTH}
        at_end = {"continuous_update": False, "layout": FULL_WIDTH}
        share = {"max": 1, "step": 0.05, "readout_format": ".0%", **at_end}
        speeds = {"options": list(PAUSES), "style": {"button_width": "auto"}}
        speed = control(play, "speed", widgets.ToggleButtons, **speeds)
        games = control(play, "games", widgets.BoundedIntText, min=1, max=MOST_GAMES, **at_end)
        self._for_agents = widgets.VBox([self._step, speed, games])
        self._tally = widgets.HTML()
        super().__init__(
            [
                widgets.HBox([self._new_game, swap, self._undo], layout=ROW),
                control(play, "x", widgets.Dropdown, description="X is", **players),
                control(play, "o", widgets.Dropdown, description="O is", **players),
                control(play, "smart", widgets.FloatSlider, tooltip=SMART, **share),
                control(play, "hints", widgets.Checkbox, indent=False, tooltip=HINTS),
                self._for_agents,
                self._tally,
            ],
            layout={"width": "350px", "max_width": "100%", "margin": "4px 0 0 10px"},
        )

    def refresh(self) -> None:
        """Show how the game stands."""
        play = self._play
        self._undo.disabled = play.turn_before is None
        self._step.disabled = play.mover is None
        self._for_agents.layout.display = None if play.agents_only else "none"
        self._new_game.description = "New game" if play.mover else "Rematch"
        wins = [f"{escape(play.name(mark))} <b>{play.tally[mark]}</b>" for mark in "XO"]
        words = f"Won: {wins[0]}, {wins[1]}; draws <b>{play.tally['draw']}</b>"
        words += f"<br>Moves: {escape(', '.join(map(str, play.history))) or 'none yet'}"
        if play.hints and small_space(play.game) is None:
            name = escape(name_of_game(play.game))
            words += f"<br>Hints need the whole game, and {name} is too large."
        self._tally.value = f"<div style='font-size:15px;padding:4px 2px'>{words}</div>"
