"""Whole reviews: their parts add up, programs can read them, and people too."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from itertools import pairwise
from typing import Any

import msgspec
import pytest

from analysis.reviewed_games import RECORDS, played, recorded
from qwirkle import Game
from qwirkle.analysis.judge.position import best_turns
from qwirkle.analysis.review.luck import SPREADS
from qwirkle.analysis.review.marks import POINTS, QWIRKLES, SCALES, accuracy, mark_of
from qwirkle.analysis.review.report import (
    Changes,
    JudgedTurn,
    Reason,
    Review,
    ReviewedPlayer,
    ReviewedTurn,
    TurningPoint,
)
from qwirkle.analysis.review.review import review, scores_of
from qwirkle.analysis.review.steps import Step, steps_of
from qwirkle.analysis.review.text import (
    WIDTH,
    comment_on,
    text_of,
    turn_of,
    with_comments,
    write_review,
)
from qwirkle.engine.legal import placements
from qwirkle.errors import QwirkleError
from qwirkle.notation.family import write_position
from qwirkle.notation.record import read_record, record_of, write_record
from qwirkle.notation.record.replay import check_record
from qwirkle.protocol.shapes.turns import write_turn
from qwirkle.rules.dealing import SeedDealer
from qwirkle.rules.family import decide, view
from qwirkle.rules.placement.state import State
from qwirkle.rules.placement.turns import Place
from qwirkle.rules.turns import Pass

STEPS = {"classic": 12, "mini": 10, "select": 8, "schmidt": 6, "cards": 5}
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

        luck = over(luck_in(player), [luck_in(other) for other in others])
        lost = over(player.points_lost or 0.0, [other.points_lost or 0.0 for other in others])
        assert player.remainder is not None
        assert player.margin == pytest.approx(luck - lost + player.remainder)
        assert player.margin == player.score - max(other.score for other in others)


def luck_in(player: ReviewedPlayer) -> float:
    return (player.luck or 0.0) + (player.deal or 0.0)


@pytest.mark.parametrize("game", ["classic", "select", "schmidt", "cards"])
def test_leads_without_luck_follow_from_scores_without_luck(game: str) -> None:
    """Two, three and four players: one of them is ahead, by the same scores for everybody."""
    players = _review(game).players
    scores = [player.score_without_luck for player in players]
    for seat, player in enumerate(players):
        assert scores[seat] == pytest.approx(player.score - luck_in(player))
        others = [score or 0.0 for other, score in enumerate(scores) if other != seat]
        assert player.margin_without_luck == pytest.approx((scores[seat] or 0.0) - max(others))
    leads = [player.margin_without_luck or 0.0 for player in players]
    assert sum(lead > 0 for lead in leads) == 1


def test_the_spread_is_that_of_a_whole_game() -> None:
    """Half a game says less about it, so nothing is said."""
    assert all(player.spread is None for player in _review("classic").players)
    last = played("classic", ("greedy", "random"), "out")[-1:]
    found = review(last)
    assert [player.spread for player in found.players] == [SPREADS["classic", 2]] * 2
    assert "Players who are equally good still end up about 15 apart." in " ".join(
        str(found).split()
    )


def test_a_solved_ending_is_won_lost_or_shared() -> None:
    """Wherever a chance is shown: before the turn, after it, and in a single position."""
    steps = played("classic", ("value", "greedy"), "solved")
    ended = [step for step in steps if not step.before.pile]  # type: ignore[union-attr]
    found = review(ended)
    solved = [turn for turn in found.turns if turn.exact]
    assert len(solved) >= 3
    for turn in solved:
        assert set(turn.chance or ()) <= {0.0, 0.5, 1.0}
        assert sum(turn.chance or ()) == 1
    # Nobody who plays the best turn of a solved ending changes its result.
    for turn in solved:
        if turn.lost == 0 and turn.chance_after in {(0.0, 1.0), (1.0, 0.0), (0.5, 0.5)}:
            assert turn.chance_after == turn.chance
    for step, turn in zip(ended, found.turns, strict=True):
        position = best_turns(view(step.before, step.seat))
        assert position.exact == turn.exact
        if turn.exact:
            assert position.chance == turn.chance
    # What an unfinished game ends with is solved, too.
    assert review(ended[-2:-1]).turns[0].chance_after == found.turns[-1].chance


def test_the_hand_of_an_entered_position_is_no_luck() -> None:
    """Somebody typed it; what the others hold was dealt."""
    steps = recorded("classic")
    seen = view(steps[20].before, steps[20].seat)
    game = Game.from_position(write_position(seen), seed=2)
    for _ in range(4):
        game.play(next(iter(game.legal_turns)))
    typed = steps[20].seat
    found = game.review()
    assert found.players[typed].deal == 0
    assert found.turns[0].luck == 0
    assert found.players[1 - typed].deal
    told = steps_of(read_record(game_text(game)))
    assert [step.given for step in told] == [True, False, False, False]
    again = review(told)
    assert again == found


def game_text(game: Game) -> str:
    return write_record(record_of(game.events, seed=2, saved=True))


def test_a_record_without_a_seed_is_reviewed_the_same() -> None:
    """All hands are in it, and so is everything that a review needs."""
    text = (RECORDS / "classic.qwr").read_text()
    without = "\n".join(line for line in text.split("\n") if not line.startswith("Seed"))
    told = review(steps_of(read_record(without))[:8])
    seeded = review(recorded("classic")[:8])
    assert told.players == seeded.players
    assert told.turns[:-1] == seeded.turns[:-1]
    # Nobody knows what the next player drew.
    assert told.turns[-1].chance_after is None


@pytest.mark.parametrize("game", ["classic", "select", "cards"])
def test_the_players_are_the_sums_of_their_turns(game: str) -> None:
    found = _review(game)
    for seat, player in enumerate(found.players):
        own = [turn for turn in found.turns if turn.seat == seat]
        decided = [turn for turn in own if not turn.forced]
        assert player.decisions == len(decided)
        assert player.points_lost == pytest.approx(sum(turn.lost or 0.0 for turn in decided))
        assert player.luck == pytest.approx(sum(turn.luck or 0 for turn in own), abs=0.02)
        assert player.accuracy == accuracy(
            [turn.lost or 0.0 for turn in decided], SCALES[found.family]
        )
    steps = recorded(game)[: STEPS[game]]
    assert tuple(player.score for player in found.players) == scores_of(steps[-1].after)
    for step, turn in zip(steps, found.turns, strict=True):
        assert (turn.number, turn.seat, turn.turn) == (
            step.number,
            step.seat,
            write_turn(step.turn),
        )
        assert sum(turn.chance or ()) == pytest.approx(1)
        assert turn.lost_ci95 is not None
        assert turn.best is not None
        assert turn.lost == 0 or (turn.lost_ci95[0] >= 0 and turn.best.turn != turn.turn)
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
    assert {*wanted.split(), "score_without_luck", "spread", "level_range"} <= told["players"][
        0
    ].keys()
    wanted = "number seat turn points forced best lost lost_ci95 mark chance luck reasons exact"
    assert {*wanted.split(), "changes"} <= told["turns"][0].keys()
    parts = {"turn", "draw", "rival_turns", "rival_draws"}
    assert told["turns"][0]["changes"].keys() == parts
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
        assert f"{round(found.players[0].score_without_luck or 0, 1) + 0.0:.1f}" in report
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
        assert entry.comment.startswith(turn.mark or "-")


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


# A review whose figures are easy to follow

PASSED = write_turn(Pass())
WHY = (Reason("more-points", {}, "It scores 3 more points."), Reason("empties-bag", {}, "So."))


def made_up_turn(number: int, seat: int, lost: float, own: tuple[float, float]) -> ReviewedTurn:
    """A turn before and after which its player has these chances."""
    before, after = ((chance, 1 - chance)[:: -1 if seat else 1] for chance in own)
    return ReviewedTurn(
        number=number,
        seat=seat,
        turn=PASSED,
        points=number,
        forced=False,
        best=JudgedTurn(PASSED, 12),
        lost=lost,
        lost_ci95=(lost - 0.5, lost + 0.75),
        mark="costly" if lost else "best",
        chance=before,
        chance_after=after,
        changes=Changes(round(after[seat] - before[seat], 3), 0.06, 0.01, -0.02) if lost else None,
        luck=(-1.0, 2.0)[seat],
        reasons=WHY if lost else (),
    )


def made_up_player(name: str, **more: Any) -> ReviewedPlayer:
    given: dict[str, Any] = {
        "accuracy": 87.6,
        "level": 5,
        "level_range": (4, 6),
        "decisions": 9,
        "points_lost": 4.25,
        "luck": -0.04,
    }
    given |= {"deal": 1.5, "score": 70, "score_without_luck": 68.5, "spread": None, "margin": 3}
    return ReviewedPlayer(
        **{"name": name, "margin_without_luck": 2.0, "remainder": 0.5, **given, **more}
    )


MADE_UP = Review(
    game="classic",
    players=(
        made_up_player("Ann", changes=Changes(-0.054, 0.094, 0.304, 0.056)),
        made_up_player("Ben", margin=-3, margin_without_luck=-2.0),
    ),
    summary=Reason("luck-even", {}, "Ann won, and luck hardly mattered."),
    turning_points=(
        TurningPoint(2, "turn", -0.3),
        TurningPoint(1, "draw", 0.06),
        TurningPoint(3, "draw", -0.055),
    ),
    turns=(
        made_up_turn(1, 0, 0.0, (0.9, 0.1)),
        made_up_turn(2, 1, 2.5, (0.5, 0.2)),
        made_up_turn(3, 0, 1.0, (0.55, 0.5)),
    ),
)


REPORT = """\
classic, 3 turns

                     accuracy level    lost    luck   deal score margin no luck
Ann                      88 %   4-6     4.2    +0.0   +1.5    70     +3    68.5
Ben                      88 %   4-6     4.2    +0.0   +1.5    70     -3    68.5

Ann won, and luck hardly mattered.
Without luck Ann would be ahead by 2.0.
All in points. Lost: what better turns would have brought. No luck: the score
without the luck of draws and deal. Margin = luck and deal - lost + the rest,
each compared with the mean of the others: these parts add up exactly.

Chances of winning, in percent
                      before  turns  draws  their turns  their draws  result
Ann                       90     -5     +9          +30          -74      50

Turning points
    2 Ben: -30 %, costly. A better turn was possible.
      Better: pass for 12. It scores 3 more points. So.
    1 Ann: +6 %. A lucky draw. Luck of turn 3: -1.0.
    3 Ann: -6 %. An unlucky draw.

Turns: points, mark, lost, luck of the draw before, chance before
  1 Ann                  +1   best           -1.0  90%  pass
  2 Ben                  +2   costly   -2.5  +2.0  50%  pass ?
  3 Ann                  +3   costly   -1.0  -1.0  55%  pass ?"""


def test_the_report_says_what_the_review_does() -> None:
    assert write_review(MADE_UP) == REPORT
    narrow = write_review(MADE_UP, 44)
    assert "Ann\n  accuracy    88 %\n  level        4-6\n  lost         4.2\n" in narrow
    assert "  no luck     68.5\n\nBen\n" in narrow
    assert "Ann\n  before        90\n  turns         -5\n" in narrow
    assert "  2 Ben +2   costly   -2.5  +2.0  50%\n    pass ?\n" in narrow


def test_the_report_says_how_it_was_made_and_what_is_missing() -> None:
    nobody = made_up_player(
        "Cy", accuracy=None, level=None, points_lost=None, luck=None, margin_without_luck=None
    )
    unjudged = msgspec.structs.replace(
        MADE_UP.turns[0], mark=None, luck=None, chance=None, lost=None, lost_ci95=None, best=None
    )
    changed = msgspec.structs.replace(
        MADE_UP,
        deep=True,
        open_hands=True,
        players=(nobody, nobody),
        turns=(unjudged,),
        summary=None,
        turning_points=(),
    )
    lines = write_review(changed).split("\n")
    assert lines[0] == "classic, 1 turn, deep, as if all hands had been open"
    assert lines[3].split()[:5] == ["Cy", "-", "-", "-", "-"]
    assert "The record does not tell every hand: what depends on the others is left out." in lines
    assert lines[-1].split() == ["1", "Cy", "+1", "-", "-", "pass"]
    assert "Without luck" not in "\n".join(lines)
    assert "Turning points" not in lines
    level = tuple(made_up_player(name, margin_without_luck=0.0) for name in ("Ann", "Ben"))
    told = write_review(msgspec.structs.replace(MADE_UP, players=level))
    assert "Without luck Ann and Ben would be level." in told


def test_a_comment_has_the_interval_unless_the_loss_is_exact() -> None:
    turn = MADE_UP.turns[1]
    end = "lost; better: pass. It scores 3 more points. So."
    assert comment_on(turn) == f"costly: 2.5 (2.0 to 3.2) {end}"
    assert comment_on(msgspec.structs.replace(turn, exact=True)) == f"costly: 2.5 {end}"
    assert comment_on(MADE_UP.turns[0]) == "best"
    assert comment_on(msgspec.structs.replace(turn, best=None, mark=None)) == ""


def test_the_picture_shows_chances_as_curves_and_luck_as_bars() -> None:
    turns = tuple(made_up_turn(number, number % 2, 0.0, (0.75, 0.25)) for number in range(1, 22))
    drawn = ET.fromstring(msgspec.structs.replace(MADE_UP, turns=turns).svg())  # noqa: S314
    space = "{http://www.w3.org/2000/svg}"
    curves = [
        [tuple(map(float, point.split())) for point in path.attrib["d"][1:].split("L")]
        for path in drawn.iter(f"{space}path")
        if "L" in path.attrib["d"]
    ]
    labels = {text.text: text.attrib for text in drawn.iter(f"{space}text")}
    top, bottom = (float(labels[share]["y"]) - 4 for share in ("100%", "0%"))
    for seat, curve in enumerate(curves):
        rows = [*(turn.chance for turn in turns), turns[-1].chance_after]
        assert [y for _, y in curve] == pytest.approx(
            [bottom - (row[seat] if row else 0.0) * (bottom - top) for row in rows]
        )
        wide = [after[0] - before[0] for before, after in pairwise(curve)]
        assert wide == pytest.approx([wide[0]] * 21, abs=0.11)
    assert len(curves) == 2
    bars = [
        tuple(float(bar.attrib[name]) for name in ("x", "y", "width", "height"))
        for bar in drawn.iter(f"{space}rect")
    ]
    high, zero, low = (float(labels[name]["y"]) - 4 for name in ("+2.0", "0", "-2.0"))
    assert zero == (high + low) / 2
    for turn, (x, y, width, height), (left, _) in zip(turns, bars, curves[0], strict=False):
        assert left < x < x + width < left + 32
        wanted = (high, zero - high) if turn.seat else (zero, (low - zero) / 2)
        assert (y, height) == pytest.approx(wanted)
    assert len(bars) == len(turns)
    assert {"10", "20", "Ann", "Ben"} <= labels.keys()
    assert not {"1", "9", "11", "21"} & labels.keys()
    middle = bars[9][0] + bars[9][2] / 2
    assert float(labels["10"]["x"]) == pytest.approx(middle, abs=0.2)
    box = [float(number) for number in drawn.attrib["viewBox"].split()]
    assert all(0 < float(text["y"]) <= box[3] - 5 for text in labels.values())
    assert float(labels["Ben"]["y"]) - float(labels["Ann"]["y"]) == 20
    # Nothing overlaps: curves, bars, the numbers of turns, names.
    assert bottom < float(labels["Luck of what was drawn for the turn, in points"]["y"]) < high
    assert low < float(labels["10"]["y"]) < float(labels["Ann"]["y"]) - 12


def test_a_review_reports_each_turn_that_was_judged() -> None:
    """How many so far, and how many in all."""
    steps = recorded("cards")[-3:]
    heard: list[tuple[int, int]] = []
    found = review(steps, progress=lambda *so_far: heard.append(so_far))
    assert heard == [(1, 3), (2, 3), (3, 3)]
    assert found == review(steps)


def test_only_what_is_certain_is_0_or_100_percent() -> None:
    said = [
        write_review(
            msgspec.structs.replace(
                MADE_UP, turns=(made_up_turn(1, 0, 0.0, (share, 1 - share)),), turning_points=()
            )
        ).split()[-2]
        for share in (0.0, 0.004, 0.25, 0.996, 1.0)
    ]
    assert said == ["0%", "<1%", "25%", ">99%", "100%"]
