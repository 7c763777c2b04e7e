"""A position of the card game in one line of text. docs/notation.md specifies it.

The fields are those of a placement game: the game, the table, the hand, how many cards are left in
the deck, the Qwirkles of each seat and whose turn it is.
"""

from __future__ import annotations

import re
from typing import Any

from qwirkle.errors import NotationError
from qwirkle.notation.text.piece_counts import even_hands
from qwirkle.notation.text.words import options_field, read_options
from qwirkle.rules.cards.edition import Edition
from qwirkle.rules.cards.turns import CardSet
from qwirkle.rules.cards.view import PlayerView, View
from qwirkle.rules.editions.files import OptionValue
from qwirkle.rules.family import edition
from qwirkle.rules.sets import largest_set_size
from qwirkle.rules.tiles import BOX, Tile, in_order

FIELDS = ("game", "table", "hand", "deck", "qwirkles", "turn")
EXTRA = ("options", "opening", "left", "hands")


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
    words += options_field(view.options)
    if view.opening_cards:
        words.append(f"opening={view.opening_cards}")
    if view.turns_left is not None:
        words.append(f"left={view.turns_left}")
    sizes = tuple(player.cards for player in view.players)
    if sizes != _even_hands(view):
        words.append(f"hands={'-'.join(map(str, sizes))}")
    return " ".join(words)


def read_view(line: str, rules: Edition | None = None) -> View:
    """Return what the seat to move sees in the position of a line, whether it can be or not.

    Without a hand, it is what a spectator sees. ``rules`` are those of the game, if it is a house
    rule.
    """
    words = line.split()
    if len(words) < len(FIELDS):
        missing = ", ".join(FIELDS[len(words) :])
        raise NotationError(
            f"A position has the fields {' '.join(FIELDS)}; this one has no {missing}."
        )
    game, table, hand, deck, qwirkles, turn = words[: len(FIELDS)]
    extra = _read_extra(words[len(FIELDS) :])
    rules = _rules(game, extra.get("options", {}), rules)
    taken = [_read_sets(seat, "qwirkles") for seat in qwirkles.split(";")]
    if not rules.fewest_players <= len(taken) <= rules.most_players:
        raise NotationError(
            f"qwirkles: {rules.name} is for {rules.fewest_players} to {rules.most_players} players."
        )
    to_move = None if turn == "-" else _number(turn, "turn") - 1
    if to_move is not None and not 0 <= to_move < len(taken):
        raise NotationError(f"turn: there is no seat {to_move + 1}; seats count from 1.")
    held = None if hand == "?" else () if hand == "-" else in_order(_read_cards(hand, "hand"))
    sets = _read_sets(table, "table")
    seat = to_move or 0
    shown = _count(sets) + sum(map(_count, taken)) + len(held or ())
    left, sizes = _count_cards(
        rules,
        shown=shown,
        held=held,
        seats=len(taken),
        seat=seat,
        deck=deck,
        said=extra.get("hands"),
    )
    opening = extra.get("opening", 0)
    if not opening and not sets and not any(taken) and rules.opening.largest_set:
        opening = largest_set_size(held or ())  # C-START-1
    return View(
        edition=rules,
        seat=None if held is None else seat,
        seq=1,
        table=sets,
        hand=held or (),
        players=tuple(
            PlayerView(f"player {which + 1}", len(made), sizes[which], made)
            for which, made in enumerate(taken)
        ),
        deck=left,
        turn=to_move,
        turns_played=0,
        opening_cards=opening,
        # C-END-1: when the deck is empty, the last round has begun.
        turns_left=extra.get("left", None if left else len(taken)),
        idle=0,
        last=None,
        result=None,
    )


def _rules(game: str, options: dict[str, OptionValue], rules: Edition | None) -> Edition:
    found = edition(game, options) if rules is None else rules
    if not isinstance(found, Edition):
        raise NotationError(f"game: {game} is not a card game.")
    if (found.id, found.chosen) != (game, options):
        raise NotationError(f"game: this is not a position of {found.name} with its options.")
    return found


def _count_cards(
    rules: Edition,
    *,
    shown: int,
    held: tuple[Tile, ...] | None,
    seats: int,
    seat: int,
    deck: str,
    said: tuple[int, ...] | None = None,
) -> tuple[int, tuple[int, ...]]:
    """Return the number of cards in the deck and in each hand."""
    others = seats - (held is not None)
    unseen = len(BOX) - shown
    own = 0 if held is None else len(held)
    if said is not None:
        if len(said) != seats or (held is not None and said[seat] != own):
            raise NotationError("hands: these are not the hands of this position.")
        left = max(0, unseen - sum(said) + own) if deck == "?" else _number(deck, "deck")
        return left, said
    left = max(0, unseen - others * rules.hand) if deck == "?" else _number(deck, "deck")
    full = others * rules.hand
    sizes = even_hands(min(unseen, full), others)
    if held is not None:
        sizes.insert(seat, own)
    return left, tuple(sizes)


def _even_hands(view: View) -> tuple[int, ...]:
    taken = sum(_count(player.qwirkles) for player in view.players)
    held = None if view.seat is None else view.hand
    shown = _count(view.table) + taken + len(view.hand)
    return _count_cards(
        view.edition,
        shown=shown,
        held=held,
        seats=len(view.players),
        seat=view.seat or 0,
        deck=str(view.deck),
    )[1]


def _count(sets: tuple[CardSet, ...]) -> int:
    return sum(map(len, sets))


def _write_sets(sets: tuple[CardSet, ...]) -> str:
    return "/".join("".join(cards) for cards in sets) or "-"


def _read_sets(text: str, field: str) -> tuple[CardSet, ...]:
    return () if text == "-" else tuple(_read_cards(cards, field) for cards in text.split("/"))


def _read_cards(text: str, field: str) -> tuple[Tile, ...]:
    if len(text) % 2 or not text:
        raise NotationError(f"{field}: “{text}” is not a row of cards, such as RoRsRb.")
    return tuple(Tile(text[place : place + 2]) for place in range(0, len(text), 2))


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
            found[name] = read_options(value)
        elif name == "hands":
            found[name] = tuple(_number(size, name) for size in value.split("-"))
        else:
            found[name] = _number(value, name)
    return found
