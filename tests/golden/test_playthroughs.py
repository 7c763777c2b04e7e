"""One whole game per edition and number of seats, written out for people to read.

After a wanted change: ``pytest tests/golden --snapshot-update``, and read the difference.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from syrupy.assertion import SnapshotAssertion
from syrupy.extensions.single_file import SingleFileSnapshotExtension, WriteMode

from qwirkle.game import Game
from qwirkle.notation.terminal import board_ascii
from qwirkle.notation.turns import write_turn
from qwirkle.players import bot
from qwirkle.rules.editions import GAMES
from qwirkle.rules.tiles import in_order


class Playthrough(SingleFileSnapshotExtension):
    file_extension = "txt"
    _write_mode = WriteMode.TEXT


def told(game_id: str, seats: int) -> Iterator[str]:
    seed = f"golden/{game_id}/{seats}"
    game = Game.new(game_id, seats, seed=seed)
    # Greedy against random: long games with trades, and short hands at the end.
    kinds = ["greedy", "random", "greedy", "random"][:seats]
    players = [bot(kind, f"{seed}/{seat}") for seat, kind in enumerate(kinds)]
    yield f"{game.edition.name}, {seats} seats, seed {seed}"
    if game.board:
        yield board_ascii(game.board)
    while (seat := game.turn) is not None:
        hand = " ".join(tile.value for tile in in_order(game.hand))
        legal = sum(1 for _ in game.legal_placements())
        turn = players[seat].choose(game.view(seat))
        game.play(turn)
        yield (
            f"{game.state.turns_played:3} {kinds[seat]:6} {seat} [{hand}] {legal} placements | "
            f"{write_turn(turn)} | {game.scores[seat]} | bag {len(game.state.pile)}"
        )
    assert game.result is not None
    yield f"{game.result.ending}: {game.result.scores}, won by {game.result.winners}"
    yield board_ascii(game.board)


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("game_id", GAMES)
def test_playthrough(game_id: str, seats: int, snapshot: SnapshotAssertion) -> None:
    text = "\n".join(told(game_id, seats)) + "\n"
    assert text == snapshot(extension_class=Playthrough)
