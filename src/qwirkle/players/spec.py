"""The reader of bot specs: ``sim:ms=100`` is a name and settings, each a number within its bounds.

``sim@0.1:ms=100`` is the bot of an earlier version, with its weights and its method.

This is the only reader of specs. A setting that is not listed here does not exist, and a number is
written in plain digits: no sign, no exponent, nothing else that Python would read as a number. So
code that allows some settings up to a limit can rely on the numbers that a bot is made with.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from math import inf
from pathlib import Path
from typing import NamedTuple, TypedDict

from qwirkle.errors import BotError
from qwirkle.players.levels import level_number
from qwirkle.players.sim import Limits, Method
from qwirkle.players.value import BLIND, ENDING_NODES, STRONG_ENDING_NODES, Foresight
from qwirkle.players.versions import CURRENT, VERSIONS, Version

LEVEL = "level"
LIMITED = frozenset({"samples", "nodes"})
"""The settings that limit thinking without a clock."""
MOST_ENDING_NODES = 10_000_000
"""Placements that may be tried in an ending: some seconds, if the core is compiled."""
_COUNTLESS = 1_000_000_000_000
_DIGITS = re.compile(r"[0-9]{1,15}")
_DIGITS_AND_PARTS = re.compile(r"[0-9]{1,15}(\.[0-9]{1,15})?")
_SHOWN = 40
"""The maximum number of characters of a wrong value that are repeated to its author."""


class Setting(NamedTuple):
    """A setting: the numbers that it accepts, and words for some of them."""

    least: float
    most: float
    words: Mapping[str, int] = {}
    parts: bool = False
    """Whether it may be between two whole numbers."""
    only_words: bool = False

    def read(self, name: str, text: str) -> float:
        """Return the number that a text stands for."""
        if text in self.words:
            return self.words[text]
        written = _DIGITS_AND_PARTS if self.parts else _DIGITS
        if self.only_words or not written.fullmatch(text):
            raise self._wrong(name, text)
        return self.check(name, float(text) if self.parts else int(text))

    def check(self, name: str, number: float) -> float:
        """Return the number if it is within the bounds."""
        if not self.least <= number <= self.most:
            raise self._wrong(name, str(number))
        return number

    def _wrong(self, name: str, text: str) -> BotError:
        *others, last = self.words or ("",)
        words = f"{', '.join(others)} or {last}" if others else last
        if self.only_words:
            allowed = words
        else:
            kind = "a number" if self.parts else "a whole number"
            allowed = f"{kind} from {self.least:.15g} to {self.most:.15g}, written in digits"
            allowed += f", or {words}" if words else ""
        return BotError(f"the setting {name} is {allowed}, not “{text[:_SHOWN]}”")


class _LevelSetting(Setting):
    """The number of a level, which has a sentence of its own."""

    def read(self, name: str, text: str) -> float:
        """Return the number of the level."""
        del name
        return level_number(text)


SETTINGS: Mapping[str, Mapping[str, Setting]] = {
    "random": {},
    "greedy": {},
    "value": {
        "endgame": Setting(
            0,
            MOST_ENDING_NODES,
            {"off": 0, "quick": ENDING_NODES, "on": STRONG_ENDING_NODES},
        ),
        "trials": Setting(0, 1, {"off": 0, "on": 1}, only_words=True),
    },
    "sim": {
        "ms": Setting(0.001, _COUNTLESS, parts=True),
        "samples": Setting(1, _COUNTLESS),
        "nodes": Setting(1, _COUNTLESS),
        "threads": Setting(1, 64),
        "candidates": Setting(1, 64),
        "rounds": Setting(1, 50),
        "narrow": Setting(1, 64),
        "late": Setting(0, 108),
        "prior": Setting(0, 10_000, parts=True),
        "ending": Setting(0, 1_000_000),
        "nerve": Setting(0, 100, parts=True),
        "guesses": Setting(0, 1024),
    },
    LEVEL: {LEVEL: _LevelSetting(1, 8)},
}
"""The settings of every bot, by its name."""
VERSIONED = ("value", "sim")
"""The bots whose earlier versions can be asked for: ``value@0.1``."""
BARE = {LEVEL: LEVEL}
"""The one setting of a bot that is written without its name: ``level:3``."""


class Spec(NamedTuple):
    """A spec that has been read: the bot exists, and every setting is within its bounds."""

    name: str
    settings: Mapping[str, float]
    version: Version = CURRENT


def read_spec(spec: str, *, allow_code: bool = False) -> Spec:
    """Read the spec of a bot of this package, or raise a BotError.

    With ``allow_code`` the error also names the bots that a spec can bring along.
    """
    named, _, rest = spec.partition(":")
    name, at, number = named.partition("@")
    if name not in SETTINGS:
        own = " and those of your own, process:COMMAND and python:MODULE:CLASS"
        raise BotError(
            f"there is no bot “{spec}”; the bots are {', '.join(SETTINGS)}"
            f"{own if allow_code else ''}"
        )
    known, bare = SETTINGS[name], BARE.get(name)
    version = _read_version(name, number) if at else CURRENT
    settings: dict[str, float] = {}
    for part in filter(None, rest.split(",")):
        key, equals, text = part.partition("=")
        if bare is not None and not equals:
            key, text = bare, part
        elif not equals or not key or not text:
            raise BotError(f"in the bot “{spec}”: a setting is written key=value, not “{part}”")
        if key not in known or (key == bare and equals):
            raise BotError(f"the bot {name} has no setting “{key}”")
        if key in settings:
            raise BotError(f"in the bot “{spec}”: one {key} is enough")
        settings[key] = known[key].read(key, text)
    return Spec(name, settings, version)


def _read_version(name: str, number: str) -> Version:
    if name not in VERSIONED:
        raise BotError(f"only {' and '.join(VERSIONED)} have earlier versions, not {name}")
    if number not in VERSIONS:
        raise BotError(
            f"there is no version “{number[:_SHOWN]}” of {name}; "
            f"the earlier versions are {', '.join(VERSIONS)}"
        )
    return VERSIONS[number]


class ValueSettings(TypedDict, total=False):
    """The settings of a value bot."""

    ending_nodes: int
    foresight: Foresight
    weights: Path | None
    telling: int


def value_settings(spec: Spec) -> ValueSettings:
    """Return the settings of a value bot.

    ``endgame`` is the number of placements tried in an ending; ``trials`` are off or on.
    """
    settings, version = spec.settings, spec.version
    read: ValueSettings = {
        "foresight": version.foresight,
        "weights": version.weights,
        "telling": version.telling,
    }
    if "endgame" in settings:
        read["ending_nodes"] = int(settings["endgame"])
    if settings.get("trials") == 0:
        read["foresight"] = version.foresight._replace(bag=BLIND.bag)
    return read


def sim_settings(spec: Spec) -> tuple[Limits, Method, Path | None, int]:
    """Return the limits of thinking, the method of trials, and what a version plays by.

    Without a thinking time, a limit on trials or turns replaces the clock.
    """
    read = dict(spec.settings)
    if LIMITED & set(read):
        read.setdefault("ms", inf)
    limits = Limits(**{name: read[name] for name in Limits._fields if name in read})  # type: ignore[arg-type]
    method = spec.version.method._replace(
        **{name: read[name] for name in Method._fields if name in read}  # type: ignore[arg-type]
    )
    return limits, method, spec.version.weights, spec.version.telling
