"""Reviews of made-up games, for tests that need no real one."""

from __future__ import annotations

from qwirkle.analysis.review.report import JudgedTurn, Reason, Review, ReviewedPlayer, ReviewedTurn
from qwirkle.protocol.shapes.turns import Turn
from qwirkle.rules.placement.board import Placed
from qwirkle.rules.tiles import Tile


def a_turn(number: int = 1, seat: int = 0) -> ReviewedTurn:
    """A costly turn with a better one."""
    played = Turn(place=(Placed(0, 0, Tile("Ro")),))
    best = JudgedTurn(Turn(place=(Placed(1, 0, Tile("Rx")),)), 4)
    return ReviewedTurn(
        number=number,
        seat=seat,
        turn=played,
        points=1,
        forced=False,
        best=best,
        lost=2.5,
        lost_ci95=(1.5, 3.5),
        mark="costly",
        chance=(0.4, 0.6),
        chance_after=(0.3, 0.7),
        considered=(best, JudgedTurn(played, 1, 2.5, (1.5, 3.5))),
        reasons=(Reason("more-points", {"points": 3}, "It scores 3 more points."),),
    )


def a_review(*, open_hands: bool = False) -> Review:
    """Ann and Ben."""
    players = tuple(
        ReviewedPlayer(
            name=name,
            accuracy=70.0,
            level=4,
            level_range=(2, 5),
            decisions=1,
            points_lost=2.5,
            luck=1.0,
            deal=0.5,
            score=10,
            score_without_luck=8.5,
            spread=15.2,
            margin=0,
            margin_without_luck=0.0,
            remainder=0.0,
        )
        for name in ("Ann", "Ben")
    )
    turns = (a_turn(1, 0), a_turn(2, 1))
    return Review(game="classic", players=players, turns=turns, open_hands=open_hands)
