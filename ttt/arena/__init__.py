"""Where agents meet: games, matches, exact results without playing at all, and scorecards.

An agent is anything that can be called as agent(game, state) and returns a
move: an agent of the course, or a function of your own. It can also be given
by its name in the register, or by the file it is kept in.
"""

from ttt.agents.rules import rules
from ttt.arena.games import (
    NoMove,
    Played,
    as_agent,
    legal,
    move,
    name_of,
    play,
    told,
    workers,
)
from ttt.arena.results import (
    Reply,
    Result,
    Table,
    best_reply,
    blend,
    exact,
    match,
    table,
    tabulate,
)
from ttt.arena.scorecards import Scorecard, scorecard
from ttt.arena.sight import Sight, sight
from ttt.arena.tournament import (
    Contest,
    Standing,
    Tournament,
    expected,
    openings,
    standings,
    tournament,
)
