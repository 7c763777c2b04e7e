"""A review in words: for the terminal, for a notebook, and as comments in a record."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence

from msgspec import UNSET
from msgspec.structs import replace

from qwirkle.analysis.review.marks import SCALES
from qwirkle.analysis.review.report import Review, ReviewedPlayer, ReviewedTurn
from qwirkle.notation.record.lines import Entry, Line, Record
from qwirkle.protocol.shapes.turns import Turn
from qwirkle.rules.cards.turns import Exchange, Play
from qwirkle.rules.family import AnyTurn
from qwirkle.rules.placement.turns import DrawThree, Place, Take, Trade
from qwirkle.rules.turns import Pass

WIDTH = 80
NAME = 20
FIGURES = {
    "accuracy": 8,
    "level": 5,
    "lost": 7,
    "luck": 7,
    "deal": 6,
    "score": 5,
    "margin": 6,
    "no luck": 7,
}
"""The figures of a player, and their widths."""
BESIDE = 36
"""The width of a turn's figures beside a name."""
SHORTEST_TEXT = 20
"""The least width of a turn beside its figures; with less, it gets a line of its own."""
# The number of largest changes in chances, and the least change worth a line.
TURNING_POINTS = 3
LEAST_SWING = 0.05
MARKS = {"best": "", "fine": "", "forced": "", "loose": "?!", "costly": "?", "blunder": "??"}


def write_review(review: Review, width: int = WIDTH) -> str:
    """Return the review as text, at most eighty columns wide; narrow terminals get more lines."""
    return "\n".join(_lines(review, min(width, WIDTH)))


def _lines(review: Review, width: int) -> Iterator[str]:
    unit = SCALES[review.family].unit
    hands = ", as if all hands had been open" if review.open_hands else ""
    title = f"{review.game}, {len(review.turns)} turns{', deep' if review.deep else ''}{hands}"
    yield from textwrap.wrap(title, width)
    yield ""
    yield from _player_lines(review, width)
    yield ""
    for line in filter(None, (_without_luck(review), _explanation(unit), _unknown(review))):
        yield from textwrap.wrap(line, width)
    if points := turning_points(review):
        yield ""
        yield "Turning points"
        for turn in points:
            yield from _described_turns(review, turn, width)
    yield ""
    yield "Turns"
    for turn in review.turns:
        yield from _turn_lines(review, turn, width)


def _player_lines(review: Review, width: int) -> Iterator[str]:
    """Return a table of the players; one below the other, if it would be too wide."""
    room = _name_room(review, width)
    if room + sum(1 + size for size in FIGURES.values()) <= width:
        yield " " * room + "".join(f" {name:>{size}}" for name, size in FIGURES.items())
        for player in review.players:
            sized = zip(_figures(player), FIGURES.values(), strict=True)
            figures = "".join(f" {figure:>{size}}" for figure, size in sized)
            yield f"{_short(player.name, room):<{room}}{figures}"
        return
    for number, player in enumerate(review.players):
        yield from ([""] if number else [])
        yield _short(player.name)
        for name, figure in zip(FIGURES, _figures(player), strict=True):
            yield f"  {name:<8} {figure:>7}"


def _name_room(review: Review, width: int) -> int:
    if width == WIDTH:
        return NAME
    return min(max(len(player.name) for player in review.players), NAME, max(3, width - BESIDE))


def _figures(player: ReviewedPlayer) -> tuple[str, ...]:
    return (
        "-" if player.accuracy is None else f"{player.accuracy:.0f} %",
        "-" if player.level is None else str(player.level),
        _plain(player.points_lost),
        _signed(player.luck),
        _signed(player.deal),
        str(player.score),
        f"{player.margin:+}",
        _plain(player.score_without_luck),
    )


def _without_luck(review: Review) -> str:
    """Return who would be ahead without luck, by how much, and how significant that is."""
    leads = [player.margin_without_luck for player in review.players]
    known = [lead for lead in leads if lead is not None]
    if len(known) < len(leads):
        return ""
    most = max(known)
    names = [
        player.name for player, lead in zip(review.players, known, strict=True) if lead == most
    ]
    if most <= 0:
        lead = f"Without luck {' and '.join(names)} would be level."
    else:
        lead = f"Without luck {names[0]} would be ahead by {most:.1f}."
    spread = review.players[0].spread
    if spread is None:
        return lead
    return f"{lead} Players who are equally good still end up about {spread:.0f} apart."


def _unknown(review: Review) -> str:
    if all(turn.mark is not None for turn in review.turns):
        return ""
    return "The record does not tell every hand: what depends on the others is left out."


def _explanation(unit: str) -> str:
    return (
        f"All in {unit}. Lost: what better turns would have brought. No luck: the score without "
        "the luck of draws and deal. Margin = luck and deal - lost + the rest, each compared with "
        "the mean of the others: these parts add up exactly."
    )


def turning_points(review: Review) -> list[ReviewedTurn]:
    """Return the turns that cost their players most of their chances, in the order of the game."""
    swings = [
        (turn.chance[turn.seat] - turn.chance_after[turn.seat], turn)
        for turn in review.turns
        if turn.lost and turn.chance is not None and turn.chance_after is not None
    ]
    swings = [swing for swing in swings if swing[0] >= LEAST_SWING]
    swings.sort(key=lambda swing: (-swing[0], swing[1].number))
    return sorted((turn for _, turn in swings[:TURNING_POINTS]), key=lambda turn: turn.number)


def _described_turns(review: Review, turn: ReviewedTurn, width: int) -> Iterator[str]:
    name = _short(review.players[turn.seat].name, _name_room(review, width))
    if turn.chance is None or turn.chance_after is None or turn.best is None:
        return
    before, after = turn.chance[turn.seat], turn.chance_after[turn.seat]
    yield f"  {turn.number:3} {name}: {before:.0%} -> {after:.0%}, {turn.mark}"
    points = f" for {turn.best.points}" if turn.best.points else ""
    better = f"Better: {text_of(turn.best.turn)}{points}."
    reasons = " ".join(reason.text for reason in turn.reasons)
    yield from textwrap.wrap(
        f"{better} {reasons}", width, initial_indent=" " * 6, subsequent_indent=" " * 6
    )


def _turn_lines(review: Review, turn: ReviewedTurn, width: int) -> Iterator[str]:
    room = _name_room(review, width)
    name = _short(review.players[turn.seat].name, room)
    luck = "" if turn.luck is None else _signed(turn.luck)
    lost = f"-{turn.lost:.1f}" if turn.lost else ""
    mark = turn.mark or "-"
    chance = "-" if turn.chance is None else f"{turn.chance[turn.seat]:.0%}"
    start = (
        f"{turn.number:3} {name:<{room}} +{turn.points:<3} {mark:<7} {lost:>5} {luck:>5} "
        f"{chance:>4}  "
    )
    text = f"{text_of(turn.turn)} {MARKS.get(mark, '')}".strip()
    beside = width - len(start) >= SHORTEST_TEXT
    margin = " " * (len(start) if beside else 4)
    first, *more = textwrap.wrap(text, width - len(margin), break_on_hyphens=False)
    yield from [start + first] if beside else [start.rstrip(), margin + first]
    for line in more:
        yield margin + line


def _plain(value: float | None) -> str:
    """Format with one decimal; a number that rounds to zero is not negative."""
    return "-" if value is None else f"{round(value, 1) + 0.0:.1f}"


def _signed(value: float | None) -> str:
    """Format with one decimal and a sign; a number that rounds to zero is not negative."""
    if value is None:
        return "-"
    return f"{round(value, 1) + 0.0:+.1f}"


def _short(name: str, room: int = NAME) -> str:
    return name if len(name) <= room else f"{name[: room - 1]}…"


def text_of(turn: Turn) -> str:
    """Return a turn of a review in the notation of records."""
    return str(turn_of(turn))


def turn_of(turn: Turn) -> AnyTurn:
    """Return a turn of a review as a turn of the rules."""
    take = None if turn.take is UNSET else turn.take
    if turn.place is not UNSET:
        return Place(turn.place, take)
    if turn.trade is not UNSET:
        return Trade(turn.trade, take)
    if turn.after is not UNSET:
        return Play(turn.after)
    if turn.exchange is not UNSET:
        return Exchange()
    if turn.draw3 is not UNSET:
        return DrawThree()
    if turn.pass_ is not UNSET or take is None:
        return Pass(take)
    return Take(take)


def with_comments(record: Record, review: Review) -> Record:
    """Return the record with the review of each turn as its comment."""
    turns = iter(review.turns)
    lines: list[Line] = []
    for line in record.lines:
        if isinstance(line, Entry) and (turn := next(turns, None)) is not None:
            said = [line.comment, comment_on(turn)]
            comment = "; ".join(part for part in said if part)
            lines.append(replace(line, comment=comment, written=""))
        else:
            lines.append(line)
    return Record(tuple(lines), record.unended)


def comment_on(turn: ReviewedTurn) -> str:
    """Return one line about a turn; empty if it could not be judged."""
    if not turn.lost or turn.lost_ci95 is None or turn.best is None:
        return turn.mark or ""
    low, high = turn.lost_ci95
    interval = "" if turn.exact else f" ({low:.1f} to {high:.1f})"
    said: Sequence[str] = (
        f"{turn.mark}: {turn.lost:.1f}{interval} lost; better: {text_of(turn.best.turn)}",
        *(reason.text for reason in turn.reasons),
    )
    return " ".join(said)
