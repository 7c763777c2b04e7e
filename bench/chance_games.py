"""Games of value bots for bench/chances.py: what is known at some turns, and how the game ended."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import chain
from pathlib import Path
from typing import NamedTuple, TypeVar

import msgspec

from qwirkle.analysis.family import of
from qwirkle.analysis.review.chances import final_chances
from qwirkle.analysis.review.outlook import BREADTH, SLACK, Outlook
from qwirkle.analysis.review.situation import Situation
from qwirkle.engine.placement import bits
from qwirkle.engine.placement.outlook import Outlook as CoreOutlook
from qwirkle.engine.placement.playout import Playout
from qwirkle.engine.placement.search import Search
from qwirkle.engine.position import set_table
from qwirkle.players import Bot, bot
from qwirkle.players.cards import thinking_turn
from qwirkle.players.rng import Chance
from qwirkle.players.value import ENDING_NODES
from qwirkle.players.value.weights import weights_for
from qwirkle.rules.dealing import SeedDealer
from qwirkle.rules.editions.placement import Edition
from qwirkle.rules.family import AnyEdition, AnyTurn, AnyView, begin, decide, edition, view
from qwirkle.rules.placement.view import View

T = TypeVar("T")
KEPT = Path(__file__).parents[1] / "build" / "chances"
GAMES = {
    "plain": "classic",
    "actions": "mini",
    "stars": "select",
    "bonus": "connect",
    "stars+bonus": "combined",
    "cards": "cards",
}
SETTINGS = [f"{kind}/{players}" for kind in GAMES for players in (2, 3, 4)]
# Turns that are taken from a game besides the first one: few, so that no game dominates.
TURNS = 4


class Moment(NamedTuple):
    """The facts known at a turn, and whose turn it is."""

    seat: int
    situation: Situation
    value: float


class Row(NamedTuple):
    """One turn of a game, the seat to move first: the known facts, and the outcome."""

    situation: Situation
    value: float
    shares: tuple[float, ...]


class PlayedGame(NamedTuple):
    """Some turns of a game."""

    first: Row
    """The first turn."""
    rows: tuple[Row, ...]
    """Random turns, possibly including the first one."""


class WholeGame(NamedTuple):
    """Every turn of a game, and whose it was."""

    seats: tuple[int, ...]
    rows: tuple[Row, ...]


class _Played(NamedTuple):
    met: list[Moment]
    shares: tuple[float, ...]
    chance: Chance


def played_in_core(rules: Edition, players: int, number: int, seed: str) -> _Played:
    """Play a game in the core, by value."""
    table, trials, outlook = _table(rules.id, players)
    chance = Chance(f"{seed}/{number}")
    table.deal(chance.word())
    met: list[Moment] = []
    going = 1
    while going:
        situation = _in_core(table, rules)
        hand = table.hand(table.seat)
        # The value comes from the weights, also in endings; turns in endings are searched.
        table.ending_nodes = 0
        value = outlook.values(hand, len(hand))[0]
        table.ending_nodes = ENDING_NODES
        met.append(Moment(table.seat, situation, value))
        going = trials.play_by_value()
    return _Played(met, final_chances(table.scores()), chance)


def _in_core(table: Playout, rules: Edition) -> Situation:
    seats = [(table.seat + step) % table.players for step in range(table.players)]
    scores = table.scores()
    special = 0
    if rules.action_tiles.handed_out == "when-drawn":
        shown = sum(piece >= bits.KINDS for piece in table.draws())
        special = len(rules.action_tiles.kinds) - shown
    return Situation(
        scores=tuple(scores[seat] for seat in seats),
        hands=tuple(len(table.hand(seat)) for seat in seats),
        pile=len(table.in_bag()) + special,
        extras=tuple(sum(table.extras_left(seat)) for seat in seats),
        stars=len(table.stars_left()),
    )


@lru_cache(maxsize=1)
def _table(game: str, players: int) -> tuple[Playout, Search, CoreOutlook]:
    rules = edition(game)
    if not isinstance(rules, Edition):
        raise TypeError("the core's tables are for placement games")
    table = set_table(["value"] * players, rules)
    table.breadth, table.valuer.slack = BREADTH, SLACK
    table.reasoning = 1 if players == 2 else 0
    table.valuer.share_weights(weights_for(rules, players))
    trials = Search(table)
    return table, trials, CoreOutlook(trials)


def _turn(seen: AnyView, player: Bot) -> AnyTurn:
    # Trials of the card game would take most of the time, and hardly change the chances.
    return player.choose(seen) if isinstance(seen, View) else thinking_turn(seen)


def played_by_rules(rules: AnyEdition, players: int, number: int, seed: str) -> _Played:
    """Play a game between unmodified value bots; in the card game they run no trials."""
    name = f"{seed}/{number}"
    dealer = SeedDealer(name)
    state = begin(rules, [str(seat) for seat in range(players)], dealer).state
    bots = [bot("value", f"{name}/{seat}", rules=rules) for seat in range(players)]
    outlooks: dict[int, Outlook[AnyView]] = {}
    met: list[Moment] = []
    while (seat := state.turn) is not None:
        seen = view(state, seat)
        if state.turns_played == len(met):
            outlook = outlooks.setdefault(seat, of(seen).outlook(seen))
            outlook.see(seen)
            met.append(Moment(seat, of(seen).situation(seen), outlook.values([seen.hand])[0]))
        state = decide(state, seat, _turn(seen, bots[seat]), dealer).state
    for player in bots:
        player.close()
    for outlook in outlooks.values():
        outlook.close()
    if state.result is None:
        raise ValueError("a game without a turn has a result")
    return _Played(met, final_chances(state.result.scores), Chance(name))


def _rows(met: Sequence[Moment], shares: Sequence[float]) -> tuple[Row, ...]:
    """Return the turns of a game, with each seat's share of the win."""
    return tuple(
        Row(situation, round(value, 3), (*shares[seat:], *shares[:seat]))
        for seat, situation, value in met
    )


def _play(setting: str, what: str, number: int) -> _Played:
    kind, players = setting.rsplit("/", 1)
    rules = edition(GAMES[kind])
    seed = f"chances/{what}/{setting}"
    if what != "bots" and isinstance(rules, Edition):
        return played_in_core(rules, int(players), number, seed)
    return played_by_rules(rules, int(players), number, seed)


def games_of(setting: str, what: str, games: int) -> list[PlayedGame]:
    """Return some turns of this many games, reusing those of an earlier run.

    ``what`` they are for is part of their seeds; for ``bots`` the bots themselves play.
    """

    def play(number: int) -> PlayedGame:
        met, shares, chance = _play(setting, what, number)
        rows = _rows(met, shares)
        return PlayedGame(rows[0], tuple(chance.sample(rows, min(TURNS, len(rows)))))

    return _kept(KEPT / f"{what}-{setting.replace('/', '-')}.jsonl", games, PlayedGame, play)


def whole_games(setting: str, what: str, games: int) -> list[WholeGame]:
    """Return all turns of this many games, reusing those of an earlier run."""

    def play(number: int) -> WholeGame:
        met, shares, _ = _play(setting, what, number)
        return WholeGame(tuple(moment.seat for moment in met), _rows(met, shares))

    path = KEPT / f"whole-{what}-{setting.replace('/', '-')}.jsonl"
    return _kept(path, games, WholeGame, play)


def _kept(path: Path, games: int, kind: type[T], play: Callable[[int], T]) -> list[T]:
    """Return games that are kept in a file, and play those that are missing."""
    path.parent.mkdir(parents=True, exist_ok=True)
    lines = path.read_bytes().splitlines() if path.exists() else []
    found = [msgspec.json.decode(line, type=kind) for line in lines[:games]]
    with path.open("ab") as file:
        for number in range(len(found), games):
            found.append(play(number))
            file.write(msgspec.json.encode(found[-1]) + b"\n")
    return found


def rows_of(games: Sequence[PlayedGame]) -> list[Row]:
    """Return all sampled turns."""
    return list(chain.from_iterable(game.rows for game in games))
