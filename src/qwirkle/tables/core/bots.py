"""The bots that may sit at a table: levels and other specs, within limits.

A spec comes from the person who opens a table, so it may neither start a program nor think for
hours.
"""

from __future__ import annotations

from functools import lru_cache

from qwirkle.errors import BotError
from qwirkle.players import bot, level_of, levels_of
from qwirkle.players.levels import LEVELS, MIDDLING
from qwirkle.players.sim import ENDING_NODES_PER_MS
from qwirkle.players.spec import read_spec
from qwirkle.players.value import STRONG_ENDING_NODES
from qwirkle.rules.family import AnyEdition
from qwirkle.tables.core.reasons import TableReason, refusal

FILLING = f"level:{MIDDLING}"
"""The bot that fills an open seat if none was named."""
MAX_THINKING_MS = 5000
"""The longest thinking time, in milliseconds, that a spec may request."""
MAX_SPEC = 60
KNOWN = 1000
"""The number of specs whose meaning is remembered."""
PEOPLES = "level:"
"""The levels for people have no settings."""
MAX_SETTINGS: dict[str, float] = {"ms": MAX_THINKING_MS, "endgame": STRONG_ENDING_NODES}
"""The settings that a bot at a table may have, with the maximum of each."""
_MOMENT = 0.02
"""Seconds that a bot takes if its spec gives no thinking time."""
_SIM_SECONDS = 0.1


def check_bot(spec: str, rules: AnyEdition) -> str:
    """Return the spec, or refuse it if no such bot may sit at a table."""
    if len(spec) > MAX_SPEC or not spec.isprintable():
        raise refusal(TableReason.BAD_BOT, case="long", most=MAX_SPEC)
    try:
        bot(spec, rules=rules).close()
        if level_of(spec) is not None:
            return spec
    except BotError as error:
        raise refusal(TableReason.BAD_BOT, problem=str(error), levels=len(LEVELS)) from None
    for name, value in read_spec(spec).settings.items():
        if value > MAX_SETTINGS.get(name, -1):
            if name == "ms":
                raise refusal(TableReason.BAD_BOT, case="slow", most=MAX_THINKING_MS)
            raise refusal(TableReason.BAD_BOT, case="setting", setting=f"{name}={value}")
    return spec


def bot_name(spec: str) -> str:
    """Return the name of a bot at the table."""
    level = level_of(spec)
    return f"{spec.partition(':')[0].capitalize()} bot" if level is None else level.name


def pause_before(spec: str, on_table: int, added: int) -> float:
    """Return the seconds to wait before a turn appears, so that people can follow it."""
    level = level_of(spec)
    return 0.0 if level is None else level.delay.seconds(on_table, added)


@lru_cache(KNOWN)
def only_counts(spec: str) -> bool:
    """Return whether a bot looks at the points of its turns alone, as the greedy one does."""
    levels = levels_of(spec)
    if levels is None:
        return spec.partition(":")[0] in ("random", "greedy")
    slower = levels[1].plays
    return not isinstance(slower, str) and not slower.foresight


@lru_cache(KNOWN)
def thinking_seconds(spec: str) -> float:
    """Return how long, according to its spec, a bot may think about a turn."""
    levels = levels_of(spec)
    if levels is not None:
        slower = levels[1].plays
        return thinking_seconds(slower) if isinstance(slower, str) else _MOMENT
    name, settings, _ = read_spec(spec)
    if "ms" in settings:
        return settings["ms"] / 1000
    searching = settings.get("endgame", 0) / ENDING_NODES_PER_MS / 1000
    return _SIM_SECONDS if name == "sim" else max(_MOMENT, searching)
