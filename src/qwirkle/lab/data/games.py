"""The games of a data set, turn by turn.

A game depends only on the plan and its number, so it can be played anywhere and in any order.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import ExitStack, closing
from typing import NamedTuple

import msgspec

from qwirkle.engine.games import CoreGame
from qwirkle.errors import BotError, IllegalTurn
from qwirkle.lab.fast_games import core_game
from qwirkle.players import Bot, bot
from qwirkle.players.answers import ask
from qwirkle.rules.dealing import SeedDealer
from qwirkle.rules.family import AnyEdition, begin, decide, view
from qwirkle.rules.tiles import Tile


class DataPlan(msgspec.Struct, frozen=True):
    """The games of a data set, and the bots that play them."""

    bots: tuple[str, ...]
    edition: AnyEdition
    seed: int | str = 0
    ms: float | None = None
    """Thinking time per move, for bots that think."""

    def game_seed(self, number: int) -> str:
        """Return the seed that ``Game.new`` deals a game from."""
        return f"{self.seed}/{number}"

    def bots_of(self, number: int) -> list[str]:
        """Return the bots of a game, seat by seat; each moves on by one seat from game to game."""
        count = len(self.bots)
        return [self.bots[(seat + number) % count] for seat in range(count)]


class RecordedTurn(NamedTuple):
    """A turn, and the knowledge of its seat before it."""

    seat: int
    bot: str
    hand: str
    """The tiles, in the order in which they were drawn."""
    bag: int
    scores: tuple[int, ...]
    text: str
    """The turn in notation."""
    points: int
    """The points that the seat scored, including the bonus for running out of tiles."""


class RecordedGame(NamedTuple):
    """All turns of a game, and the scores at its end."""

    number: int
    turns: list[RecordedTurn]
    scores: tuple[int, ...]


def record_game(plan: DataPlan, number: int) -> RecordedGame:
    """Play a game and record its turns."""
    names = plan.bots_of(number)
    with ExitStack() as leaving:
        players = [
            leaving.enter_context(
                closing(_make_bot(plan, name, f"{plan.game_seed(number)}/{seat}"))
            )
            for seat, name in enumerate(names)
        ]
        game = core_game(plan.edition, plan.game_seed(number), players)
        if game is not None and (turns := _turns_in_core(game, names)) is not None:
            return RecordedGame(number, turns, tuple(game.core.scores()))
        return _play(plan, number, players)


def check_plan(plan: DataPlan) -> None:
    """Refuse a plan with an unsuitable bot before anything is played."""
    for name in plan.bots:
        _make_bot(plan, name, "check").close()


def _make_bot(plan: DataPlan, name: str, seed: str) -> Bot:
    return bot(name, seed, plan.ms, rules=plan.edition, allow_code=True)


def _play(plan: DataPlan, number: int, players: Sequence[Bot]) -> RecordedGame:
    names = plan.bots_of(number)
    dealer = SeedDealer(plan.game_seed(number))
    state = begin(plan.edition, [f"player {seat + 1}" for seat in range(len(names))], dealer).state
    turns: list[RecordedTurn] = []
    while (seat := state.turn) is not None:
        seen = view(state, seat)
        before = tuple(player.score for player in seen.players)
        try:
            turn = ask(players[seat], seen)
            state = decide(state, seat, turn, dealer).state
        except BotError as error:
            raise BotError(f"the bot {names[seat]}: {error}") from error
        except IllegalTurn as error:
            raise BotError(f"the bot {names[seat]} made an illegal turn: {error}") from None
        points = view(state, seat).players[seat].score - before[seat]
        turns.append(
            RecordedTurn(
                seat,
                names[seat],
                _spec_text(seen.hand),
                seen.undrawn,
                before,
                str(turn),
                points,
            )
        )
    if state.result is None:
        raise ValueError("a game without a turn has a result")
    return RecordedGame(number, turns, state.result.scores)


def _turns_in_core(game: CoreGame, names: Sequence[str]) -> list[RecordedTurn] | None:
    """Return the same turns without a state for each; None if the core cannot hold the table."""
    core = game.core
    turns: list[RecordedTurn] = []
    while not core.ending:
        seat, before = core.seat, tuple(core.scores())
        hand, bag = _spec_text(game.hand(seat)), len(core.pile())
        if not core.play():
            return None
        points = core.scores()[seat] - before[seat]
        turns.append(
            RecordedTurn(seat, names[seat], hand, bag, before, str(game.last_turn()), points)
        )
    return turns


def _spec_text(hand: Iterable[Tile]) -> str:
    return " ".join(hand)
