"""A tournament as a value: who takes part, the rounds, and what follows from a command.

It is stored whole, one version after another. Everything else follows from it and from the tables
of its rounds: nothing here asks a clock or deals a tile.
"""

from __future__ import annotations

from typing import Literal

import msgspec
from msgspec.structs import replace

from qwirkle.rules.editions.files import OptionValue
from qwirkle.service.swiss.pairing import Draw, Outcome, Round, most_rounds, pair, standings
from qwirkle.service.table.commands import Actor, Secrets
from qwirkle.service.table.names import alike, seat_name
from qwirkle.service.table.reasons import TableReason, refusal
from qwirkle.service.table.settings import Clock, Face
from qwirkle.service.table.state import Table

FEWEST, MOST = 3, 8
"""People in a tournament."""
ROUNDS = 3
"""Unless the host wants another number."""


class Entrant(msgspec.Struct, frozen=True):
    """Somebody who takes part."""

    name: str
    key: str
    """The hash of their device's secret."""
    account: str | None = None
    face: Face = ""
    withdrawn: bool = False


class Terms(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The terms of every game of a tournament."""

    game: str = "classic"
    options: dict[str, OptionValue] = {}
    clock: Clock | None = None
    hints: bool = False


class Tournament(msgspec.Struct, frozen=True):
    """A tournament at one moment."""

    id: str
    host: str
    """The hash of the secret of the device that opened it."""
    terms: Terms
    entrants: tuple[Entrant, ...]
    planned: int = 0
    """The number of rounds; 0 before it begins."""
    rounds: tuple[Round, ...] = ()

    @property
    def is_settled(self) -> bool:
        """Whether every game that was paired has its outcome."""
        return all(draw.outcome is not None for paired in self.rounds[-1:] for draw in paired.draws)

    @property
    def active(self) -> tuple[int, ...]:
        """The players who are paired in the next round."""
        return tuple(at for at, entrant in enumerate(self.entrants) if not entrant.withdrawn)

    @property
    def phase(self) -> Literal["lobby", "playing", "over"]:
        """The phase of a tournament: joining, playing or finished."""
        if not self.planned:
            return "lobby"
        last = len(self.rounds) >= self.planned or len(self.active) < 2
        return "over" if self.is_settled and last else "playing"

    def of(self, key: str | None) -> tuple[int, ...]:
        """Return the players who take part with a device."""
        return tuple(at for at, entrant in enumerate(self.entrants) if entrant.key == key)


def _kebab(name: str) -> str:
    return name.lower()


class _Asked(msgspec.Struct, frozen=True, tag_field="do", tag=_kebab, forbid_unknown_fields=True):
    """A command as a client sends it."""


class Join(_Asked, frozen=True):
    """Take part, before the first round."""

    name: str
    face: Face = ""


class Leave(_Asked, frozen=True):
    """Take part no longer. Others have won the game that goes on. The host may remove anybody."""

    player: int


class Begin(_Asked, frozen=True):
    """Pair the first round; for the host."""

    rounds: int | None = None


class Next(_Asked, frozen=True):
    """Pair the round after this one, counted from 1; for anybody who takes part."""

    round: int


SwissCommand = Join | Leave | Begin | Next


def decide(state: Tournament, actor: Actor, command: SwissCommand, secrets: Secrets) -> Tournament:
    """Return the tournament after a command, or raise Refused."""
    match command:
        case Join():
            return _join(state, actor, command)
        case Leave(player=player):
            return _leave(state, actor, player)
        case Begin(rounds=rounds):
            return _begin(state, actor, rounds, secrets)
        case Next(round=number):
            return _next(state, actor, number, secrets)


def settle(state: Tournament, tables: dict[str, Table]) -> Tournament:
    """Return the tournament with the outcomes of the tables of its last round that have ended."""
    if not state.rounds:
        return state
    last = state.rounds[-1]
    draws = tuple(
        replace(draw, outcome=outcome_of(tables[draw.table]))
        if draw.outcome is None and draw.table in tables
        else draw
        for draw in last.draws
    )
    return replace(state, rounds=(*state.rounds[:-1], replace(last, draws=draws)))


def outcome_of(table: Table) -> Outcome | None:
    """Return the outcome of a table; one that ended without a result is a tie. None: it goes on."""
    ended = table.ended
    if ended is None:
        return None
    if not ended.winners or len(ended.winners) > 1:
        return Outcome((1, 1), 0)
    played_out = ended.how == "finished" and all(seat.out is None for seat in table.seats)
    margin = ended.scores[0] - ended.scores[1] if played_out else 0
    return Outcome((2, 0) if ended.winners == (0,) else (0, 2), margin)


def _join(state: Tournament, actor: Actor, asked: Join) -> Tournament:
    if state.phase != "lobby":
        raise refusal(TableReason.ALREADY_STARTED, case="swiss")
    if len(state.entrants) >= MOST:
        raise refusal(TableReason.TABLE_FULL, case="swiss", count=MOST)
    name = seat_name(asked.name, [entrant.name for entrant in state.entrants])
    for entrant in state.entrants:
        if alike(entrant.name) == alike(name):
            if entrant.key == actor.key:
                return state  # sent again
            raise refusal(TableReason.NAME_TAKEN, name=name)
    taken = {entrant.account for entrant in state.entrants}
    account = None if actor.account in taken else actor.account
    entrant = Entrant(name, actor.key, account, asked.face)
    return replace(state, entrants=(*state.entrants, entrant))


def _leave(state: Tournament, actor: Actor, player: int) -> Tournament:
    if not 0 <= player < len(state.entrants):
        raise refusal(TableReason.BAD_REQUEST, problem=f"there is no player {player}")
    if state.entrants[player].key != actor.key and state.host != actor.key:
        raise refusal(TableReason.NOT_THE_HOST, case="swiss")
    if state.phase == "lobby":
        others = tuple(entrant for at, entrant in enumerate(state.entrants) if at != player)
        return replace(state, entrants=others)
    entrants = tuple(
        replace(entrant, withdrawn=True) if at == player else entrant
        for at, entrant in enumerate(state.entrants)
    )
    last = state.rounds[-1]
    draws = tuple(
        replace(draw, outcome=Outcome((0, 2) if draw.players[0] == player else (2, 0), 0))
        if draw.outcome is None and player in draw.players
        else draw
        for draw in last.draws
    )
    return replace(
        state, entrants=entrants, rounds=(*state.rounds[:-1], replace(last, draws=draws))
    )


def _begin(state: Tournament, actor: Actor, rounds: int | None, secrets: Secrets) -> Tournament:
    if state.host != actor.key:
        raise refusal(TableReason.NOT_THE_HOST, case="swiss")
    if state.phase != "lobby":
        return state  # sent again
    count = len(state.entrants)
    if count < FEWEST:
        raise refusal(TableReason.BAD_SEATS, case="swiss", fewest=FEWEST, most=MOST)
    most = most_rounds(count)
    planned = min(ROUNDS, most) if rounds is None else rounds
    if not 1 <= planned <= most:
        raise refusal(TableReason.BAD_SEATS, case="rounds", count=count, most=most)
    return _pair_next(replace(state, planned=planned), secrets)


def _next(state: Tournament, actor: Actor, number: int, secrets: Secrets) -> Tournament:
    if not state.of(actor.key) and state.host != actor.key:
        raise refusal(TableReason.NOT_SEATED, case="swiss")
    if state.phase == "lobby":
        raise refusal(TableReason.NOT_STARTED, case="swiss")
    if number < len(state.rounds):
        return state  # somebody else was quicker
    if state.phase == "over":
        raise refusal(TableReason.TABLE_ENDED, case="swiss")
    if number > len(state.rounds) or not state.is_settled:
        raise refusal(TableReason.NOT_ENDED, case="swiss")
    return _pair_next(state, secrets)


def _pair_next(state: Tournament, secrets: Secrets) -> Tournament:
    ranked = standings(len(state.entrants), state.rounds)
    active = set(state.active)
    going_on = [known for known in ranked if known.player in active]
    pairs, bye = pair(going_on, state.rounds, state.planned - len(state.rounds) - 1)
    draws = tuple(Draw(players, secrets.table(), secrets.seed()) for players in pairs)
    return replace(state, rounds=(*state.rounds, Round(draws, bye)))
