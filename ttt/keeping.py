"""A student's player survives the notebook: `keep` writes it to a file that runs alone."""

import re
import sys
from pathlib import Path

from ttt import agents, arena, draw
from ttt.agents import Strategy, own
from ttt.arena import Scorecard, told
from ttt.exercises.verdict import Note, show
from ttt.files import free_name, write_whole
from ttt.game import State, TicTacToe
from ttt.space import space_of
from ttt.standalone import source_of

# The player of each lesson as the textbook has it, for who has kept none.
TEXTBOOK = {"01": "random", "02": "one-step", "02b": "combined", "03": "minimax"}
TEXTBOOK |= {"04": "alpha-beta", "05": "mcts", "06": "q-learning"}
EVERY = 10  # on each tenth board the file is compared with the notebook
GAME = TicTacToe()


def keep(player: Strategy, lesson: str) -> None:
    """Keep your player of a lesson as my/players/03.py, and show its scorecard.

    The file has all that the player needs from the notebook. A player that cannot be kept is
    told why, and then nothing is written.
    """
    namespace = sys._getframe(1).f_globals
    try:
        if not re.fullmatch(r"\d\d[a-z]?", str(lesson)):
            raise ValueError(f'A lesson has a number such as "03", not {lesson!r}.')
        source = _source(player, namespace, lesson)
        card = arena.scorecard(own.FromFile(f"{lesson}.py", source))
        if card.sides and not card.note:
            _compare(player, own.FromFile(f"{lesson}.py", source))
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
            return own.kept_in(lesson)
        except ValueError as error:
            show(Note(f"{error} The textbook's player takes its place."))
    if lesson not in TEXTBOOK:
        known = ", ".join(TEXTBOOK)
        raise ValueError(f"Of lesson {lesson} there is no player, but of {known} there is.")
    return agents.make(TEXTBOOK[lesson])


def _source(player: Strategy, namespace: dict, lesson: str) -> str:
    """Return the text of the file, or raise a ValueError that says what is missing."""
    if not callable(player):
        raise ValueError(f"A player is a function of game and state, not {player!r}.")
    about = f'"""The player kept in lesson {lesson}: player(game, state) returns a move."""'
    return f"{about}\n\n{source_of(player, namespace, 'player')}"


def _compare(player: Strategy, in_file: Strategy) -> None:
    """Raise a ValueError if the player in its file does not answer as in the notebook."""
    space = space_of(GAME)
    for state in [state for state in space.states if not GAME.terminal(state)][EVERY::EVERY]:
        here, there = (_answer(each, state) for each in (player, in_file))
        if here != there:
            raise ValueError(
                f"In {state!r} it comes to {here}, but to {there} when its file runs alone: it "
                "rests on something that has changed since it was made."
            )


def _answer(player: Strategy, state: State) -> str:
    """Return what a player answers, or how it fails."""
    try:
        return str(player(GAME, state))
    except Exception as error:
        return told(error)


def _write(lesson: str, source: str, card: Scorecard) -> str:
    """Write the player and its card into the student's folder; return what was done, in words."""
    folder = own.folder_of_copies()
    if folder is None:
        own.not_written[lesson] = source
        return f"In your own copy of this lesson, this player is kept as `my/players/{lesson}.py`."
    file = folder / "players" / f"{lesson}.py"
    file.parent.mkdir(exist_ok=True)
    shown = f"{folder.name}/players"
    words = f'Your player is kept as `{shown}/{file.name}`: `play(o="mine")` plays against it.'
    if file.exists() and file.read_bytes() != source.encode():
        old = free_name(file)
        write_whole(old, file.read_bytes())
        words += f" The one before is `{shown}/{old.name}`."
    write_whole(file, source.encode())
    write_whole(file.with_suffix(".json"), card.to_json().encode())
    return words


def _card_before(lesson: str) -> Scorecard | None:
    """Return the card of the latest player of an earlier lesson, or of the textbook's."""
    for earlier in reversed([number for number in own.kept_lessons() if number < lesson]):
        try:
            return _stored_card(earlier)
        except (ValueError, OSError):
            continue
    names = [name for number, name in TEXTBOOK.items() if number < lesson and number.isdigit()]
    return arena.scorecard(names[-1]) if names else None


def _stored_card(lesson: str) -> Scorecard:
    """Return the card that lies beside a player; if it is not as it should be, a new one."""
    try:
        stored: Path = own.players_folder() / f"{lesson}.json"
        return Scorecard.from_json(stored.read_text(encoding="utf-8"))
    except (ValueError, OSError, TypeError):
        return arena.scorecard(own.kept_in(lesson))
