"""Turns in sentences: what was played, where, for how many points, and which cards moved.

The sentences are those of the page, which says them aloud: ``frontend/words.py`` generates its
table from ``SENTENCES``. A code is an act of a turn or a part of a sentence; its case ``you``
addresses the player whose turn it was.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from qwirkle.rules.cards.referee import QWIRKLE
from qwirkle.rules.cards.state import LastTurn as CardsLastTurn
from qwirkle.rules.cards.switching import Switch
from qwirkle.rules.cards.turns import CardSet
from qwirkle.rules.cells import Cell
from qwirkle.rules.placement.board import Placed
from qwirkle.rules.placement.scoring import Line
from qwirkle.rules.placement.state import LastTurn
from qwirkle.rules.refusals.sentences import Counted, TileNames, in_a_row
from qwirkle.rules.tiles import Tile

SENTENCES: Mapping[str, str | Counted] = {
    # What was done.
    "placed": Counted(
        "points",
        "{name} played {tiles:a} for {n} point.",
        "{name} played {tiles:a} for {n} points.",
    ),
    "placed/you": Counted(
        "points", "You played {tiles:a} for {n} point.", "You played {tiles:a} for {n} points."
    ),
    "qwirkle": "Qwirkle!",
    "traded": Counted("count", "{name} traded {n} tile.", "{name} traded {n} tiles."),
    "traded/you": Counted("count", "You traded {n} tile.", "You traded {n} tiles."),
    "passed": "{name} passed.",
    "passed/you": "You passed.",
    "took": "{name} took {tile:a} from the table.",
    "took/you": "You took {tile:a} from the table.",
    "drew-three": "{name} drew three extra tiles.",
    "drew-three/you": "You drew three extra tiles.",
    "tokens-won": Counted("count", "{name} won a star token.", "{name} won {n} star tokens."),
    "tokens-won/you": Counted("count", "You won a star token.", "You won {n} star tokens."),
    "went-out": Counted(
        "points",
        "{name} is out of tiles: {n} bonus point.",
        "{name} is out of tiles: {n} bonus points.",
    ),
    "went-out/you": Counted(
        "points", "You’re out of tiles: {n} bonus point!", "You’re out of tiles: {n} bonus points!"
    ),
    "cards-played": "{name} played {cards:a}.",
    "cards-played/you": "You played {cards:a}.",
    "cards-moved": "Moved: {moves}.",
    "hand-returned": "{name} couldn’t play and drew a new hand.",
    "hand-returned/you": "You couldn’t play and drew a new hand.",
    "qwirkle-made": "{name} made a Qwirkle: {what}!",
    "qwirkle-made/you": "You made a Qwirkle: {what}!",
    "wins": "{name} wins",
    "wins/you": "You win!",
    "win-shared": "{names} share the win",
    "win-shared/you": "You share the win with {names}",
    "tie": "A tie: everyone wins",
    # Where it was done.
    "at": "{what} at column {x}, row {y}",
    "in-row": "{tiles} in row {row}, columns {columns},",
    "in-column": "{tiles} in column {column}, rows {rows},",
    "place": "column {x}, row {y}",
    # What gave points.
    "points": "Points: {parts}.",
    "row": "{points} for row {row}",
    "row-qwirkle": "{points} for row {row}, a Qwirkle",
    "column": "{points} for column {column}",
    "column-qwirkle": "{points} for column {column}, a Qwirkle",
    "bonus-square": "{points} for the bonus square at {place}",
    "bonus-squares": "{points} for bonus squares",
    # The sets of the card game, by their numbers.
    "set": "set {n}, {what}",
    "new-set": "new set {n}",
    "new-set/named": "new set {n}, {what}",
    "into": "{cards} into {set}",
    "from-into": "{cards} from {source}, into {set}",
    "numbers": "New numbers: {sets}.",
    "number": "set {from} is now {to}",
    "number-range": "sets {from} to {to} are now {first} to {last}",
    # The names of sets, by what their cards share.
    "one": "one card",
    "mixed": "mixed cards",
    "R": "red cards",
    "O": "orange cards",
    "Y": "yellow cards",
    "G": "green cards",
    "B": "blue cards",
    "P": "purple cards",
    "o": "circles",
    "x": "crosses",
    "d": "diamonds",
    "s": "squares",
    "b": "starbursts",
    "c": "clovers",
}


class _Inflected:
    """Words with a form that the sentence around them chooses."""

    def __init__(self, in_form: Callable[[str], str]) -> None:
        self._in_form = in_form

    def __format__(self, form: str) -> str:
        return self._in_form(form)


def narrate_placement(
    last: LastTurn,
    name: str | None,
    bonus: Mapping[Cell, int] | None = None,
    *,
    places: bool = True,
) -> Iterator[str]:
    """Yield the sentences about a turn of a placement game; ``name`` is None for the listener.

    ``bonus`` are the points of the bonus squares; without it, the points are not given line by
    line. ``places`` says where the tiles are, for people who do not see the table.
    """
    if last.took is not None:
        tile, cell = last.took.tile, last.took.cell
        yield _say("took", name, tile=_Inflected(lambda form: _at(_names([tile], form), cell)))
    if last.drew_three:
        yield _say("drew-three", name)
    if last.placed:
        tiles = _Inflected(lambda form: _placed(last.placed, form, places=places))
        cheer = f"{_say('qwirkle')} " if any(line.qwirkle for line in last.lines) else ""
        yield f"{cheer}{_say('placed', name, points=last.points, tiles=tiles)}"
        parts = [] if bonus is None else [*map(_line, last.lines), *_bonus(last, bonus)]
        if len(parts) > 1:
            yield _say("points", parts="; ".join(parts))
    if last.stars:
        yield _say("tokens-won", name, count=len(last.stars))
    if last.traded:
        yield _say("traded", name, count=last.traded)
    if last.passed:
        yield _say("passed", name)


def narrate_cards(last: CardsLastTurn, name: str | None) -> Iterator[str]:
    """Yield the sentences about a turn of the card game; ``name`` is None for the listener.

    Sets keep their numbers during the turn, and new ones get the next; the last sentence gives
    their numbers once Qwirkles have left the table.
    """
    if last.exchanged:
        yield _say("hand-returned", name)
    if last.passed:
        yield _say("passed", name)
    if not last.played:
        return
    numbers = _numbers(last)
    played = [step for step in last.switches if step.source is None]
    moved = [step for step in last.switches if step.source is not None]
    cards = _Inflected(lambda form: "; ".join(_ways(last, numbers, played, form)))
    yield _say("cards-played", name, cards=cards)
    if moved:
        yield _say("cards-moved", moves="; ".join(_ways(last, numbers, moved)))
    for which, made in enumerate(last.after):
        if len(made) == QWIRKLE:
            yield _say("qwirkle-made", name, what=_set(numbers[which], made))
    yield from _renumbered(last, numbers)


def name_set(cards: CardSet) -> str:
    """Return the name of a set: “blue cards”, “squares”, “one card”, “mixed cards”."""
    if len(cards) == 1:
        return _say("one")
    if len({card.colour for card in cards}) == 1:
        return _say(cards[0].colour.letter)
    return _say(cards[0].shape.letter if len({card.shape for card in cards}) == 1 else "mixed")


def name_placed(tiles: Sequence[Placed]) -> str:
    """Return the tiles of one turn with their places, as part of a sentence."""
    return _placed(tiles, "", places=True).rstrip(",")


def went_out(points: int, name: str | None) -> str:
    """Return the sentence about the bonus for running out of tiles."""
    return _say("went-out", name, points=points)


def name_winners(winners: Sequence[int], names: Sequence[str], me: int) -> str:
    """Return the winners in words, as the page does above a result; ``me`` is the listener."""
    others = [names[seat] for seat in winners if seat != me]
    who = None if me in winners else in_a_row(others)
    if len(winners) == 1:
        return _say("wins", who)
    if len(winners) == len(names):
        return _say("tie")
    return _say("win-shared", who, names=in_a_row(others))


def _say(code: str, name: str | None = "", **values: object) -> str:
    sentence = SENTENCES[code if name is not None else f"{code}/you"]
    if isinstance(sentence, Counted):
        number = values[sentence.number]
        text = sentence.one if number == 1 else sentence.other
        return text.format(name=name, n=number, **values)
    return sentence.format(name=name, **values)


def _names(tiles: Iterable[Tile], form: str) -> str:
    return format(TileNames(tiles), form)


def _at(what: str, cell: Cell) -> str:
    return _say("at", what=what, x=cell.x, y=cell.y)


def _placed(tiles: Sequence[Placed], form: str, *, places: bool) -> str:
    """Describe the tiles of one turn from left to right or from top to bottom."""
    ordered = sorted(tiles, key=lambda placed: (placed.x, placed.y))
    names = _names((placed.tile for placed in ordered), form)
    first = ordered[0]
    if not places:
        return names
    if len(ordered) == 1:
        return _at(names, first.cell)
    if all(placed.y == first.y for placed in ordered):
        columns = in_a_row(str(placed.x) for placed in ordered)
        return _say("in-row", tiles=names, row=first.y, columns=columns)
    rows = in_a_row(str(placed.y) for placed in ordered)
    return _say("in-column", tiles=names, column=first.x, rows=rows)


def _line(line: Line) -> str:
    first = line.cells[0]
    way = "row" if all(cell.y == first.y for cell in line.cells) else "column"
    code = f"{way}-qwirkle" if line.qwirkle else way
    return _say(code, points=line.points, row=first.y, column=first.x)


def _bonus(last: LastTurn, bonus: Mapping[Cell, int]) -> Iterator[str]:
    if not last.bonus:
        return
    ordered = sorted(last.placed, key=lambda placed: (placed.x, placed.y))
    covered = [(placed, bonus[placed.cell]) for placed in ordered if placed.cell in bonus]
    if sum(points for _, points in covered) != last.bonus:
        yield _say("bonus-squares", points=last.bonus)
        return
    for placed, points in covered:
        yield _say("bonus-square", points=points, place=_say("place", x=placed.x, y=placed.y))


def _set(number: int, cards: CardSet) -> str:
    return _say("set", n=number, what=name_set(cards))


def _new_set(number: int, cards: CardSet) -> str:
    code = "new-set" if len(cards) == 1 else "new-set/named"
    return _say(code, n=number, what=name_set(cards))


def _ways(
    last: CardsLastTurn, numbers: Sequence[int], steps: Iterable[Switch], form: str = ""
) -> Iterator[str]:
    """Describe where cards went; those that went the same way are named together."""
    groups: dict[tuple[int | None, int], list[Tile]] = {}
    for step in steps:
        groups.setdefault((step.source, step.target), []).append(step.card)
    for (source, target), cards in groups.items():
        is_new = numbers[target] > len(last.before)
        into = (_new_set if is_new else _set)(numbers[target], last.after[target])
        names = _names(cards, form)
        if source is None:
            yield _say("into", cards=names, set=into)
        else:
            came = _set(source + 1, last.before[source])
            yield _say("from-into", cards=names, source=came, set=into)


def _numbers(last: CardsLastTurn) -> list[int]:
    """Return the number of every set after a turn: its old one if it kept all that stayed in it."""
    stayed = [
        _without(cards, (step.card for step in last.switches if step.source == source))
        for source, cards in enumerate(last.before)
    ]
    free = list(range(len(last.before)))
    numbers = []
    following = len(last.before)
    for target, cards in enumerate(last.after):
        kept = _without(cards, (step.card for step in last.switches if step.target == target))
        # Sets that kept the same cards can be paired either way.
        order = [source for source in (target, *free) if source in free and kept]
        found = next((source for source in order if stayed[source] == kept), None)
        if found is None:
            following += 1
            numbers.append(following)
        else:
            free.remove(found)
            numbers.append(found + 1)
    return numbers


def _without(cards: Iterable[Tile], gone: Iterable[Tile]) -> frozenset[Tile]:
    return frozenset(cards) - frozenset(gone)


class _Run(NamedTuple):
    """Sets with consecutive numbers that got other consecutive numbers."""

    first: int
    now: int
    sets: int


def _renumbered(last: CardsLastTurn, numbers: Sequence[int]) -> Iterator[str]:
    """Describe which sets have another number once the Qwirkles have left the table."""
    stays = [which for which, cards in enumerate(last.after) if len(cards) != QWIRKLE]
    changes = sorted((numbers[which], now) for now, which in enumerate(stays, start=1))
    runs: list[_Run] = []
    for then, now in changes:
        if then == now:
            continue
        if runs and (then, now) == (runs[-1].first + runs[-1].sets, runs[-1].now + runs[-1].sets):
            runs[-1] = runs[-1]._replace(sets=runs[-1].sets + 1)
        else:
            runs.append(_Run(then, now, 1))
    if runs:
        yield _say("numbers", sets="; ".join(map(_run, runs)))


def _run(run: _Run) -> str:
    if run.sets == 1:
        return _say("number", "", **{"from": run.first, "to": run.now})
    through = run.first + run.sets - 1
    last = run.now + run.sets - 1
    return _say("number-range", "", **{"from": run.first, "to": through}, first=run.now, last=last)
