"""Games of bots as steps, for the measurements of reviews."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from qwirkle.analysis.review.steps import Step
from qwirkle.players import bot
from qwirkle.players.answers import ask
from qwirkle.rules.dealing import SeedDealer
from qwirkle.rules.family import AnyTurn, AnyView, begin, decide, edition, view

Choice = Callable[[int, AnyView, AnyTurn], AnyTurn]
"""Given the number of an act, what its seat sees and what the bot would do: what it does."""


def played_game(
    game: str, bots: Sequence[str], seed: str, choose: Choice | None = None
) -> tuple[Step, ...]:
    """Play a game between bots; the same seed gives the same game."""
    rules = edition(game)
    dealer = SeedDealer(seed)
    state = begin(rules, [f"player {seat + 1}" for seat in range(len(bots))], dealer).state
    players = [bot(spec, f"{seed}/{seat}", rules=rules) for seat, spec in enumerate(bots)]
    steps: list[Step] = []
    try:
        while (seat := state.turn) is not None:
            seen = view(state, seat)
            turn = ask(players[seat], seen)
            if choose is not None:
                turn = choose(len(steps), seen, turn)
            decision = decide(state, seat, turn, dealer)
            steps.append(Step(state, seat, turn, decision.events, decision.state))
            state = decision.state
    finally:
        for player in players:
            player.close()
    return tuple(steps)
