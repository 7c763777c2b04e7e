"""The rules a table plays by, from its settings.

A stranger's house rule is kept within bounds: it must not take up a server's time, nor may its
names take up a page.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache
from typing import Any, Literal

import msgspec

from qwirkle.engine.cards.solver import MAX_HAND as MAX_CARDS
from qwirkle.errors import EditionError
from qwirkle.rules.cards.edition import Edition as CardsEdition
from qwirkle.rules.family import AnyEdition, Registry, edition, read_edition
from qwirkle.rules.placement.edition import Edition
from qwirkle.service.table.reasons import TableReason, refusal
from qwirkle.service.table.settings import Settings

MAX_TEXT = 4000
MAX_OPTIONS = 500
Supply = Literal["bag", "piles", "deck"]
_ID = re.compile(r"[a-z0-9][a-z0-9-]{0,29}")


def rules_of(settings: Settings) -> AnyEdition:
    """Return the edition of a table, or refuse settings that make none."""
    options = msgspec.json.encode(settings.options)
    if len(options) > MAX_OPTIONS or len(settings.house_rule or "") > MAX_TEXT:
        raise refusal(TableReason.BAD_EDITION, case="long")
    try:
        return _edition_of(settings.game, options, settings.house_rule)
    except EditionError as error:
        raise refusal(TableReason.BAD_EDITION, problem=str(error)) from None


@lru_cache(maxsize=256)
def _edition_of(game: str, options: bytes, house_rule: str | None) -> AnyEdition:
    chosen = msgspec.json.decode(options)
    if house_rule is None:
        return edition(game, chosen)
    try:
        house = read_edition(house_rule, chosen)
    except (RecursionError, OverflowError, ValueError):
        raise EditionError("house rule: this is not the text of an edition") from None
    _check_bounds(house)
    if house.id != game:
        raise EditionError(f"house rule: its id is {house.id}, not {game}")
    return house


def supply_of(rules: AnyEdition) -> Supply:
    """Return what is drawn from: a bag, a deck, or piles where traded tiles go underneath."""
    return _SUPPLIES.of(rules)(rules)


def _supply_of_tiles(rules: Edition) -> Supply:
    return "piles" if rules.trading.returned == "under" else "bag"


def _check_bounds(house: AnyEdition) -> None:
    """Refuse what nobody could play."""
    if not _ID.fullmatch(house.id):
        raise EditionError("house rule: id: up to 30 of a to z, 0 to 9 and -")
    for key, text, limit in (
        ("name", house.name, 60),
        ("about", house.about, 400),
        ("source", house.source, 60),
    ):
        if len(text) > limit or not text.isprintable():
            raise EditionError(f"house rule: {key}: at most {limit} printable characters")
    idle = ("end.idle_rounds", house.end.idle_rounds, 20)
    for key, number, limit in (idle, *_NUMBERS.of(house)(house)):
        if number > limit:
            raise EditionError(f"house rule: {key}: at most {limit}, not {number}")


def _numbers_of_tiles(house: Edition) -> list[tuple[str, int, int]]:
    return [
        ("hand", house.hand, 12),
        ("trading.most", house.trading.most, 12),
        ("end.going_out", house.end.going_out, 100),
        ("action_tiles.kinds", len(house.action_tiles.kinds), 4),
    ]


def _numbers_of_cards(house: CardsEdition) -> list[tuple[str, int, int]]:
    return [("hand", house.hand, MAX_CARDS)]  # what the solver can play with


_NUMBERS = Registry[Callable[[Any], list[tuple[str, int, int]]]](
    placement=_numbers_of_tiles, cards=_numbers_of_cards
)
"""Other keys that a house rule may set, and the largest number allowed."""

_SUPPLIES = Registry[Callable[[Any], Supply]](placement=_supply_of_tiles, cards=lambda _: "deck")
