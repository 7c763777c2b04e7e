"""The deals of the browser tests follow from their names and from nothing else."""

from __future__ import annotations

from pathlib import Path

from .seeded import seeds_of_tests


def test_a_test_is_dealt_the_same_games_again(tmp_path: Path) -> None:
    file = tmp_path / "test"
    seed = seeds_of_tests(file)

    def dealt(test: str) -> list[str]:
        file.write_text(test, "utf-8")
        return [seed(None) for _ in range(3)]

    first, other, again = dealt("one"), dealt("another"), dealt("one")
    assert again == first
    assert len({*first, *other}) == 6
