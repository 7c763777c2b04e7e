"""The picture of a review: everybody's chance of winning, turn by turn, with luck as bars."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from qwirkle.analysis.report import Review
from qwirkle.analysis.text import write_review

WIDTH, HEIGHT, EDGE = 720, 260, 34
# Colours that stay apart for most people who confuse some, on light and on dark ground.
COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7")
# Luck of this much, in points or Qwirkles, reaches half the height.
MOST_LUCK = {"placement": 8.0, "cards": 2.0}


def review_svg(review: Review) -> str:
    """The curve of chances with bars of luck, as an SVG picture."""
    return "".join(_parts(review))


def review_html(review: Review) -> str:
    """The picture and the report, for a notebook."""
    return f"<div>{review_svg(review)}<pre>{escape(write_review(review))}</pre></div>"


def _parts(review: Review) -> Iterator[str]:
    height = HEIGHT + 20 * len(review.players)
    yield (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" '
        f'role="img" font-family="sans-serif" font-size="12" fill="none">'
        f"<title>Chances of winning and luck, turn by turn</title>"
    )
    count = len(review.turns)
    step = (WIDTH - 2 * EDGE) / max(count, 1)
    middle = HEIGHT / 2
    room = middle - EDGE / 2
    for share in (0.0, 0.5, 1.0):
        y = middle + room - 2 * room * share
        yield f'<path d="M{EDGE} {y:.1f}H{WIDTH - EDGE}" stroke="#8888" stroke-width="1"/>'
        yield f'<text x="2" y="{y + 4:.1f}" fill="#888">{share:.0%}</text>'
    most = MOST_LUCK[review.family]
    for number, turn in enumerate(review.turns):
        if turn.luck:
            tall = max(-1.0, min(1.0, turn.luck / most)) * room
            x = EDGE + step * (number + 0.15)
            top = min(middle, middle - tall)
            yield (
                f'<rect x="{x:.1f}" y="{top:.1f}" width="{step * 0.7:.1f}" '
                f'height="{abs(tall):.1f}" fill="{COLOURS[turn.seat]}" fill-opacity="0.35"/>'
            )
    for seat, player in enumerate(review.players):
        chances = [turn.chance[seat] for turn in review.turns]
        chances += [turn.chance_after[seat] for turn in review.turns[-1:]]
        path = "L".join(
            f"{EDGE + step * at:.1f} {middle + room - 2 * room * chance:.1f}"
            for at, chance in enumerate(chances)
        )
        yield f'<path d="M{path}" stroke="{COLOURS[seat]}" stroke-width="2"/>'
        y = HEIGHT + 14 + 20 * seat
        yield f'<path d="M{EDGE} {y - 4}h24" stroke="{COLOURS[seat]}" stroke-width="4"/>'
        yield f'<text x="{EDGE + 32}" y="{y}" fill="#888">{escape(player.name)}</text>'
    yield "</svg>"
