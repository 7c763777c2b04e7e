"""The rules that a table plays by, from its settings.

A house rule has the same bounds as everywhere, so it cannot take up a server's time, nor can its
names fill a page; its text is short.
"""

from __future__ import annotations

from functools import lru_cache

import msgspec

from qwirkle.errors import EditionError
from qwirkle.rules.family import AnyEdition, edition, read_edition
from qwirkle.tables.core.reasons import TableReason, refusal
from qwirkle.tables.core.settings import Settings

MAX_TEXT = 4000
MAX_OPTIONS = 500


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
    if house.id != game:
        raise EditionError(f"house rule: its id is {house.id}, not {game}")
    return house
