"""The one registry of bots: a spec string in, a bot out.

A spec is a name and perhaps settings: ``greedy``, ``sim:ms=200``, ``level:3``, ``level:4.3``; an
earlier version is ``value@0.1``. Command line,
protocol, matches and everything else ask here and nowhere else. A program joins as
``process:COMMAND`` and a Python class as ``python:module:Class``, where the caller allows that.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from qwirkle.errors import BotError
from qwirkle.players.base import Bot
from qwirkle.players.greedy import GreedyBot
from qwirkle.players.levels import MIDDLING, Level, Skill, levels_around
from qwirkle.players.levels.bot import BetweenLevels, LevelBot, TilesAndCards
from qwirkle.players.process import ProcessBot
from qwirkle.players.process.spec import NAME as PROCESS
from qwirkle.players.process.spec import read_process_spec
from qwirkle.players.python import NAME as PYTHON
from qwirkle.players.python import python_bot
from qwirkle.players.random import RandomBot
from qwirkle.players.rng import Chance
from qwirkle.players.sim import SimBot
from qwirkle.players.spec import (
    LEVEL,
    LIMITED,
    SETTINGS,
    Spec,
    read_spec,
    sim_settings,
    value_settings,
)
from qwirkle.players.value import ValueBot
from qwirkle.rules.family import AnyEdition


class _Kind(NamedTuple):
    """A kind of bot: how it is made from the settings in its spec, and its description."""

    make: Callable[[Chance, Spec], Bot]
    about: str


def _at_level(chance: Chance, spec: Spec) -> Bot:
    """Return the bot of a level: one of less skill, one of the others, or one between two."""
    below, above, share = levels_around(spec.settings.get(LEVEL, MIDDLING))
    if share == 0:
        return _of_level(chance, below)
    return BetweenLevels(chance, _of_level(chance, below), _of_level(chance, above), share)


def _of_level(chance: Chance, level: Level) -> Bot:
    if isinstance(level.plays, Skill):
        return LevelBot(chance, level.plays)
    others = read_spec(level.plays)
    made = _KINDS[others.name].make(chance, others)
    return made if level.cards is None else TilesAndCards(made, LevelBot(chance, level.cards))


_KINDS: dict[str, _Kind] = {
    "random": _Kind(lambda chance, _: RandomBot(chance), "any placement, each as likely"),
    "greedy": _Kind(lambda chance, _: GreedyBot(chance), "the most points now"),
    "value": _Kind(
        lambda chance, spec: ValueBot(chance, **value_settings(spec)),
        "points now, minus what it gives away, plus what it keeps for later",
    ),
    "sim": _Kind(
        lambda chance, spec: SimBot(chance, *sim_settings(spec)),
        "the best by value, tried on deals of what it cannot see",
    ),
    LEVEL: _Kind(_at_level, "an opponent for people, level:1 to level:8"),
}


def bot_names() -> tuple[str, ...]:
    """Return the names of the bots that anybody may ask for: no programs and no classes."""
    return tuple(_KINDS)


def about_bots() -> dict[str, str]:
    """Return a short description of each bot."""
    return {name: kind.about for name, kind in _KINDS.items()}


def level_of(spec: str) -> Level | None:
    """Return the level a spec names, or the nearer of two; None for any other bot."""
    around = levels_of(spec)
    if around is None:
        return None
    below, above, part = around
    return below if part < 0.5 else above


def levels_of(spec: str) -> tuple[Level, Level, float] | None:
    """Return the levels around the number that a spec names, as ``levels_around`` does."""
    if spec.partition(":")[0] != LEVEL:
        return None
    return levels_around(read_spec(spec).settings.get(LEVEL, MIDDLING))


def bot(
    spec: str,
    seed: int | str | bytes | Chance = 0,
    ms: float | None = None,
    *,
    rules: AnyEdition | None = None,
    allow_code: bool = False,
) -> Bot:
    """Make the bot of a spec; the same spec, seed and views give the same turns.

    Args:
        spec: A name, perhaps with settings, such as ``"greedy"``, ``"sim:ms=200"``, ``"level:3"``.
        seed: A seed for the bot's lots, or a ``Chance``, which can be reseeded turn by turn.
        ms: The thinking time of a bot that thinks, unless its spec sets another.
        rules: The game to play: a bot that does not know it is refused here, not during a game.
        allow_code: Whether the spec may start a program or import a module. Never set it for
            specs that strangers send.

    Raises:
        BotError: There is no such bot, a setting is wrong, or the bot does not play the game.
    """
    chance = seed if isinstance(seed, Chance) else Chance(seed)
    name, _, rest = spec.partition(":")
    if name in (PROCESS, PYTHON) and not allow_code:
        raise BotError("a bot that starts a program or imports a module is not allowed here")
    if name == PROCESS:
        made: Bot = ProcessBot(read_process_spec(rest, ms), chance)
    elif name == PYTHON:
        made = python_bot(rest, chance.word() if isinstance(seed, Chance) else seed, ms)
    else:
        read = read_spec(spec, allow_code=allow_code)
        settings = dict(read.settings)
        timed = SETTINGS[read.name].get("ms")
        if ms is not None and timed is not None and not LIMITED & set(settings):
            settings.setdefault("ms", timed.check("ms", ms))
        made = _KINDS[read.name].make(chance, read._replace(settings=settings))
    if rules is not None and not made.knows(rules):
        made.close()
        raise BotError(f"the bot {spec} does not play {rules.id}")
    return made


def core_policy(player: Bot) -> tuple[str, Chance] | None:
    """Return the core's name for how a bot plays, and its lots; None if the bot must be asked."""
    # Exactly these: a subclass may play differently.
    if type(player) is GreedyBot:
        return "greedy", player.chance
    if type(player) is RandomBot:
        return "random", player.chance
    return None
