"""Every bot of the registry keeps to what its users rely on; and the kit that says so can fail."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Sequence
from itertools import count
from pathlib import Path

import pytest
from msgspec.structs import replace

from qwirkle import Game
from qwirkle.errors import BotError, ConformanceError
from qwirkle.players import Bot, bot, bot_names
from qwirkle.players.greedy import GreedyBot
from qwirkle.players.rng import Chance
from qwirkle.rules.cards.state import State as CardsState
from qwirkle.rules.family import GAMES, AnyState, AnyTurn, AnyView, edition, view
from qwirkle.rules.placement.turns import Turn
from qwirkle.rules.placement.view import View
from qwirkle.rules.turns import Pass
from qwirkle.testing import bots as conformance
from qwirkle.testing.bots import check_bot
from qwirkle.testing.redeal import redeal

SCRIPT = Path(__file__).with_name("misbehaving.py")
# A bot that thinks is given a moment only: the kit asks for what is right, not for what is good.
# It must not look at the clock then, for no two moments are the same.
BRIEFLY = {"sim": "sim:samples=6,candidates=3,narrow=2,ending=20"}
SPECS = [BRIEFLY.get(name, name) for name in bot_names()]


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("name", SPECS)
def test_every_bot_keeps_to_the_rules_in_every_game_it_knows(name: str, game: str) -> None:
    if bot(name).knows(edition(game)):
        assert check_bot(lambda seed: bot(name, seed), games=[game]) > 20
    else:
        with pytest.raises(BotError, match=f"the bot {name} does not play {game}"):
            bot(name, rules=edition(game))


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("name", SPECS)
def test_a_turn_depends_on_the_view_and_never_on_the_state(name: str, game: str) -> None:
    if not bot(name).knows(edition(game)):
        return
    table, chance, moved = Game.new(game, 3, seed="hidden"), Chance("hidden"), 0
    while (seat := table.to_move) is not None:
        turn = bot(name, "same").choose(table.view(seat))
        if table.view().turns_played % 6 == 0:
            for _ in range(3):
                other = redeal(table.state, seat, chance)
                moved += other != table.state
                assert bot(name, "same").choose(view(other, seat)) == turn
        table.play(turn)
    assert moved > 0, "what is hidden has been dealt again"


@pytest.mark.parametrize("game", GAMES)
def test_only_what_is_hidden_is_dealt_again(game: str) -> None:
    table, player, chance = Game.new(game, 3, seed=2), bot("random"), Chance(1)
    while (seat := table.to_move) is not None:
        state, other = table.state, redeal(table.state, seat, chance)
        assert view(other, seat) == view(state, seat)
        assert held(other) == held(state)
        table.play(player.choose(table.view(seat)))


def held(state: AnyState) -> list[str]:
    """All that is in hands and in the bag or the deck, in order."""
    pile: Sequence[object] = state.deck if isinstance(state, CardsState) else state.pile
    return sorted(map(str, [*pile, *(tile for seat in state.seats for tile in seat.hand)]))


class Passing(Bot):
    """Does nothing, allowed or not."""

    def play_tiles(self, _: View) -> Turn:
        return Pass()


class Failing(Bot):
    def play_tiles(self, _: View) -> Turn:
        raise ZeroDivisionError("oh")


class Forward(GreedyBot):
    """Plays for others, too."""

    def choose(self, view: AnyView) -> AnyTurn:  # type: ignore[override]
        return super().choose(view) if view.seat == view.turn else Pass()


class Moody(Bot):
    """Never plays the same twice: its chance has no seed."""

    moods = count()

    def play_tiles(self, view: View) -> Turn:
        return bot("random", next(self.moods)).choose(view)


class Listening(Bot):
    """Draws on everything it is told about the players."""

    def play_tiles(self, view: View) -> Turn:
        return bot("random", repr(view.players)).choose(view)


def whispered(state: AnyState, seat: int | None) -> AnyView:
    """A view with a leak: every name tells a hand."""
    seen = view(state, seat)
    assert isinstance(seen, View)
    names = [f"{holder.name} {holder.hand}" for holder in state.seats]
    told = zip(seen.players, names, strict=True)
    return replace(seen, players=tuple(replace(player, name=name) for player, name in told))


def test_the_kit_finds_a_bot_that_knows_too_much(monkeypatch: pytest.MonkeyPatch) -> None:
    check_bot(lambda _: Listening(), games=["classic"])
    monkeypatch.setattr(conformance, "view", whispered)
    with pytest.raises(ConformanceError, match="a turn may depend on nothing else"):
        check_bot(lambda _: Listening(), games=["classic"])


@pytest.mark.parametrize(
    ("kind", "said"),
    [
        (Passing, r"classic, 2 players, turn 1: its turn pass is illegal: You can place a tile"),
        (Failing, "turn 1: it raised ZeroDivisionError: oh"),
        (Moody, "with the same seed and the same view it played"),
        (Bot, "the bot plays none of these games"),
    ],
)
def test_the_kit_finds_what_is_wrong(kind: type[Bot], said: str) -> None:
    with pytest.raises(ConformanceError, match=said):
        check_bot(lambda _: kind(), games=["classic"])


def test_the_kit_finds_a_bot_that_plays_out_of_turn() -> None:
    with pytest.raises(ConformanceError, match="when it was not its turn"):
        check_bot(lambda seed: Forward(Chance(seed)), games=["classic"])


def test_a_bot_that_looks_at_the_clock_is_spared_the_repetition() -> None:
    assert check_bot(lambda _: Moody(), games=["classic"], repeatable=False) > 100


@pytest.mark.long
def test_the_kit_tries_programs_out() -> None:
    engine = f"process:bot=random {shlex.quote(sys.executable)} -m qwirkle engine"
    assert check_bot(engine, games=["mini", "cards"], players=[3], allow_code=True) > 30
    dying = f"process:{shlex.join([sys.executable, str(SCRIPT), 'dies'])}"
    with pytest.raises(ConformanceError, match="lost its turn: it ended with status 1"):
        check_bot(dying, games=["connect"], allow_code=True)
