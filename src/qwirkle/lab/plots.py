"""Pictures of stored results: how a win rate settled, how margins are spread, a ladder.

Needs matplotlib, an extra. Colours are Okabe and Ito's, which everybody can tell apart; nothing
is shown by colour alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from qwirkle.errors import LabError, MissingExtra
from qwirkle.lab.games import by_deal
from qwirkle.lab.intervals import win_rate_interval
from qwirkle.lab.ladder import StoredLadder
from qwirkle.lab.results import StoredMatch

FORMATS = (".png", ".svg", ".pdf")
BLUE, ORANGE, GREY, INK = "#0072B2", "#D55E00", "#8A8A8A", "#222222"
WIDTH = 10.0
MATCH_HEIGHT = 3.7
RUNG_HEIGHT = 0.42
# Enough points for a smooth line; each of them needs all deals before it.
POINTS = 160

STYLE = {
    "font.size": 10,
    "axes.titlesize": 11,
    "axes.titlelocation": "left",
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.edgecolor": GREY,
    "axes.labelcolor": INK,
    "axes.grid": True,
    "axes.axisbelow": True,
    "grid.color": "#E4E4E4",
    "xtick.color": INK,
    "ytick.color": INK,
    "text.color": INK,
    "svg.hashsalt": "qwirkle",
}


def draw(stored: Sequence[StoredMatch | StoredLadder], path: Path) -> None:
    """Draw all these results in one picture, one below the other; the suffix sets the format."""
    if path.suffix.lower() not in FORMATS:
        raise LabError(f"{path}: a picture ends in {', '.join(FORMATS)}")
    for result in stored:
        if not result.finished and isinstance(result, StoredLadder):
            raise LabError("a ladder can be drawn when all its pairs have been played")
        if isinstance(result, StoredMatch) and not result.results:
            raise LabError("a match without games cannot be drawn")
    matplotlib = _library()
    heights = [_height(result) for result in stored]
    # The object-oriented interface: it opens no window and leaves no state behind.
    with matplotlib.rc_context(STYLE):
        figure = matplotlib.figure.Figure((WIDTH, sum(heights)), layout="constrained", dpi=150)
        rows = figure.subfigures(len(stored), 1, squeeze=False, height_ratios=heights)[:, 0]
        for result, row in zip(stored, rows, strict=True):
            if isinstance(result, StoredMatch):
                _match(result, row)
            else:
                _ladder(result, row)
        try:
            figure.savefig(path, facecolor="white", metadata=_without_date(path))
        except OSError as error:
            raise LabError(f"{path}: {error.strerror}") from None


def _height(result: StoredMatch | StoredLadder) -> float:
    if isinstance(result, StoredMatch):
        return MATCH_HEIGHT
    return 1.5 + RUNG_HEIGHT * len(result.bots)


def _match(match: StoredMatch, row: Any) -> None:
    names = match.setting.bots
    bots = f"{names[0]} against {', '.join(names[1:])}"
    row.suptitle(
        f"{bots}: {len(match.results):,} games of {match.setting.game}",
        x=0.01,
        ha="left",
        fontsize=12,
        fontweight="bold",
    )
    left, right = row.subplots(1, 2, width_ratios=[3, 2])
    _win_rate(match, left)
    _margins(match, right)


def _win_rate(match: StoredMatch, axes: Any) -> None:
    deals = by_deal(match.results, lambda result: result.win_share(0))
    seats = len(match.setting.bots)
    ends = sorted({max(1, round(len(deals) * step / POINTS)) for step in range(1, POINTS + 1)})
    rates, lows, highs = [], [], []
    for end in ends:
        seen = [result for deal in deals[:end] for result in deal]
        low, high = win_rate_interval(deals[:end])
        rates.append(100 * sum(seen) / len(seen))
        lows.append(100 * low)
        highs.append(100 * high)
    axes.fill_between(ends, lows, highs, color=BLUE, alpha=0.2, linewidth=0, label="95 %")
    axes.plot(ends, rates, color=BLUE, linewidth=1.8, label=f"win rate of {match.setting.bots[0]}")
    axes.axhline(100 / seats, color=INK, linewidth=1, linestyle=":", label="equally strong")
    if match.setting.sprt is not None:
        for value in (match.setting.sprt.null, match.setting.sprt.alternative):
            axes.axhline(100 * value, color=ORANGE, linewidth=1, linestyle="--")
        axes.plot([], [], color=ORANGE, linewidth=1, linestyle="--", label="the tested win rates")
    settled = [*lows[len(lows) // 8 :], *highs[len(highs) // 8 :], 100 / seats]
    axes.set_ylim(max(-2, min(settled) - 4), min(102, max(settled) + 4))
    axes.set_xlim(0 if len(deals) > 1 else 0.5, len(deals) + 0.5)
    axes.xaxis.get_major_locator().set_params(integer=True)
    axes.set_title(f"win rate {rates[-1]:.1f} % ({lows[-1]:.1f} – {highs[-1]:.1f})")
    axes.set_xlabel("deals, each in every rotation of the seats")
    axes.set_ylabel("win rate, %")
    axes.legend(frameon=False, loc="best", fontsize=9)


def _margins(match: StoredMatch, axes: Any) -> None:
    margins = [result.margin(0) for result in match.results]
    report = match.report.bots[0]
    bins = min(30, 5 + len(margins) // 10)
    width = max(1, round((max(margins) - min(margins)) / bins))
    # Bin edges lie between whole points, one of them at a half: no bin mixes wins and losses.
    first = -0.5 + width * ((min(margins) + 0.5) // width)
    edges = [first + width * step for step in range(int((max(margins) - first) // width) + 2)]
    axes.hist(margins, bins=edges, color=BLUE, alpha=0.75, edgecolor="white", linewidth=0.5)
    axes.axvline(0, color=INK, linewidth=1, linestyle=":")
    axes.axvline(report.mean_margin, color=ORANGE, linewidth=2)
    interval = report.margin_ci95
    between = "" if interval is None else f" ({interval[0]:+.1f} – {interval[1]:+.1f})"
    axes.set_title(f"margin {report.mean_margin:+.1f} on average{between}")
    axes.set_xlabel(f"points of {match.setting.bots[0]} ahead of the best other")
    axes.set_ylabel("games")
    axes.yaxis.get_major_locator().set_params(integer=True)
    axes.grid(visible=False, axis="x")


def _ladder(ladder: StoredLadder, row: Any) -> None:
    report = ladder.recompute_report()
    axes = row.subplots()
    row.suptitle(
        f"Ladder of {report.game}: {report.games:,} games",
        x=0.01,
        ha="left",
        fontsize=12,
        fontweight="bold",
    )
    rungs = list(reversed(report.rungs))
    for height, rung in enumerate(rungs):
        low, high = rung.ci95
        axes.plot([low, high], [height, height], color=BLUE, linewidth=5, alpha=0.3)
        anchored = rung.name == report.anchor
        axes.plot(
            rung.rating,
            height,
            marker="D" if anchored else "o",
            markersize=8,
            color=INK if anchored else BLUE,
        )
        axes.annotate(
            f"{rung.rating:.0f}",
            (rung.rating, height),
            (0, 8),
            textcoords="offset points",
            ha="center",
            fontsize=9,
        )
    axes.set_yticks(range(len(rungs)), [rung.name for rung in rungs])
    axes.set_ylim(-0.6, len(rungs) - 0.3)
    axes.margins(x=0.06)
    axes.grid(visible=False, axis="y")
    axes.set_xlabel(f"rating, with {report.anchor} at 1000; the bars are 95 %")


def _without_date(path: Path) -> dict[str, None]:
    """Return metadata without a date, so that the same results always make the same file."""
    return {".svg": {"Date": None}, ".pdf": {"CreationDate": None}}.get(path.suffix.lower(), {})


def _library() -> Any:
    try:
        import matplotlib.figure  # noqa: PLC0415 (an extra, and slow to load)
    except ImportError:
        raise MissingExtra("drawing", "plots") from None
    return matplotlib
