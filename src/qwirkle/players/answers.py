"""The question to a bot for its turn. Anybody can write a bot, so its answer is checked."""

from __future__ import annotations

import traceback
from pathlib import Path
from reprlib import Repr

import msgspec

from qwirkle.engine.position import Move
from qwirkle.errors import BotError
from qwirkle.players.base import Bot
from qwirkle.rules import family
from qwirkle.rules.family import AnyTurn, AnyView
from qwirkle.rules.placement.turns import Place

LONGEST = 200
"""The maximum number of characters quoted from an error or a value."""
_REPR = Repr()
_REPR.maxother = _REPR.maxstring = 100


def ask(player: Bot, view: AnyView) -> AnyTurn:
    """Return the turn a bot chooses; BotError, with a sentence about “it”, if it chooses none."""
    try:
        chosen: object = player.choose(view)
    except BotError:
        raise
    except Exception as error:
        raise BotError(f"it raised {_in_words(error)}") from error
    return as_turn(chosen, view)


def as_turn(answer: object, view: AnyView) -> AnyTurn:
    """Return the turn that an answer stands for: a turn of the game, or a listed move to place."""
    if isinstance(answer, Move):
        answer = Place(answer.tiles)
    if family.of(view).is_turn(answer):
        try:
            # A struct holds whatever it was given; a round trip checks the types of its values.
            plain = msgspec.to_builtins(answer)
            return msgspec.convert(plain, type(answer))
        except (TypeError, msgspec.MsgspecError, RecursionError):
            pass
    raise BotError(
        f"it returned {_one_line(_REPR.repr(answer))}, which is not a turn of {view.game}"
    )


def _in_words(error: Exception) -> str:
    """Return an error with the line it comes from, for the author of the bot."""
    last = traceback.extract_tb(error.__traceback__)[-1]
    where = f"{Path(last.filename).name}, line {last.lineno}"
    return f"{type(error).__name__}: {_one_line(str(error))} ({where})"


def _one_line(text: str) -> str:
    return "".join(letter if letter.isprintable() else " " for letter in text[:LONGEST])
