"""The keys of a house rule, with the values that the code accepts and a sentence for each."""

from __future__ import annotations

from types import UnionType
from typing import Any, Literal, get_args, get_origin

import msgspec

from qwirkle.rules import cards, placement
from qwirkle.rules.editions.base import HOUSE_TEXTS
from qwirkle.rules.editions.files import SHIPPED, known_keys

LEAST = {
    "hand": 1,
    "copies": 1,
    "fewest_players": 1,
    "trading.most": 1,
    "end.going_out": 0,
    "end.idle_rounds": 1,
    "lines.longest": 3,
    "lines.qwirkle_bonus": 0,
}
CARDS = {"hand": 3}
"""Where the least number of the card game is another."""
OWN = {
    "based_on": " ".join(f"`{game}`" for game in SHIPPED),
    "id": "up to 30 of a to z, 0 to 9 and -",
    "most_players": "as many as there are tiles for; tables have 2 to 4 seats",
    "board": "`open`, `select`, `diamond`, `cross`, `combined`, or four quadrants",
    "options.NAME.key": "a key of this table",
    "options.NAME.choices": "a list of its values",
    "options.NAME.about": "a sentence",
}
"""Values that no type describes."""
ABOUT = {
    "based_on": "has all the keys you leave out",
    "family": "tiles or cards; that of the game it is based on",
    "id": "for records and links",
    "name": "what people read",
    "source": "where the rules come from",
    "about": "a sentence about it",
    "faces": "the faces of the tiles",
    "fewest_players": "the fewest players",
    "most_players": "the most players",
    "hand": "tiles or cards in a hand",
    "board": "the printed board",
    "copies": "tiles of each of the 36 kinds",
    "smallest_set": "cards in the smallest set",
    "start.tie": "who starts when several players could",
    "opening.largest_set": "must the first turn be a largest set?",
    "opening.on_centre": "must the first turn cover a centre square?",
    "opening.may_trade": "may the first turn be a trade?",
    "trading.most": "tiles that may be traded in a turn",
    "trading.returned": "traded tiles go into the bag, or under the pile",
    "trading.draws": "a trade draws as many, or up to a full hand",
    "trading.cannot_place": "what a player does who cannot place",
    "taking.by": "what lets a player take a tile from the table",
    "taking.may_cut_off": "may that cut tiles off from the others?",
    "taking.back_to_same_spot": "may the tile go back to where it was?",
    "action_tiles.kinds": "the action tiles of every player",
    "action_tiles.handed_out": "when players get their action tiles",
    "end.going_out": "bonus points for running out of tiles",
    "end.idle_rounds": "rounds without a placement after which the game ends",
    "lines.longest": "tiles in the longest line; one of that length is a Qwirkle",
    "lines.qwirkle_bonus": "points of a Qwirkle beyond those of its tiles",
    "options.NAME.key": "the key that players may choose, under a name of your own",
    "options.NAME.choices": "what they may choose from",
    "options.NAME.about": "what the choice is about",
}


def key_rows() -> str:
    """Return all keys of a house rule: those of all games, then those of tiles and of cards."""
    tiles, both = known_keys(placement.Edition), known_keys(cards.Edition)
    groups: dict[str, list[str]] = {"": [], "Only with tiles:": [], "Only with cards:": []}
    for key, kind in (tiles | both).items():
        if (isinstance(kind, type) and issubclass(kind, msgspec.Struct)) or key == "options":
            continue
        only = "" if key in tiles and key in both else "tiles" if key in tiles else "cards"
        groups[f"Only with {only}:" if only else ""].append(
            f"- `{key}`: {ABOUT[key]} ({_values(key, kind)})"
        )
    parts = [
        part for heading, rows in groups.items() for part in (heading, "\n".join(rows)) if part
    ]
    return "\n\n".join(parts) + "\n"


def _values(key: str, kind: Any) -> str:
    if key in OWN:
        return OWN[key]
    if get_origin(kind) is Literal:
        return ", ".join(f"`{value}`" for value in get_args(kind))
    if get_origin(kind) is tuple:
        (part, _) = get_args(kind)
        kinds = ", ".join(f"`{member.value}`" for member in part)
        return f"a list of up to {placement.HOUSE_MOST[key]}: {kinds}"
    if kind is bool:
        return "`true`, `false`"
    if kind is int:
        return _numbers(key)
    if kind is str and not isinstance(kind, UnionType):
        return f"a text of up to {HOUSE_TEXTS[key]} characters"
    raise TypeError(f"nothing is said about the values of {key}")


def _numbers(key: str) -> str:
    if key not in placement.HOUSE_MOST:
        return f"a whole number from {LEAST[key]} on"
    bounds = f"{LEAST[key]} to {placement.HOUSE_MOST[key]}"
    others = f"{CARDS.get(key, LEAST[key])} to {cards.HOUSE_MOST.get(key)}"
    if key in cards.HOUSE_MOST and others != bounds:
        return f"{bounds}; cards: {others}"
    return bounds
