"""A student's player survives the notebook: `keep` writes it to a file that runs alone."""

import json
import random
import re
import sys
from contextlib import suppress
from dataclasses import asdict
from pathlib import Path
from zlib import crc32

from ttt import agents, arena, draw
from ttt.agents import Strategy, own
from ttt.arena.scorecards import Scorecard, Side
from ttt.exercises.verdict import Note, show
from ttt.files import free_name, write_whole
from ttt.game import State, TicTacToe
from ttt.limit import TimeLimit
from ttt.space import space_of
from ttt.standalone import source_of

GAME = TicTacToe()

# The player of each lesson as the textbook has it, for who has kept none.
TEXTBOOK = {"01": "random", "02": "one-step", "02b": "combined", "03": "minimax"}
TEXTBOOK |= {"04": "alpha-beta", "05": "mcts", "06": "q-learning", "07": "predict-position"}


def keep(player: Strategy, lesson: str) -> None:
    """Keep your player of a lesson as my/players/03.py, and show its scorecard.

    The file has all that the player needs from the notebook. A player that cannot be kept is
    told why, and then nothing is written.
    """
    namespace = sys._getframe(1).f_globals
    try:
        if not re.fullmatch(r"\d\d[a-z]?", str(lesson)):
            raise ValueError(f'A lesson has a number such as "03", not {lesson!r}.')
        if not callable(player):
            raise ValueError(f"A player is a function of game and state, not {player!r}.")
        about = f'"""The player kept in lesson {lesson}: player(game, state) returns a move."""'
        source = f"{about}\n\n{source_of(player, namespace)}"
        in_file = own.FromFile(Path(f"{lesson}.py"), source)
        card = arena.scorecard(in_file)
        if card.sides and (state := _differs(player, in_file)):
            raise ValueError(
                f"In its file it would play otherwise, as on {state!r}: something that it uses was "
                "changed after the cell that made it. As they are now, only numbers, text, lists, "
                "dictionaries and arrays are kept."
            )
        words = _write(lesson, source, card) if card.sides else "It is not kept yet."
    except (ValueError, OSError) as error:
        show(Note(f"Your player is **not kept**. {error}"))
        return
    show(draw.scorecard(card, _card_before(lesson)))
    show(Note(words))


def kept(lesson: str) -> Strategy:
    """Return the player you kept in a lesson, or the textbook's where there is none."""
    if lesson in own.kept_lessons():
        try:
            return own.FromFile(own.players_folder() / f"{lesson}.py")
        except ValueError as error:
            show(Note(f"{error} The textbook's player takes its place."))
    if lesson not in TEXTBOOK:
        known = ", ".join(TEXTBOOK)
        raise ValueError(f"Of lesson {lesson} there is no player, but of {known} there is.")
    return agents.make(TEXTBOOK[lesson], rng=random.Random(1))  # each time the same card


def _differs(player: Strategy, in_file: Strategy) -> State | None:
    """Return a board on which the file always plays otherwise, if a second finds one."""

    def alike(state):
        one, other = (getattr(each, "policy", each)(GAME, state) for each in (player, in_file))
        return one == other

    limit = TimeLimit(1)
    for state in reversed(space_of(GAME).states):  # where a search is quick first
        if limit.run_out():
            break
        if not GAME.terminal(state) and not alike(state):
            return None if any(alike(state) for _ in range(20)) else state
    return None


def _write(lesson: str, source: str, card: Scorecard) -> str:
    """Write the player and its card into the student's folder; return what was done, in words."""
    folder = own.players_folder()
    folder.mkdir(exist_ok=True, parents=True)
    file, shown = folder / f"{lesson}.py", f"{folder.parent.name}/players"
    words = f'Your player is kept as `{shown}/{file.name}`: `play(o="mine")` plays against it.'
    if Path(own.for_a_while().name) in file.parents:
        words = f"In your own copy of this lesson, this player is kept as `my/players/{lesson}.py`."
    elif file.exists() and file.read_bytes() != source.encode():
        old = free_name(file)
        write_whole(old, file.read_bytes())
        words += f" The one before is `{shown}/{old.name}`."
    write_whole(file, source.encode())
    card_of_it = json.dumps([crc32(source.encode()), asdict(card)])
    write_whole(file.with_suffix(".json"), card_of_it.encode())
    return words


def _stored_card(lesson: str) -> Scorecard | None:
    """Return the card kept beside a player, as measuring may take long; None if it is another's."""
    file = own.players_folder() / f"{lesson}.py"
    with suppress(Exception):  # whatever a missing or damaged file leads to
        checksum, card = json.loads(file.with_suffix(".json").read_bytes())
        if checksum == crc32(file.read_bytes()):
            sides = {mark: Side(**side) for mark, side in card["sides"].items()}
            return Scorecard(**card | {"sides": sides})
    return None


def _card_before(lesson: str) -> Scorecard | None:
    """Return the card of the latest player of an earlier lesson, or of the textbook's."""
    textbook = [number for number in TEXTBOOK if number.isdigit()]
    earlier = [number for number in (*textbook, *own.kept_lessons()) if number < lesson]
    with suppress(ValueError):
        return _stored_card(earlier[-1]) or arena.scorecard(kept(earlier[-1])) if earlier else None
    return None
