"""The work of reviewing a game, done by a worker: from its record to JSON."""

from __future__ import annotations

from functools import partial

import msgspec

from qwirkle.analysis.review.report import GameLuck, Review, ReviewedTurn
from qwirkle.analysis.review.review import luck_of_game, review
from qwirkle.analysis.review.steps import Step, steps_of
from qwirkle.analysis.review.summary import ended_of
from qwirkle.notation.record import read_record
from qwirkle.notation.record.headers import headers_of
from qwirkle.notation.record.lines import Record
from qwirkle.protocol.shapes.turns import Turn, turn_of
from qwirkle.rules.dealing import SeedDealer
from qwirkle.rules.family import decide
from qwirkle.tables.live.workers import Job, Progress


class Asked(msgspec.Struct, frozen=True):
    """A game to review, one other turn in it to judge, or its luck to compute."""

    record: str
    """The record of a finished table, with its seed."""
    open_hands: bool = False
    place: int | None = None
    """The act to replace by ``turn``, from 0; None to review the whole game."""
    turn: Turn | None = None
    deep: bool = False
    """Whether more turns are tried on more deals."""
    luck: bool = False
    """Whether only the luck of the game is computed, which takes a fraction of a review."""

    def job(self) -> Job[bytes]:
        """Return the job for a worker."""
        call = partial(work, self)
        if self.luck:
            return Job(
                call=call, kind="slow", seconds=LUCK_SECONDS, expected=0.3, behind=True, heavy=True
            )
        if self.place is not None:
            return Job(call=call, kind="slow", seconds=TRY_SECONDS, expected=0.3, heavy=True)
        return Job(
            call=call,
            kind="background",
            seconds=DEEP_SECONDS if self.deep else REVIEW_SECONDS,
            expected=30.0 if self.deep else 3.0,
            patience=PATIENCE,
            behind=self.deep,
            reports=True,
            heavy=True,
        )


LUCK_SECONDS = 12.0
"""The maximum time for the luck of a game; some house rules of the card game take half a minute."""
TRY_SECONDS = 60.0
REVIEW_SECONDS = 600.0
DEEP_SECONDS = 1800.0
"""Reviews run only while no processor has anything else to do, so they may take long."""
PATIENCE = 24 * 3600.0


def work(asked: Asked, progress: Progress | None = None) -> bytes:
    """Do the work, and return the JSON of a ``Review``, a ``ReviewedTurn`` or a ``GameLuck``."""
    record = read_record(asked.record)
    steps = steps_of(record)
    found: Review | ReviewedTurn | GameLuck
    if asked.luck:
        found = luck_of_game(steps, ended=ended_of(record))
    elif asked.place is None:
        found = review(
            steps,
            deep=asked.deep,
            open_hands=asked.open_hands,
            ended=ended_of(record),
            progress=progress,
        )
    else:
        step = _other_turn(record, steps[asked.place], asked.turn or Turn())
        found = review((step,), open_hands=asked.open_hands).turns[0]
    return msgspec.json.encode(found)


def _other_turn(record: Record, step: Step, turn: Turn) -> Step:
    """Return the same moment of a game with another turn."""
    state, seat = step.before, step.seat
    tried = turn_of(turn, state)
    decision = decide(state, seat, tried, SeedDealer(headers_of(record).joint_seed or 0))
    return Step(state, seat, tried, decision.events, decision.state)
