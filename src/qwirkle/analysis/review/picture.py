"""The picture of a review: every player's chance of winning, turn by turn, and their luck below."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from qwirkle.analysis.review.marks import SCALES
from qwirkle.analysis.review.report import Review
from qwirkle.analysis.review.text import write_review

WIDTH, LEFT, RIGHT = 720, 52, 12
# The heights of the curve, of the bars, and of the text above, between and below them.
CURVE, BARS, LINE = 200, 72, 20
# The interval between turn numbers below the bars.
NUMBERED = 10
# Colours that most colour-blind people can tell apart, on light and on dark backgrounds.
COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7")
GREY = "#808080"


def review_svg(review: Review) -> str:
    """Draw the curve of chances with bars of luck as an SVG picture."""
    height = CURVE + BARS + LINE * (4 + len(review.players))
    parts = (*_curve(review), *_bars(review), *_names(review))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" '
        f'role="img" font-family="sans-serif" font-size="12" fill="none">'
        f"<title>Chances of winning and luck, turn by turn</title>{''.join(parts)}</svg>"
    )


def review_html(review: Review) -> str:
    """Return the picture and the report, for a notebook."""
    return f"<div>{review_svg(review)}<pre>{escape(write_review(review))}</pre></div>"


def _curve(review: Review) -> Iterator[str]:
    top = LINE
    yield _text(LEFT, top - 6, "Chance of winning before each turn")
    for share in (0.0, 0.5, 1.0):
        yield from _level(top + CURVE * (1 - share), f"{share:.0%}")
    step = _step(review)
    for seat in range(len(review.players)):
        rows = [turn.chance for turn in review.turns]
        rows += [turn.chance_after for turn in review.turns[-1:]]
        points = [
            f"{LEFT + step * at:.1f} {top + CURVE * (1 - row[seat]):.1f}"
            for at, row in enumerate(rows)
            if row is not None
        ]
        if not points:
            continue
        path = "L".join(points)
        yield f'<path d="M{path}" stroke="{COLOURS[seat]}" stroke-width="2"/>'


def _bars(review: Review) -> Iterator[str]:
    top = CURVE + 2 * LINE + 8
    yield _text(LEFT, top - 6, f"Luck of what was drawn for the turn, in {_unit(review)}")
    most = max((abs(turn.luck or 0.0) for turn in review.turns), default=0.0) or 1.0
    middle, step = top + BARS / 2, _step(review)
    for share in (-1, 0, 1):
        yield from _level(middle - share * BARS / 2, f"{share * most:+.1f}" if share else "0")
    for number, turn in enumerate(review.turns):
        if turn.luck:
            tall = turn.luck / most * BARS / 2
            yield (
                f'<rect x="{LEFT + step * (number + 0.15):.1f}" y="{middle - max(tall, 0):.1f}" '
                f'width="{step * 0.7:.1f}" height="{abs(tall):.1f}" fill="{COLOURS[turn.seat]}"/>'
            )
    for number in range(NUMBERED, len(review.turns) + 1, NUMBERED):
        turn = review.turns[number - 1]
        at = LEFT + step * (number - 0.5)
        yield _text(at, top + BARS + 16, str(turn.number), anchor="middle")


def _names(review: Review) -> Iterator[str]:
    top = CURVE + BARS + 4 * LINE
    for seat, player in enumerate(review.players):
        y = top + LINE * seat + 10
        yield f'<path d="M{LEFT} {y - 4}h24" stroke="{COLOURS[seat]}" stroke-width="4"/>'
        yield _text(LEFT + 32, y, player.name)


def _level(y: float, label: str) -> Iterator[str]:
    yield f'<path d="M{LEFT} {y:.1f}H{WIDTH - RIGHT}" stroke="{GREY}" stroke-opacity="0.5"/>'
    yield _text(LEFT - 6, y + 4, label, anchor="end")


def _text(x: float, y: float, text: str, *, anchor: str = "start") -> str:
    where = f'x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}"'
    return f'<text {where} fill="{GREY}">{escape(text)}</text>'


def _step(review: Review) -> float:
    return (WIDTH - LEFT - RIGHT) / max(len(review.turns), 1)


def _unit(review: Review) -> str:
    return SCALES[review.family].unit
