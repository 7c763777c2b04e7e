"""The places of the seats when a table ends, and ratings as people read them."""

from __future__ import annotations

from qwirkle.rules.family import view
from qwirkle.service.table import events as e
from qwirkle.service.table.state import Ended, Table

NEW = 25.0
"""What a new account is rated, on the model's own scale."""
NEW_POINTS = 1500
POINTS_PER_UNIT = 30
"""Makes 400 points odds of about ten to one between two settled players, as in chess."""
PROVISIONAL_GAMES = 10
"""A rating is provisional until this many games are rated."""


def rating_points(mean: float) -> int:
    """Return a rating as the number that people see: a new account has 1500."""
    return max(0, round(NEW_POINTS + POINTS_PER_UNIT * (mean - NEW)))


def is_provisional(games: int) -> bool:
    """Whether a rating says little yet, because too few games are rated."""
    return games < PROVISIONAL_GAMES


def is_rated(table: Table) -> bool:
    """Whether a table counts for ratings, if it ends with different places.

    All persons have accounts and there are two of them or more, nobody may ask for hints, the
    rules are those of a book, the game begins with a deal, no turn was taken back, and everybody
    has had a turn: nobody gains from giving up at once.
    """
    persons = [seat for seat in table.seats if seat.kind != "bot"]
    return (
        len(persons) > 1
        and all(seat.account is not None for seat in persons)
        and not table.settings.hints
        and table.settings.house_rule is None
        and table.settings.position is None
        and not table.taken_back
        and (table.ended is None or _counts(table, table.ended))
    )


def _counts(table: Table, ended: Ended) -> bool:
    if table.game is None or ended.how not in {"finished", "resigned"}:
        return False
    return table.game.turns_played >= len(table.seats)


def final_standing(table: Table, how: e.How) -> e.TableEnded:
    """Return the last event of a table. A seat that is out does not win; ties share a place.

    Those who are out are behind all others, whatever their points; among them points decide.
    A game that was ended by agreement has no winner.
    """
    if table.game is None:
        return e.TableEnded(how, (), (), ())
    scores = tuple(player.score for player in view(table.game, None).players)
    rank = [(seat.out is None, score) for seat, score in zip(table.seats, scores, strict=True)]
    places = tuple(1 + sum(other > own for other in rank) for own in rank)
    winners = tuple(seat for seat, place in enumerate(places) if place == 1)
    return e.TableEnded(how, () if how == "agreed" else winners, places, scores)
