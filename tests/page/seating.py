"""Tables at which visitors sit, opened beside the page; what is tested is what comes after."""

from __future__ import annotations

from typing import Any

from .turns import good_turn
from .visitors import Visitor

NAMES = ("Ann", "Ben", "Cem", "Dora")


class Table:
    """A table whose seats belong to visitors, one each, in their order."""

    def __init__(self, name: str, people: tuple[Visitor, ...]) -> None:
        self.id = name
        self.people = people

    @property
    def now(self) -> dict[str, Any]:
        """The table as the people who know most of it were told."""
        newest = max(self.people, key=lambda visitor: visitor.watch.seq)
        known: dict[str, Any] = newest.view["now"]
        return known

    @property
    def playing(self) -> bool:
        """Whether it is somebody's turn; the end is announced right after the last turn."""
        ann = self.people[0]
        ann.until(lambda: self.now["turn"] is not None or self.now["phase"] != "playing")
        return bool(self.now["phase"] == "playing")

    @property
    def on_turn(self) -> Visitor:
        """Who is to play, once his own page knows it."""
        visitor: Visitor = self.people[self.now["turn"]]
        visitor.until(lambda: visitor.watch.seq >= self.now["seq"], "the news did not arrive")
        return visitor

    def until_told(self) -> None:
        """Everybody knows what anybody knows."""
        ann = self.people[0]
        ann.until(
            lambda: all(visitor.watch.seq >= self.now["seq"] for visitor in self.people),
            "the news did not arrive everywhere",
        )

    def turn_beside_the_page(self) -> None:
        """A good turn that nobody has to click together."""
        visitor, seq = self.on_turn, self.now["seq"]
        visitor.act(self.id, {"do": "play", "turn": good_turn(visitor.view)})
        visitor.until(lambda: self.now["seq"] > seq, "the turn was not told")


def opened(*people: Visitor, game: str = "classic", start: bool = True, **more: Any) -> Table:
    """A table of these people; their pages are not there yet."""
    host, *others = people
    seats: list[dict[str, Any]] = [{"kind": "person", "name": NAMES[0]}]
    seats += [{"kind": "person"} for _ in others]
    name = host.open_table(seats, game=game, **more)
    for visitor, called in zip(others, NAMES[1:], strict=False):
        visitor.act(name, {"do": "sit", "name": called})
    if start:
        host.act(name, {"do": "start"})
    return Table(name, people)


def seated(*people: Visitor, game: str = "classic", how: str = "", **more: Any) -> Table:
    """A table of these people, with everybody's page at it."""
    table = opened(*people, game=game, **more)
    for person in people:
        person.go_to_table(table.id, how)
    return table
