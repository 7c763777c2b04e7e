"""What holds after every event of every game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random

import msgspec
import pytest

from qwirkle.errors import IllegalTurn
from qwirkle.rules.dealing import SeedDealer
from qwirkle.rules.editions.placement import edition
from qwirkle.rules.placement import events as e
from qwirkle.rules.placement.board import Placed
from qwirkle.rules.placement.decide import decide
from qwirkle.rules.placement.evolve import evolve, fold
from qwirkle.rules.placement.referee import can_place
from qwirkle.rules.placement.state import Piece, Special, State
from qwirkle.rules.placement.turns import DrawThree, Place, Take, Trade, Turn
from qwirkle.rules.tiles import KINDS
from qwirkle.rules.turns import Pass

from .play import CONFIGURATIONS, Step, endgame, finished, played, steps
from .table import frozen

SEEDS = (1, 2, 3)
GAMES = [(game, seats, seed) for game, seats in CONFIGURATIONS for seed in SEEDS]
every_game = pytest.mark.parametrize(("game", "seats", "seed"), GAMES)
THREE_EACH = dict.fromkeys(KINDS, 3)


def events_of(game: tuple[Step, ...]) -> list[e.AnyEvent]:
    return [step.event for step in game]


def where_the_tiles_are(state: State) -> list[Piece]:
    held = [tile for seat in state.seats for tile in seat.hand]
    return [*state.board.values(), *held, *state.pile, *state.aside]


@every_game
def test_the_108_tiles_are_always_somewhere(game: str, seats: int, seed: int) -> None:
    for event, state in played(game, seats, seed)[1:]:
        where = Counter(where_the_tiles_are(state))
        specials: Counter[Piece] = Counter(
            [*state.box, *(piece for piece in where if isinstance(piece, Special))]
        )
        assert where - specials == THREE_EACH, event
        assert set(specials.values()) <= {1}
        assert len(specials) == len(state.edition.action_tiles.kinds)


@every_game
def test_a_game_is_the_fold_of_its_events(game: str, seats: int, seed: int) -> None:
    told = played(game, seats, seed)
    events = events_of(told)
    assert fold(events) == told[-1].state
    for count in range(1, len(told), 17):
        assert fold(events[:count]) == told[count - 1].state
    assert [step.state.seq for step in told] == list(range(1, len(told) + 1))


@every_game
def test_events_survive_the_wire_byte_for_byte(game: str, seats: int, seed: int) -> None:
    state: State | None = None
    for event, after in played(game, seats, seed):
        wire = msgspec.json.encode(event)
        again: e.AnyEvent = msgspec.json.decode(wire, type=e.AnyEvent)
        assert again == event
        assert type(again) is type(event)
        assert msgspec.json.encode(again) == wire
        state = evolve(state, again)
        assert state == after


@every_game
def test_games_end_by_rule(game: str, seats: int, seed: int) -> None:
    told = played(game, seats, seed)
    ends = [event for event in events_of(told) if isinstance(event, e.GameEnded)]
    assert len(ends) == 1
    assert told[-1].event is ends[0]
    assert ends[0].ending != "no-progress", "random players place in every round"
    assert_ended_by_rule(told[-1].state)


def assert_ended_by_rule(last: State) -> None:
    assert last.turn is None
    assert last.result is not None
    ending = last.result.ending
    out = [seat for seat in last.seats if not seat.hand]
    assert len(out) == (1 if ending == "went-out" else 0)
    if ending == "no-progress":
        assert last.pile
        assert last.idle == 4 * len(last.seats)
    else:
        assert not last.pile
    if ending == "all-passed":
        assert last.passes == len(last.seats)
        assert not any(can_place(last.board, seat.hand) for seat in last.seats)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_endgames(seats: int) -> None:
    """Few tiles, few places: here players pass, and here the table is blocked."""
    seen: Counter[object] = Counter()
    for seed in range(60):
        start = endgame(seats, seed)
        tiles = Counter(where_the_tiles_are(start))
        points = [0] * seats
        state = start
        for event, after in finished(start, SeedDealer(seed), Random(seed)):
            assert Counter(where_the_tiles_are(after)) == tiles
            assert msgspec.json.decode(msgspec.json.encode(event), type=type(event)) == event
            if isinstance(event, e.TilesPlaced | e.WentOut):
                points[event.seat] += event.points
            if isinstance(event, e.Passed):
                assert not can_place(state.board, state.seats[event.seat].hand)
                assert not state.pile
            seen[type(event)] += 1
            state = after
        assert_ended_by_rule(state)
        assert state.result is not None
        assert state.result.scores == tuple(points)
        seen[state.result.ending] += 1
    assert seen[e.Passed] > 20
    assert seen["went-out"] > 3
    assert seen["all-passed"] > 0


@every_game
def test_scores_are_the_sum_of_the_points(game: str, seats: int, seed: int) -> None:
    told = played(game, seats, seed)
    points = [0] * seats
    for event in events_of(told):
        if isinstance(event, e.TilesPlaced):
            assert event.points == sum(line.points for line in event.lines) + event.bonus
            assert event.bonus == 0 or edition(game).layout.bonus
        if isinstance(event, e.TilesPlaced | e.WentOut):
            points[event.seat] += event.points
    last = told[-1].state
    assert last.result is not None
    assert last.result.scores == tuple(points) == tuple(seat.score for seat in last.seats)
    best = max(points)
    assert last.result.winners == tuple(n for n, score in enumerate(points) if score == best)


@every_game
def test_hands_are_full_while_the_bag_lasts(game: str, seats: int, seed: int) -> None:
    for event, state in played(game, seats, seed):
        if isinstance(event, e.TurnBegan):
            full = all(len(seat.hand) == 6 for seat in state.seats)
            assert full or not state.pile or game == "mini"  # there hands grow, and shrink by A11
            assert state.aside == ()


@every_game
def test_a_refused_turn_changes_nothing(game: str, seats: int, seed: int) -> None:
    """Wild turns in the middle of games; most are refused, none touches the state."""
    random = Random(seed)
    refusals = 0
    for _, state in played(game, seats, seed)[30::40]:
        before = frozen(state)
        for turn in wild_turns(state, random):
            try:
                decide(state, random.randrange(seats), turn, SeedDealer(seed))
            except IllegalTurn:
                refusals += 1
            assert frozen(state) == before
    assert refusals > 5


def wild_turns(state: State, random: Random) -> Iterator[Turn]:
    cells = sorted(state.board.frontier() | set(state.board))
    for _ in range(4):
        spots = random.sample(cells, 2)
        yield Place(tuple(Placed(*cell, random.choice(KINDS)) for cell in spots))
        yield Place((Placed(*spots[0], random.choice(KINDS)),), take=random.choice(cells))
        yield Trade(tuple(random.choices(KINDS, k=random.randint(0, 7))))
        yield Take(spots[0])
        yield DrawThree()
        yield Pass()


@every_game
def test_lines_on_the_table_keep_the_rules(game: str, seats: int, seed: int) -> None:
    """No line of the final board has two equal tiles, two attributes mixed, or seven tiles."""
    rows: dict[tuple[str, int], dict[int, str]] = {}
    for (x, y), tile in played(game, seats, seed)[-1].state.board.items():
        rows.setdefault(("row", y), {})[x] = tile
        rows.setdefault(("column", x), {})[y] = tile
    for line in rows.values():
        run: list[str] = []
        for at in range(min(line), max(line) + 2):
            if at in line:
                run.append(line[at])
                continue
            assert len(run) == len(set(run)) <= 6
            assert min(len({code[0] for code in run}), len({code[1] for code in run})) <= 1
            run = []


def test_the_games_are_worth_looking_at() -> None:
    """Between them they trade, go out and make Qwirkles, and place many tiles at once."""
    events = [event for game in GAMES for event in events_of(played(*game))]
    kinds = Counter(type(event) for event in events)
    assert kinds[e.PutAside] > 50
    placed = [event for event in events if isinstance(event, e.TilesPlaced)]
    assert sum(line.qwirkle for event in placed for line in event.lines) > 5
    assert max(len(event.tiles) for event in placed) >= 4
    assert max(event.bonus for event in placed) >= 2
    for kind in (e.Took, e.DrewThree, e.SpecialShown, e.TokensWon, e.TableLaid):
        assert kinds[kind] > 0, kind


def test_the_same_seed_gives_the_same_game() -> None:
    first = [frozen(step.state) for step in steps("schmidt", 3, 9)]
    second = [frozen(step.state) for step in steps("schmidt", 3, 9)]
    assert first == second
