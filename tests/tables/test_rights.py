"""Every command in every role and phase, sent to a service: the outcome is what the table says.

One device has every combination of roles, and everybody else does nothing. What is refused changes
nothing; what is accepted is sent a second time, and has no second effect.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator
from itertools import product
from typing import get_args

import pytest

from qwirkle.errors import Refused
from qwirkle.rules.family import view
from qwirkle.tables.coach.looks import SecondLooks
from qwirkle.tables.core import commands as c
from qwirkle.tables.core.decide.game import game_of
from qwirkle.tables.core.rights import (
    LIMITS,
    OWN_ROLES,
    PHASES,
    RIGHTS,
    ROLES,
    Limit,
    Place,
    Role,
    limits_of,
    roles_of,
    rule_of,
)
from qwirkle.tables.core.settings import DAY, SeatPlan
from qwirkle.tables.core.state import Phase, Table
from qwirkle.tables.live.callers import Caller, SystemSecrets
from qwirkle.tables.live.queries import TableQueries
from qwirkle.tables.live.workers import Workers
from qwirkle.tables.swiss.tournament import Begin, Join, Leave, Next, SwissCommand, roles_in

from . import clients
from .clients import COMMANDS, Process, person, run
from .club import PEOPLE, Club
from .scene import asked, greedy_turn, written

ME = PEOPLE["Ann"]
OTHERS = [PEOPLE[name] for name in ("Ben", "Cem", "Dee", "Eli")]
ROLES_AT_TABLES: tuple[tuple[Role, ...], ...] = ((), ("seat",), ("out",), ("seat", "out"))
COMBINATIONS = [frozenset[Role](("anyone", *roles)) for roles in ROLES_AT_TABLES]


@pytest.fixture(autouse=True)
def _every_table_has_its_own_id(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clients, "Known", SystemSecrets)


def test_the_table_is_complete() -> None:
    """Every command has one rule at each kind of place, and only known words."""
    sent = {type(command).__name__ for command in every_command(None, None)}
    assert sent == {kind.__name__ for kind in (*get_args(c.Command), *get_args(c.OwnCommand))}
    named = [(rule.do, rule.place) for rule in RIGHTS]
    assert len(named) == len(set(named))
    for do, place in product({do for do, place in named if place != "tournament"}, ("table",)):
        assert (do, place) in named
        assert (do, "tournament-table") in named
    for rule in RIGHTS:
        for grant in rule.grants:
            assert grant.who in ROLES
            assert grant.limit in ("", *LIMITS)
            assert set(grant.when) <= set(PHASES)


def test_nobody_arranges_a_table_of_a_tournament() -> None:
    for do in ("stand", "plan-seat", "start", "close", "call-vote remove", "save-game"):
        assert rule_of("tournament-table", do).grants == ()
    for rule in RIGHTS:
        if rule.place == "tournament-table":
            people = [each for each in rule.grants if each.who not in OWN_ROLES]
            assert all(each.who in ("seat", "out", "anyone") for each in people), rule.do
            for each in people:
                if each.who == "anyone":
                    assert rule.do in ("carry", "look")


def test_nobody_but_the_service_rules_on_a_game() -> None:
    """Whatever ends a game or removes somebody is about oneself, or needs the others or a wait."""
    for rule in RIGHTS:
        if rule.do in ("resign", "leave", "vote", "call-vote end", "call-vote remove", "take-back"):
            for each in rule.grants:
                if "playing" in each.when:
                    assert each.limit in ("own", "agreed", "awaited"), rule.do


# Tables

NOT_NOW: dict[str, set[str]] = {
    "stand": {"stale"},
    "take-back": {"nothing-to-take-back"},
    "call-vote remove": {"nobody-gone"},
    "vote": {"no-vote"},
    "save-game": {"not-alone"},
    "carry": {"bad-recovery"},
    "arrange": {"bad-request"},
    "hint": {"no-hints"},
    "look-again": {"no-teaching"},
    "rematch": {"not-started"},
}
"""Why a command is refused to somebody who has the right to it, because of its limit."""


async def reasons_against(command: Awaitable[object]) -> set[str]:
    """Why something is refused; nothing if it is accepted."""
    try:
        await command
    except Refused as refused:
        return set(refused.reasons)
    return set()


def own_and_other(state: Table, me: str | None) -> tuple[int, int]:
    """A seat of the device that is in the game, or any, and one of somebody else."""
    held = state.held_by(me)
    playing = [seat for seat in held if state.seats[seat].out is None]
    others = [seat for seat, sitter in enumerate(state.seats) if sitter.keys and seat not in held]
    return (playing or list(held) or [0])[0], (others or [0])[0]


def every_command(state: Table | None, me: str | None) -> Iterator[c.AnyCommand]:
    """Every command; those about a seat with a seat of one's own, and with another."""
    own, other, turn = 0, 0, asked({"pass": True})
    name = ""
    if state is not None:
        own, other = own_and_other(state, me)
        name = state.seats[other].name
        if state.to_move == own:
            turn = written(greedy_turn(view(game_of(state), own)))
    yield c.Sit("Zoe")
    yield c.Stand(own)
    yield c.Stand(other, name)
    yield c.PlanSeat(3, "open")
    yield c.Start()
    yield c.Close()
    yield c.Play(turn, own)
    yield c.Play(turn, other)
    yield c.Resign(own)
    yield c.Resign(other)
    yield c.Resign()
    yield c.TakeBack()
    yield c.CallVote("end")
    yield c.CallVote("remove")
    yield c.Vote(agree=True)
    yield c.SaveGame()
    yield c.React("hello", own)
    yield c.React("hello", other)
    yield c.Rematch()
    yield c.SignOthersOut()
    yield c.SetRecovery("a token")
    yield c.Carry("another token")
    yield c.Tick()
    yield c.Abandon()
    yield c.Withdraw(other)
    yield c.KeepResult()
    yield c.BotPlays(other, None, 0)  # type: ignore[arg-type]  # nobody looks at it


def do_of(command: c.AnyCommand) -> str:
    """The name of a command, written down a second time."""
    name = type(command).__name__
    words = "".join(f"-{letter.lower()}" if letter.isupper() else letter for letter in name)[1:]
    return f"{words} {command.about}" if isinstance(command, c.CallVote) else words


def names_another(state: Table, me: str | None, command: c.AnyCommand) -> bool:
    """Whether a command is about a seat of somebody else."""
    if isinstance(command, c.Stand | c.Play | c.Resign | c.React):
        return command.seat is not None and command.seat not in state.held_by(me)
    return False


class Scenes:
    """Tables at which one device has given roles; a new one after each change."""

    def __init__(self, place: Place, phase: Phase, roles: frozenset[Role], spectators: str) -> None:
        self.place, self.phase, self.roles = place, phase, roles
        self.spectators = spectators
        self.process = Process()
        self.process.tables.on_change.clear()  # bots do not play
        self.queries = TableQueries(
            self.process.tables,
            self.process.store,
            self.process.bots,
            {"placement": "greedy", "cards": "greedy"},
        )
        self.looks = SecondLooks(self.process.tables, Workers())

    async def table(self) -> str:
        return await (self._usual() if self.place == "table" else self._of_a_tournament())

    async def _usual(self) -> str:
        mine = [role for role in ("seat", "out") if role in self.roles]
        free = self.phase == "lobby"
        host = ME if "host" in self.roles else OTHERS[2]
        seats = [SeatPlan("person") for _ in range(3 + (not free))]
        seats += [SeatPlan("open")] if free else []
        plan = c.OpenTable(tuple(seats), "mini", spectators=self.spectators)  # type: ignore[arg-type]
        tables = self.process.tables
        table = (await tables.open(host, plan, f"open {next(COMMANDS)}")).table
        sitters = [*(ME for _ in mine), *OTHERS][: 3 + (not free)]
        for number, sitter in enumerate(sitters):
            await self.process.do(table, sitter, c.Sit(f"P{number}", number))
        if free:
            return table
        await self.process.do(table, host, c.Start())
        if "out" in self.roles:
            await self.process.do(table, ME, c.Resign(mine.index("out")))
        if self.phase == "ended":
            left = sitters[len(mine) :][: None if "seat" in self.roles else -1]
            for sitter in left:
                await self.process.do(table, sitter, c.Resign())
            return table
        while "seat" in self.roles and (await tables.current(table)).to_move != 0:
            await self.process.play_turn(table, sitters)
        return table

    async def _of_a_tournament(self) -> str:
        club = Club()
        club.process = self.process
        club.desk._tables = self.process.tables
        names = ("Ann", "Ben", "Cem", "Dee")
        plays = bool({"seat", "out"} & self.roles)
        await club.open(*names, game="mini")
        await club.do("Ann", Begin(1))
        game = await club.draw_of("Ann" if plays else "Cem")
        pair = [names[player] for player in game.players]
        if self.phase == "lobby":
            return game.table
        await club.sit(*pair)
        if self.phase == "ended":
            loses = "Ann" if "out" in self.roles else next(n for n in pair if n != "Ann")
            await self.process.do(game.table, PEOPLE[loses], c.Resign())
            return game.table
        tables = self.process.tables
        while plays and (await tables.current(game.table)).to_move != pair.index("Ann"):
            await self.process.play_turn(game.table, [PEOPLE[name] for name in pair])
        return game.table


def situations() -> Iterator[tuple[Place, Phase, frozenset[Role]]]:
    host: tuple[Role, ...]
    for phase, roles, host in product(PHASES, COMBINATIONS, ((), ("host",))):
        if phase != "lobby" or "out" not in roles:
            yield "table", phase, roles | frozenset(host)
    for phase, roles in product(PHASES, COMBINATIONS):
        # Whoever gives up ends a game of two.
        if "out" not in roles or (phase == "ended" and "seat" not in roles):
            yield "tournament-table", phase, roles


@pytest.mark.parametrize(
    ("place", "phase", "roles"),
    list(situations()),
    ids=lambda each: "+".join(sorted(each)) if isinstance(each, frozenset) else each,
)
def test_commands_at_tables(place: Place, phase: Phase, roles: frozenset[Role]) -> None:
    async def scene() -> None:
        scenes = Scenes(place, phase, roles, "anyone")
        table = await scenes.table()
        tables = scenes.process.tables
        before = await tables.current(table)
        assert before.phase == phase
        assert roles_of(before, ME.actor()) == roles
        for number in range(len(list(every_command(before, ME.key)))):
            state = await tables.current(table)
            command = list(every_command(state, ME.key))[number]
            changed = await _attempt(scenes, table, command)
            if changed:
                table = await scenes.table()
        await _questions(scenes, table)
        await scenes.process.leave()

    run(scene)


async def _attempt(scenes: Scenes, table: str, command: c.AnyCommand) -> bool:
    """Send a command, and again; return whether it changed the table."""
    tables, do = scenes.process.tables, do_of(command)
    before = await tables.current(table)
    limits = limits_of(scenes.place, do, scenes.roles, scenes.phase)
    if names_another(before, ME.key, command) and limits is not None and "" not in limits:
        limits = None
    sent = f"try {next(COMMANDS)}"
    against = await reasons_against(tables.act(table, ME, command, command_id=sent))  # type: ignore[arg-type]
    after = await tables.current(table)
    if against:
        assert limits is None or against <= NOT_NOW.get(do, set()), (do, against)
        assert after.seq == before.seq
        return False
    assert limits is not None, do
    assert not await reasons_against(tables.act(table, ME, command, command_id=sent))  # type: ignore[arg-type]
    assert await tables.current(table) == after, do
    return after.seq != before.seq


async def _questions(scenes: Scenes, table: str) -> None:
    queries, tables = scenes.queries, scenes.process.tables
    ask: dict[str, Callable[[str], Awaitable[object]]] = {
        "preview": lambda table: queries.preview(table, ME, asked({"place": []})),
        "arrange": lambda table: queries.arrange(table, ME, ["Ro"]),
        "hint": lambda table: queries.hint(table, ME),
        "look-again": lambda table: scenes.looks.look(table, ME, asked({"pass": True})),
        "look": lambda table: tables.look(table, ME),
    }
    for do, send in ask.items():
        await _ask(scenes, do, lambda send=send: send(table))  # type: ignore[misc]
    if scenes.place == "table":
        scenes.spectators = "nobody"
        hidden = await scenes.table()
        for look in (lambda: tables.look(hidden, ME), lambda: queries.story(hidden, ME)):
            await _ask(scenes, "look", look)


async def _ask(scenes: Scenes, do: str, send: Callable[[], Awaitable[object]]) -> None:
    limits = limits_of(scenes.place, do, scenes.roles, scenes.phase)
    if limits == frozenset({"watched"}) and scenes.spectators == "nobody":
        limits = None
    if against := await reasons_against(send()):
        assert limits is None or against <= NOT_NOW.get(do, set()), (do, against)
    else:
        assert limits is not None, do


@pytest.mark.parametrize("phase", PHASES)
@pytest.mark.parametrize("place", ["table", "tournament-table"])
def test_commands_of_the_service(place: Place, phase: Phase) -> None:
    """The service has no rights of people, and people have none of its rights."""

    async def scene() -> None:
        scenes = Scenes(place, phase, frozenset({"anyone"}), "anyone")
        tables = scenes.process.tables
        table = await scenes.table()
        for number in range(len(list(every_command(await tables.current(table), ME.key)))):
            before = await tables.current(table)
            command = list(every_command(before, ME.key))[number]
            limits = limits_of(place, do_of(command), OWN_ROLES, phase)
            sent = f"own {next(COMMANDS)}"
            against = await reasons_against(tables._run(table, None, command, sent, None))
            changed = (await tables.current(table)).seq != before.seq
            if against:
                assert limits is None or against <= {"nothing-due", "stale"}
                assert not changed
            else:
                assert limits is not None, do_of(command)
            if changed:
                table = await scenes.table()
        await scenes.process.leave()

    run(scene)


# Tournaments


TOURNAMENT_ROLES: list[frozenset[Role]] = [
    frozenset({"anyone"}),
    frozenset({"anyone", "player"}),
    frozenset({"anyone", "organiser"}),
    frozenset({"anyone", "organiser", "player"}),
]


async def tournament(phase: Phase, roles: frozenset[Role]) -> tuple[Club, Caller]:
    """A tournament in which one device has these roles."""
    club = Club()
    names = ["Ann", "Ben", "Cem", "Dee", "Eli"]
    await club.open(*names)
    me = {
        frozenset({"anyone"}): person("a stranger"),
        frozenset({"anyone", "player"}): PEOPLE["Ben"],
    }.get(roles, PEOPLE["Ann"])
    if "player" not in roles and "organiser" in roles:
        await club.leave("Ann", "Ann")
        names.remove("Ann")
    if phase == "lobby":
        return club, me
    await club.do("Ann", Begin(1))
    if phase == "ended":
        view = await club.look()
        for draw in view.rounds[-1].draws:
            for player in draw.players:
                await club.process.do(draw.table, PEOPLE[view.players[player].name], c.Sit(""))
            loser = PEOPLE[view.players[draw.players[0]].name]
            await club.process.do(draw.table, loser, c.Resign())
    await club.look()  # which finds the outcomes
    return club, me


@pytest.mark.parametrize("roles", TOURNAMENT_ROLES, ids=lambda roles: "+".join(sorted(roles)))
@pytest.mark.parametrize("phase", PHASES)
def test_commands_in_a_tournament(phase: Phase, roles: frozenset[Role]) -> None:
    async def scene() -> None:
        kinds: list[Callable[[Club, Caller], Awaitable[SwissCommand]]] = [
            lambda *_: _ready(Join("Zoe")),
            _leave_self,
            _leave_other,
            lambda *_: _ready(Begin()),
            lambda *_: _ready(Next(1)),
            lambda *_: _ready(Next(0)),
        ]
        for make in kinds:
            club, me = await tournament(phase, roles)
            state = await club.desk._load(club.id)
            assert roles_in(state, me.actor()) == roles
            command = await make(club, me)
            do = type(command).__name__.lower()
            limits = limits_of("tournament", do, roles, phase)
            about_me = isinstance(command, Leave) and make is _leave_self
            if isinstance(command, Leave):
                limits = _for_leaving(limits, about_me=about_me, plays="player" in roles)
            before = await club.desk._load(club.id)
            sent = f"try {next(COMMANDS)}"
            against = await reasons_against(club.desk.act(club.id, me, command, sent))
            after = await club.desk._load(club.id)
            if against:
                # The games of this round are not over, or there is none like it.
                assert limits is None or against <= {"not-ended", "table-ended"}
                assert after == before
                continue
            assert limits is not None, (do, phase)
            await club.desk.act(club.id, me, command, sent)
            await club.desk.act(club.id, me, command, sent)
            assert await club.desk._load(club.id) == after
            await club.process.leave()

    run(scene)


async def _ready(command: SwissCommand) -> SwissCommand:
    return command


def _for_leaving(
    limits: frozenset[Limit] | None, *, about_me: bool, plays: bool
) -> frozenset[Limit] | None:
    if limits is None or "" in limits:
        return limits
    return limits if about_me and plays else None  # nobody has waited long enough


async def _leave_self(club: Club, me: Caller) -> SwissCommand:
    name = next((name for name in PEOPLE if PEOPLE[name] == me), "Cem")
    state = await club.desk._load(club.id)
    known = [entrant.id for entrant in state.entrants if entrant.name == name]
    return Leave(known[0]) if known else Leave(await club.id_of("Cem"))


async def _leave_other(club: Club, me: Caller) -> SwissCommand:
    del me
    return Leave(await club.id_of("Dee"))


# One person who tries to gain


async def gaining(actor: str, waited: int, seated: bool) -> tuple[Club, Caller]:
    """A tournament in its first round: Ann, who opened it, plays Ben, and Cem plays Dee."""
    club = Club()
    club.process.tables.on_change.clear()
    await club.open("Ann", "Ben", "Cem", "Dee", game="mini")
    await club.do("Ann", Begin(3))
    if seated:
        await club.sit("Ann", "Ben", "Cem", "Dee")
    club.process.time += waited
    return club, PEOPLE.get(actor) or person(actor)


async def moves(club: Club) -> list[tuple[str, c.AnyCommand | SwissCommand]]:
    """Everything that might help: to the tournament, and to each table."""
    view = await club.look()
    found: list[tuple[str, c.AnyCommand | SwissCommand]] = [
        *(("", Leave(player.id)) for player in view.players),
        *(("", command) for command in (Join("Zoe"), Begin(1), Next(1))),
    ]
    for draw in view.rounds[0].draws:
        state = await club.process.tables.current(draw.table)
        found += [
            (draw.table, command)
            for command in every_command(state, None)
            if not isinstance(command, c.Play | c.React | c.BotPlays)
        ]
        found += [
            (draw.table, c.Stand(1, state.seats[1].name)),
            (draw.table, c.PlanSeat(1, "bot")),
            (draw.table, c.Vote(agree=False)),
        ]
    return found


async def carry_out(club: Club, me: Caller, move: tuple[str, c.AnyCommand | SwissCommand]) -> bool:
    """Send a command; return whether it was accepted."""
    table, command = move
    sent = f"gain {next(COMMANDS)}"
    if isinstance(command, Join | Leave | Begin | Next):
        return not await reasons_against(club.desk.act(club.id, me, command, sent))
    act = club.process.tables.act
    return not await reasons_against(act(table, me, command, command_id=sent))  # type: ignore[arg-type]


async def check_nothing_was_gained(club: Club, actor: str, waited: int) -> None:
    view = await club.look()
    for draw in view.rounds[0].draws:
        names = [view.players[player].name for player in draw.players]
        if draw.points is not None and actor in names:
            assert draw.points[names.index(actor)] == 0
        elif draw.points is not None:
            # Somebody did not come, and whoever may say so does not play there.
            assert waited
            assert actor == "Ann" or "Ann" in names
            assert draw.forfeit
    for player in view.players:
        if player.withdrawn and player.name != actor:
            assert waited
            assert actor in ("Ann", "Cem", "Dee")


@pytest.mark.parametrize("actor", ["Ann", "Ben", "Cem", "a spectator"])
@pytest.mark.parametrize(("waited", "seated"), [(0, False), (0, True), (DAY, False), (DAY, True)])
def test_nobody_gains_by_a_command(actor: str, waited: int, seated: bool) -> None:
    """The organiser, players and a spectator of a tournament, while everybody else does nothing."""

    async def scene() -> None:
        club, me = await gaining(actor, waited, seated)
        for number in range(len(await moves(club))):
            if await carry_out(club, me, (await moves(club))[number]):
                await check_nothing_was_gained(club, actor, waited)
                await club.process.leave()
                club, me = await gaining(actor, waited, seated)
        await check_nothing_was_gained(club, actor, waited)
        await club.process.leave()

    run(scene)


@pytest.mark.long
@pytest.mark.parametrize("actor", ["Ann", "Ben", "Cem", "a spectator"])
@pytest.mark.parametrize(("waited", "seated"), [(0, False), (0, True), (DAY, False), (DAY, True)])
def test_nobody_gains_by_two_commands(actor: str, waited: int, seated: bool) -> None:
    """After every command that is accepted, every other one."""

    async def scene() -> None:
        club, me = await gaining(actor, waited, seated)
        count = len(await moves(club))
        accepted: list[int] = []
        for number in range(count):
            if await carry_out(club, me, (await moves(club))[number]):
                accepted.append(number)
                club, me = await gaining(actor, waited, seated)
        for first in accepted:
            club, me = await gaining(actor, waited, seated)
            await carry_out(club, me, (await moves(club))[first])
            for second in range(count):
                if await carry_out(club, me, (await moves(club))[second]):
                    await check_nothing_was_gained(club, actor, waited)
                    club, me = await gaining(actor, waited, seated)
                    await carry_out(club, me, (await moves(club))[first])

    run(scene)


def test_a_refusal_says_who_could_do_it() -> None:
    """The reason of every rule is one of a role, and phases come first."""
    for rule in RIGHTS:
        assert rule_of(rule.place, rule.do) is rule
        assert rule.otherwise.value in {
            "not-the-host",
            "not-seated",
            "not-your-seat",
            "too-few-left",
            "not-alone",
            "no-spectators",
            "bad-request",
        }
