"""Drafts that the page answers itself: ``python tests/server/page_options.py`` writes them again.

For some positions of every placement game: what the view says its seat may do, and the server's
previews of drafts there. The page must find the same in the first as the server says in the second.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import msgspec

from qwirkle.game import Game
from qwirkle.players import bot
from qwirkle.protocol.shapes.turns import write_turn
from qwirkle.rules.family import GAMES
from qwirkle.rules.placement.board import Placed
from qwirkle.rules.placement.turns import DrawThree, Place, Trade, Turn
from qwirkle.rules.placement.view import View
from qwirkle.rules.turns import Pass
from qwirkle.tables.core.views.options import Options, options_of
from qwirkle.tables.live.placement import preview
from qwirkle.tables.live.previews import Preview

SAMPLES = (
    Path(__file__).parents[2] / "frontend" / "src" / "game" / "shared" / "options.samples.json"
)
MOST = 24
"""Placements of a position that is not too long to read."""


class Sample(msgspec.Struct, frozen=True):
    """A draft, and what the server says of it."""

    turn: object
    preview: Preview


class Position(msgspec.Struct, frozen=True):
    """What a seat may do, and some drafts."""

    game: str
    options: Options
    samples: tuple[Sample, ...]


def positions() -> Iterator[Position]:
    """Some positions of every placement game: the first, one early, and one late."""
    chance = random.Random("options")
    for game in GAMES:
        if game == "cards":
            continue
        table = Game.new(game, 2, seed=f"options {game}")
        player = bot("greedy", 1)
        wanted = [0, 7, 30]
        turns = 0
        while wanted and table.to_move is not None:
            seen = table.view(table.to_move)
            assert isinstance(seen, View)
            options = msgspec.json.decode(msgspec.json.encode(options_of(seen)), type=Options)
            listed = options.placements
            if turns >= wanted[0] and listed is not None and len(listed) <= MOST:
                del wanted[0]
                yield Position(game, options, tuple(samples(seen, options, chance)))
            table.play(player.choose(seen))
            turns += 1


def samples(seen: View, options: Options, chance: random.Random) -> Iterator[Sample]:
    """Drafts: none, parts of placements and whole ones, wrong ones, and everything else."""
    hand = seen.hand
    drafts: list[Turn] = [Place(()), Pass(), DrawThree(), Trade(hand[:1]), Trade(hand)]
    listed = [option.place for option in options.placements or ()]
    for tiles in chance.sample(listed, min(3, len(listed))):
        right, down = (chance.randrange(-3, 4), 2) if options.anywhere else (0, 0)
        moved = tuple(Placed(x + right, y + down, tile) for x, y, tile in tiles)
        drafts += [Place(moved), Place(moved[:1]), Place(moved[-1:])]
    drafts.append(Place((Placed(40, 40, hand[0]), Placed(41, 41, hand[-1]))))
    for turn in drafts:
        yield Sample(write_turn(turn), preview(seen, turn))


def written() -> bytes:
    """The samples as the file has them, a position a line."""
    lines = [msgspec.json.encode(position) for position in positions()]
    return b"[\n" + b",\n".join(lines) + b"\n]\n"


if __name__ == "__main__":
    SAMPLES.write_bytes(written())
