"""A position of the card game in one line of text. docs/notation.md specifies it.

The fields are those of a placement game: the game, the table, the hand, how many cards are left in
the deck, the Qwirkles of each seat and whose turn it is.
"""

from __future__ import annotations

import re
from typing import Any

import msgspec

from qwirkle.errors import NotationError
from qwirkle.rules.cards.edition import Edition
from qwirkle.rules.cards.turns import CardSet
from qwirkle.rules.cards.view import PlayerView, View
from qwirkle.rules.family import edition
from qwirkle.rules.tiles import BOX, Tile, in_order, tile

FIELDS = ("game", "table", "hand", "deck", "qwirkles", "turn")
EXTRA = ("options", "opening", "left")


def write_position(view: View) -> str:
    """Return the position that a seat sees as one line; a spectator's has no hand."""
    words = [
        view.game,
        _write_sets(view.table),
        "?" if view.seat is None else "".join(in_order(view.hand)) or "-",
        str(view.deck),
        ";".join(_write_sets(player.qwirkles) for player in view.players),
        "-" if view.turn is None else str(view.turn + 1),
    ]
    if view.options:
        # A space would end the field, so JSON's escape replaces it.
        text = msgspec.json.encode(view.options).decode().replace(" ", "\\u0020")
        words.append(f"options={text}")
    if view.opening_cards:
        words.append(f"opening={view.opening_cards}")
    if view.turns_left is not None:
        words.append(f"left={view.turns_left}")
    return " ".join(words)


def read_view(line: str) -> View:
    """Return what the seat to move sees in the position of a line."""
    words = line.split()
    if len(words) < len(FIELDS):
        missing = ", ".join(FIELDS[len(words) :])
        raise NotationError(
            f"A position has the fields {' '.join(FIELDS)}; this one has no {missing}."
        )
    game, table, hand, deck, qwirkles, turn = words[: len(FIELDS)]
    extra = _read_extra(words[len(FIELDS) :])
    rules = edition(game, extra.get("options"))
    if not isinstance(rules, Edition):
        raise NotationError(f"game: {game} is not a card game.")
    sets = _read_sets(table, "table")
    taken = [_read_sets(seat, "qwirkles") for seat in qwirkles.split(";")]
    if not rules.fewest_players <= len(taken) <= rules.most_players:
        raise NotationError(
            f"qwirkles: {rules.name} is for {rules.fewest_players} to {rules.most_players} players."
        )
    to_move = None if turn == "-" else _number(turn, "turn") - 1
    if to_move is not None and not 0 <= to_move < len(taken):
        raise NotationError(f"turn: there is no seat {to_move + 1}; seats count from 1.")
    seat = to_move or 0
    held = () if hand in {"-", "?"} else _read_cards(hand, "hand")
    left = _number(deck, "deck")
    shown = sum(map(len, sets)) + sum(len(cards) for seats in taken for cards in seats)
    hidden = len(BOX) - shown - len(held) - left
    others = len(taken) - 1
    if not 0 <= hidden <= others * rules.hand:
        raise NotationError(f"deck: with {left} cards there, {hidden} are left for other hands.")
    sizes = [hidden // others + (which < hidden % others) for which in range(others)]
    sizes.insert(seat, len(held))
    return View(
        edition=rules,
        seat=seat,
        seq=1,
        table=sets,
        hand=held,
        players=tuple(
            PlayerView(f"player {which + 1}", len(made), sizes[which], made)
            for which, made in enumerate(taken)
        ),
        deck=left,
        turn=to_move,
        turns_played=0,
        opening_cards=extra.get("opening", 0),
        turns_left=extra.get("left"),
        idle=0,
        last=None,
        result=None,
    )


def _write_sets(sets: tuple[CardSet, ...]) -> str:
    return "/".join("".join(cards) for cards in sets) or "-"


def _read_sets(text: str, field: str) -> tuple[CardSet, ...]:
    return () if text == "-" else tuple(_read_cards(cards, field) for cards in text.split("/"))


def _read_cards(text: str, field: str) -> tuple[Tile, ...]:
    if len(text) % 2 or not text:
        raise NotationError(f"{field}: “{text}” is not a row of cards, such as RoRsRb.")
    return tuple(tile(text[place : place + 2]) for place in range(0, len(text), 2))


def _number(text: str, field: str) -> int:
    if not re.fullmatch(r"[0-9]{1,9}", text):
        raise NotationError(f"{field}: “{text}” is not a number.")
    return int(text)


def _read_extra(words: list[str]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for word in words:
        name, equals, value = word.partition("=")
        if not equals or name not in EXTRA or name in found:
            raise NotationError(
                f"“{word}” is not expected here; after the turn come {', '.join(EXTRA)}, "
                "each once, with = and its value."
            )
        if name == "options":
            try:
                found[name] = msgspec.json.decode(value, type=dict[str, bool | int | str])
            except msgspec.DecodeError as error:
                raise NotationError(f"options: not a JSON object of options ({error}).") from None
        else:
            found[name] = _number(value, name)
    return found
