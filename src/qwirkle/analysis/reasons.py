"""Why one turn is better than another: stable codes, and the sentence for each.

Every reason is a fact about the two turns that anybody can check by looking at the table and the
hand. What carries most of the difference comes first. Where no such fact is found, the features of
the value bot say whether the better turn gives less away or keeps more.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from math import comb
from typing import Any, NamedTuple

from qwirkle.analysis.features import weigh_sides
from qwirkle.analysis.report import Reason
from qwirkle.engine.legal import best_points
from qwirkle.engine.position import position_of
from qwirkle.rules.cards.turns import Play
from qwirkle.rules.cards.view import View as CardsView
from qwirkle.rules.cells import Axis
from qwirkle.rules.family import AnyTurn, AnyView, Registry
from qwirkle.rules.placement.board import Board, Placed
from qwirkle.rules.placement.turns import DrawThree, Place, Take
from qwirkle.rules.placement.view import View
from qwirkle.rules.sets import largest_set_size
from qwirkle.rules.tiles import KINDS, Tile, in_order

SENTENCES: Mapping[str, str] = {
    "more-points": "It scores {more} more.",
    "completes-qwirkle": "It completes a Qwirkle.",
    "goes-out": "It uses up the last tiles, which ends the game and earns {points} points.",
    "empties-bag": "It empties the bag.",
    "leaves-five": (
        "The other turn leaves a line of five that the next player completes in {deals} of {of} "
        "deals."
    ),
    "leaves-five/less": (
        "The other turn leaves a line of five that the next player completes in {deals} of {of} "
        "deals; after this one it is {less} of {less_of}."
    ),
    "keeps-qwirkle": "It keeps {tiles} for a Qwirkle.",
    "keeps-two": "It keeps {tiles} for a Qwirkle with two tiles.",
    "keeps-set": "It keeps {count} tiles that go together.",
    "plays-duplicate": "It plays {tiles}, which you hold twice.",
    "draws-more": "It draws {count} tiles, {more} more.",
    "smaller-answer": "The other player can then score at most {points}, not {other}.",
    "wins-token": "It wins a star token.",
    "takes-first": "It takes a tile from the table first, which the hand can use.",
    "draws-three": "It draws three more tiles first, so there is more to choose from.",
    "places": "It places tiles instead of giving the turn away.",
    "gives-less": "It leaves less to the next player.",
    "keeps-more": "It keeps the better tiles for the next turn.",
    "more-qwirkles": "It makes {count} more.",
    "keeps-cards": "It keeps {count} more in the hand.",
}
"""What each code says, or ``code/case`` where a code has several sentences."""

MOST_REASONS = 3
# What the facts are worth in points, roughly: only their order follows from it.
QWIRKLE = 12.0
HOPE = 4.0
# Chances are told as so many deals of at most this many.
LARGEST_PART = 10
# Less than this is not worth a sentence.
LEAST_CHANCE = 0.1


class _Fact(NamedTuple):
    gain: float
    reason: Reason


class _After(NamedTuple):
    """What a placement leaves, before the seat draws."""

    points: int
    qwirkles: int
    board: Board
    kept: tuple[Tile, ...]
    drawn: int
    bag: int
    stars: int


def reasons_for(view: AnyView, better: AnyTurn, than: AnyTurn) -> tuple[Reason, ...]:
    """Why one turn is better than another; none if they are the same."""
    if better == than:
        return ()
    facts = sorted(_FACTS.of(view)(view, better, than), key=lambda fact: -fact.gain)
    return tuple(fact.reason for fact in facts[:MOST_REASONS])


def write_reason(code: str, *, case: str = "", **params: str | int) -> Reason:
    """A reason with its sentence."""
    template = SENTENCES[f"{code}/{case}" if case else code]
    words = {name: _in_words(name, value) for name, value in params.items()}
    named: dict[str, str | int | float] = dict(params)
    if case:
        named["case"] = case
    return Reason(code, named, template.format(**words))


def _in_words(name: str, value: str | int) -> str | int:
    if name == "tiles" and isinstance(value, str):
        names = [f"the {Tile(code).words}" for code in value.split()]
        return " and ".join(filter(None, (", ".join(names[:-1]), *names[-1:])))
    return value


# The placement games


def _placement_facts(view: View, better: AnyTurn, than: AnyTurn) -> Iterator[_Fact]:
    if isinstance(better, DrawThree):
        yield _Fact(HOPE, write_reason("draws-three"))
        return
    take = getattr(better, "take", None)
    if isinstance(better, Take) or (take is not None and getattr(than, "take", None) != take):
        yield _Fact(HOPE, write_reason("takes-first"))
    if not isinstance(better, Place) or better.take is not None:
        return
    if not isinstance(than, Place):
        if not isinstance(than, Take | DrawThree):
            yield _Fact(QWIRKLE, write_reason("places"))
            yield from _own_facts(view, after_placing(view, better.tiles))
        return
    if than.take is not None:
        return
    mine, other = after_placing(view, better.tiles), after_placing(view, than.tiles)
    found = [*_now(view, mine, other), *_next(view, mine, other), *_kept(view, mine, other)]
    yield from found
    if not found:
        yield from _weighed(view, better, than)


def _own_facts(view: View, mine: _After) -> Iterator[_Fact]:
    """What is good about a placement compared with none."""
    if mine.qwirkles:
        yield _Fact(QWIRKLE, write_reason("completes-qwirkle"))
    if not mine.kept and not view.bag:
        yield _Fact(QWIRKLE, write_reason("goes-out", points=view.edition.end.going_out))


def _now(view: View, mine: _After, other: _After) -> Iterator[_Fact]:
    """What differs at once."""
    if mine.qwirkles and not other.qwirkles:
        yield _Fact(QWIRKLE, write_reason("completes-qwirkle"))
    if mine.points > other.points:
        more = mine.points - other.points
        said = f"{more} point{'' if more == 1 else 's'}"
        yield _Fact(float(more), write_reason("more-points", more=said))
    if not view.bag and not mine.kept and other.kept:
        bonus = view.edition.end.going_out
        yield _Fact(2.0 * bonus, write_reason("goes-out", points=bonus))
    if view.bag and not mine.bag and other.bag:
        yield _Fact(1.0, write_reason("empties-bag"))
    if mine.stars > other.stars:
        yield _Fact(HOPE, write_reason("wins-token"))
    if mine.drawn > other.drawn:
        yield _Fact(
            0.3 * (mine.drawn - other.drawn),
            write_reason("draws-more", count=mine.drawn, more=mine.drawn - other.drawn),
        )


def _next(view: View, mine: _After, other: _After) -> Iterator[_Fact]:
    """What the next player is left with."""
    if not view.bag and len(view.players) == 2:
        held = tuple(view.unseen().elements())
        answer, dearer = best_points(mine.board, held), best_points(other.board, held)
        if mine.kept and dearer > answer:
            yield _Fact(
                float(dearer - answer), write_reason("smaller-answer", points=answer, other=dearer)
            )
        return
    less, more = completion_chance(view, mine.board), completion_chance(view, other.board)
    if more - less < LEAST_CHANCE:
        return
    part = _deals(more)
    params: dict[str, int] = {"deals": part.numerator, "of": part.denominator}
    case = ""
    if less >= LEAST_CHANCE / 2:
        case = "less"
        params |= {"less": _deals(less).numerator, "less_of": _deals(less).denominator}
    yield _Fact(QWIRKLE * (more - less), write_reason("leaves-five", case=case, **params))


def _kept(view: View, mine: _After, other: _After) -> Iterator[_Fact]:
    """What the hand is left with."""
    one, one_other = completing(mine.board, mine.kept), completing(other.board, other.kept)
    if one and not one_other:
        chosen = " ".join(in_order(one))
        yield _Fact(HOPE, write_reason("keeps-qwirkle", tiles=chosen))
    elif not one and not one_other:
        two = completing_pair(mine.board, mine.kept)
        if two is not None and completing_pair(other.board, other.kept) is None:
            yield _Fact(HOPE - 1, write_reason("keeps-two", tiles=" ".join(two)))
    size, other_size = largest_set_size(mine.kept), largest_set_size(other.kept)
    if size > max(other_size, 2):
        yield _Fact(0.5 * (size - other_size), write_reason("keeps-set", count=size))
    twice = [tile for tile, count in Counter(view.hand).items() if count > 1]
    rid = [tile for tile in twice if mine.kept.count(tile) == 1 and other.kept.count(tile) > 1]
    if rid:
        yield _Fact(0.5, write_reason("plays-duplicate", tiles=rid[0].value))


def _weighed(view: View, better: Place, than: Place) -> Iterator[_Fact]:
    """What the value bot's features say, when no plain fact does."""
    mine, other = weigh_sides(view, better.tiles), weigh_sides(view, than.tiles)
    if mine is None or other is None:
        return
    if mine.danger > other.danger:
        yield _Fact(mine.danger - other.danger, write_reason("gives-less"))
    if mine.hope > other.hope:
        yield _Fact(mine.hope - other.hope, write_reason("keeps-more"))


def after_placing(view: View, tiles: Sequence[Placed]) -> _After:
    """What a placement leaves."""
    position = position_of(view.board)
    points = position.place(tiles)
    position.undo()
    board = view.board.with_tiles(tiles)
    lines = {board.line(placed.cell, axis) for placed in tiles for axis in Axis}
    kept = list(view.hand)
    for placed in tiles:
        kept.remove(placed.tile)
    drawn = min(max(view.edition.hand - len(kept), 0), view.bag)
    stars = sum(placed.cell in view.stars_left for placed in tiles)
    return _After(
        points,
        sum(len(line) == 6 for line in lines),
        board,
        tuple(kept),
        drawn,
        view.bag - drawn,
        stars,
    )


def completing(board: Board, tiles: Sequence[Tile]) -> set[Tile]:
    """Those tiles of which one alone completes a line of six on the table."""
    found = set()
    for tile in set(tiles):
        for move in position_of(board).moves([tile]):
            after = board.with_tiles(move.tiles)
            if any(len(after.line(move.tiles[0].cell, axis)) == 6 for axis in Axis):
                found.add(tile)
                break
    return found


def completing_pair(board: Board, tiles: Sequence[Tile]) -> tuple[Tile, Tile] | None:
    """Two of these tiles that together complete a line of six on the table."""
    for move in position_of(board).moves(tiles):
        if len(move.tiles) == 2 and move.points >= QWIRKLE:
            after = board.with_tiles(move.tiles)
            if any(len(after.line(move.tiles[0].cell, axis)) == 6 for axis in Axis):
                one, other = in_order(placed.tile for placed in move.tiles)
                return one, other
    return None


def completion_chance(view: View, board: Board) -> float:
    """The chance that the next player holds a tile that completes a line of five here.

    All tiles that the seat cannot see are equally likely in every hand.
    """
    unseen = view.unseen()
    kinds = completing(board, list(unseen))
    copies = sum(unseen[kind] for kind in kinds)
    seat = ((view.seat or 0) + 1) % len(view.players)
    held = min(view.players[seat].tiles, unseen.total())
    return 1 - comb(unseen.total() - copies, held) / comb(unseen.total(), held)


def _deals(chance: float) -> Fraction:
    return Fraction(chance).limit_denominator(LARGEST_PART)


# The card game


def _cards_facts(view: CardsView, better: AnyTurn, than: AnyTurn) -> Iterator[_Fact]:
    if not isinstance(better, Play) or not isinstance(than, Play):
        return
    more = _qwirkles(better) - _qwirkles(than)
    if more > 0:
        said = f"{more} Qwirkle{'' if more == 1 else 's'}"
        yield _Fact(float(more), write_reason("more-qwirkles", count=said))
    saved = _played(view, than) - _played(view, better)
    if saved > 0:
        said = f"{saved} card{'' if saved == 1 else 's'}"
        yield _Fact(0.1 * saved, write_reason("keeps-cards", count=said))


def _qwirkles(turn: Play) -> int:
    return sum(len(cards) == len(KINDS) // 6 for cards in turn.after)


def _played(view: CardsView, turn: Play) -> int:
    return sum(map(len, turn.after)) - sum(map(len, view.table))


_FACTS = Registry[Callable[[Any, AnyTurn, AnyTurn], Iterator[_Fact]]](
    placement=_placement_facts, cards=_cards_facts
)
