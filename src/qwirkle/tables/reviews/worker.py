"""The work of the process that reviews one game: from a job to lines of JSON.

It reads a job from its input and writes its progress, and finally the result.
"""

from __future__ import annotations

import sys

import msgspec

from qwirkle.analysis.review.report import GameLuck, Review, ReviewedTurn
from qwirkle.analysis.review.review import luck_of_game, review
from qwirkle.analysis.review.steps import Step, steps_of
from qwirkle.notation.record import read_record
from qwirkle.notation.record.headers import headers_of
from qwirkle.notation.record.lines import Record
from qwirkle.protocol.shapes.turns import Turn, turn_of
from qwirkle.rules.dealing import SeedDealer
from qwirkle.rules.family import decide
from qwirkle.tables.reviews.jobs import Job, Line, Progress


def work(job: Job, progress: Progress | None = None) -> bytes:
    """Run a job, and return the JSON of its result."""
    record = read_record(job.record)
    steps = steps_of(record)
    found: Review | ReviewedTurn | GameLuck
    if job.luck:
        found = luck_of_game(steps)
    elif job.place is None:
        found = review(steps, deep=job.deep, open_hands=job.open_hands, progress=progress)
    else:
        step = _other_turn(record, steps[job.place], job.turn or Turn())
        found = review((step,), open_hands=job.open_hands).turns[0]
    return msgspec.json.encode(found)


def _other_turn(record: Record, step: Step, turn: Turn) -> Step:
    """Return the same moment of a game with another turn."""
    state, seat = step.before, step.seat
    tried = turn_of(turn, state)
    decision = decide(state, seat, tried, SeedDealer(headers_of(record).seed or 0))
    return Step(state, seat, tried, decision.events, decision.state)


def main() -> None:
    """Run the job on the standard input."""
    job = msgspec.json.decode(sys.stdin.buffer.read(), type=Job)

    def progress(done: int, total: int) -> None:
        _write(Line(done, total))

    _write(Line(found=msgspec.Raw(work(job, progress))))


def _write(line: Line) -> None:
    sys.stdout.buffer.write(msgspec.json.encode(line) + b"\n")
    sys.stdout.buffer.flush()
