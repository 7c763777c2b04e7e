"""The judgement of turns: a state and a seat's turn give a decision or a refusal.

Nothing here changes a state or is random: chance comes from the dealer.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from operator import attrgetter

from qwirkle.errors import IllegalTurn
from qwirkle.rules.cells import Cell
from qwirkle.rules.dealing import Dealer
from qwirkle.rules.decision import Decision, DecisionBuilder, check_turn, wrong_turn
from qwirkle.rules.editions.placement import Action, Edition
from qwirkle.rules.placement import events as e
from qwirkle.rules.placement.board import Placed
from qwirkle.rules.placement.evolve import evolve
from qwirkle.rules.placement.referee import can_place, judge
from qwirkle.rules.placement.state import Ending, Piece, Special, State
from qwirkle.rules.placement.taking import table_faults, using_faults
from qwirkle.rules.placement.turns import DrawThree, Place, Take, Trade, Turn
from qwirkle.rules.refusals.reasons import Reason, Refusal, refuse
from qwirkle.rules.starting import check_players, first_turn
from qwirkle.rules.tiles import Tile
from qwirkle.rules.turns import Pass
from qwirkle.rules.winning import winners


class _Builder(DecisionBuilder[State, e.AnyEvent]):
    """A decision in the making, with draws."""

    def __init__(self, state: State | None) -> None:
        super().__init__(state, evolve)

    def draw(self, seat: int, count: int) -> None:
        """Draw tiles while the pile lasts; a special tile is replaced (M-DRAW-1)."""
        while count > 0 and self.state.pile:
            first = self.state.pile[0]
            if isinstance(first, Special):
                self.record(e.SpecialShown(seat, first.action))
                continue
            tiles: list[Tile] = []
            for piece in self.state.pile[:count]:
                if isinstance(piece, Special):
                    break
                tiles.append(piece)
            self.record(e.Drew(seat, len(tiles), tuple(tiles)))
            count -= len(tiles)


def begin(
    edition: Edition,
    players: Sequence[str],
    dealer: Dealer,
    ages: Sequence[int] | None = None,
) -> Decision[State, e.AnyEvent]:
    """Seat the players, shuffle and deal, up to the first turn (Q-START-*)."""
    check_players(edition, players, ages)
    builder = _Builder(None)
    builder.record(e.GameBegan(edition, tuple(players), None if ages is None else tuple(ages)))
    actions = edition.action_tiles
    black = sorted(edition.layout.black)
    pile = fill_bag(edition, dealer)
    builder.record(e.BagFilled(len(pile), pile))
    if black:
        # A18: drawn before the hands.
        tiles = [piece for piece in pile[: len(black)] if isinstance(piece, Tile)]
        laid = tuple(Placed(x, y, tile) for (x, y), tile in zip(black, tiles, strict=True))
        builder.record(e.TableLaid(laid))
    if actions.kinds and actions.handed_out == "at-start":
        builder.record(e.ActionsHandedOut(actions.kinds))
    for seat in range(len(players)):
        builder.draw(seat, edition.hand)
    sets, first, opening_tiles = first_turn(builder.state, dealer)
    builder.record(e.StarterFound(sets, first, opening_tiles))
    builder.record(e.TurnBegan(first))
    return builder.decision()


def decide(state: State, seat: int, turn: Turn, dealer: Dealer) -> Decision[State, e.AnyEvent]:
    """Judge a turn of a placement game; ``family.decide`` describes the contract."""
    check_turn(state, seat)
    builder = _Builder(state)
    if isinstance(turn, Place | Trade | Pass) and turn.take is not None:
        _take(builder, seat, turn.take)
    match turn:
        case Take(cell=cell):
            _take(builder, seat, cell)
        case DrawThree():
            _draw_three(builder, seat)
        case Place(tiles=tiles) if _are(Placed, tiles) and _are(Tile, [*map(_TILE, tiles)]):
            _place(builder, seat, tuple(tiles))
        case Trade(tiles=traded) if _are(Tile, traded):
            _trade(builder, seat, tuple(traded), dealer)
        case Pass():
            _pass(builder, seat)
        case _:
            raise wrong_turn(turn, state.edition.name, _HOW_TO_MAKE.get(type(turn), ""))
    return builder.decision()


_TILE = attrgetter("tile")
_HOW_TO_MAKE: dict[type, str] = {
    Place: "; its tiles are written Placed(3, 4, Tile.Ro), or play the text Ro@3,4",
    Trade: "; its tiles are written Tile.Ro, or play the text trade Ro",
}
"""The message with the right call, for a turn whose tiles are something else."""


def _are(kind: type, things: object) -> bool:
    return isinstance(things, tuple | list) and all(isinstance(thing, kind) for thing in things)


def taking_faults(state: State, seat: int, cell: Cell) -> tuple[Refusal, ...]:
    """Return every reason against taking the tile on a cell."""
    using = _using_faults(state, seat, Action.TAKE)
    taking = state.edition.taking
    # In games without taking, the table gives no further reasons.
    table = [] if taking.by == "nothing" else table_faults(state.board, taking, cell)
    return (*using, *table)


def fill_bag(edition: Edition, dealer: Dealer) -> tuple[Piece, ...]:
    """Shuffle the bag. Special tiles are never among the tiles that are laid on the board first."""
    actions = edition.action_tiles
    specials = actions.kinds if actions.handed_out == "when-drawn" else ()
    laid = len(edition.layout.black)
    if not laid:
        pieces: list[Piece] = [*edition.box, *(Special(kind) for kind in specials)]
        return dealer.shuffled(pieces, "bag")
    tiles = dealer.shuffled(edition.box, "bag")
    if not specials:
        return tiles
    rest: list[Piece] = [*tiles[laid:], *(Special(kind) for kind in specials)]
    return (*tiles[:laid], *dealer.shuffled(rest, "specials"))


def _using_faults(state: State, seat: int, action: Action) -> list[Refusal]:
    sitter = state.seats[seat]
    return using_faults(action, state.edition.taking, sitter.tokens, sitter.actions, state.used)


def _take(builder: _Builder, seat: int, cell: Cell) -> None:
    if faults := taking_faults(builder.state, seat, cell):
        raise IllegalTurn(faults)
    builder.record(e.Took(seat, Placed(cell.x, cell.y, builder.state.board[cell])))


def _draw_three(builder: _Builder, seat: int) -> None:
    faults = _using_faults(builder.state, seat, Action.DRAW_THREE)
    if not builder.state.pile:
        faults.append(refuse(Reason.BAG_TOO_SMALL, case="draw3"))
    if faults:
        raise IllegalTurn(faults)
    builder.record(e.DrewThree(seat))
    builder.draw(seat, 3)


def _place(builder: _Builder, seat: int, tiles: tuple[Placed, ...]) -> None:
    state = builder.state
    verdict = judge(state.board, tiles, state.seats[seat].hand, state.demands())
    if isinstance(verdict, tuple):
        raise IllegalTurn(verdict)
    placed = tuple(sorted(tiles))
    builder.record(e.TilesPlaced(seat, placed, verdict.lines, verdict.bonus, verdict.points))
    if won := tuple(cell for cell in verdict.stars if cell in state.stars_left):
        builder.record(e.TokensWon(seat, won))
    builder.draw(seat, state.edition.hand - len(builder.state.seats[seat].hand))
    if not builder.state.pile and not builder.state.seats[seat].hand:
        builder.record(e.WentOut(seat, state.edition.end.going_out))
        _end(builder, "went-out")
    else:
        _next(builder)


def _trade(builder: _Builder, seat: int, tiles: tuple[Tile, ...], dealer: Dealer) -> None:
    state = builder.state
    if faults := _trade_faults(state, seat, tiles):
        raise IllegalTurn(faults)
    builder.record(e.PutAside(seat, len(tiles), tiles))
    count = len(tiles)
    if state.edition.trading.draws == "up-to-hand":
        # S-TAKE-2, A14: after a take the hand is exactly six again.
        count = min(count, state.edition.hand - len(builder.state.seats[seat].hand))
    builder.draw(seat, count)
    label = f"trade {state.turns_played}"
    pile = builder.state.pile
    if state.edition.trading.returned == "mixed":
        pile = dealer.shuffled((*pile, *tiles), label)
    else:
        pile = (*pile, *dealer.shuffled(tiles, label))  # A9
    builder.record(e.GivenBack(seat, len(tiles), pile))
    _next(builder)


def _trade_faults(state: State, seat: int, tiles: tuple[Tile, ...]) -> list[Refusal]:
    faults = []
    trading = state.edition.trading
    if not tiles:
        faults.append(refuse(Reason.NO_TILES, case="trade"))
    if missing := Counter(tiles) - Counter(state.seats[seat].hand):
        faults.append(refuse(Reason.NOT_IN_HAND, tiles=missing.elements()))
    count, left = len(tiles), len(state.pile)
    if count > trading.most:
        faults.append(refuse(Reason.MORE_THAN_SIX, most=trading.most, count=count))
    if count > left:
        case = "" if left else "trade"
        faults.append(refuse(Reason.BAG_TOO_SMALL, case=case, left=left, count=count))
    if not state.board and not state.edition.opening.may_trade:
        faults.append(refuse(Reason.OPENING_MUST_PLACE))
    return faults


def _pass(builder: _Builder, seat: int) -> None:
    """Pass, which is allowed only to a player who can neither place nor trade (A1)."""
    state = builder.state
    faults = []
    if can_place(state.board, state.seats[seat].hand, state.demands()):
        faults.append(refuse(Reason.CAN_PLACE))
    if state.pile and (state.board or state.edition.opening.may_trade):
        must = state.edition.trading.cannot_place == "must-trade"  # Q-TURN-6
        faults.append(refuse(Reason.CAN_TRADE, case="must" if must else ""))
    if faults:
        raise IllegalTurn(faults)
    builder.record(e.Passed(seat))
    _next(builder)


def _next(builder: _Builder) -> None:
    state = builder.state
    if state.turn is None:
        raise ValueError("a game that is over has no next turn")
    seats = len(state.seats)
    if state.passes >= seats:
        _end(builder, "all-passed")
    elif state.idle >= seats * state.edition.end.idle_rounds:
        _end(builder, "no-progress")
    else:
        builder.record(e.TurnBegan((state.turn + 1) % seats))


def _end(builder: _Builder, ending: Ending) -> None:
    scores = tuple(seat.score for seat in builder.state.seats)
    builder.record(e.GameEnded(ending, winners(scores), scores))
