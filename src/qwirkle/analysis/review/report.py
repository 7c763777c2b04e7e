"""The review of a game: the shapes that programs, records and the page read.

All values are in points; in the card game they are in Qwirkles.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

import msgspec

from qwirkle.protocol.shapes.turns import Turn

VERSION = "8"
"""The version: it changes whenever games would be judged differently, so reviews are remade."""

Mark = Literal["best", "fine", "loose", "costly", "blunder", "forced"]
"""The quality of a turn, in one word."""


class Reason(msgspec.Struct, frozen=True):
    """A reason why one turn is better: a stable code, and what its sentence mentions."""

    code: str
    params: dict[str, str | int | float] = {}
    """By name; tiles are codes with spaces between them."""
    text: str = ""
    """The sentence in English."""


class Changes(msgspec.Struct, frozen=True):
    """The changes of a seat's chance of winning from before its turn to before its next one.

    They add up exactly. If the game is not over, or not all hands are known, only the first is.
    """

    turn: float
    """By the turn of the seat: never above 0, and 0 for the best turn."""
    draw: float | None = None
    """By what it drew after the turn."""
    rival_turns: float | None = None
    """By the turns of the others: never below 0 between two players."""
    rival_draws: float | None = None
    """By what the others held and drew: the rest."""

    @property
    def around(self) -> tuple[float | None, ...]:
        """The parts after the seat's own turn."""
        return self.draw, self.rival_turns, self.rival_draws


class TurningPoint(msgspec.Struct, frozen=True):
    """A turn, or the draw after it, that changed its player's chance of winning much."""

    number: int
    """The place of the turn in the review, from 1."""
    part: Literal["turn", "draw"]
    change: float


class JudgedTurn(msgspec.Struct, frozen=True):
    """A turn that was possible, and how much worse it is than the best one."""

    turn: Turn
    points: int
    lost: float = 0.0
    lost_ci95: tuple[float, float] = (0.0, 0.0)


class LineTurn(msgspec.Struct, frozen=True):
    """A turn that follows the best one: what is typical, or best to the end of the game."""

    seat: int
    turn: Turn
    points: int


class ReviewedTurn(msgspec.Struct, frozen=True, kw_only=True):
    """One turn of a game, judged by what its seat knew.

    If a record does not contain the hand, nothing can be judged, and most fields are None.
    """

    number: int
    """1, 2, 3 ..., as in the record."""
    seat: int
    turn: Turn
    points: int
    forced: bool | None
    """Whether the rules left no choice."""
    best: JudgedTurn | None
    """The best turn found; the played one, if nothing is clearly better."""
    lost: float | None
    """The points lost by not playing the best turn; 0 unless the interval shows that it is real."""
    lost_ci95: tuple[float, float] | None
    mark: Mark | None
    chance: tuple[float, ...] | None
    """The chance of winning, seat by seat, before the turn; a shared win counts in part.

    In an ending that is solved, 1, 0 or a share of the win.
    """
    chance_after: tuple[float, ...] | None
    changes: Changes | None = None
    """The changes of the seat's chance until its next turn; None if its hand is not known."""
    luck: float | None = None
    """The luck of the draw for this turn; None if it cannot be determined."""
    exact: bool = False
    """Whether the ending was solved, so that nothing here is an estimate."""
    considered: tuple[JudgedTurn, ...] = ()
    """The best turns, the best one first."""
    reasons: tuple[Reason, ...] = ()
    """Reasons why the best turn is better; empty if the turn played is as good."""
    line: tuple[str, ...] = ()
    """The turns that follow the best one, in notation: the typical answer, or a solved ending."""
    line_turns: tuple[LineTurn, ...] = ()
    """The same turns, for showing them on the table."""
    follows: tuple[Reason, ...] = ()
    """What follows the best turn, in words."""


class ReviewedPlayer(msgspec.Struct, frozen=True, kw_only=True):
    """One player's accuracy, losses and luck."""

    name: str
    accuracy: float | None
    """The mean of 100 * exp(-0.3 * lost) over the decisions; None without decisions."""
    level: int | None
    """The level, 1 to 8, that plays most like this."""
    level_range: tuple[int, int] | None
    """The lowest and the highest level that may well play like this, with 95 % between them."""
    decisions: int
    """Turns in which there was a choice."""
    points_lost: float | None
    """None if a record contains none of the player's hands."""
    luck: float | None
    """The luck of all draws; None, like everything that depends on it, if they are not known."""
    deal: float | None
    """The luck of the opening hand."""
    score: int
    score_without_luck: float | None
    """The score less the luck of deal and draws."""
    spread: float | None
    """One standard deviation of the lead without luck between players who are equally good.

    None while the game is not over.
    """
    margin: int
    """The lead over the best of the others."""
    margin_without_luck: float | None
    """The lead in scores without luck."""
    remainder: float | None
    """The rest, which neither luck nor lost points explain: the parts add up to the margin."""
    changes: Changes | None = None
    """The sums of the changes after all turns: from the chance before the first one to the result.

    None if the game is not over, or if they are not known.
    """


class PlayerLuck(msgspec.Struct, frozen=True):
    """One player's luck, without a judgement of their turns."""

    luck: float | None
    """The luck of the opening hand and all draws; None if they are not known."""
    margin_without_luck: float | None
    """The lead in scores without luck; None if anybody's luck is not known."""


class GameLuck(msgspec.Struct, frozen=True):
    """The luck of a whole game: the part of its review that is known quickly."""

    players: tuple[PlayerLuck, ...]
    """Seat by seat; empty if it would take too long to compute."""
    spread: float | None
    """One standard deviation of the lead without luck between players who are equally good."""
    summary: Reason | None = None
    """One sentence about the game; None if there is nothing certain to say."""

    @classmethod
    def of(cls, players: Iterable[ReviewedPlayer], summary: Reason | None) -> GameLuck:
        """Return the luck in the numbers of all players."""
        known = tuple(players)
        return cls(
            tuple(PlayerLuck(total_luck(player), player.margin_without_luck) for player in known),
            known[0].spread if known else None,
            summary,
        )


def total_luck(player: ReviewedPlayer) -> float | None:
    """Return the luck of the opening hand and all draws; None if it is not known."""
    if player.luck is None or player.deal is None:
        return None
    return player.luck + player.deal


class Review(msgspec.Struct, frozen=True, kw_only=True):
    """A whole game, turn by turn and player by player."""

    game: str
    family: str = "placement"
    """The key of the family, which determines whether values are points or Qwirkles."""
    players: tuple[ReviewedPlayer, ...]
    turns: tuple[ReviewedTurn, ...]
    summary: Reason | None = None
    """One sentence about the game; None if there is nothing certain to say."""
    turning_points: tuple[TurningPoint, ...] = ()
    """The largest changes of chances by turns and draws, in the order of the game."""
    open_hands: bool = False
    """Whether the turns were judged as if all hands had been open."""
    deep: bool = False

    def __str__(self) -> str:
        from qwirkle.analysis.review.text import write_review

        return write_review(self)

    def _repr_html_(self) -> str:
        from qwirkle.analysis.review.picture import review_html

        return review_html(self)

    def svg(self) -> str:
        """Draw the curve of chances with bars of luck as an SVG picture."""
        from qwirkle.analysis.review.picture import review_svg

        return review_svg(self)
