"""Whole reviews: their parts add up, programs can read them, and people too."""

from __future__ import annotations

import xml.etree.ElementTree as ET

import msgspec
import pytest

from analysis.reviewed_games import RECORDS, played, recorded
from qwirkle import Game
from qwirkle.analysis.marks import POINTS, QWIRKLES, SCALES, accuracy, mark_of
from qwirkle.analysis.report import Review
from qwirkle.analysis.review import review, scores_of
from qwirkle.analysis.steps import Step
from qwirkle.analysis.text import WIDTH, text_of, turn_of, with_comments, write_review
from qwirkle.engine.legal import placements
from qwirkle.errors import QwirkleError
from qwirkle.notation.record import read_record, write_record
from qwirkle.notation.record.replay import check_record
from qwirkle.protocol.shapes.turns import write_turn
from qwirkle.rules.dealing import SeedDealer
from qwirkle.rules.family import decide
from qwirkle.rules.placement.state import State
from qwirkle.rules.placement.turns import Place

STEPS = {"classic": 12, "mini": 10, "select": 8, "cards": 5}
REVIEWS: dict[str, Review] = {}


def _review(game: str) -> Review:
    if game not in REVIEWS:
        REVIEWS[game] = review(recorded(game)[: STEPS[game]])
    return REVIEWS[game]


@pytest.mark.parametrize("game", ["classic", "select", "cards"])
def test_lost_points_luck_deal_and_remainder_make_the_margin(game: str) -> None:
    players = _review(game).players
    for seat, player in enumerate(players):
        others = [other for number, other in enumerate(players) if number != seat]

        def over(own: float, theirs: list[float]) -> float:
            return own - sum(theirs) / len(theirs)

        luck = over(player.luck + player.deal, [other.luck + other.deal for other in others])
        lost = over(player.points_lost, [other.points_lost for other in others])
        assert player.margin == pytest.approx(luck - lost + player.remainder)
        assert player.margin_without_luck == pytest.approx(player.margin - luck)
        assert player.margin == player.score - max(other.score for other in others)


@pytest.mark.parametrize("game", ["classic", "select", "cards"])
def test_the_players_are_the_sums_of_their_turns(game: str) -> None:
    found = _review(game)
    for seat, player in enumerate(found.players):
        own = [turn for turn in found.turns if turn.seat == seat]
        decided = [turn for turn in own if not turn.forced]
        assert player.decisions == len(decided)
        assert player.points_lost == pytest.approx(sum(turn.lost for turn in decided))
        assert player.luck == pytest.approx(sum(turn.luck or 0 for turn in own), abs=0.02)
        assert player.accuracy == accuracy([turn.lost for turn in decided], SCALES[found.family])
    steps = recorded(game)[: STEPS[game]]
    assert tuple(player.score for player in found.players) == scores_of(steps[-1].after)
    for step, turn in zip(steps, found.turns, strict=True):
        assert (turn.number, turn.seat, turn.turn) == (
            step.number,
            step.seat,
            write_turn(step.turn),
        )
        assert sum(turn.chance) == pytest.approx(1)
        assert turn.lost == 0 or (turn.lost_ci95[0] > 0 and turn.best.turn != turn.turn)
        assert (turn.mark == "forced") == turn.forced


def test_the_points_of_a_better_turn_include_going_out() -> None:
    """They are compared with what the played turn scored, which does."""
    steps = played("classic", ("greedy", "random"), "out")
    state = steps[-1].before
    assert isinstance(state, State)
    for move in placements(state.board, state.seats[steps[-1].seat].hand):
        turn = Place(move.tiles)
        after = decide(state, steps[-1].seat, turn, SeedDealer(1))
        judged = review((Step(state, steps[-1].seat, turn, after.events, after.state),)).turns[0]
        for other in judged.considered:
            scored = decide(state, steps[-1].seat, turn_of(other.turn), SeedDealer(1)).state
            assert other.points == scores_of(scored)[judged.seat] - scores_of(state)[judged.seat]
        if judged.lost:
            assert judged.best == judged.considered[0]


def test_the_json_is_that_of_the_contract() -> None:
    told = msgspec.json.decode(msgspec.json.encode(_review("classic")))
    assert {"game", "players", "turns"} <= told.keys()
    wanted = "name accuracy level decisions points_lost luck deal score margin margin_without_luck"
    assert set(wanted.split()) <= told["players"][0].keys()
    wanted = "number seat turn points forced best lost lost_ci95 mark chance luck reasons"
    assert set(wanted.split()) <= told["turns"][0].keys()
    assert {"turn", "points"} <= told["turns"][0]["best"].keys()
    assert msgspec.json.decode(msgspec.json.encode(_review("cards")), type=Review) == _review(
        "cards"
    )


def test_the_same_game_is_reviewed_the_same() -> None:
    assert review(recorded("classic")[:6]) == review(recorded("classic")[:6])


def test_nothing_played_is_nothing_to_review() -> None:
    with pytest.raises(QwirkleError, match="nothing to review"):
        Game.new(seed=1).review()


def test_a_game_reviews_itself() -> None:
    game = Game.new(seed=3)
    for _ in range(3):
        game.play(next(iter(game.legal_turns)))
    found = game.review()
    assert len(found.turns) == 3
    assert str(found) == write_review(found)
    assert "<svg" in found._repr_html_()
    ET.fromstring(found.svg())  # noqa: S314


def test_names_are_safe_in_pictures() -> None:
    game = Game.new(players=["<script>", "Bo & co"], seed=3)
    game.play(next(iter(game.legal_turns)))
    drawn = game.review()._repr_html_()
    assert "<script>" not in drawn
    ET.fromstring(drawn)  # noqa: S314


@pytest.mark.parametrize("width", [44, 60, 80, 120])
@pytest.mark.parametrize("game", ["classic", "mini", "select", "cards"])
def test_the_report_fits_the_terminal(game: str, width: int) -> None:
    found = _review(game)
    long = msgspec.structs.replace(found.players[0], name="Wilhelmina of the Long Name")
    for players in (found.players, (long, *found.players[1:])):
        report = write_review(msgspec.structs.replace(found, players=players), width)
        assert max(map(len, report.split("\n"))) <= width
        assert f"{found.players[0].margin_without_luck:+.1f}" in report
        assert "-0.0" not in report
        for turn in found.turns:
            assert f"{turn.number:3} " in report
    assert max(map(len, str(found).split("\n"))) <= WIDTH


@pytest.mark.parametrize("game", ["classic", "select", "cards"])
def test_turns_are_written_as_in_records(game: str) -> None:
    for step, turn in zip(recorded(game), _review(game).turns, strict=False):
        assert write_turn(turn_of(turn.turn)) == write_turn(step.turn)
        assert text_of(turn.turn) == str(turn_of(write_turn(step.turn)))


def test_comments_go_into_the_record() -> None:
    record = read_record((RECORDS / "classic.qwr").read_bytes())
    told = with_comments(record, _review("classic"))
    again = read_record(write_record(told))
    check_record(again)
    for entry, turn in zip(again.entries, _review("classic").turns, strict=False):
        assert entry.comment.startswith(turn.mark)


def test_marks_follow_from_losses() -> None:
    marks = [mark_of(lost, POINTS, forced=False, same=lost == 0) for lost in (0, 0.5, 1, 3, 9)]
    assert marks == ["best", "fine", "loose", "costly", "blunder"]
    assert mark_of(0, POINTS, forced=False, same=False) == "fine"
    assert mark_of(0, QWIRKLES, forced=True, same=True) == "forced"
    assert mark_of(1, QWIRKLES, forced=False, same=False) == "blunder"
    for scale in (POINTS, QWIRKLES):
        assert 0 < scale.loose < scale.costly < scale.blunder


def test_accuracy_is_100_without_losses() -> None:
    assert accuracy([], POINTS) is None
    assert accuracy([0.0, 0.0], POINTS) == 100
    assert accuracy([0.0, 1.0], POINTS) == pytest.approx((100 + 74.0818) / 2)
