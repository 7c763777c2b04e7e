"""A tournament as a value: the participants, the rounds, and the effects of commands.

It is stored whole, one version after another. Everything else follows from it and from the tables
of its rounds: nothing here reads a clock or deals a tile.

Nobody decides about their own game. A player who leaves loses the game in progress. Others can
declare somebody gone only when a game has waited for that person, which its table shows.
"""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Mapping
from typing import Literal

import msgspec
from msgspec.structs import replace

from qwirkle.rules.editions.files import OptionValue
from qwirkle.tables.core.clocks import begun_at
from qwirkle.tables.core.commands import Actor, Secrets
from qwirkle.tables.core.decide.lobby import patience_for
from qwirkle.tables.core.events import kebab
from qwirkle.tables.core.names import is_mistakable, seat_name
from qwirkle.tables.core.reasons import TableReason, refusal
from qwirkle.tables.core.rights import Limit, Role, permit
from qwirkle.tables.core.settings import LOBBY_LIFE, MINUTE, Clock, Face
from qwirkle.tables.core.state import Table
from qwirkle.tables.swiss.pairing import Draw, Outcome, Round, most_rounds, pair, standings

FEWEST, MOST = 3, 8
"""The number of people in a tournament."""
ROUNDS = 3
"""The number of rounds, unless the host wants another."""
MAX_DONE = 64
"""The maximum number of remembered commands, which have no second effect when sent again."""
ID_CHARACTERS = 10
PATIENCE = 10 * MINUTE
"""How long at least a game waits for a player before others may declare them gone."""


class Entrant(msgspec.Struct, frozen=True):
    """A participant of a tournament."""

    name: str
    key: str
    """The hash of their device's secret."""
    account: str | None = None
    face: Face = ""
    withdrawn: bool = False
    id: str = ""
    """The id by which commands refer to them: it stays when others come and go."""

    def __post_init__(self) -> None:
        if not self.id:  # stored by a version in which commands numbered the players
            text = f"{self.key}\n{self.name}".encode()
            derived = hashlib.sha256(text).hexdigest()[:ID_CHARACTERS]
            msgspec.structs.force_setattr(self, "id", derived)

    def is_of(self, actor: Actor) -> bool:
        """Return whether they take part with this device, or this account."""
        return self.key == actor.key or (self.account is not None and self.account == actor.account)


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
    done: tuple[str, ...] = ()
    """The last commands that had an effect: see ``mark_of``."""

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

    def of(self, actor: Actor) -> tuple[int, ...]:
        """Return the players who take part with a device or an account."""
        return tuple(at for at, entrant in enumerate(self.entrants) if entrant.is_of(actor))

    def player(self, entrant: str) -> int | None:
        """Return the index of a participant in the list of players."""
        found = (at for at, known in enumerate(self.entrants) if entrant == known.id)
        return next(found, None)

    def game_of(self, player: int) -> Draw | None:
        """Return the game of a player that has no outcome yet."""
        for draw in self.rounds[-1].draws if self.rounds else ():
            if player in draw.players and draw.outcome is None:
                return draw
        return None


class _Asked(msgspec.Struct, frozen=True, tag_field="do", tag=kebab, forbid_unknown_fields=True):
    """A command as a client sends it."""


class Join(_Asked, frozen=True):
    """Take part, before the first round."""

    name: str
    face: Face = ""


class Leave(_Asked, frozen=True):
    """Stop taking part: the opponent wins the game in progress.

    Before the first round the host may remove anybody. Later, a player for whom a game waits can be
    removed: by the host, and from a game of the host by any other player.
    """

    player: str
    """The id of the player who leaves."""


class Begin(_Asked, frozen=True):
    """Pair the first round; for the host."""

    rounds: int | None = None


class Next(_Asked, frozen=True):
    """Pair the round after this one, counted from 1; for anybody who takes part."""

    round: int


SwissCommand = Join | Leave | Begin | Next


Missing = Mapping[str, Collection[str]]
"""Players for whom a game waits, by id: each with all who are awaited there and so have lost."""


def mark_of(actor: Actor, command_id: str) -> str:
    """Return the mark that identifies a command when it is sent again."""
    return hashlib.sha256(f"{actor.key}\n{command_id}".encode()).hexdigest()[:16]


def decide(
    state: Tournament,
    actor: Actor,
    command: SwissCommand,
    secrets: Secrets,
    missing: Missing | None = None,
) -> Tournament:
    """Return the tournament after a command, or raise Refused."""
    match command:
        case Join():
            _permit(state, actor, "join")
            return _join(state, actor, command, secrets)
        case Leave(player=entrant):
            return _leave(state, actor, entrant, missing or {})
        case Begin(rounds=rounds):
            _permit(state, actor, "begin")
            return _begin(state, rounds, secrets)
        case Next(round=number):
            _permit(state, actor, "next")
            return _next(state, number, secrets)


def roles_in(state: Tournament, actor: Actor) -> frozenset[Role]:
    """Return the roles of a device in a tournament."""
    roles: set[Role] = {"anyone"}
    if state.host == actor.key:
        roles.add("organiser")
    if state.of(actor):
        roles.add("player")
    return frozenset(roles)


def _permit(state: Tournament, actor: Actor, do: str) -> frozenset[Limit]:
    phase = "ended" if state.phase == "over" else state.phase
    return permit("tournament", do, roles_in(state, actor), phase)


def missing_players(state: Tournament, tables: Mapping[str, Table], now: int) -> Missing:
    """Return the players for whom games of the last round have waited too long."""
    found: dict[str, Collection[str]] = {}
    for draw in state.rounds[-1].draws if state.rounds else ():
        table = tables.get(draw.table)
        if draw.outcome is not None or table is None:
            continue
        awaited = [
            state.entrants[player].id
            for seat, player in enumerate(draw.players)
            if _is_awaited(table, seat, now - waiting_time(state.terms))
        ]
        found.update((entrant, awaited) for entrant in awaited)
    return found


def waiting_time(terms: Terms) -> int:
    """Return how long a game waits for a player before others may declare them gone."""
    return max(PATIENCE, patience_for(terms.clock))


def _is_awaited(table: Table, seat: int, until: int) -> bool:
    """Return whether a player has not come, or has not played, since this time."""
    if table.phase == "lobby":
        return table.opened_at <= until and not table.seats[seat].person
    return table.to_move == seat and begun_at(table) <= until


def settle(state: Tournament, tables: Mapping[str, Table], now: int) -> Tournament:
    """Return the tournament with the outcomes of the tables of its last round that have ended."""
    if not state.rounds:
        return state
    last = state.rounds[-1]
    draws = tuple(
        replace(draw, outcome=outcome_of(tables[draw.table], now))
        if draw.outcome is None and draw.table in tables
        else draw
        for draw in last.draws
    )
    return replace(state, rounds=(*state.rounds[:-1], replace(last, draws=draws)))


def outcome_of(table: Table, now: int) -> Outcome | None:
    """Return the outcome of a table; None while it is in play.

    A player who did not come has lost, and so has one who does not play for as long as a table
    waits to be started; a clock decides sooner. A table that was ended by agreement, or closed by
    the server's operator, is a tie.
    """
    ended = table.ended
    if ended is None:
        seat, clock = table.to_move, table.settings.clock
        if seat is None or clock is not None or now < begun_at(table) + LOBBY_LIFE:
            return None
        return _forfeit(seat != 0, seat != 1)
    if ended.how == "never-started":
        return _forfeit(*(seat.person for seat in table.seats))
    if not ended.winners or len(ended.winners) > 1:
        return Outcome((1, 1), 0)
    played_out = ended.how == "finished" and all(seat.out is None for seat in table.seats)
    margin = ended.scores[0] - ended.scores[1] if played_out else 0
    return Outcome((2, 0) if ended.winners == (0,) else (0, 2), margin)


def _forfeit(first: bool, second: bool) -> Outcome:
    """Return the outcome of a game that is decided by presence."""
    return Outcome((2 if first else 0, 2 if second else 0), 0, forfeit=True)


def _join(state: Tournament, actor: Actor, asked: Join, secrets: Secrets) -> Tournament:
    if len(state.entrants) >= MOST:
        raise refusal(TableReason.TABLE_FULL, case="swiss", count=MOST)
    name = seat_name(asked.name, [entrant.name for entrant in state.entrants])
    for entrant in state.entrants:
        if is_mistakable(entrant.name, name):
            if entrant.key == actor.key:
                return state  # sent again
            raise refusal(TableReason.NAME_TAKEN, name=name)
    taken = {entrant.account for entrant in state.entrants}
    account = None if actor.account in taken else actor.account
    entrant = Entrant(name, actor.key, account, asked.face, id=secrets.table()[:ID_CHARACTERS])
    return replace(state, entrants=(*state.entrants, entrant))


def check_leave(state: Tournament, actor: Actor, player: int, missing: Missing) -> None:
    """Refuse to let a player leave, unless they ask for it themselves or others may decide it."""
    entrant = state.entrants[player]
    limits = _permit(state, actor, "leave")
    if entrant.is_of(actor) or "" in limits:
        return
    if state.phase == "over":
        raise refusal(TableReason.TABLE_ENDED, case="swiss")
    game = state.game_of(player)
    at_it = [] if game is None else [state.entrants[at] for at in game.players]
    if any(known.is_of(actor) for known in at_it):
        raise refusal(TableReason.NOT_THE_HOST, case="swiss-own")
    stands_in = any(known.key == state.host for known in at_it) and any(
        not state.entrants[at].withdrawn for at in state.of(actor)
    )
    if "awaited" not in limits or (state.host != actor.key and not stands_in):
        raise refusal(TableReason.NOT_THE_HOST, case="swiss")
    if game is None or entrant.id not in missing:
        minutes = -(-waiting_time(state.terms) // MINUTE)
        raise refusal(TableReason.NOBODY_GONE, case="swiss", name=entrant.name, minutes=minutes)


def _leave(state: Tournament, actor: Actor, asked: str, missing: Missing) -> Tournament:
    player = state.player(asked)
    if player is None:
        raise refusal(TableReason.BAD_REQUEST, problem=f"there is no player {asked[:20]!r}")
    if state.entrants[player].withdrawn:
        return state  # sent again
    check_leave(state, actor, player, missing)
    if state.phase == "lobby":
        others = tuple(entrant for at, entrant in enumerate(state.entrants) if at != player)
        return replace(state, entrants=others)
    entrants = tuple(
        replace(entrant, withdrawn=True) if at == player else entrant
        for at, entrant in enumerate(state.entrants)
    )
    # An opponent who has not come either does not win.
    lost = {asked, *missing.get(asked, ())} if not entrants[player].is_of(actor) else {asked}
    last = state.rounds[-1]
    draws = tuple(
        replace(draw, outcome=_forfeit(*(entrants[at].id not in lost for at in draw.players)))
        if draw.outcome is None and player in draw.players
        else draw
        for draw in last.draws
    )
    return replace(
        state, entrants=entrants, rounds=(*state.rounds[:-1], replace(last, draws=draws))
    )


def _begin(state: Tournament, rounds: int | None, secrets: Secrets) -> Tournament:
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


def _next(state: Tournament, number: int, secrets: Secrets) -> Tournament:
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
