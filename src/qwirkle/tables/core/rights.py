"""Rights as data: who may do what, where and in which phase.

``RIGHTS`` is the only place that decides it. Every command passes ``permit`` before anything else
is looked at, the documentation of a site prints it, and a test tries every command in every role.
What a command needs beyond a role, such as a free seat, is its ``Limit``, which the command checks.
"""

from __future__ import annotations

from functools import cache
from typing import Literal, NamedTuple, get_args

from qwirkle.errors import Refused
from qwirkle.tables.core import commands as c
from qwirkle.tables.core.events import kebab
from qwirkle.tables.core.reasons import TableReason, refusal
from qwirkle.tables.core.state import Phase, Table

Place = Literal["table", "tournament-table", "tournament"]
Role = Literal["host", "seat", "out", "organiser", "player", "anyone", "administrator", "server"]
Limit = Literal[
    "", "own", "free", "reserved", "alone", "link", "agreed", "awaited", "once", "watched"
]

LOBBY, PLAYING, ENDED = PHASES = get_args(Phase)

PLACES: dict[Place, str] = {
    "table": "a table",
    "tournament-table": "a table of a tournament",
    "tournament": "a tournament",
}
ROLES: dict[Role, str] = {
    "host": "the device that opened the table; tables of a tournament have no host",
    "seat": "a device with a seat that is in the game, or reserved for it",
    "out": "a device whose seats are no longer in the game",
    "organiser": "the device that opened the tournament",
    "player": "a device or an account that takes part in the tournament",
    "anyone": "anybody with the link, such as a spectator",
    "administrator": "the operator of the server, with `qwirkle admin`",
    "server": "the server itself: bots, clocks and tournaments",
}
LIMITS: dict[Limit, str] = {
    "own": "only their own seats, or themselves",
    "free": "only a free seat, or one that is reserved for them",
    "reserved": "only the seat that is reserved for them",
    "alone": "if all people at the table play on this device",
    "link": "with a link that carries seats, or signed in to the account that has them",
    "agreed": "takes effect when everybody who plays agrees",
    "awaited": "only somebody for whom a game has waited too long, and never at a game of their "
    "own; the organiser decides, or any player if it is a game of the organiser",
    "once": "has no effect when it was done before",
    "watched": "if the table allows spectators",
}


class Grant(NamedTuple):
    """A right of a role in some phases."""

    who: Role
    when: tuple[Phase, ...]
    limit: Limit = ""


class Rule(NamedTuple):
    """The rights to one command at one kind of place."""

    do: str
    place: Place
    grants: tuple[Grant, ...]
    otherwise: TableReason
    """The reason why everybody else is refused."""
    case: str = ""

    @property
    def when(self) -> tuple[Phase, ...]:
        """The phases in which anybody may do it."""
        return tuple(phase for phase in PHASES if any(phase in each.when for each in self.grants))


_ANY = (LOBBY, PLAYING, ENDED)
_HOST, _SEAT = TableReason.NOT_THE_HOST, TableReason.NOT_SEATED
_SWISS: tuple[TableReason, str] = (_HOST, "swiss-table")
_SERVER: tuple[TableReason, str] = (TableReason.BAD_REQUEST, "server")


def _host(do: str) -> tuple[Rule, ...]:
    """Return the rules of a command that arranges a table, before the game."""
    return (
        Rule(do, "table", (Grant("host", (LOBBY,)),), _HOST),
        Rule(do, "tournament-table", (), *_SWISS),
    )


def _both(do: str, *grants: Grant, otherwise: TableReason = _SEAT) -> tuple[Rule, ...]:
    """Return the rules of a command that is the same at every table; not all have a host."""
    others = tuple(each for each in grants if each.who != "host")
    return (Rule(do, "table", grants, otherwise), Rule(do, "tournament-table", others, otherwise))


def _own(do: str, *when: Phase, also: tuple[Role, ...] = ()) -> tuple[Rule, ...]:
    """Return the rules of a command that no client can send."""
    grants = tuple(Grant(who, when) for who in ("server", *also))
    return (
        Rule(do, "table", grants, *_SERVER),
        Rule(do, "tournament-table", grants, *_SERVER),
    )


_IN_GAME = Grant("seat", (PLAYING,), "own")
_BEGUN = (PLAYING, ENDED)
_KEEPERS = (Grant("host", _ANY, "own"), Grant("seat", _ANY, "own"), Grant("out", _BEGUN, "own"))

RIGHTS: tuple[Rule, ...] = (
    # the lobby
    Rule("sit", "table", (Grant("anyone", (LOBBY,), "free"),), _SEAT),
    Rule(
        "sit",
        "tournament-table",
        (Grant("seat", (LOBBY,), "reserved"),),
        TableReason.NOT_YOUR_SEAT,
        "swiss",
    ),
    Rule("stand", "table", (Grant("seat", (LOBBY,), "own"), Grant("host", (LOBBY,))), _HOST),
    Rule("stand", "tournament-table", (), *_SWISS),
    *_host("plan-seat"),
    *_host("start"),
    *_host("close"),
    # the game
    *_both("play", _IN_GAME),
    *_both("resign", _IN_GAME),
    *_both("take-back", Grant("seat", (PLAYING,), "agreed")),
    *_both("call-vote end", Grant("seat", (PLAYING,), "agreed")),
    Rule("call-vote remove", "table", (Grant("seat", (PLAYING,), "agreed"),), _SEAT),
    Rule("call-vote remove", "tournament-table", (), TableReason.TOO_FEW_LEFT, "swiss"),
    *_both("vote", _IN_GAME),
    Rule("save-game", "table", (Grant("seat", (PLAYING,), "alone"),), _SEAT),
    Rule("save-game", "tournament-table", (), TableReason.NOT_ALONE, "swiss"),
    # beside the game
    *_both("react", Grant("seat", _ANY, "own"), Grant("out", _BEGUN, "own")),
    *_both("rematch", Grant("seat", (ENDED,), "once"), Grant("out", (ENDED,), "once")),
    *_both("sign-others-out", *_KEEPERS),
    *_both("set-recovery", *_KEEPERS),
    *_both("carry", Grant("anyone", _ANY, "link")),
    # questions
    *_both("preview", _IN_GAME),
    *_both("arrange", _IN_GAME),
    *_both("hint", _IN_GAME),
    *_both("look-again", _IN_GAME),
    *_both(
        "look",
        Grant("host", _ANY),
        Grant("seat", _ANY),
        Grant("out", _BEGUN),
        Grant("anyone", (LOBBY,)),
        Grant("anyone", _BEGUN, "watched"),
        otherwise=TableReason.NO_SPECTATORS,
    ),
    # no client's
    *_own("bot-plays", PLAYING),
    *_own("tick", *_ANY),
    *_own("keep-result", *_ANY),
    Rule("withdraw", "table", (), *_SERVER),
    Rule("withdraw", "tournament-table", (Grant("server", (PLAYING,)),), *_SERVER),
    *_own("abandon", LOBBY, PLAYING, also=("administrator",)),
    # tournaments
    Rule("join", "tournament", (Grant("anyone", (LOBBY,)),), _SEAT, "swiss"),
    Rule(
        "leave",
        "tournament",
        (
            Grant("player", _ANY, "own"),
            Grant("organiser", (LOBBY,)),
            Grant("organiser", (PLAYING,), "awaited"),
            Grant("player", (PLAYING,), "awaited"),
        ),
        _HOST,
        "swiss",
    ),
    Rule("begin", "tournament", (Grant("organiser", _ANY, "once"),), _HOST, "swiss"),
    Rule(
        "next",
        "tournament",
        (Grant("organiser", _BEGUN, "once"), Grant("player", _BEGUN, "once")),
        _SEAT,
        "swiss",
    ),
)
"""Who may do what: everybody else is refused."""


def do_of(command: c.AnyCommand) -> str:
    """Return the name of a command in the table of rights."""
    name = _name_of(type(command))
    return f"{name} {command.about}" if isinstance(command, c.CallVote) else name


@cache
def _name_of(kind: type) -> str:
    return kebab(kind.__name__)


@cache
def rule_of(place: Place, do: str) -> Rule:
    """Return the rule of a command at a kind of place."""
    return next(rule for rule in RIGHTS if rule.do == do and rule.place == place)


def place_of(table: Table) -> Place:
    """Return the kind of place that a table is."""
    return "table" if table.tournament is None else "tournament-table"


def roles_of(table: Table, actor: c.Actor) -> frozenset[Role]:
    """Return the roles of a device at a table."""
    held = table.held_by(actor.key)
    return _roles(
        table.hosted_by(actor.key),
        any(table.seats[seat].out is None for seat in held),
        any(table.seats[seat].out is not None for seat in held),
    )


@cache
def _roles(host: bool, seat: bool, out: bool) -> frozenset[Role]:
    roles: list[tuple[Role, bool]] = [("host", host), ("seat", seat), ("out", out)]
    return frozenset(["anyone", *(role for role, has in roles if has)])


OWN_ROLES: frozenset[Role] = frozenset(["server", "administrator"])
"""The roles of the service itself, which carries out what the operator asks for."""


@cache
def limits_of(
    place: Place, do: str, roles: frozenset[Role], phase: Phase
) -> frozenset[Limit] | None:
    """Return the limits within which these roles may do something; None if they may not at all.

    The empty limit among them means that there is none.
    """
    rule = rule_of(place, do)
    found = [each.limit for each in rule.grants if each.who in roles and phase in each.when]
    return frozenset(found) if found else None


def permit(place: Place, do: str, roles: frozenset[Role], phase: Phase) -> frozenset[Limit]:
    """Return the limits within which these roles may do something, or raise Refused."""
    limits = limits_of(place, do, roles, phase)
    if limits is None:
        raise _refusal(rule_of(place, do), roles, phase)
    return limits


def permit_command(table: Table, actor: c.Actor | None, command: c.AnyCommand) -> frozenset[Limit]:
    """Return the limits within which a device may send a command, or raise Refused.

    ``actor`` is None for the service itself.
    """
    return permit_at(table, actor, do_of(command))


def permit_at(table: Table, actor: c.Actor | None, do: str) -> frozenset[Limit]:
    """Return the limits within which a device may do something at a table, or raise Refused."""
    roles = OWN_ROLES if actor is None else roles_of(table, actor)
    return permit(place_of(table), do, roles, table.phase)


def _refusal(rule: Rule, roles: frozenset[Role], phase: Phase) -> Refused:
    if rule.otherwise is TableReason.BAD_REQUEST and roles.isdisjoint(OWN_ROLES):
        return refusal(rule.otherwise, case=rule.case)
    if rule.grants and phase not in rule.when:
        return _wrong_phase(rule, phase)
    seated = any(each.who == "seat" and phase in each.when for each in rule.grants)
    if seated and "out" in roles:
        return refusal(TableReason.SEAT_IS_OUT)
    return refusal(rule.otherwise, case=rule.case)


def _wrong_phase(rule: Rule, phase: Phase) -> Refused:
    case = "swiss" if rule.place == "tournament" else ""
    if rule.when == (LOBBY,) and (phase == PLAYING or case):
        return refusal(TableReason.ALREADY_STARTED, case=case)
    if phase == ENDED:
        return refusal(TableReason.TABLE_ENDED, case=case)
    if phase == LOBBY and PLAYING in rule.when:
        return refusal(TableReason.NOT_STARTED, case=case)
    return refusal(TableReason.NOT_ENDED, case=case)
