"""Second looks in teaching games: whether there is something better than the turn somebody wants.

The turn is judged before it is played, by what its seat sees and nothing else: the draw comes only
after it. Nothing is stored, nobody else learns of it, and a game asks at most once per turn.
"""

from __future__ import annotations

from collections import OrderedDict
from functools import partial
from typing import NamedTuple

import msgspec

from qwirkle.analysis.judge.games import deal_seed, judge_for
from qwirkle.analysis.judge.verdict import Considered, Verdict
from qwirkle.analysis.reasons.explain import reasons_for
from qwirkle.analysis.review.report import JudgedTurn, Reason
from qwirkle.analysis.review.review import plan_for
from qwirkle.errors import Refused
from qwirkle.protocol.shapes.turns import AskedTurn, Turn, turn_of, write_turn
from qwirkle.rules.dealing import SeedDealer
from qwirkle.rules.family import AnyTurn, AnyView, determinize
from qwirkle.tables.core.decide.game import game_of, read_any_turn
from qwirkle.tables.core.reasons import TableReason, refusal
from qwirkle.tables.core.state import Table
from qwirkle.tables.live.callers import Caller
from qwirkle.tables.live.family import preview
from qwirkle.tables.live.queries import own_view
from qwirkle.tables.live.tables import Tables
from qwirkle.tables.live.workers import Job, JobStopped, Workers

SECONDS, PATIENCE = 20.0, 10.0
"""The limits for a look, which takes a third of a second: its own time, and that for a worker."""
MAX_REMEMBERED = 2000
"""The maximum number of tables whose last question is remembered."""
DIGITS = 1


class SecondLook(msgspec.Struct, frozen=True):
    """A look at a turn before it is played."""

    better: bool
    """Whether there is something better, and the turn has not been asked about before."""
    lost: float = 0.0
    """What the turn would lose: points, in the card game Qwirkles; 0 unless it is certain."""
    best: JudgedTurn | None = None
    """The better turn; None if there is none."""
    reasons: tuple[Reason, ...] = ()
    """Why it is better."""


NOTHING_BETTER = SecondLook(better=False)


class _Asked(NamedTuple):
    """The question that a table has been asked in this turn."""

    moment: tuple[int, int]
    turn: Turn
    look: SecondLook


def look_at(seen: AnyView, turn: Turn, least: int) -> SecondLook:
    """Judge a turn by what its seat sees; refuse it if it breaks the rules."""
    asked = turn_of(turn, seen)
    allowed = preview(seen, asked)
    if not allowed.legal:
        raise Refused(allowed.objections)
    verdict = _verdict(seen, asked)
    if verdict.forced or verdict.lost < least:
        return NOTHING_BETTER
    best = verdict.best
    return SecondLook(
        better=True,
        lost=round(verdict.lost, DIGITS),
        best=_judged(best),
        reasons=reasons_for(seen, best.turn, asked),
    )


def _verdict(seen: AnyView, turn: AnyTurn) -> Verdict:
    """Judge a turn as a review would, on the same deals of what the seat cannot see."""
    judge = judge_for(seen.edition, len(seen.players), plan_for(seen.edition))
    state = determinize(seen, SeedDealer(0))
    try:
        return judge.judge(state, turn, deal_seed(state))
    finally:
        judge.close()


def _judged(best: Considered) -> JudgedTurn:
    return JudgedTurn(write_turn(best.turn), best.points)


class SecondLooks:
    """The second looks of this process's teaching games."""

    def __init__(self, tables: Tables, workers: Workers) -> None:
        self._tables = tables
        self._workers = workers
        self._asked: OrderedDict[str, _Asked] = OrderedDict()
        self._looking: set[str] = set()

    async def look(
        self, table: str, caller: Caller, turn: AskedTurn, seat: int | None = None
    ) -> SecondLook:
        """Say whether there is something better than a turn; once per turn, and once at a time."""
        state = await self._tables.cached_table(table)
        seen = own_view(state, caller, "look-again", seat)
        least = state.settings.teaching
        if least is None:
            raise refusal(TableReason.NO_TEACHING)
        if seen.turn is None or seen.turn != seen.seat:
            raise refusal(TableReason.NOT_YOUR_TURN, case="teaching")
        wanted = write_turn(read_any_turn(turn, game_of(state)))
        moment = _moment(state)
        earlier = self._asked.get(table)
        if earlier is not None and earlier.moment == moment:
            # Whoever asks again may have lost the answer; another turn is not asked about.
            return earlier.look if earlier.turn == wanted else NOTHING_BETTER
        if table in self._looking:
            raise refusal(TableReason.BUSY, case="teaching")
        self._looking.add(table)
        try:
            found = await self._workers.run(
                Job(
                    call=partial(look_at, seen, wanted, least),
                    kind="slow",
                    seconds=SECONDS,
                    expected=0.3,
                    patience=PATIENCE,
                    heavy=True,
                    case="teaching",
                )
            )
        except JobStopped:
            raise refusal(TableReason.BUSY, case="teaching") from None
        finally:
            self._looking.discard(table)
        if found.better:
            self._asked[table] = _Asked(moment, wanted, found)
            self._asked.move_to_end(table)
            while len(self._asked) > MAX_REMEMBERED:
                self._asked.popitem(last=False)
        return found


def _moment(table: Table) -> tuple[int, int]:
    """Return the turn of a game: after a take-back, one with the same number comes again."""
    return len(table.taken_back), game_of(table).turns_played
