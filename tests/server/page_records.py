"""Games whose dealing the page checks: ``python tests/server/page_records.py`` plays them again.

One of every game, and what only options and house rules bring about: special tiles among tiles
that are laid out first, cards that have to be dealt twice. Who plays likes to trade and to take.
"""

from __future__ import annotations

import hashlib
import random
from collections.abc import Mapping, Sequence
from itertools import islice
from pathlib import Path

from qwirkle.game import Game
from qwirkle.notation.record import record_of, write_record
from qwirkle.players import bot
from qwirkle.rules.cards.turns import Exchange
from qwirkle.rules.dealing import joint_seed
from qwirkle.rules.editions.files import OptionValue
from qwirkle.rules.family import GAMES, AnyEdition, AnyTurn, read_edition
from qwirkle.rules.placement.turns import DrawThree, Place, Take, Trade

FOLDER = Path(__file__).parents[2] / "frontend" / "src" / "fairness" / "records"

HOUSE_RULE = """
based_on = "connect"
id = "house"
name = "Everything at once"
hand = 5
[trading]
returned = "under"
[taking]
by = "action-tile"
[action_tiles]
kinds = ["take", "draw3"]
"""
FEW_COPIES = """
based_on = "mini"
id = "few-copies"
name = "Two of each"
copies = 2
"""
SMALL_HANDS = """
based_on = "cards"
id = "small-hands"
name = "Cards with small hands"
hand = 4
"""
"""Who has few cards often has to exchange them."""
QWIRKLES = ("cards",)
"""Games in which only a good player makes any."""
DEALT_TWICE = "cards 27"
"""A seed that gives none of two players a set of three cards at first."""


NONCES = (hashlib.sha256(b"first").hexdigest()[:32], "", hashlib.sha256(b"last").hexdigest()[:32])
"""What the devices of two people add to the deal; a bot sits between them."""


def record_text(game: Game, seed: str, nonces: Sequence[str] = ()) -> str:
    return write_record(record_of(game.events, seed=seed, nonces=nonces, commit=True))


def played(
    rules: str | AnyEdition,
    seats: int,
    seed: str,
    options: Mapping[str, OptionValue] | None = None,
    nonces: Sequence[str] = (),
) -> str:
    """A whole game as a record."""
    chance = random.Random(seed)
    # As tables have them: 64 hexadecimal digits, as text.
    secret = hashlib.sha256(seed.encode()).hexdigest()
    game = Game.new(rules, seats, seed=joint_seed(secret, nonces), options=options)
    while game.to_move is not None:
        if rules in QWIRKLES:
            turn = bot("greedy", seed).choose(game.view(game.to_move))  # for Qwirkles
        else:
            turn = chosen(list(islice(game.legal_turns, 3000)), chance)
        game.play(turn)
    return record_text(game, secret, nonces)


def chosen(turns: Sequence[AnyTurn], chance: random.Random) -> AnyTurn:
    """Often something that changes the order of things, or else as many tiles as possible."""
    acts = [turn for turn in turns if isinstance(turn, Take | DrawThree)]
    if acts and chance.random() < 0.5:
        return chance.choice(acts)
    trades = [turn for turn in turns if isinstance(turn, Trade | Exchange)]
    placements = [
        turn for turn in turns if not isinstance(turn, Take | DrawThree | Trade | Exchange)
    ]
    if trades and (not placements or chance.random() < 0.15):
        return chance.choice(trades)
    if placements and isinstance(placements[0], Place):
        return max(placements, key=lambda turn: len(turn.tiles) if isinstance(turn, Place) else 0)
    return chance.choice(placements[-5:])


def all_records() -> dict[str, str]:
    """The text of every file."""
    records = {
        game: played(game, 2 + number % 3, f"record of {game}") for number, game in enumerate(GAMES)
    }
    records["mini-at-start"] = played(
        "mini", 2, "at start", {"kinds": ["take"], "handed-out": "at-start"}
    )
    records["house-rule"] = played(read_edition(HOUSE_RULE), 3, "house")
    records["few-copies"] = played(read_edition(FEW_COPIES), 2, "few copies")
    records["cards-small-hands"] = played(read_edition(SMALL_HANDS), 3, "small hands")
    records["cards-again"] = played("cards", 2, DEALT_TWICE)
    records["nonces"] = played("classic", 3, "nonces", nonces=NONCES)
    return records


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for name, text in all_records().items():
        (FOLDER / f"{name}.qwr").write_text(text, "utf-8")
