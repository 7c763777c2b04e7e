"""``qwirkle photo``: a photograph of a real table as a position.

``--json`` writes one line for each picture:

- ``file``: as it was given
- ``board``: the tiles as ``[x, y, "Ro"]``; on an open table the least x and y are 0, on a printed
  board ``[0, 0]`` is its upper left cell
- ``certainty``, ``second``: for each of them a number from 0 to 1 (below 0.5 a person should look
  at it), and the tile that it would be otherwise
- ``squares``: the printed squares, if the tiles tell which board it is
- ``problems``: everything that looks wrong, each with a stable ``reason``, a ``message``, and the
  ``cells`` it is about
- ``hand``: with ``--hand``, such as ``["Ro", "Bs"]``
- with ``--follow``, from the second picture on: ``turn``, ``points``, ``refusals``, the tiles
  placed since the picture before, their points, and why they are no turn; ``turns``, ``ordered``,
  the same as several turns, and whether they can only have been played in this order; ``scores``,
  ``open_points``, the points so far, and those of turns whose order is not known
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import Parameter

from qwirkle.cli.arguments import AsJson, Flag
from qwirkle.errors import QwirkleError, Refused

if TYPE_CHECKING:
    from rich.console import Console

    from qwirkle.analysis.photos import (
        Corners,
        HandReading,
        Reading,
        ScoreKeeper,
        SeenTurn,
        SeenTurns,
    )
    from qwirkle.rules.placement.board import Board


def photo(
    files: Annotated[list[Path], Parameter(negative="")],
    /,
    *,
    game: str = "classic",
    corners: str | None = None,
    turns: int = 0,
    hand: Flag = False,
    follow: Flag = False,
    players: Annotated[list[str] | None, Parameter(consume_multiple=True, negative="")] = None,
    as_json: AsJson = False,
) -> None:
    """Read the position in photographs of a real table, or a hand.

    Take them from above, with all tiles in the picture. Nothing leaves this computer. Tiles that
    are uncertain are listed with their second choice, and so is everything that breaks the rules.
    Exits with status 1 if any picture has no position.

    Parameters
    ----------
    files
        The pictures: JPEG, PNG or WebP.
    game
        The game on the table. If it has a printed board, that is looked for.
    corners
        The corners of the printed board, if it is not found: x,y x,y x,y x,y, clockwise from the
        upper left, as shares of the picture from 0 to 1.
    turns
        Turn the board by this many quarters clockwise: a picture does not show which side is up.
    hand
        The pictures are of a hand: read a row of tiles, from left to right.
    follow
        The pictures are of one game, in order, one after every turn: also show which turn leads
        from each to the next, with its points, and keep the score. They may be taken from different
        sides of the table. Where one is missing, the turns are separated if only one way fits.
    players
        With follow, the names of the players: first the one whose turn comes after the first
        picture.
    """
    from qwirkle.analysis.photos import Reading, ScoreKeeper, libraries, read_photo

    if not libraries.are_installed() and libraries.can_fetch():
        libraries.fetch()
    pointed_out = None if corners is None else _corners(corners)
    if players and not follow:
        raise QwirkleError("players are for the score of a game: add --follow")
    if hand:
        if follow or corners is not None or turns:
            raise QwirkleError("a hand has no board: leave out --follow, --corners and --turns")
        _read_hands(files, as_json=as_json)
        return
    failed = False
    keeper = ScoreKeeper(players or ())
    for file in files:
        try:
            with _named(file):
                reading = read_photo(file, game=game, corners=pointed_out, turns=turns)
        except Refused as error:
            reading = Reading(game, (), error.refusals)
        failed = failed or not reading.tiles
        begun = keeper.board is not None
        seen = keeper.see(reading) if follow else None
        if as_json:
            _print_as_json(file, reading, seen, keeper)
        elif seen is not None:
            _show_turns(file, seen)
        else:
            _show(file, reading)
            if follow and begun and reading.tiles:
                _say("This is another table than in the pictures before.")
    if follow and not as_json and keeper.board is not None:
        _show_scores(keeper)
    if failed:  # the problems have been printed
        raise SystemExit(1)


def _corners(text: str) -> Corners:
    """Return four corners that were written as numbers."""
    from qwirkle.analysis.photos import Point

    try:
        numbers = [float(number) for number in text.replace(",", " ").split()]
    except ValueError:
        numbers = []
    if len(numbers) != 8 or not all(0 <= number <= 1 for number in numbers):
        raise QwirkleError("corners are four points, such as 0.1,0.2 0.9,0.2 0.9,0.8 0.1,0.8")
    first, second, third, fourth = map(Point, numbers[::2], numbers[1::2])
    return first, second, third, fourth


def _board_of(reading: Reading) -> Board:
    from qwirkle.rules.editions.placement import edition
    from qwirkle.rules.placement.board import Board

    return Board(reading.board, reading.layout or edition(reading.game).layout)


@contextmanager
def _named(file: Path) -> Iterator[None]:
    """Name the file that cannot be opened."""
    try:
        yield
    except OSError as error:
        raise QwirkleError(f"{file}: {error.strerror or error}") from None


def _read_hands(files: list[Path], *, as_json: bool) -> None:
    """Read a row of tiles in each picture."""
    from qwirkle.analysis.photos import HandReading, read_hand

    failed = False
    for file in files:
        try:
            with _named(file):
                reading = read_hand(file)
        except Refused as error:
            reading = HandReading((), error.refusals)
        failed = failed or not reading.tiles
        if as_json:
            _print_hand_as_json(file, reading)
        else:
            _show_hand(file, reading)
    if failed:
        raise SystemExit(1)


def _print_hand_as_json(file: Path, reading: HandReading) -> None:
    from qwirkle.terminal.output import print_json_line

    print_json_line(
        {
            "file": str(file),
            "hand": reading.hand,
            "certainty": [seen.certainty for seen in reading.tiles],
            "second": [seen.second for seen in reading.tiles],
            "problems": reading.problems,
        }
    )


def _show_hand(file: Path, reading: HandReading) -> None:
    from qwirkle.analysis.photos.reading import UNCERTAIN
    from qwirkle.terminal.output import printable

    tiles = " ".join(tile.value for tile in reading.hand) or "no hand"
    _say(f"{printable(str(file))}: {tiles}")
    for number, seen in enumerate(reading.tiles, 1):
        if seen.certainty < UNCERTAIN:
            _say(f"Tile {number} is {seen.tile.words} or else {seen.second.words}.")
    for problem in reading.problems:
        _say(problem.message)


def _print_as_json(
    file: Path, reading: Reading, seen: SeenTurns | None, keeper: ScoreKeeper
) -> None:
    """Print the reading of one file on one line."""
    from qwirkle.protocol.questions import write_squares
    from qwirkle.terminal.output import print_json_line

    answer: dict[str, Any] = {
        "file": str(file),
        "board": reading.board,
        "certainty": reading.certainty,
        "second": [seen.second for seen in reading.tiles],
    }
    if reading.layout is not None:
        answer["squares"] = write_squares(reading.layout)
    answer["problems"] = reading.problems
    if seen is not None:
        answer["turn"] = {"place": tuple(placed for turn in seen.turns for placed in turn.placed)}
        answer["points"] = seen.points if seen.turns else None
        answer["refusals"] = seen.turns[0].refusals if seen.turns else ()
        if len(seen.turns) > 1:
            answer["turns"] = [
                {"place": turn.placed, "points": turn.score and turn.score.points}
                for turn in seen.turns
            ]
            answer["ordered"] = seen.ordered
        answer["scores"] = keeper.scores
        answer["open_points"] = keeper.open_points
    print_json_line(answer)


def _show(file: Path, reading: Reading) -> None:
    from qwirkle.analysis.photos.reading import UNCERTAIN
    from qwirkle.notation.text.words import count_of
    from qwirkle.terminal.output import PlainConsole, printable

    console = PlainConsole()
    uncertain = [seen for seen in reading.tiles if seen.certainty < UNCERTAIN]
    doubt = f", {len(uncertain)} uncertain" if uncertain else ""
    console.print(f"{printable(str(file))}: {count_of(len(reading.tiles), 'tile')}{doubt}")
    if reading.tiles:
        _show_board(console, reading)
    for seen in uncertain:
        console.print(
            f"{seen.placed.cell} is {seen.placed.tile.words} or else {seen.second.words}."
        )
    for problem in reading.problems:
        console.print(problem.message)


def _show_turns(file: Path, seen: SeenTurns) -> None:
    """Print the turns since the picture before."""
    from qwirkle.terminal.output import printable

    name = printable(str(file))
    if not seen.turns:
        _say(f"{name}: nothing new")
    elif len(seen.turns) == 1:
        _show_turn(name, seen.turns[0], seen.ways)
    else:
        order = "" if seen.ordered else ", in an order that the pictures do not tell"
        _say(f"{name}: {len(seen.turns)} turns since the picture before{order}")
        for turn in seen.turns:
            _show_turn(" ", turn, seen.ways)


def _show_turn(name: str, turn: SeenTurn, ways: int) -> None:
    from qwirkle.analysis.photos.reading import UNCERTAIN
    from qwirkle.notation.text.words import count_of
    from qwirkle.rules.placement.turns import Place

    if turn.score is None:
        said = f"{Place(turn.placed)} is not a turn."
    else:
        said = f"{Place(turn.placed)}, {count_of(turn.score.points, 'point')}"
    doubt = " (uncertain)" if turn.certainty < UNCERTAIN else ""
    _say(f"{name}: {said}{doubt}" if name.strip() else f"  {said}{doubt}")
    if ways > 1:
        _say(f"It may be several turns, in {ways} ways: which were they?")
        return
    for refusal in turn.refusals:
        _say(refusal.message)


def _show_scores(keeper: ScoreKeeper) -> None:
    """Print the scores of a game that was followed."""
    from qwirkle.notation.text.words import count_of
    from qwirkle.terminal.output import PlainConsole, print_figures

    names = keeper.players or ("all together",)
    print_figures(
        PlainConsole(),
        "Scores",
        ["player", "turns", "points"],
        [
            (name, str(turns), str(points))
            for name, turns, points in zip(names, keeper.turns, keeper.scores, strict=True)
        ],
    )
    if keeper.open_points:
        _say(
            f"{count_of(keeper.open_points, 'point')} more are of turns in an unknown order: add "
            "them for whoever played them."
        )
    if keeper.unknown:
        _say(
            f"The points of {count_of(keeper.unknown, 'picture')} are missing: the turns could not "
            "be told apart."
        )


def _say(sentence: str) -> None:
    from qwirkle.terminal.output import PlainConsole

    PlainConsole().print(sentence)


def _show_board(console: Console, reading: Reading) -> None:
    from qwirkle.analysis.photos.reading import UNCERTAIN
    from qwirkle.notation.text.terminal import board_text
    from qwirkle.notation.text.viewport import fit

    board = _board_of(reading)
    uncertain = [seen.placed.cell for seen in reading.tiles if seen.certainty < UNCERTAIN]
    console.print(
        board_text(
            board,
            highlight=uncertain,
            colour=console.color_system is not None,
            viewport=fit(board, console.width, also=(), focus=uncertain or list(board)[:1]),
            width=console.width,
        )
    )
