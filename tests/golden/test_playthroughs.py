"""One whole game per edition and number of seats, written out for people to read."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from syrupy.assertion import SnapshotAssertion

from qwirkle.game import Game
from qwirkle.notation.text.cards_turns import write_card_turn
from qwirkle.notation.text.turns import write_turn
from qwirkle.players import bot
from qwirkle.rules.cards.turns import Exchange, Play
from qwirkle.rules.family import GAMES, AnyTurn
from qwirkle.rules.tiles import in_order
from qwirkle.rules.turns import Pass


def written(turn: AnyTurn) -> str:
    if isinstance(turn, Play | Exchange | Pass):
        return write_card_turn(turn)
    return write_turn(turn)


def told(game_id: str, seats: int) -> Iterator[str]:
    seed = f"golden/{game_id}/{seats}"
    game = Game.new(game_id, seats, seed=seed)
    # Greedy against random: long games with trades, and short hands at the end.
    kinds = ["greedy", "random", "greedy", "random"][:seats]
    players = [bot(kind, f"{seed}/{seat}") for seat, kind in enumerate(kinds)]
    yield f"{game.edition.name}, {seats} seats, seed {seed}"
    yield str(game)
    while (seat := game.to_move) is not None:
        hand = " ".join(tile.value for tile in in_order(game.hand))
        legal = sum(1 for _ in game.legal_turns)
        turn = players[seat].choose(game.view(seat))
        game.play(turn)
        yield (
            f"{game.state.turns_played:3} {kinds[seat]:6} {seat} [{hand}] of {legal} | "
            f"{written(turn)} | {game.scores[seat]}"
        )
    assert game.result is not None
    yield f"{game.result.ending}: {game.result.scores}, won by {game.result.winners}"
    yield str(game)


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("game_id", GAMES)
def test_playthrough(game_id: str, seats: int, snapshot: SnapshotAssertion) -> None:
    text = "\n".join(told(game_id, seats)) + "\n"
    assert text == snapshot
