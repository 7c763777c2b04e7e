"""Final standings of a table, how it ended in words, the score of a series, and ratings."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from qwirkle.rules.family import view
from qwirkle.rules.refusals.sentences import Sentences
from qwirkle.tables.core import events as e
from qwirkle.tables.core.names import alike
from qwirkle.tables.core.settings import Series, SeriesKind, SeriesScore
from qwirkle.tables.core.state import Ended, Table, TableSeat

NEW = 25.0
"""The rating of a new account, on the model's own scale."""
NEW_POINTS = 1500
POINTS_PER_UNIT = 30
"""Makes 400 points odds of about ten to one between two settled players, as in chess."""
FEWEST_TURNS = 5
"""A game that ends by resignation is rated if every seat has had this many turns."""
PROVISIONAL_GAMES = 10
"""A rating is provisional until this many games are rated."""
WINS: dict[SeriesKind, int] = {"best-of-3": 2, "best-of-5": 3}
"""The number of wins that decides a series."""

ENDINGS: Sentences = {
    "finished": "The game is over.",
    "resigned": "The others have left the game.",
    "agreed": "The players agreed to end the game.",
    "closed": "The table was closed before the game began.",
    "never-started": "The game was never started.",
}
"""Why a table ended."""
OUT: Sentences = {
    "resigned": "gave up",
    "resigned/you": "you gave up",
    "time": "ran out of time",
    "time/you": "you ran out of time",
    "missed": "missed too many turns",
    "missed/you": "you missed too many turns",
    "voted": "went away",
    "voted/you": "you went away",
}
"""Why a seat is out of the game, beside its name."""
DEPARTURES: Sentences = {
    "resigned": "{name} gave up.",
    "resigned/you": "You gave up.",
    "time": "{name} ran out of time.",
    "time/you": "You ran out of time.",
    "missed": "{name} missed too many turns.",
    "missed/you": "You missed too many turns.",
    "voted": "The others continue without {name}.",
    "voted/you": "The others continue without you.",
}
"""The same in a sentence."""


def rating_points(mean: float) -> int:
    """Return a rating in points, the number that people see: a new account has 1500."""
    return max(0, round(NEW_POINTS + POINTS_PER_UNIT * (mean - NEW)))


def is_provisional(games: int) -> bool:
    """Return whether a rating is uncertain because too few games are rated."""
    return games < PROVISIONAL_GAMES


def is_rated(table: Table) -> bool:
    """Return whether a table counts for ratings, if it ends with different places.

    There are at least two people, all with accounts and each on a device of their own; nobody is
    taught or may ask for hints, the rules are those of a book, the game begins with a deal that
    nobody chose or can know, no turn was taken back, and enough was played: see ``_counts``.
    """
    persons = [seat for seat in table.seats if seat.kind != "bot"]
    return (
        len(persons) > 1
        and all(seat.account is not None for seat in persons)
        and not _share_a_device(persons)
        and not table.settings.hints
        and table.settings.house_rule is None
        and table.settings.position is None
        and not table.settings.friendly_deal
        and table.settings.teaching is None
        and not table.taken_back
        and not table.deal_known
        and (table.ended is None or _counts(table, table.ended))
    )


def _share_a_device(persons: Sequence[TableSeat]) -> bool:
    keys = [key for seat in persons for key in seat.keys]
    return len(set(keys)) < len(keys)


def _counts(table: Table, ended: Ended) -> bool:
    """Return whether enough was played: a friend's immediate resignation must gain nothing.

    A game that ends because nobody places anything counts like a resignation.
    """
    game = table.game
    if game is None or ended.how not in {"finished", "resigned"}:
        return False
    result = game.result
    played_out = result is not None and result.ending != "no-progress"
    return game.turns_played >= (1 if played_out else FEWEST_TURNS) * len(table.seats)


def final_standing(table: Table, how: e.How) -> e.TableEnded:
    """Return the last event of a table. A seat that is out does not win; ties share a place.

    Seats that are out rank behind all others, whatever their points; among them, points decide.
    A game that was ended by agreement has no winner.
    """
    if table.game is None:
        return e.TableEnded(how, (), (), ())
    scores = tuple(player.score for player in view(table.game, None).players)
    rank = [(seat.out is None, score) for seat, score in zip(table.seats, scores, strict=True)]
    places = tuple(1 + sum(other > own for other in rank) for own in rank)
    winners = tuple(seat for seat, place in enumerate(places) if place == 1)
    return e.TableEnded(how, () if how == "agreed" else winners, places, scores)


def person_of(seats: Sequence[TableSeat], sitter: TableSeat) -> str:
    """Return the key that identifies a sitter across tables: an account, a device or a bot."""
    if sitter.kind == "bot":
        return f"bot:{sitter.bot}"
    if sitter.account is not None:
        return f"account:{sitter.account}"
    device = sitter.keys[0] if sitter.keys else ""
    # On one shared device, only names tell people apart.
    if sum(not set(sitter.keys).isdisjoint(other.keys) for other in seats) > 1:
        return f"device:{device}:{alike(sitter.name)}"
    return f"device:{device}"


def series_person(seats: Sequence[TableSeat], sitter: TableSeat) -> str:
    """Return the same key within a series, where names distinguish bots of one level."""
    return f"bot:{alike(sitter.name)}" if sitter.kind == "bot" else person_of(seats, sitter)


def series_scores(table: Table) -> tuple[SeriesScore, ...]:
    """Return the score of a table's series, including this game once it has a result.

    A game counts if it was finished or resigned. A shared first place is nobody's win.
    """
    series = table.series
    scores = {} if series is None else {score.person: score for score in series.scores}
    ended = table.ended
    for which, seat in enumerate(table.seats):
        if not seat.name:
            continue
        person = series_person(table.seats, seat)
        score = replace(scores.get(person) or SeriesScore(person, ""), name=seat.name)
        if ended is not None and ended.how in ("finished", "resigned"):
            score = replace(
                score,
                games=score.games + 1,
                won=score.won + (ended.winners == (which,)),
                points=score.points + ended.scores[which],
            )
        scores[person] = score
    return tuple(scores.values())


def series_winner(kind: SeriesKind, scores: Sequence[SeriesScore]) -> str | None:
    """Return the winner of a series; None while it is undecided. An evening has no end."""
    wins = WINS.get(kind)
    return next((score.person for score in scores if wins and score.won >= wins), None)


def next_series(table: Table) -> Series | None:
    """Return the series of the next game with the same people: a new one if this one is decided."""
    series = table.series
    if series is None or series.tournament is not None:
        return None
    scores = series_scores(table)
    if series_winner(series.kind, scores) is not None:
        return Series(series.kind)
    return Series(series.kind, series.number + 1, scores)
