"""A position of a placement game in one line of text, to paste, store or send.

This module reads and writes it without judging whether it could arise. docs/notation.md specifies
it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import partial
from itertools import groupby
from typing import Any, TypeVar

import msgspec

from qwirkle.errors import NotationError
from qwirkle.notation.text.piece_counts import count_pieces
from qwirkle.notation.text.words import options_field, read_options
from qwirkle.rules.cells import Cell
from qwirkle.rules.editions.files import OptionValue
from qwirkle.rules.editions.placement import Action, Edition, edition
from qwirkle.rules.placement.board import Board, Placed
from qwirkle.rules.placement.view import PlayerView, View
from qwirkle.rules.sets import largest_set_size
from qwirkle.rules.tiles import Tile, in_order

T = TypeVar("T")

FIELDS = ("game", "board", "hand", "bag", "scores", "turn")


class PositionText(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The content of a position line. None means unknown."""

    game: str
    board: tuple[Placed, ...] = ()
    """Sorted by x, then y, like ``Board.placed``."""
    hand: tuple[Tile, ...] | None = None
    bag: int | None = None
    scores: tuple[int, ...] | None = None
    turn: int | None = None
    """The seat whose turn it is, from 0; the text counts from 1."""
    options: dict[str, OptionValue] = {}
    opening: int = 0
    """The fewest tiles the first turn must place."""
    tokens: tuple[int, ...] | None = None
    """Star tokens, seat by seat."""
    actions: tuple[tuple[Action, ...], ...] | None = None
    """Action tiles, seat by seat."""
    stars: tuple[Cell, ...] | None = None
    """Star squares that still have their token."""
    used: Action | None = None
    """The token or action tile used in this turn."""
    taken: Placed | None = None
    """The tile taken in this turn."""
    hands: tuple[int, ...] | None = None
    """The number of tiles in each hand, where they are not as even as possible."""


def position_of(view: View) -> PositionText:
    """Return the position a seat sees; a spectator's has no hand."""
    edition = view.edition
    stars = edition.layout.stars
    sizes = tuple(player.tiles for player in view.players)
    own = None if view.seat is None else len(view.hand)
    usual = count_pieces(
        edition,
        shown=len(view.board),
        own=own,
        count=len(sizes),
        seat=view.seat or 0,
        bag=view.bag,
    )
    return PositionText(
        game=view.game,
        board=view.board.placed(),
        hand=None if view.seat is None else in_order(view.hand),
        bag=view.bag,
        scores=tuple(player.score for player in view.players),
        turn=view.turn,
        options=view.options,
        opening=view.opening_tiles,
        tokens=tuple(player.tokens for player in view.players) if stars else None,
        actions=(
            tuple(player.actions for player in view.players) if edition.action_tiles.kinds else None
        ),
        stars=view.stars_left if stars else None,
        used=view.used,
        taken=view.taken,
        hands=None if usual == (view.bag, sizes) else sizes,
    )


def view_of(said: PositionText, rules: Edition | None = None) -> View:
    """Return the view of the seat to move in a position, possible or not.

    Defaults fill the gaps: two players, no points, full hands, the rest in the bag. Without a hand,
    it is the view of a spectator.
    """
    _check_seats(said)
    rules = edition(said.game, said.options) if rules is None else rules
    if (rules.id, rules.chosen) != (said.game, said.options):
        raise NotationError(f"game: this is not a position of {rules.name} with its options.")
    board = Board(said.board, rules.layout)
    if len(board) != len(said.board):
        raise NotationError("board: two tiles are on one cell.")
    players = _players(said, rules)
    hand = in_order(said.hand or ())
    opening = said.opening
    if not opening and not board and rules.opening.largest_set:
        opening = largest_set_size(hand)  # Q-START-4
    return View(
        edition=rules,
        seat=None if said.hand is None else _seat(said),
        seq=1,
        board=board,
        hand=hand,
        players=players,
        bag=_pieces(said, rules, len(players))[0],
        turn=said.turn,
        turns_played=0,
        opening_tiles=opening,
        stars_left=_stars(said, board),
        used=said.used,
        taken=said.taken,
        idle=0,
        passes=0,
        last=None,
        result=None,
    )


def _seat(said: PositionText) -> int:
    return 0 if said.turn is None else said.turn


def _players(said: PositionText, rules: Edition) -> tuple[PlayerView, ...]:
    given = said.scores or said.tokens or said.actions or said.hands
    count = len(given) if given else max(rules.fewest_players, _seat(said) + 1)
    if not rules.fewest_players <= count <= rules.most_players:
        raise NotationError(
            f"scores: {rules.name} is for {rules.fewest_players} to {rules.most_players} players."
        )
    sizes = _pieces(said, rules, count)[1]
    return tuple(
        PlayerView(
            name=f"player {which + 1}",
            score=said.scores[which] if said.scores else 0,
            tiles=sizes[which],
            tokens=said.tokens[which] if said.tokens else 0,
            actions=said.actions[which] if said.actions else (),
        )
        for which in range(count)
    )


def _pieces(said: PositionText, rules: Edition, count: int) -> tuple[int, tuple[int, ...]]:
    """Return the number of tiles in the bag and in each hand."""
    own = None if said.hand is None else len(said.hand)
    held = [action for actions in said.actions or () for action in actions]
    seat = _seat(said)
    counted = partial(
        count_pieces, rules, shown=len(said.board), own=own, count=count, seat=seat, actions=held
    )
    if said.hands is None:
        return counted(bag=said.bag)
    if own is not None and said.hands[seat] != own:
        raise NotationError(f"hands: the hand has {own} tiles, not {said.hands[seat]}.")
    if said.bag is not None:
        return said.bag, said.hands
    # Hands that are not full are full enough: the bag has the rest.
    usual, sizes = counted(bag=None)
    return max(0, usual + sum(sizes) - sum(said.hands)), said.hands


def _stars(said: PositionText, board: Board) -> tuple[Cell, ...]:
    if said.stars is not None:
        return said.stars
    return tuple(sorted(cell for cell in board.layout.stars if cell not in board))


def write_position(position: PositionText) -> str:
    """Return the canonical line; ``read_position`` reads the same position back."""
    words = [
        position.game,
        _write_board(position.board),
        _or_unknown(position.hand, "".join) or "-",
        _or_unknown(position.bag, str),
        _or_unknown(position.scores, _numbers),
        "-" if position.turn is None else str(position.turn + 1),
    ]
    words += options_field(position.options)
    if position.opening:
        words.append(f"opening={position.opening}")
    if position.tokens is not None:
        words.append(f"tokens={_numbers(position.tokens)}")
    if position.actions is not None:
        words.append(f"actions={'/'.join('+'.join(held) or '-' for held in position.actions)}")
    if position.stars is not None:
        words.append(f"stars={';'.join(f'{x},{y}' for x, y in position.stars) or '-'}")
    if position.used is not None:
        words.append(f"used={position.used}")
    if position.taken is not None:
        words.append(f"taken={position.taken.x},{position.taken.y}:{position.taken.tile}")
    if position.hands is not None:
        words.append(f"hands={_numbers(position.hands)}")
    line = " ".join(words)
    if read_position(line) != position:
        raise NotationError("This position cannot be written: a part of it has no text.")
    return line


def read_position(line: str) -> PositionText:
    """Read the position of a line; NotationError names the field that is wrong."""
    words = re.findall(r"[^ \t\r\n]+", line)
    if len(words) < len(FIELDS):
        missing = ", ".join(FIELDS[len(words) :])
        raise NotationError(
            f"A position has the fields {' '.join(FIELDS)}; this one has no {missing}."
        )
    game, board, hand, bag, scores, turn = words[: len(FIELDS)]
    if not re.fullmatch(r"[a-z0-9][a-z0-9-]*", game):
        raise NotationError(f"game: “{game}” is not a game id, such as classic.")
    said: dict[str, Any] = {
        "game": game,
        "board": _read_board(board),
        "hand": _if_known(hand, _read_hand),
        "bag": _if_known(bag, lambda text: _number(text, "bag")),
        "scores": _if_known(scores, lambda text: _read_numbers(text, "scores")),
        "turn": None if turn == "-" else _number(turn, "turn") - 1,
    }
    for word in words[len(FIELDS) :]:
        name, equals, value = word.partition("=")
        if not equals or name not in _MORE:
            raise NotationError(
                f"“{word}” is not a field; after the turn come {', '.join(_MORE)}, "
                "each with = and its value."
            )
        if name in said:
            raise NotationError(f"{name}: this field appears twice.")
        said[name] = _MORE[name](value)
    position = PositionText(**said)
    _check_seats(position)
    return position


def _check_seats(position: PositionText) -> None:
    seats = {
        name: len(values)
        for name in ("scores", "tokens", "actions", "hands")
        if (values := getattr(position, name)) is not None
    }
    if len(set(seats.values())) > 1:
        raise NotationError(f"{' and '.join(seats)} speak of different numbers of seats.")
    if position.turn is not None:
        most = next(iter(seats.values()), position.turn + 1)
        if not 0 <= position.turn < most:
            raise NotationError(f"turn: there is no seat {position.turn + 1}; seats count from 1.")


def _write_board(board: Sequence[Placed]) -> str:
    if not board:
        return "-"
    left = min(placed.x for placed in board)
    in_rows = sorted(board, key=lambda placed: (placed.y, placed.x))
    top = row_before = in_rows[0].y
    texts: list[str] = []
    for y, row in groupby(in_rows, key=lambda placed: placed.y):
        if y - row_before > 1:
            texts.append(str(y - row_before - 1))
        row_before = y
        text = ""
        x = left
        for placed in row:
            text += (str(placed.x - x) if placed.x > x else "") + placed.tile
            x = placed.x + 1
        texts.append(text)
    return f"{left},{top}:{'/'.join(texts)}"


_ROW_PART = re.compile(r"(?P<gap>[0-9]{1,18})|(?P<tile>[A-Za-z]{1,2})")


def _read_board(text: str) -> tuple[Placed, ...]:
    if text == "-":
        return ()
    origin, colon, rows = text.partition(":")
    if not colon:
        raise NotationError(
            "board: write the top left cell, a colon and the rows, such as 0,0:RoRs/1Bs, "
            "or - for an empty table."
        )
    left, y = _read_cell(origin, "board")
    placed = []
    for row in rows.split("/"):
        if re.fullmatch(r"[0-9]{1,18}", row):
            y += int(row)  # a number of empty rows
            continue
        x = left
        place = 0
        while place < len(row):
            part = _ROW_PART.match(row, place)
            if part is None:
                raise NotationError(f"board: “{row[place:]}” is neither a tile nor a gap.")
            place = part.end()
            if part["gap"]:
                x += int(part["gap"])
            else:
                placed.append(Placed(x, y, Tile(part["tile"])))
                x += 1
        y += 1
    if not placed:
        raise NotationError("board: there is no tile in it; an empty table is written -.")
    return tuple(sorted(placed))


def _read_hand(text: str) -> tuple[Tile, ...]:
    if text == "-":
        return ()
    return tuple(Tile(text[place : place + 2]) for place in range(0, len(text), 2))


def _read_cell(text: str, field: str) -> Cell:
    match = re.fullmatch(r"(-?[0-9]{1,18}),(-?[0-9]{1,18})", text)
    if match is None:
        raise NotationError(f"{field}: “{text}” is not a cell, such as 3,-4.")
    return Cell(int(match[1]), int(match[2]))


def _number(text: str, field: str) -> int:
    if not re.fullmatch(r"[0-9]{1,18}", text):
        raise NotationError(f"{field}: “{text}” is not a number.")
    return int(text)


def _numbers(values: Sequence[int]) -> str:
    return "-".join(str(value) for value in values)


def _read_numbers(text: str, field: str) -> tuple[int, ...]:
    return tuple(_number(part, field) for part in text.split("-"))


def _read_action(text: str, field: str) -> Action:
    try:
        return Action(text)
    except ValueError:
        raise NotationError(
            f"{field}: “{text}” is not an action; they are {', '.join(Action)}."
        ) from None


def _read_actions(text: str) -> tuple[tuple[Action, ...], ...]:
    return tuple(
        () if seat == "-" else tuple(_read_action(word, "actions") for word in seat.split("+"))
        for seat in text.split("/")
    )


def _read_stars(text: str) -> tuple[Cell, ...]:
    return () if text == "-" else tuple(_read_cell(word, "stars") for word in text.split(";"))


def _read_taken(text: str) -> Placed:
    cell, _, code = text.partition(":")
    x, y = _read_cell(cell, "taken")
    return Placed(x, y, Tile(code))


_MORE: dict[str, Callable[[str], Any]] = {
    "options": read_options,
    "opening": lambda text: _number(text, "opening"),
    "tokens": lambda text: _read_numbers(text, "tokens"),
    "actions": _read_actions,
    "stars": _read_stars,
    "used": lambda text: _read_action(text, "used"),
    "taken": _read_taken,
    "hands": lambda text: _read_numbers(text, "hands"),
}


def _or_unknown(value: T | None, write: Callable[[T], str]) -> str:
    return "?" if value is None else write(value)


def _if_known(text: str, read: Callable[[str], T]) -> T | None:
    return None if text == "?" else read(text)
