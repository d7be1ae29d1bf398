"""How long the exact cross-table of six agents takes, and a long match beside OpenSpiel's."""

import random
from functools import partial

import pyspiel

from tests.bench.report import Comparison, Faster, Line, best_times, seconds
from ttt import agents, arena

MOST_SECONDS = 0.5
GAMES = 50_000


def cross_table(quick):
    """Time the exact results of six agents against each other, from a cold start the first time."""
    names = ["random", "center", "corner", "one-step", "combined"]
    players = [*names, agents.make("combined", smart=0.8)]
    (time,) = best_times(partial(arena.table, players), repeats=3 if quick else 7)
    yield Line(
        "exact table of 6 agents, 36 pairs",
        seconds(time),
        must_be=f"< {MOST_SECONDS} s *",
        holds=time < MOST_SECONDS,
    )


def match():
    """Return how many games random and random have played, asked for their chances anew."""
    return arena.match("random", "random", GAMES, random.Random(1)).games


def openspiel_match():
    """Return the same of games of OpenSpiel, whose states are stepped from Python."""
    game, dice, outcomes = pyspiel.load_game("tic_tac_toe"), random.Random(1).random, []
    for _ in range(GAMES):
        state = game.new_initial_state()
        while not state.is_terminal():
            actions = state.legal_actions()
            state.apply_action(actions[int(dice() * len(actions))])
        outcomes.append(state.player_return(0))
    return len(outcomes)


ROWS = [
    cross_table,
    Comparison(
        f"match of {GAMES:,} games, random against random",
        match,
        openspiel_match,
        "OpenSpiel",
        Faster(1),
        answer=GAMES,
        repeats=5,
    ),
]
