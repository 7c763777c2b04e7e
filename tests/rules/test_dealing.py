"""The dealer's shuffle is part of every stored seed: it may never change."""

from __future__ import annotations

import hashlib
from collections import Counter
from itertools import permutations

import pytest

from qwirkle.rules.dealing import SeedDealer, _below, seed_bytes
from qwirkle.rules.editions.placement import edition
from qwirkle.rules.placement.decide import begin
from qwirkle.rules.tiles import BOX

from .table import NAMES, tiles

KNOWN: list[tuple[int | str | bytes, str, str, str]] = [
    (0, "9087342156", "efabdc", "aa965ff708b353b486840d8458d09858"),
    (1, "0685923174", "aefcbd", "67fa8e3970f90cabff98a977ebf4d3d5"),
    ("qwirkle", "1847502369", "afbdec", "6a12a9c9d855cda444053aaaff7cc3f9"),
    (b"\x00\xff", "7650831492", "deabfc", "25c4bb7099030f147a6d2058f7039135"),
    (2**80, "6742938051", "aebfdc", "a333ce765d8fa1a64bd4214ffab7053e"),
]


@pytest.mark.parametrize(("seed", "digits", "letters", "box"), KNOWN)
def test_known_answers(seed: int | str | bytes, digits: str, letters: str, box: str) -> None:
    dealer = SeedDealer(seed)
    assert "".join(dealer.shuffled("0123456789", "bag")) == digits
    assert "".join(dealer.shuffled("abcdef", "trade 7")) == letters
    digest = hashlib.sha256(" ".join(dealer.shuffled(BOX, "bag")).encode()).hexdigest()
    assert digest[:32] == box


def test_known_bag() -> None:
    bag = SeedDealer(1).shuffled(BOX, "bag")
    assert bag[:12] == tiles("Yb Pb Pb Po Yb Rd Px Yo Pc Rb Bc Go")
    assert bag[-6:] == tiles("Rx Yd Ps Ro Yo Gb")


def test_the_description_in_words_gives_the_same_order() -> None:
    """SHA-256 of the seed is the key; words come from SHA-256(key, block number, label)."""
    key = hashlib.sha256(b"42").digest()
    words = []
    for block in range(20):
        digest = hashlib.sha256(key + block.to_bytes(8, "big") + b"bag").digest()
        words += [int.from_bytes(digest[at : at + 4], "big") for at in range(0, 32, 4)]
    order = list(BOX)
    for last in range(107, 0, -1):
        while (word := words.pop(0)) >= 2**32 - 2**32 % (last + 1):
            pass
        chosen = word % (last + 1)
        order[last], order[chosen] = order[chosen], order[last]
    assert SeedDealer(42).shuffled(BOX, "bag") == tuple(order)


def test_words_that_would_favour_a_value_are_thrown_away() -> None:
    assert 2**32 % 3 == 1
    assert _below(3, iter([2**32 - 1, 7])) == 1
    assert _below(3, iter([2**32 - 2, 7])) == 2


def test_a_number_is_its_digits_and_text_is_utf_8() -> None:
    assert seed_bytes(-7) == seed_bytes("-7") == b"-7"
    assert seed_bytes("ä") == b"\xc3\xa4"
    assert SeedDealer(7).shuffled(BOX, "bag") == SeedDealer("7").shuffled(BOX, "bag")


def test_labels_and_seeds_give_different_orders() -> None:
    orders = {SeedDealer(seed).shuffled(BOX, label) for seed in range(8) for label in ("bag", "b")}
    assert len(orders) == 16


def test_the_same_question_has_the_same_answer() -> None:
    dealer = SeedDealer(3)
    first = dealer.shuffled(BOX, "bag")
    dealer.shuffled(BOX, "trade 1")
    assert dealer.shuffled(BOX, "bag") == first


@pytest.mark.parametrize("things", ["", "a"])
def test_nothing_to_shuffle(things: str) -> None:
    assert SeedDealer(0).shuffled(things, "bag") == tuple(things)


def test_every_order_is_about_equally_likely() -> None:
    """24 orders, 4800 seeds: chi-square with 23 degrees stays far below its 0.1 % limit of 49.7."""
    seen = Counter(SeedDealer(seed).shuffled("abcd", "bag") for seed in range(4800))
    assert set(seen) == set(permutations("abcd"))
    assert sum((count - 200) ** 2 / 200 for count in seen.values()) < 49.7


def test_every_tile_is_about_equally_likely_on_top() -> None:
    """108 places, 5400 seeds: the 0.1 % limit of chi-square with 107 degrees is 157."""
    seen = Counter(SeedDealer(f"game {n}").shuffled(range(108), "bag")[0] for n in range(5400))
    assert sum((seen[top] - 50) ** 2 / 50 for top in range(108)) < 157


def test_a_game_follows_from_its_seed() -> None:
    games = [begin(edition("classic"), NAMES, SeedDealer(seed)).events for seed in (5, 5, 6)]
    assert games[0] == games[1]
    assert games[0] != games[2]
