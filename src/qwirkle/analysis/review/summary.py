"""One sentence about a game: who won, and what luck had to do with it.

The sentence compares figures that the review has, and is no more certain than they are: by how much
the winner was luckier than the next best player, and by how much they won.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from qwirkle.analysis.review.report import Reason, ReviewedPlayer, total_luck
from qwirkle.notation.record.lines import Record
from qwirkle.rules.refusals.sentences import Param, Sentences, write_sentence

SENTENCES: Sentences = {
    "luck-decided": "{name} won with luck: it was worth more than the lead.",
    "luck-decided/you": "You won with luck: it was worth more than your lead.",
    "luck-decided/rival": "{name} won with luck: it was worth more than the lead over you.",
    "luck-helped": "{name} won, and luck helped a lot.",
    "luck-helped/you": "You won, and luck helped you a lot.",
    "luck-a-little": "{name} won, and luck helped a little.",
    "luck-a-little/you": "You won, and luck helped you a little.",
    "luck-even": "{name} won, and luck hardly mattered.",
    "luck-even/you": "You won, and luck hardly mattered.",
    "luck-against": "{name} won, although {rival} was luckier.",
    "luck-against/you": "You won, although {rival} was luckier.",
    "luck-against/rival": "{name} won, although you were luckier.",
    "level": "It ended level, although {name} was luckier than {rival}.",
    "level/you": "It ended level, although you were luckier than {rival}.",
    "level/rival": "It ended level, although {name} was luckier than you.",
    "level/even": "It ended level, and luck hardly mattered.",
    "gave-up": "{name} gave up, so nobody knows how the game would have ended.",
    "gave-up/you": "You gave up, so nobody knows how the game would have ended.",
    "stopped": "The game was stopped, so nobody knows how it would have ended.",
}
"""``you``: the reader is the player named first; ``rival``: the reader is the one named second."""

PARTS: Sentences = {
    "turn": "Own turns",
    "draw": "Own draws",
    "rival-turns": "Turns of the others",
    "rival-draws": "Draws of the others",
}
"""The parts of the ledger of chances."""

POINTS: Sentences = {
    "turn": "A better turn was possible.",
    "draw/good": "A lucky draw.",
    "draw/bad": "An unlucky draw.",
}
"""The kinds of turning points."""

# Luck below this part of the lead hardly mattered, and from this one it helped a lot.
HARDLY, A_LOT = 1 / 8, 1 / 2
# A lead is at least one point or Qwirkle; luck below this hardly matters if nobody has one.
LEAST = 1.0
_ENDED = re.compile(r"(?P<how>[a-z-]+)(?: out (?P<out>[0-9]+(?:\+[0-9]+)*))?(?: .*)?")


class Ended(NamedTuple):
    """The ending of a game that was not simply played to its end."""

    how: str
    """``finished``, ``resigned``, or another word of the record."""
    out: tuple[int, ...] = ()
    """The seats that left."""


def ended_of(record: Record) -> Ended | None:
    """Return how the game of a record ended, if the record has a header for that."""
    found = _ENDED.fullmatch((record.header("Ended") or "").strip())
    if found is None:
        return None
    out = tuple(int(seat) - 1 for seat in (found["out"] or "").split("+") if seat)
    return Ended(found["how"], out)


def summary_of(
    players: Sequence[ReviewedPlayer], *, over: bool, ended: Ended | None
) -> Reason | None:
    """Return the sentence about a game; None while it is in play, or if luck is unknown."""
    out = () if ended is None else ended.out
    if not over:
        return None if ended is None else _unended(players, out)
    seats = [seat for seat in range(len(players)) if seat not in out]
    luck = [total_luck(player) for player in players]
    if len(seats) < 2 or any(luck[seat] is None for seat in seats):
        return None
    known = [part or 0.0 for part in luck]
    first, second, *_ = sorted(seats, key=lambda seat: (-players[seat].score, -known[seat], seat))
    lead = players[first].score - players[second].score
    luckier = known[first] - known[second]
    if not lead:
        case = "even" if luckier < LEAST else ""
        return _write("level", players, first, second, case=case)
    return _write(_code(lead, luckier), players, first, second)


def _code(lead: float, luckier: float) -> str:
    if luckier >= lead:
        return "luck-decided"
    if luckier >= A_LOT * lead:
        return "luck-helped"
    if luckier > HARDLY * lead:
        return "luck-a-little"
    return "luck-even" if luckier >= -HARDLY * lead else "luck-against"


def _unended(players: Sequence[ReviewedPlayer], out: Sequence[int]) -> Reason:
    if len(out) == 1 and len(players) == 2:
        return _write("gave-up", players, out[0], 1 - out[0])
    return _reason("stopped")


def _write(
    code: str, players: Sequence[ReviewedPlayer], first: int, second: int, *, case: str = ""
) -> Reason:
    names = {"name": players[first].name, "rival": players[second].name}
    return _reason(code, case=case, **names, seat=first, rival_seat=second)


def _reason(code: str, *, case: str = "", **params: Param) -> Reason:
    text, plain = write_sentence(SENTENCES, code, case=case, **params)
    return Reason(code, dict(plain), text)
