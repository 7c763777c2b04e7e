"""Which bots may sit at a table: levels with plain names, and specs within bounds.

A spec comes from whoever opens a table, so it may neither start a program nor think for hours.
"""

from __future__ import annotations

from qwirkle.errors import BotError
from qwirkle.players import bot
from qwirkle.players.levels import level
from qwirkle.rules.games import AnyEdition
from qwirkle.service.table.reasons import TableReason, refused

LEVELS = {
    "beginner": "random",
    "easy": "greedy",
    "medium": "value",
    "hard": "sim:ms=100",
    "expert": "sim:ms=800",
}
FILLING = "medium"
"""Who fills an open seat when nobody said another."""
MOST_THINKING = 5000
"""Milliseconds a spec may ask for."""
MOST_SPEC = 60
PEOPLES = "level:"
"""The levels for people are as they are: nothing can be set about them."""
_ALLOWED = {"ms", "endgame"}


def checked_bot(asked: str, rules: AnyEdition) -> str:
    """The level or spec as it was asked for; refused if no such bot may sit at a table."""
    spec = spec_of(asked)
    if len(spec) > MOST_SPEC or not spec.isprintable():
        raise refused(TableReason.BAD_BOT, "That is no bot.")
    try:
        bot(spec, rules=rules).close()
    except BotError as error:
        levels = ", ".join(LEVELS)
        raise refused(TableReason.BAD_BOT, f"{error}. The levels are {levels}.") from None
    if spec.startswith(PEOPLES):
        return asked
    for setting in filter(None, spec.partition(":")[2].split(",")):
        key, _, value = setting.partition("=")
        if key not in _ALLOWED or (key == "endgame" and value.isdigit()):
            raise refused(TableReason.BAD_BOT, f"At a table a bot cannot be set by “{setting}”.")
        if key == "ms" and float(value) > MOST_THINKING:
            raise refused(
                TableReason.BAD_BOT, f"At a table a bot thinks for {MOST_THINKING} ms at the most."
            )
    return asked


def spec_of(asked: str) -> str:
    """The spec behind a level, or the spec itself."""
    return LEVELS.get(asked, asked)


def bot_name(asked: str) -> str:
    """What a bot is called at the table."""
    if asked.startswith(PEOPLES):
        return level(asked.removeprefix(PEOPLES)).name
    return f"{asked.partition(':')[0].capitalize()} bot"
