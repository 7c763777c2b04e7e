"""The film of docs/library.md: the first turns of a game as one animated SVG.

It has no script and needs no player: style rules show the tiles one turn after the other. It plays
twice and then rests on the last turn, which is also all that programs without animations show. A
browser does not always tell a picture that its reader wants no motion, so there is a still as well.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from qwirkle.game import Game
from qwirkle.notation.pictures.frame import RIM, UNIT, picture, symbols, use
from qwirkle.notation.pictures.palette import THEMES, ThemeName
from qwirkle.notation.pictures.svg import window
from qwirkle.notation.pictures.tiles import Face, tile_art
from qwirkle.players import bot
from qwirkle.rules.placement.board import Board, Placed
from qwirkle.rules.placement.state import State

TURN = 0.7
"""Seconds between two turns."""
REST = 3.0
"""Seconds that the last turn stays before the film begins again."""
TIMES = 2
BAR = 90
"""The height of the line with the scores."""
LIGHT = THEMES[ThemeName.LIGHT]


class Scene(NamedTuple):
    """One turn: who played, what it added to the table, and the scores after it."""

    player: int
    placed: Sequence[Placed]
    scores: Sequence[int]
    points: int


def scenes(game: Game, turns: int) -> Iterator[Scene]:
    """Let two bots play on, and note what changes on the table."""
    players = [bot("greedy", f"film/{seat}") for seat in range(2)]
    while (seat := game.to_move) is not None and game.state.turns_played < turns:
        board, before = _board(game), game.scores[seat]
        game.play(players[seat].choose(game.view(seat)))
        added = [laid for laid in _board(game).placed() if laid.cell not in board]
        yield Scene(seat, added, tuple(game.scores), game.scores[seat] - before)


def _board(game: Game) -> Board:
    if not isinstance(game.state, State):
        raise TypeError("a film shows a game with a board")
    return game.state.board


def film_svg(
    names: Sequence[str], shown: Sequence[Scene], *, moving: bool = True, size: int = 40
) -> str:
    """Draw scenes as an animated picture, one cell ``size`` pixels wide, or only how it ends."""
    placed = [laid for scene in shown for laid in scene.placed]
    columns, rows = window(Board({laid.cell: laid.tile for laid in placed}), margin=0)
    left, top = UNIT * columns.start, UNIT * rows.start
    width, height = UNIT * len(columns), UNIT * len(rows)
    view = (left - RIM, top - BAR - RIM, width + 2 * RIM, height + BAR + 2 * RIM)
    grid = "".join(f"M{UNIT * x} {top}v{height}" for x in columns[1:])
    grid += "".join(f"M{left} {UNIT * y}h{width}" for y in rows[1:])
    body = [
        f"<style>{_style(len(shown))}</style>" if moving else "",
        symbols((laid.tile for laid in placed), lambda tile: tile_art(tile, Face.COLOUR)),
        f'<rect x="{view[0]}" y="{view[1]}" width="{view[2]}" height="{view[3]}" rx="24"'
        f' fill="{LIGHT.ground}"/>',
        f'<rect x="{left}" y="{top}" width="{width}" height="{height}" fill="{LIGHT.board}"/>',
        f'<path d="{grid}" stroke="{LIGHT.grid}" stroke-width="2"/>',
    ]
    told = list(enumerate(shown))
    for number, scene in told if moving else told[-1:]:
        body.append(_score_line(names, scene, number, (left, top, width)))
        marks = "".join(
            f'<rect x="{UNIT * laid.x - 5}" y="{UNIT * laid.y - 5}" width="110" height="110"'
            f' rx="20" fill="{LIGHT.mark}"/>'
            for laid in scene.placed
        )
        body.append(f'<g class="now n{number}">{marks}</g>')
    for number, scene in enumerate(shown):
        tiles = "".join(use(laid.tile, UNIT * laid.x, UNIT * laid.y) for laid in scene.placed)
        body.append(f'<g class="tiles t{number}">{tiles}</g>')
    final = ", ".join(
        f"{name} {score}" for name, score in zip(names, shown[-1].scores, strict=True)
    )
    words = f"{len(shown)} turns put {len(placed)} tiles on the table. Scores: {final}."
    return picture(view, size / UNIT, "The beginning of a game, turn by turn", words, "".join(body))


def _score_line(
    names: Sequence[str], scene: Scene, number: int, place: tuple[int, int, int]
) -> str:
    left, top, width = place
    base = top - 34
    parts = []
    for seat, (name, score) in enumerate(zip(names, scene.scores, strict=True)):
        playing = seat == scene.player
        words = f"{name}  {score}" + (f"  (+{scene.points})" if playing else "")
        at = f'x="{left + 8}"' if seat == 0 else f'x="{left + width - 8}" text-anchor="end"'
        weight = ' font-weight="700"' if playing else ""
        parts.append(f'<text {at} y="{base}"{weight} xml:space="preserve">{words}</text>')
    return (
        f'<g class="now n{number}" font-family="system-ui, sans-serif" font-size="46"'
        f' fill="{LIGHT.label}">{"".join(parts)}</g>'
    )


def _style(count: int) -> str:
    """Return the style: each turn appears at its time, and without animations all are shown."""
    whole = count * TURN + REST
    last = count - 1
    rules = [
        f".tiles,.now{{animation:{whole:g}s linear {TIMES} both}}",
        f".now{{opacity:0}}.n{last}{{opacity:1}}",
    ]
    for number in range(count):
        start = 100 * number * TURN / whole
        fully = start + 100 * 0.2 / whole
        end = 100 * (number + 1) * TURN / whole
        rules.append(
            f".t{number}{{animation-name:t{number}}}.n{number}{{animation-name:n{number}}}"
        )
        rules.append(
            f"@keyframes t{number}{{0%,{start:.2f}%{{opacity:0;transform:translateY(-30px)}}"
            f"{fully:.2f}%,100%{{opacity:1;transform:none}}}}"
        )
        visible = f"{start + 0.01:.2f}%,{100 if number == last else end:.2f}%{{opacity:1}}"
        after = "" if number == last else f"{end + 0.01:.2f}%,100%{{opacity:0}}"
        rules.append(f"@keyframes n{number}{{0%,{start:.2f}%{{opacity:0}}{visible}{after}}}")
    still = ".tiles,.now{animation:none}"
    return "".join(rules) + f"@media (prefers-reduced-motion:reduce){{{still}}}"


def film() -> dict[str, str]:
    """Return the film and its last picture, for people who want no motion, by file name.

    The seed was chosen for a table that is wider than high and a game that stands level.
    """
    names = ["Ann", "Ben"]
    shown = list(scenes(Game.new("classic", names, seed="film/57"), 18))
    return {
        "film.svg": film_svg(names, shown),
        "film-still.svg": film_svg(names, shown, moving=False),
    }
