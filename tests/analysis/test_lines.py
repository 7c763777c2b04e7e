"""What follows a better turn: typical answers, counted on deals, and solved endings."""

from __future__ import annotations

from collections import Counter
from functools import cache

import pytest
from msgspec.structs import replace

from analysis.reviewed_games import played
from qwirkle.analysis.reasons.deals import TRIES, deal, next_hands, next_seat, shown_in
from qwirkle.analysis.reasons.explain import explain, reasons_for
from qwirkle.analysis.reasons.futures import Follower, Future, gap
from qwirkle.analysis.reasons.placement import (
    DEALS,
    KEPT_ON_PURPOSE,
    Study,
    completing_tiles,
    completion_chance,
)
from qwirkle.analysis.review.report import Review
from qwirkle.analysis.review.review import review, scores_of
from qwirkle.analysis.review.text import turn_of, write_review
from qwirkle.engine.legal import best_points, placements
from qwirkle.rules.dealing import SeedDealer
from qwirkle.rules.family import decide, view
from qwirkle.rules.placement.referee import judge
from qwirkle.rules.placement.scoring import Score
from qwirkle.rules.placement.turns import Place
from qwirkle.rules.placement.view import View

GAMES = (("classic", ("greedy", "value"), "why"), ("classic", ("level:4", "level:5"), "lines"))
THREE = ("select", ("level:4", "level:5", "value"), "three")


def views(game: str = "classic", *, every: int = 5) -> list[View]:
    steps = played(*(THREE if game == "select" else GAMES[0]))
    seen = [view(step.before, step.seat) for step in steps[3::every]]
    return [one for one in seen if isinstance(one, View) and one.used is None and one.board]


def two(seen: View) -> tuple[Place, Place] | None:
    """The placements with the most and the fewest points."""
    moves = sorted(placements(seen.board, seen.hand), key=lambda move: -move.points)
    return (moves[0].turn, moves[-1].turn) if len(moves) > 1 else None


@pytest.mark.parametrize("game", ["classic", "select"])
def test_a_deal_has_just_what_the_seat_cannot_see(game: str) -> None:
    for seen in views(game):
        seat, count = seen.seat or 0, len(seen.players)
        sizes = [seen.players[(seat + step) % count].tiles for step in range(1, count)]
        for one in deal(seen, shown_in(seen), 5):
            assert [len(hand) for hand in one.hands] == sizes
            assert Counter([*one.bag, *(tile for hand in one.hands for tile in hand)]) == (
                seen.unseen()
            )
        assert list(deal(seen, None, 3)) == list(deal(seen, None, 3))
        assert next_seat(seen) == (seat + 1) % count


def test_tiles_that_a_player_would_have_played_are_hardly_dealt_to_them() -> None:
    seen = views()[3]
    kind = next(iter(seen.unseen()))
    shown = [0 if tile == kind.index else 6 for tile in range(36)]
    plain, told = (
        sum(kind in hand for hand in next_hands(seen, known, 400)) for known in (None, shown)
    )
    assert plain > 30
    assert told == 0 or told < plain / TRIES
    # It may be among the tiles that were drawn since.
    drawn = [1 if tile == kind.index else 6 for tile in range(36)]
    since = [hand.index(kind) for hand in next_hands(seen, drawn, 400) if kind in hand]
    assert since
    assert set(since) == {seen.players[1 - (seen.seat or 0)].tiles - 1}


def test_the_chance_of_a_qwirkle_follows_what_the_player_showed() -> None:
    for seen in views():
        pair = two(seen)
        board = seen.board if pair is None else seen.board.with_tiles(pair[0].tiles)
        kinds = completing_tiles(board, list(seen.unseen()))
        if kinds:
            never = [0 if kind in {tile.index for tile in kinds} else 6 for kind in range(36)]
            alike = completion_chance(seen, board)
            never_held = completion_chance(seen, board, never)
            assert never_held == pytest.approx(KEPT_ON_PURPOSE * alike, abs=0.01)
            assert never_held < alike
            always = [6] * 36
            chance = completion_chance(seen, board, always)
            assert chance == pytest.approx(completion_chance(seen, board), abs=0.06)
            return
    pytest.fail("no line of five")


@pytest.mark.parametrize("game", ["classic", "select"])
def test_answers_are_legal_and_their_points_right(game: str) -> None:
    answered = 0
    for seen in views(game, every=11):
        pair = two(seen)
        if pair is None:
            continue
        deals = list(deal(seen, None, 6))
        board = seen.board.with_tiles(pair[0].tiles)
        future = Follower(seen, deals).follow(pair[0].tiles)
        for one, answer, most in zip(deals, future.answers, future.most, strict=True):
            assert most == best_points(board, one.hands[0])
            if answer is not None:
                answered += 1
                found = judge(board, answer.tiles, one.hands[0])
                assert isinstance(found, Score)
                assert found.points == answer.points <= most
    assert answered > 10


def test_the_seats_next_turn_is_played_after_the_answers_with_what_it_draws() -> None:
    seen = views()[4]
    pair = two(seen)
    assert pair is not None
    turn, _ = pair
    deals = list(deal(seen, None, 8))
    future = Follower(seen, deals).follow(turn.tiles)
    kept = list(seen.hand)
    for placed in turn.tiles:
        kept.remove(placed.tile)
    for one, answer, own in zip(deals, future.answers, future.own, strict=True):
        board = seen.board.with_tiles(turn.tiles)
        board = board if answer is None else board.with_tiles(answer.tiles)
        assert own == best_points(board, [*kept, *one.bag[: len(turn.tiles)]])


def test_a_difference_is_stated_only_if_it_is_certain(monkeypatch: pytest.MonkeyPatch) -> None:
    seen = views()[4]
    pair = two(seen)
    assert pair is not None

    def codes(most: list[int], other: list[int]) -> set[str]:
        one, instead = (
            Future((None,) * len(points), tuple(points), (3,) * len(points))
            for points in (most, other)
        )
        monkeypatch.setattr(Study, "futures", (one, instead))
        monkeypatch.setattr(Future, "scored", property(lambda future: future.most))
        return {fact.reason.code for fact in Study(seen, *pair, [6] * 36).facts()}

    assert "gives-less" in codes([5, 6] * 60, [8, 9] * 60)
    assert "gives-less" not in codes([8, 9] * 60, [5, 6] * 60)
    assert "gives-less" not in codes([5, 6] * 60, [5, 6] * 59 + [6, 6])
    # Nine times in ten it is less, but not on average.
    assert "gives-less" not in codes([5] * 108 + [20] * 12, [6] * 108 + [10] * 12)


def test_gaps_are_those_of_common_deals() -> None:
    found = gap([1, 2, 3, 4], [2, 4, 4, 6])
    assert (found.one, found.other, found.by) == (2.5, 4.0, 1.5)
    assert found.errors == pytest.approx(1.5 / (0.5774 / 2), rel=1e-3)
    assert gap([1, 1], [1, 1]).errors == 0
    assert gap([1, 1], [3, 3]).errors == float("inf")


@cache
def reviewed() -> Review:
    return review(played(*GAMES[1]))


def test_the_lines_of_a_review_can_be_played() -> None:
    steps = played(*GAMES[1])
    lines = exact = 0
    found = reviewed()
    for step, turn in zip(steps, found.turns, strict=True):
        assert turn.line == tuple(str(turn_of(one.turn)) for one in turn.line_turns)
        assert bool(turn.follows) <= bool(turn.lost)
        assert {"brings-more"}.isdisjoint(reason.code for reason in turn.reasons) or not turn.line
        if not turn.line_turns or turn.best is None:
            continue
        lines += 1
        seen = view(step.before, step.seat)
        assert isinstance(seen, View)
        seat, board = step.seat, seen.board.with_tiles(turn.best.turn.place)  # type: ignore[arg-type]
        for one in turn.line_turns:
            seat = (seat + 1) % 2
            assert one.seat == seat
            place = turn_of(one.turn)
            if isinstance(place, Place):
                score = judge(board, place.tiles, tuple(tile for *_, tile in place.tiles))
                assert isinstance(score, Score)
                assert score.points == one.points
                board = board.with_tiles(place.tiles)
        exact += turn.exact
        told = {reason.code for reason in turn.follows}
        assert ("line-solved" in told) == turn.exact
    assert lines > 5


def test_a_solved_line_ends_the_game_with_the_points_it_tells() -> None:
    """Played from the state of the game, in which nobody can see another end."""
    checked = 0
    for bots, seed in ((GAMES[1][1], "lines"), (("level:3", "level:4"), "solved")):
        steps = played("classic", bots, seed)[-12:]
        for step, turn in zip(steps, review(steps).turns, strict=True):
            if not (turn.exact and turn.line_turns and turn.best):
                continue
            checked += 1
            state = decide(step.before, step.seat, turn_of(turn.best.turn), SeedDealer(0)).state
            for one in turn.line_turns:
                state = decide(state, one.seat, turn_of(one.turn), SeedDealer(0)).state
            assert state.turn is None
            both = zip(scores_of(state), scores_of(step.before), strict=True)
            gained = [after - was for after, was in both]
            params = turn.follows[0].params
            assert [params["points"], params["other"]] == [
                gained[step.seat],
                gained[1 - step.seat],
            ]
    assert checked


def test_the_report_tells_what_follows() -> None:
    found = reviewed()
    text = " ".join(write_review(found).split())
    shown = [turn for turn in found.turns if turn.line]
    points = {point.number for point in found.turning_points if point.part == "turn"}
    told = [turn for turn in shown if turn.number in points]
    assert told
    for turn in told:
        assert turn.follows[0].text in text
        assert " ".join(f"Then: {'; '.join(turn.line)}.".split()) in text


def test_where_nothing_sets_a_turn_apart_its_line_says_why() -> None:
    empty = lines = 0
    for seen in views(every=2):
        moves = sorted(placements(seen.board, seen.hand), key=lambda move: -move.points)
        for than in moves[1:4]:
            why = explain(seen, moves[0].turn, than.turn)
            if why.line is not None:
                lines += 1
                assert {"brings-more"}.isdisjoint(reason.code for reason in why.reasons)
                empty += why.reasons == why.line.reasons
            assert reasons_for(seen, moves[0].turn, than.turn) == why.reasons
    assert lines > 20
    assert empty


def test_nothing_follows_the_last_turn() -> None:
    seen = replace(views()[-1], bag=0)
    moves = placements(seen.board, seen.hand)
    last = next((move for move in moves if len(move.tiles) == len(seen.hand)), None)
    short = replace(seen, hand=seen.hand[:1]) if last is None else seen
    moves = placements(short.board, short.hand)
    some = [move.turn for move in moves if len(move.tiles) == len(short.hand)]
    if len(some) > 1:
        assert explain(short, some[0], some[1]).line is None
    assert DEALS > 100
