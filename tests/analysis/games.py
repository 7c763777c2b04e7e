"""Games to look back on: played by simple bots, with trades and tampered piles where wanted."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar

from qwirkle.analysis.review.steps import Step
from qwirkle.players import bot
from qwirkle.players.rng import Chance
from qwirkle.rules.dealing import Dealer, SeedDealer
from qwirkle.rules.family import AnyEdition, AnyTurn, AnyView, begin, decide, edition, view
from qwirkle.rules.placement.turns import Trade
from qwirkle.rules.placement.view import View

T = TypeVar("T")
Choice = Callable[[AnyView], AnyTurn]


class TamperedDealer:
    """Deals as another dealer does, with the first shuffle changed."""

    def __init__(self, seed: str, change: Callable[[tuple[object, ...]], Sequence[object]]) -> None:
        self._dealer = SeedDealer(seed)
        self._change = change

    def shuffled(self, things: Sequence[T], label: str) -> tuple[T, ...]:
        order = self._dealer.shuffled(things, label)
        if label in {"bag", "deck"}:
            return tuple(self._change(order))  # type: ignore[arg-type]
        return order


def played(
    game: str | AnyEdition, players: int, seed: str, spec: str = "greedy", *, trades: int = 0
) -> tuple[Step, ...]:
    """A game between bots; with ``trades``, one turn in that many is a trade if it may be."""
    rules = edition(game) if isinstance(game, str) else game
    dealer = SeedDealer(seed)
    state = begin(rules, [f"p{seat}" for seat in range(players)], dealer).state
    bots = [bot(spec, f"{seed}/{seat}") for seat in range(players)]
    chance = Chance(seed)
    steps = []
    while (seat := state.turn) is not None:
        seen = view(state, seat)
        turn = bots[seat].choose(seen)
        if trades and chance.below(trades) == 0 and _may_trade(seen):
            turn = Trade(seen.hand[:2])
        decision = decide(state, seat, turn, dealer)
        steps.append(Step(state, seat, turn, decision.events, decision.state))
        state = decision.state
    for player in bots:
        player.close()
    return tuple(steps)


def _may_trade(seen: AnyView) -> bool:
    return isinstance(seen, View) and seen.bag >= 2 and len(seen.hand) >= 2 and len(seen.board) > 0


def replayed(
    rules: AnyEdition, players: int, dealer: Dealer, turns: Iterable[AnyTurn]
) -> tuple[Step, ...]:
    """The same turns again, with another dealer."""
    state = begin(rules, [f"p{seat}" for seat in range(players)], dealer).state
    steps = []
    for turn in turns:
        seat = state.turn
        assert seat is not None
        decision = decide(state, seat, turn, dealer)
        steps.append(Step(state, seat, turn, decision.events, decision.state))
        state = decision.state
    return tuple(steps)
