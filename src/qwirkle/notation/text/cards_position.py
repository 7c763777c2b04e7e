"""A position of the card game in one line of text. docs/notation.md specifies it.

The fields are those of a placement game: the game, the table, the hand, how many cards are left in
the deck, the Qwirkles of each seat and whose turn it is.
"""

from __future__ import annotations

import re
from typing import Any

import msgspec

from qwirkle.errors import NotationError
from qwirkle.notation.text.piece_counts import even_hands
from qwirkle.notation.text.words import options_field, read_options
from qwirkle.rules.cards.turns import CardSet
from qwirkle.rules.cards.view import PlayerView, View
from qwirkle.rules.editions.cards import Edition
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


class CardsPosition(msgspec.Struct, frozen=True, kw_only=True):
    """The content of a position line. None means unknown."""

    game: str
    table: tuple[CardSet, ...] = ()
    hand: tuple[Tile, ...] | None = None
    deck: int | None = None
    qwirkles: tuple[tuple[CardSet, ...], ...] = ((), ())
    """Seat by seat."""
    turn: int | None = None
    """The seat whose turn it is, from 0; the text counts from 1."""
    options: dict[str, OptionValue] = {}
    opening: int = 0
    """The fewest cards the first turn must play."""
    left: int | None = None
    """Turns that are left in the last round."""
    hands: tuple[int, ...] | None = None
    """The number of cards in each hand, where they are not as even as possible."""


def read_view(line: str, rules: Edition | None = None) -> View:
    """Return the view of the seat to move in the position of a line, possible or not.

    ``rules`` are those of the game, if it is a house rule.
    """
    return view_of(read_position(line), rules)


def read_position(line: str) -> CardsPosition:
    """Read the position of a line; NotationError names the field that is wrong."""
    words = line.split()
    if len(words) < len(FIELDS):
        missing = ", ".join(FIELDS[len(words) :])
        raise NotationError(
            f"A position has the fields {' '.join(FIELDS)}; this one has no {missing}."
        )
    game, table, hand, deck, qwirkles, turn = words[: len(FIELDS)]
    return CardsPosition(
        **_read_extra(words[len(FIELDS) :]),
        game=game,
        table=_read_sets(table, "table"),
        hand=None if hand == "?" else () if hand == "-" else _read_cards(hand, "hand"),
        deck=None if deck == "?" else _number(deck, "deck"),
        qwirkles=tuple(_read_sets(seat, "qwirkles") for seat in qwirkles.split(";")),
        turn=None if turn == "-" else _number(turn, "turn") - 1,
    )


def view_of(said: CardsPosition, rules: Edition | None = None) -> View:
    """Return the view of the seat to move in a position, possible or not.

    Without a hand, it is the view of a spectator.
    """
    rules = _rules(said.game, said.options, rules)
    taken, to_move = said.qwirkles, said.turn
    if not rules.fewest_players <= len(taken) <= rules.most_players:
        raise NotationError(
            f"qwirkles: {rules.name} is for {rules.fewest_players} to {rules.most_players} players."
        )
    if to_move is not None and not 0 <= to_move < len(taken):
        raise NotationError(f"turn: there is no seat {to_move + 1}; seats count from 1.")
    held = None if said.hand is None else in_order(said.hand)
    seat = to_move or 0
    shown = _count(said.table) + sum(map(_count, taken)) + len(held or ())
    left, sizes = _count_cards(
        rules,
        shown=shown,
        held=held,
        seats=len(taken),
        seat=seat,
        deck=said.deck,
        said=said.hands,
    )
    opening = said.opening
    if not opening and not said.table and not any(taken) and rules.opening.largest_set:
        opening = largest_set_size(held or ())  # C-START-1
    # C-END-1: when the deck is empty, the last round has begun.
    last_round = None if left else len(taken)
    return View(
        edition=rules,
        seat=None if held is None else seat,
        seq=1,
        table=said.table,
        hand=held or (),
        players=tuple(
            PlayerView(f"player {which + 1}", len(made), sizes[which], made)
            for which, made in enumerate(taken)
        ),
        deck=left,
        turn=to_move,
        turns_played=0,
        opening_cards=opening,
        turns_left=last_round if said.left is None else said.left,
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
    deck: int | None,
    said: tuple[int, ...] | None = None,
) -> tuple[int, tuple[int, ...]]:
    """Return the number of cards in the deck and in each hand."""
    others = seats - (held is not None)
    unseen = len(BOX) - shown
    own = 0 if held is None else len(held)
    if said is not None:
        if len(said) != seats or (held is not None and said[seat] != own):
            raise NotationError("hands: these are not the hands of this position.")
        left = max(0, unseen - sum(said) + own) if deck is None else deck
        return left, said
    left = max(0, unseen - others * rules.hand) if deck is None else deck
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
        deck=view.deck,
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
