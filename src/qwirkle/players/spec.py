"""The settings of specs, read: what a text such as ``ms=100`` or ``endgame=off`` means to a bot."""

from __future__ import annotations

from collections.abc import Mapping
from math import inf, isfinite
from typing import TypedDict

from qwirkle.errors import BotError
from qwirkle.players.sim import Limits, Method
from qwirkle.players.value import BLIND, ENDING_NODES, FORESIGHT, STRONG_ENDING_NODES, Foresight

# The settings that limit thinking without a clock.
LIMITED = frozenset({"samples", "nodes"})
SIM_SETTINGS = (*Limits._fields, *Method._fields)
_MOST = {
    "threads": 64,
    "candidates": 64,
    "rounds": 50,
    "narrow": 64,
    "late": 108,
    "prior": 10_000,
    "ending": 1_000_000,
    "nerve": 100,
}
_FROM_ZERO = frozenset({"late", "prior", "ending", "nerve"})
_PARTS = frozenset({"ms", "prior", "nerve"})


class ValueSettings(TypedDict, total=False):
    """Settings of a value bot."""

    ending_nodes: int
    foresight: Foresight


def value_settings(settings: Mapping[str, str]) -> ValueSettings:
    """``endgame`` is off, on, or the placements tried in an ending; ``trials`` are off or on."""
    read: ValueSettings = {}
    if "endgame" in settings:
        named = {"off": 0, "quick": ENDING_NODES, "on": STRONG_ENDING_NODES}
        asked = settings["endgame"]
        read["ending_nodes"] = (
            named[asked]
            if asked in named
            else int(_number("endgame", asked, least=0, most=100_000_000, whole=True))
        )
    if "trials" in settings:
        switch = {"off": BLIND, "on": FORESIGHT}
        if settings["trials"] not in switch:
            raise BotError(f"the setting trials is off or on, not “{settings['trials']}”")
        read["foresight"] = switch[settings["trials"]]
    return read


def sim_settings(settings: Mapping[str, str]) -> tuple[Limits, Method]:
    """The limits of thinking, and how trials are made; a limit that is not the clock stops it."""
    read = {
        name: _number(
            name,
            text,
            least=0 if name in _FROM_ZERO else 1e-3 if name in _PARTS else 1,
            most=_MOST.get(name, 1e12),
            whole=name not in _PARTS,
        )
        for name, text in settings.items()
    }
    if LIMITED & set(read):
        read.setdefault("ms", inf)
    whole = {name: value if name in _PARTS else _plain(value) for name, value in read.items()}
    limits = Limits(**{name: whole[name] for name in Limits._fields if name in whole})  # type: ignore[arg-type]
    method = Method(**{name: whole[name] for name in Method._fields if name in whole})  # type: ignore[arg-type]
    return limits, method


def _plain(value: float) -> float | int:
    return int(value) if isfinite(value) else value


def _number(name: str, text: str, *, least: float, most: float, whole: bool) -> float:
    try:
        value = float(text)
    except ValueError:
        value = float("nan")
    if not least <= value <= most or (whole and value != int(value)):
        kind = "a whole number" if whole else "a number"
        raise BotError(f"the setting {name} is {kind} from {least:g} to {most:g}, not “{text}”")
    return value
