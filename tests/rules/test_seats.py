"""Whoever sits at no seat of the table sees no hand, in either kind of game."""

from __future__ import annotations

import pytest

from qwirkle.rules.dealing import SeedDealer
from qwirkle.rules.family import begin, edition, view


@pytest.mark.parametrize("seat", [-1, 2, 9])
@pytest.mark.parametrize("game", ["classic", "cards"])
def test_a_seat_that_is_not_there_sees_nothing(game: str, seat: int) -> None:
    state = begin(edition(game), ["one", "other"], SeedDealer(1)).state
    with pytest.raises(ValueError, match="there is no seat"):
        view(state, seat)
