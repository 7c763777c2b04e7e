"""The rules a table plays by, from its settings.

A house rule of a stranger is kept within bounds: what is played with it must not take a server's
time, nor its names a page's room.
"""

from __future__ import annotations

import re
from functools import lru_cache

import msgspec

from qwirkle.errors import EditionError
from qwirkle.rules.cards.edition import Edition as CardsEdition
from qwirkle.rules.family import AnyEdition, edition, read_edition
from qwirkle.service.table.reasons import TableReason, refusal
from qwirkle.service.table.settings import Settings

MOST_TEXT = 4000
MOST_OPTIONS = 500
_ID = re.compile(r"[a-z0-9][a-z0-9-]{0,29}")


def rules_of(settings: Settings) -> AnyEdition:
    """The edition of a table; refused with a sentence if there is no such game."""
    options = msgspec.json.encode(settings.options)
    if len(options) > MOST_OPTIONS or len(settings.house_rule or "") > MOST_TEXT:
        raise refusal(TableReason.BAD_EDITION, case="long")
    try:
        return _made(settings.game, options, settings.house_rule)
    except EditionError as error:
        raise refusal(TableReason.BAD_EDITION, problem=str(error)) from None


@lru_cache(maxsize=256)
def _made(game: str, options: bytes, house_rule: str | None) -> AnyEdition:
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


def _check_bounds(house: AnyEdition) -> None:
    """Refuse what is larger than anybody plays."""
    if not _ID.fullmatch(house.id):
        raise EditionError("house rule: id: up to 30 of a to z, 0 to 9 and -")
    for key, text, most in (
        ("name", house.name, 60),
        ("about", house.about, 400),
        ("source", house.source, 60),
    ):
        if len(text) > most or not text.isprintable():
            raise EditionError(f"house rule: {key}: {most} plain characters at the most")
    numbers = [("hand", house.hand, 12), ("end.idle_rounds", house.end.idle_rounds, 20)]
    if not isinstance(house, CardsEdition):
        numbers += [
            ("trading.most", house.trading.most, 12),
            ("end.going_out", house.end.going_out, 100),
        ]
        if len(house.action_tiles.kinds) > 4:
            raise EditionError("house rule: action_tiles.kinds: 4 at the most")
    for key, number, most_of_it in numbers:
        if number > most_of_it:
            raise EditionError(f"house rule: {key}: {most_of_it} at the most, not {number}")
