"""The drafts that the page answers by itself are judged as the server judges them now."""

from __future__ import annotations

from qwirkle.rules.family import GAMES
from server.page_options import SAMPLES, positions, written


def test_the_samples_of_the_page_are_what_the_server_says() -> None:
    assert SAMPLES.read_bytes() == written(), "run python tests/server/page_options.py"


def test_there_are_samples_of_every_game_with_a_board() -> None:
    found = list(positions())
    assert {position.game for position in found} == set(GAMES) - {"cards"}
    assert any(position.options.anywhere for position in found)
    assert any(position.options.trade for position in found)
