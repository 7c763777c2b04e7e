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
    "based_on": "the game that has all the keys you leave out",
    "family": "what it is played with: tiles or cards; that of the game it is based on",
    "id": "a short name, for records and links",
    "name": "what people read",
    "source": "where the rules come from",
    "about": "a sentence about it",
    "faces": "the faces of the tiles",
    "fewest_players": "the fewest players",
    "most_players": "the most players",
    "hand": "tiles or cards in a hand",
    "board": "the printed board",
    "copies": "how many tiles of each of the 36 kinds there are",
    "smallest_set": "cards in the smallest set; the core knows no other number",
    "start.tie": "who starts when several players could",
    "opening.largest_set": "whether the first turn must be a largest set",
    "opening.on_centre": "whether the first turn must cover a centre square",
    "opening.may_trade": "whether the first turn may be a trade",
    "trading.most": "how many tiles may be traded in a turn",
    "trading.returned": "whether traded tiles are mixed into the bag or go under the pile",
    "trading.draws": "whether a trade draws as many tiles as it returns, or up to a full hand",
    "trading.cannot_place": "what a player does who cannot place",
    "taking.by": "what allows a player to take a tile from the table",
    "taking.may_cut_off": "whether taking may cut tiles off from the others",
    "taking.back_to_same_spot": "whether a taken tile may go back to where it was",
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
    """Return all keys of a house rule as a table."""
    rows = ["| key | values | |", "|---|---|---|"]
    tiles, both = known_keys(placement.Edition), known_keys(cards.Edition)
    for key, kind in (tiles | both).items():
        if (isinstance(kind, type) and issubclass(kind, msgspec.Struct)) or key == "options":
            continue
        games = "" if key in tiles and key in both else " (tiles)" if key in tiles else " (cards)"
        rows.append(f"| `{key}`{games} | {_values(key, kind)} | {ABOUT[key]} |")
    return "\n".join([*rows, ""])


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
