"""Games of bots as steps, for the tests of reviews; each is played once."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path

from qwirkle.analysis.review.steps import Step, steps_of
from qwirkle.notation.record import read_record
from qwirkle.players import bot
from qwirkle.rules.dealing import SeedDealer
from qwirkle.rules.family import begin, decide, edition, view

RECORDS = Path(__file__).parents[2] / "frontend/src/fairness/records"


@cache
def played(game: str, bots: Sequence[str], seed: str) -> tuple[Step, ...]:
    """Let bots play a game."""
    rules = edition(game)
    dealer = SeedDealer(seed)
    state = begin(rules, [f"player {seat + 1}" for seat in range(len(bots))], dealer).state
    players = [bot(spec, f"{seed}/{seat}", rules=rules) for seat, spec in enumerate(bots)]
    steps: list[Step] = []
    while (seat := state.turn) is not None:
        turn = players[seat].choose(view(state, seat))
        decision = decide(state, seat, turn, dealer)
        steps.append(Step(state, seat, turn, decision.events, decision.state))
        state = decision.state
    for player in players:
        player.close()
    return tuple(steps)


@cache
def recorded(game: str) -> tuple[Step, ...]:
    """The steps of a record that ships with the page."""
    return steps_of(read_record((RECORDS / f"{game}.qwr").read_bytes()))
