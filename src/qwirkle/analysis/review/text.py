"""A review in words: for the terminal, for a notebook, and as comments in a record."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence

from msgspec import UNSET
from msgspec.structs import replace

from qwirkle.analysis.review.marks import SCALES
from qwirkle.analysis.review.report import Review, ReviewedPlayer, ReviewedTurn, TurningPoint
from qwirkle.analysis.review.summary import POINTS
from qwirkle.notation.record.lines import Entry, Line, Record
from qwirkle.protocol.shapes.turns import Turn
from qwirkle.rules.cards.turns import Exchange, Play
from qwirkle.rules.family import AnyTurn
from qwirkle.rules.placement.turns import DrawThree, Place, Take, Trade
from qwirkle.rules.refusals.sentences import write_sentence
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
LEDGER = ("before", "turns", "draws", "their turns", "their draws", "result")
"""The columns of the ledger of chances."""
TURNS = "Turns: points, mark, lost, luck of the draw before, chance before"
LEAST = 0.005
"""A chance below this would be rounded to none."""
MARKS = {"best": "", "fine": "", "forced": "", "loose": "?!", "costly": "?", "blunder": "??"}


def write_review(review: Review, width: int = WIDTH) -> str:
    """Return the review as text, at most eighty columns wide; narrow terminals get more lines."""
    return "\n".join(_lines(review, min(width, WIDTH)))


def _lines(review: Review, width: int) -> Iterator[str]:
    unit = SCALES[review.family].unit
    hands = ", as if all hands had been open" if review.open_hands else ""
    turns = "1 turn" if len(review.turns) == 1 else f"{len(review.turns)} turns"
    title = f"{review.game}, {turns}{', deep' if review.deep else ''}{hands}"
    yield from textwrap.wrap(title, width)
    yield ""
    yield from _player_lines(review, width)
    yield ""
    said = "" if review.summary is None else review.summary.text
    for line in filter(None, (said, _without_luck(review), _explanation(unit), _unknown(review))):
        yield from textwrap.wrap(line, width)
    if any(player.changes is not None for player in review.players):
        yield ""
        yield from _ledger_lines(review, width)
    if review.turning_points:
        yield ""
        yield "Turning points"
        for point in review.turning_points:
            yield from _described_point(review, point, width)
    yield ""
    yield from textwrap.wrap(TURNS, width)
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
        _level(player),
        _plain(player.points_lost),
        _signed(player.luck),
        _signed(player.deal),
        str(player.score),
        f"{player.margin:+}",
        _plain(player.score_without_luck),
    )


def _level(player: ReviewedPlayer) -> str:
    """Return the level with its range."""
    if player.level is None or player.level_range is None:
        return "-"
    low, high = player.level_range
    return str(low) if low == high else f"{low}-{high}"


def _ledger_lines(review: Review, width: int) -> Iterator[str]:
    """Return how the chances of each player changed, by what, in percentage points."""
    room = _name_room(review, width)
    wide = room + sum(2 + len(name) for name in LEDGER) <= width
    yield "Chances of winning, in percent"
    if wide:
        yield " " * room + "".join(f"  {name}" for name in LEDGER)
    for seat, player in enumerate(review.players):
        if (figures := ledger_of(review, seat)) is None:
            continue
        first, *parts, last = figures
        shown = [str(first), *(f"{part:+}" for part in parts), str(last)]
        if wide:
            row = "".join(
                f"  {part:>{len(name)}}" for part, name in zip(shown, LEDGER, strict=True)
            )
            yield f"{_short(player.name, room):<{room}}{row}"
            continue
        yield _short(player.name)
        for name, part in zip(LEDGER, shown, strict=True):
            yield f"  {name:<11} {part:>4}"


def ledger_of(review: Review, seat: int) -> list[int] | None:
    """Return a player's chance before the first turn, the parts of its change, and the result.

    They are in whole percent. The last part is rounded so that all of them add up.
    """
    changes = review.players[seat].changes
    chance = next((turn.chance for turn in review.turns if turn.seat == seat), None)
    last = review.turns[-1].chance_after
    if changes is None or changes.rival_turns is None or chance is None or last is None:
        return None
    parts = (chance[seat], changes.turn, changes.draw or 0.0, changes.rival_turns)
    shown = [round(100 * part) for part in parts]
    result = round(100 * last[seat])
    return [*shown, result - sum(shown), result]


def _without_luck(review: Review) -> str:
    """Return who would be ahead without luck, by how much, and how significant that is."""
    leads = [player.margin_without_luck for player in review.players]
    known = [round(lead, 1) for lead in leads if lead is not None]
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


def _described_point(review: Review, point: TurningPoint, width: int) -> Iterator[str]:
    turn = review.turns[point.number - 1]
    name = _short(review.players[turn.seat].name, _name_room(review, width))
    change = f"{round(100 * point.change):+} %"
    if point.part == "draw":
        case = "good" if point.change > 0 else "bad"
        text, _ = write_sentence(POINTS, "draw", case=case)
        later = (it for it in review.turns[point.number :] if it.seat == turn.seat)
        luck = [f" Luck of turn {it.number}: {_signed(it.luck)}." for it in later][:1]
        said = "".join((f"{turn.number:3} {name}: {change}. {text}", *luck))
        yield from _indented(said, width, 2, 6)
        return
    text, _ = write_sentence(POINTS, "turn")
    yield from _indented(f"{turn.number:3} {name}: {change}, {turn.mark}. {text}", width, 2, 6)
    if turn.best is None:
        return
    points = f" for {turn.best.points}" if turn.best.points else ""
    better = f"Better: {text_of(turn.best.turn)}{points}."
    yield from _indented(" ".join((better, *_explanation_of(turn))), width, 6, 6)


def _explanation_of(turn: ReviewedTurn) -> Iterator[str]:
    """Yield why the best turn is better, and what follows it."""
    yield from dict.fromkeys(reason.text for reason in (*turn.reasons, *turn.follows))
    if turn.line:
        yield f"Then: {'; '.join(turn.line)}."


def _indented(text: str, width: int, first: int, more: int) -> list[str]:
    return textwrap.wrap(text, width, initial_indent=" " * first, subsequent_indent=" " * more)


def _turn_lines(review: Review, turn: ReviewedTurn, width: int) -> Iterator[str]:
    room = _name_room(review, width)
    name = _short(review.players[turn.seat].name, room)
    luck = "" if turn.luck is None else _signed(turn.luck)
    lost = f"-{turn.lost:.1f}" if turn.lost else ""
    mark = turn.mark or "-"
    chance = "-" if turn.chance is None else _percent(turn.chance[turn.seat])
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


def _percent(chance: float) -> str:
    """Format a chance; only what is certain is 0 or 100 %."""
    if 0 < chance < LEAST:
        return "<1%"
    return ">99%" if 1 - LEAST < chance < 1 else f"{chance:.0%}"


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
        f"{turn.mark}: {turn.lost:.1f}{interval} lost; better: {text_of(turn.best.turn)}.",
        *_explanation_of(turn),
    )
    return " ".join(said)
