"""The two ways to follow a recorded game by the rules: with its seed, and without.

Serves ``record_replay``. Both ask ``decide`` for every turn; no rule is written again here.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import NoReturn, TypeVar

from msgspec.structs import replace

from qwirkle.errors import EditionError, IllegalTurn, NotationError
from qwirkle.notation.record_headers import Heads
from qwirkle.notation.record_lines import Entry, Record, write_hand
from qwirkle.notation.turns import HiddenTrade, WrittenTurn, read_written_turn, write_placements
from qwirkle.rules import events as e
from qwirkle.rules.dealing import Dealer, SeedDealer
from qwirkle.rules.decide import begin, decide
from qwirkle.rules.editions import Edition
from qwirkle.rules.evolve import evolve, fold
from qwirkle.rules.sets import largest_set_size
from qwirkle.rules.state import Piece, Seat, Special, State
from qwirkle.rules.tiles import BOX, COPIES, Tile
from qwirkle.rules.turns import Action, Pass, Place, Trade, Turn

T = TypeVar("T")


class KnownDeal:
    """A game whose seed is known: everything follows from it and the turns."""

    state: State
    dealt: tuple[e.Event, ...]
    """The events of the deal, as far as they are known."""
    dealer: Dealer

    def __init__(self, record: Record, heads: Heads, edition: Edition) -> None:
        self.dealer = SeedDealer(heads.seed or b"")
        dealt = begin(edition, heads.players, self.dealer, heads.ages)
        self.dealt, self.state = dealt, fold(dealt)
        laid = self.state.board.placed()
        if heads.table is not None and tuple(sorted(heads.table)) != laid:
            _differs(record, "Table", write_placements(laid) if laid else "empty")
        sets = next(event.sets for event in dealt if isinstance(event, e.StarterFound))
        if heads.sets not in {None, sets}:
            _differs(record, "Sets", " ".join(str(size) for size in sets))
        if record.header("Shown") is not None and heads.shown != _shown(dealt):
            _differs(record, "Shown", " ".join(_shown(dealt)) or "nothing")

    def play(self, entry: Entry) -> tuple[WrittenTurn, tuple[e.Event, ...]]:
        """Play one line and compare it with what the rules say."""
        written = read_written_turn(entry.turn)
        if entry.seat != self.state.turn:
            _out_of_turn(self.state)
        turn = self.prepared(entry, written)
        try:
            happened = decide(self.state, entry.seat, turn, self.dealer)
        except IllegalTurn as refused:
            reasons = ", ".join(refused.reasons)
            raise NotationError(f"the rules refuse this turn ({reasons}): {refused}") from None
        for event in happened:
            self.state = evolve(self.state, event)
        _check_figures(entry, happened, self.state.seats[entry.seat])
        return written, self.told(happened)

    def prepared(self, entry: Entry, turn: WrittenTurn) -> Turn:
        """The turn to be judged, after a look at the written hand."""
        hand = self.state.seats[entry.seat].hand
        if entry.hand is not None and Counter(entry.hand) != Counter(hand):
            raise NotationError(f"the hand is {write_hand(hand)}, not {write_hand(entry.hand)}")
        if isinstance(turn, HiddenTrade):
            raise NotationError("a record with its seed names the tiles of a trade")
        return turn

    def told(self, happened: tuple[e.AnyEvent, ...]) -> tuple[e.Event, ...]:
        """The events as far as they are known."""
        return happened

    def hands(self) -> tuple[tuple[Tile, ...] | None, ...]:
        """The hands as far as they are known."""
        return tuple(seat.hand for seat in self.state.seats)

    def whole(self) -> State | None:
        """The state, if all of it is known."""
        return self.state


# Stands for every tile nobody wrote down. Only the number of such tiles is ever looked at.
_UNKNOWN = Tile.Ro


class _InOrder:
    """A dealer for piles of unknown tiles, whose order means nothing."""

    def shuffled(self, things: Sequence[T], label: str) -> tuple[T, ...]:  # noqa: ARG002
        return tuple(things)


class UnknownDeal(KnownDeal):
    """A game without a seed: the state holds the right number of tiles, mostly unknown ones."""

    def __init__(self, record: Record, heads: Heads, edition: Edition) -> None:
        seats = len(heads.players)
        if not edition.fewest_players <= seats <= edition.most_players:
            raise EditionError(
                f"{edition.name} is for {edition.fewest_players} to {edition.most_players} "
                f"players, not {seats}"
            )
        self.dealer = _InOrder()
        self.dealt = ()
        self._edition = edition
        self._sets = heads.sets
        # What each seat is known to hold still, since its last written hand.
        self._kept: list[tuple[Tile, ...]] = [()] * seats
        self._first_hand = [True] * seats
        self._specials = (
            edition.action_tiles.kinds if edition.action_tiles.handed_out == "when-drawn" else ()
        )
        if Counter(heads.shown) - Counter(self._specials):
            _differs(record, "Shown", f"{' '.join(self._specials) or 'nothing'} at the most")
        if heads.sets is not None:
            _check_starter(record, heads, edition)
        self.state = fold(self._deal(record, heads))

    def _deal(self, record: Record, heads: Heads) -> Iterable[e.AnyEvent]:
        edition, seats = self._edition, len(heads.players)
        count = len(BOX) + len(self._specials)
        yield e.GameBegan(edition, heads.players, heads.ages)
        yield e.BagFilled(count, (_UNKNOWN,) * count)
        black, table = sorted(edition.layout.black), tuple(sorted(heads.table or ()))
        if [one.cell for one in table] != black:
            _differs(record, "Table", f"a tile on each of the {len(black)} black spaces")
        if table:
            yield e.TableLaid(table)
        if edition.action_tiles.kinds and not self._specials:
            yield e.ActionsHandedOut(edition.action_tiles.kinds)
        for action in heads.shown:
            yield e.SpecialShown(0, action)
        left = count - len(table) - len(heads.shown)
        for seat in range(seats):
            drawn = min(edition.hand, left)
            left -= drawn
            yield e.Drew(seat, drawn, (_UNKNOWN,) * drawn)
        starter, demanded = _opening(record, heads)
        demanded = demanded if edition.opening.largest_set else 0
        yield e.StarterFound(heads.sets or (0,) * seats, starter, demanded)
        yield e.TurnBegan(starter)

    def play(self, entry: Entry) -> tuple[WrittenTurn, tuple[e.Event, ...]]:
        """Play one line, and keep what it tells about the hand until the next one is written."""
        size = len(self.state.seats[entry.seat].hand)
        turn, told = super().play(entry)
        taken = tuple(event.tile.tile for event in told if isinstance(event, e.Took))
        if entry.hand is None and isinstance(turn, Pass):
            # The unknown hand was left out while the pass was judged.
            self.state = _with_hand(self.state, entry.seat, (_UNKNOWN,) * (size + len(taken)))
        before = self._kept[entry.seat] if entry.hand is None else entry.hand
        kept = Counter((*before, *taken)) - Counter(_used(turn))
        self._kept[entry.seat] = () if isinstance(turn, HiddenTrade) else tuple(kept.elements())
        return turn, told

    def prepared(self, entry: Entry, turn: WrittenTurn) -> Turn:
        """The turn to be judged, in a state with the written hand and the special tiles shown."""
        state = self.state
        size = len(state.seats[entry.seat].hand)
        taken = self._taken(turn)
        needed = Counter(_used(turn)) - Counter(taken)
        if needed.total() > size:
            raise NotationError(f"seat {entry.seat + 1} has {size} tiles, fewer than it uses here")
        hand = entry.hand
        if hand is None:
            # Any hand that allows the turn will do. Who passes has nothing that can be placed,
            # but on an empty table everything can.
            passing = isinstance(turn, Pass) and len(state.board) > 0
            unused = () if passing else (_UNKNOWN,) * (size - needed.total())
            self._check_copies(entry.seat, needed | Counter(self._kept[entry.seat]))
            hand = (*needed.elements(), *unused)
        else:
            self._check_hand(entry.seat, hand, size)
            self._check_copies(entry.seat, Counter(hand))
        self._first_hand[entry.seat] = False
        self.state = replace(_with_hand(state, entry.seat, hand), pile=self._pile(entry))
        if isinstance(turn, HiddenTrade):
            if turn.count > size + len(taken):
                raise NotationError(f"seat {entry.seat + 1} has {size + len(taken)} tiles")
            return Trade((*hand, *taken)[: turn.count], turn.take)
        return turn

    def told(self, happened: tuple[e.AnyEvent, ...]) -> tuple[e.Event, ...]:
        """What a spectator saw: the unknown tiles in the state are never told."""
        return tuple(event.seen_by(None) for event in happened)

    def hands(self) -> tuple[tuple[Tile, ...] | None, ...]:
        """The hands as far as they are known."""
        return tuple(
            kept if len(kept) == len(seat.hand) else None
            for kept, seat in zip(self._kept, self.state.seats, strict=True)
        )

    def whole(self) -> State | None:
        """The state is never wholly known."""
        return None

    def _taken(self, turn: WrittenTurn) -> tuple[Tile, ...]:
        cell = turn.take if isinstance(turn, Place | Trade | Pass | HiddenTrade) else None
        return () if cell is None or cell not in self.state.board else (self.state.board[cell],)

    def _pile(self, entry: Entry) -> tuple[Piece, ...]:
        """A pile of the right size, with the special tiles that this line says were drawn."""
        shown = Counter(special.action for special in self.state.box) + Counter(entry.shown)
        if shown - Counter(self._specials) or len(entry.shown) > len(self.state.pile):
            raise NotationError("there is no such special tile in the bag any more")
        unknown = (_UNKNOWN,) * (len(self.state.pile) - len(entry.shown))
        return (*(Special(action) for action in entry.shown), *unknown)

    def _check_hand(self, seat: int, hand: tuple[Tile, ...], size: int) -> None:
        if len(hand) != size:
            raise NotationError(f"the hand has {size} tiles here, not {len(hand)}")
        if lost := Counter(self._kept[seat]) - Counter(hand):
            raise NotationError(
                f"{write_hand(lost.elements())} was in this hand before and has not left it"
            )
        stated = None if self._sets is None else self._sets[seat]
        largest = largest_set_size(hand)
        # Until its first turn a seat holds the tiles it was dealt.
        if self._first_hand[seat] and stated not in {None, largest}:
            raise NotationError(
                f"the largest set of this hand has {largest} tiles; the header Sets says {stated}"
            )

    def _check_copies(self, seat: int, own: Counter[Tile]) -> None:
        """Q-COMP-1: no tile is there more often than in the box."""
        others = (kept for other, kept in enumerate(self._kept) if other != seat)
        known = (
            own + Counter(self.state.board.values()) + Counter(t for kept in others for t in kept)
        )
        if many := [tile for tile, count in known.items() if count > COPIES]:
            raise NotationError(f"{many[0]} would be in this game more than {COPIES} times")


def _with_hand(state: State, seat: int, hand: tuple[Tile, ...]) -> State:
    seats = list(state.seats)
    seats[seat] = replace(seats[seat], hand=hand)
    return replace(state, seats=tuple(seats))


def _used(turn: WrittenTurn) -> tuple[Tile, ...]:
    """The tiles that leave the hand, where the text names them."""
    match turn:
        case Place(tiles=placed):
            return tuple(one.tile for one in placed)
        case Trade(tiles=traded):
            return traded
    return ()


def _shown(happened: Iterable[e.Event]) -> tuple[Action, ...]:
    return tuple(event.action for event in happened if isinstance(event, e.SpecialShown))


def _check_figures(entry: Entry, happened: Iterable[e.AnyEvent], seat: Seat) -> None:
    points = out = 0
    for event in happened:
        match event:
            case e.TilesPlaced():
                points += event.points
            case e.WentOut():
                out += event.points
    for what, found, written in (
        ("points", points, entry.points),
        ("points for going out", out, entry.out),
        ("total", seat.score, entry.total),
    ):
        if found != written:
            raise NotationError(f"{what}: by the rules {found}, not {written}")
    if (shown := _shown(happened)) != entry.shown:
        raise NotationError(
            f"the special tiles shown are {' '.join(shown) or 'none'}, "
            f"not {' '.join(entry.shown) or 'none'}"
        )


def _opening(record: Record, heads: Heads) -> tuple[int, int]:
    """Who starts, and the size of his largest set as far as the record tells it (0: not)."""
    first = next(iter(record.entries), None)
    if first is None:
        starter = heads.sets.index(max(heads.sets)) if heads.sets else 0
    else:
        starter = first.seat
    if heads.sets is not None:
        return starter, heads.sets[starter]
    hand = None if first is None else first.hand
    return starter, 0 if hand is None else largest_set_size(hand)


def _check_starter(record: Record, heads: Heads, edition: Edition) -> None:
    """Q-START-3: the largest set starts, then age; a lot may have decided between equals."""
    sets, ages = heads.sets or (), heads.ages
    tied = [seat for seat, size in enumerate(sets) if size == max(sets)]
    if ages is not None:
        wanted = (max if edition.start.tie == "oldest" else min)(ages[seat] for seat in tied)
        tied = [seat for seat in tied if ages[seat] == wanted]
    for number, line in record.numbered():
        if isinstance(line, Entry):
            if line.seat not in tied:
                seats = " or ".join(str(seat + 1) for seat in tied)
                raise NotationError(f"by the sets and ages seat {seats} starts", line=number)
            return


def _out_of_turn(state: State) -> NoReturn:
    if state.turn is None:
        raise NotationError("the game is over: nothing can follow")
    raise NotationError(f"it is the turn of seat {state.turn + 1}")


def _differs(record: Record, key: str, found: str) -> NoReturn:
    raise NotationError(f"{key}: by the rules it is {found}", line=record.line_of(key))
