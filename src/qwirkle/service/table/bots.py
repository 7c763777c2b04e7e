"""Which bots may sit at a table: levels and other specs, within bounds.

A spec comes from whoever opens a table, so it may neither start a program nor think for hours.
"""

from __future__ import annotations

from qwirkle.errors import BotError
from qwirkle.players import bot, level_of
from qwirkle.players.levels import LEVELS, MIDDLING
from qwirkle.rules.family import AnyEdition
from qwirkle.service.table.reasons import TableReason, refusal

FILLING = f"level:{MIDDLING}"
"""Who fills an open seat when nobody said another."""
MOST_THINKING = 5000
"""Milliseconds a spec may ask for."""
MOST_SPEC = 60
PEOPLES = "level:"
"""The levels for people are as they are: nothing can be set about them."""
_ALLOWED = {"ms", "endgame"}


def checked_bot(spec: str, rules: AnyEdition) -> str:
    """The spec as it was asked for; refused if no such bot may sit at a table."""
    if len(spec) > MOST_SPEC or not spec.isprintable():
        raise refusal(TableReason.BAD_BOT, case="long", most=MOST_SPEC)
    try:
        bot(spec, rules=rules).close()
        if level_of(spec) is not None:
            return spec
    except BotError as error:
        raise refusal(TableReason.BAD_BOT, problem=str(error), levels=len(LEVELS)) from None
    for setting in filter(None, spec.partition(":")[2].split(",")):
        key, _, value = setting.partition("=")
        if key not in _ALLOWED or (key == "endgame" and value.isdigit()):
            raise refusal(TableReason.BAD_BOT, case="setting", setting=setting)
        if key == "ms" and float(value) > MOST_THINKING:
            raise refusal(TableReason.BAD_BOT, case="slow", most=MOST_THINKING)
    return spec


def bot_name(spec: str) -> str:
    """What a bot is called at the table."""
    level = level_of(spec)
    return f"{spec.partition(':')[0].capitalize()} bot" if level is None else level.name


def pause_before(spec: str, lying: int, laid: int) -> float:
    """Seconds after which a turn appears that was thought of at once, for people to follow it."""
    level = level_of(spec)
    return 0.0 if level is None else level.delay.seconds(lying, laid)
