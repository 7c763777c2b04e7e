"""Annotated positions, and the points that bots lose in them."""

from __future__ import annotations

import json
import shlex
import sys
from pathlib import Path

import pytest

from qwirkle.analysis.judge.card_trials import laying_of
from qwirkle.analysis.judge.endings import EndingSolver
from qwirkle.cli import run
from qwirkle.engine.cards.solver import lay, plays
from qwirkle.engine.legal import placements
from qwirkle.errors import BotError, LabError
from qwirkle.lab.regret.annotations import annotate, annotated_position, compare
from qwirkle.lab.regret.method import LATE, LATE_BAG, METHOD
from qwirkle.lab.regret.positions import (
    Origin,
    PositionSet,
    read_positions,
    shipped_games,
    shipped_positions,
    write_positions,
)
from qwirkle.lab.regret.score import RegretPlan, compare_bots, decision, regret
from qwirkle.lab.workers import Local
from qwirkle.players.legality import check_turn
from qwirkle.rules.cards.turns import Play
from qwirkle.rules.cards.view import View as CardsView
from qwirkle.rules.family import GAMES, edition
from qwirkle.rules.placement.turns import Place, Trade
from qwirkle.rules.placement.view import View
from qwirkle.rules.tiles import KINDS, Tile

POSITIONS = shipped_positions().positions
FIRST_LEGAL = Path(__file__).parents[2] / "examples" / "bots" / "first_legal.py"


@pytest.fixture(scope="module")
def few(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file with some of the shipped positions."""
    path = tmp_path_factory.mktemp("regret") / "few.jsonl.gz"
    write_positions(path, PositionSet(shipped_positions().origin, POSITIONS[:6]))
    return path


@pytest.mark.parametrize("game", shipped_games())
def test_shipped_positions_list_every_turn(game: str) -> None:
    positions = shipped_positions(game).positions
    assert len({position.game for position in positions}) == len(positions), "one of each game"
    for position in positions[:: len(positions) // 4]:
        seen = position.view()
        assert seen.edition == edition(game)
        turns = position.turns()
        listed = [turn.turn for turn in turns]
        for turn in listed:
            check_turn(seen, turn)
        if isinstance(seen, View):
            legal = [move.turn for move in placements(seen.board, seen.hand, seen.demands())]
            assert set(legal) == set(listed)
            assert len(legal) == len(listed)
            assert listed[0] == legal[position.best]
        else:
            # Every choice of cards once, however its sets are laid.
            choices = [tuple(sorted(choice)) for choice in plays(seen.table, seen.hand)]
            found = [tuple(sorted(cards_of(seen, turn))) for turn in listed]
            assert sorted(found) == sorted(choices)
            assert found[0] == choices[position.best]
        best = turns[0]
        assert best.lost == best.error == 0
        if position.exact:
            assert all(turn.error == 0 and turn.lost >= 0 for turn in turns)
        else:
            assert any(turn.error > 0 for turn in turns)


def cards_of(seen: CardsView, turn: object) -> list[Tile]:
    """The cards that a turn plays."""
    assert isinstance(turn, Play)
    played, _ = laying_of(seen.table, turn)
    return [kind for kind, copies in zip(KINDS, played, strict=True) for _ in range(copies)]


def test_values_belong_to_the_placements_they_are_listed_with() -> None:
    position = next(found for found in POSITIONS if found.exact)
    seen = position.view()
    assert isinstance(seen, View)
    solver = EndingSolver(METHOD.plan.ending_nodes)
    turns = position.turns()
    values = []
    for known in turns[:: max(1, len(turns) // 4)]:
        assert isinstance(known.turn, Place)
        values.append(solver.value_of(seen, known.turn.tiles).value)
        assert values[0] - values[-1] == known.lost


def test_all_games_are_annotated() -> None:
    assert shipped_games() == ["classic", *sorted(set(GAMES) - {"classic"})]
    assert sum(len(shipped_positions(game).positions) for game in shipped_games()) >= 10_000
    with pytest.raises(LabError, match="no annotated positions of chess, only of classic, "):
        shipped_positions("chess")


@pytest.mark.parametrize("game", ["classic", "cards"])
def test_a_position_is_annotated_the_same_again(game: str) -> None:
    positions = shipped_positions(game).positions
    for exact in (False, True):
        shortest = min(
            (position for position in positions if position.exact is exact),
            key=lambda position: len(position.lost),
        )
        assert annotate(shortest.game, shortest.position) == shortest
    seed = shipped_positions(game).origin.seed
    assert annotated_position(game, seed, positions[0].game) == positions[0]


@pytest.mark.parametrize("game", shipped_games(late=True))
def test_late_positions_are_late_and_list_every_turn(game: str) -> None:
    found = shipped_positions(game, late=True)
    assert found.origin.late
    assert found.origin.method == LATE.description() != METHOD.description()
    for position in found.positions:
        seen = position.view()
        assert isinstance(seen, View)
        assert 0 < seen.bag <= LATE_BAG
        assert not position.exact, "an ending has an empty bag"
    some = min(found.positions, key=lambda position: len(position.lost))
    assert len(some.turns()) == len(some.lost)
    assert annotate(some.game, some.position, LATE) == some


def test_a_late_position_is_judged_to_the_end_of_the_game() -> None:
    """Which says something else than a round does."""
    some = next(
        position
        for position in shipped_positions("select", late=True).positions
        if len(position.lost) < 90
    )
    rounds = annotate(
        some.game, some.position, LATE._replace(plan=LATE.plan._replace(late_bag=0, every_deal=0))
    )
    assert rounds is not None
    assert rounds.lost != some.lost


def test_only_placement_games_have_late_positions(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["regret", "make", "--late", "--game", "cards", "--count", "1"]
    assert run([*words, "--out", str(tmp_path / "late.jsonl.gz")]) == 2
    assert "late positions are those of placement games" in capsys.readouterr().err
    with pytest.raises(LabError, match="no late positions of cards, only of classic, "):
        shipped_positions("cards", late=True)


def test_bots_are_tested_on_late_positions(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["regret", "greedy", "--late", "--game", "select", "--count", "2", "--jobs", "1"]
    assert run(words) == 0
    assert "bag of 1 to 19" in capsys.readouterr().out


@pytest.mark.long
def test_cards_are_judged_by_what_they_make_not_by_their_sets() -> None:
    """A turn that plays listed cards with fewer Qwirkles is another turn, and is tried itself."""
    known = [
        (position, turn)
        for position in shipped_positions("cards").positions[:40]
        for turn in position.turns()[:1]
        if turn.points and not position.exact
    ]
    assert len(known) > 5
    for position, best in known[:5]:
        seen = position.view()
        assert isinstance(seen, CardsView)
        split = lay(seen.table, cards_of(seen, best.turn))
        assert split is not None
        again, fewer = compare(position, best.turn), compare(position, Play(split.after))
        assert again.lost == again.error == 0
        assert fewer.points == 0
        assert fewer.lost > 0


def test_the_losses_of_an_exact_card_position_are_qwirkles() -> None:
    """In the last turn of a game nothing counts but what it makes."""
    last = next(
        position
        for position in shipped_positions("cards").positions
        if position.exact and position.view().turns_left == 1 and max(position.lost) > 0  # type: ignore[union-attr]
    )
    turns = last.turns()
    assert all(turn.lost == turns[0].points - turn.points for turn in turns)


@pytest.mark.long
def test_bots_lose_qwirkles_in_cards(capsys: pytest.CaptureFixture[str]) -> None:
    plans = [RegretPlan(name, game="cards", count=30, seed=1) for name in ("random", "value")]
    worse, better = (regret(plan, Local()) for plan in plans)
    assert better.points_lost < worse.points_lost
    assert all(phase.name.startswith("deck") for phase in better.phases)
    assert run(["regret", "greedy", "--game", "cards", "--count", "4", "--jobs", "1"]) == 0
    assert "Qwirkles that greedy loses" in capsys.readouterr().out


def test_a_turn_that_is_not_listed_is_tried_on_the_same_deals() -> None:
    position = next(found for found in POSITIONS if 2 < len(found.lost) < 9 and not found.exact)
    seen = position.view()
    trade = compare(position, Trade(seen.hand[:1]))
    assert trade.turn == Trade(seen.hand[:1])
    assert trade.lost > 0, "a trade makes no points"
    # All placements are among the best by value here, so each was tried on as many deals.
    known = position.turns()[1]
    again = compare(position, known.turn)
    assert known.lost == pytest.approx(again.lost, abs=0.051)
    assert known.error == pytest.approx(again.error, abs=0.051)


def test_better_bots_lose_less(few: Path) -> None:
    lost = {
        name: regret(RegretPlan(name, few, seed=1), Local()).points_lost
        for name in ("random", "value")
    }
    assert lost["value"] < lost["random"]
    report = regret(RegretPlan("greedy", few), Local())
    assert [made.game for made in report.decisions] == [found.game for found in POSITIONS[:6]]
    for made, position in zip(report.decisions, POSITIONS, strict=False):
        turns = position.turns()
        chosen = next(turn for turn in turns if str(turn.turn) == made.turn)
        assert (made.lost, made.error) == (chosen.lost, chosen.error)
        assert chosen.points == max(turn.points for turn in turns)
        assert made.best == str(turns[0].turn)
    assert report.points_lost == pytest.approx(sum(made.lost for made in report.decisions) / 6)
    assert sum(phase.positions for phase in report.phases) == 6


def test_two_bots_are_compared_position_by_position(
    few: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """PROTOCOL: negative is better for the first bot."""
    greedy, anything = (regret(RegretPlan(name, few), Local()) for name in ("greedy", "random"))
    found = compare_bots(RegretPlan("greedy", few), "random", Local())
    assert found.positions == 6
    assert found.difference == pytest.approx(greedy.points_lost - anything.points_lost)
    assert found.difference < 0
    assert found.ci95 is not None
    assert found.ci95[0] < found.difference < found.ci95[1]
    assert sum(part.positions for part in found.by_bag) == 6
    for part in found.by_bag:
        own = [
            one.lost - other.lost
            for one, other in zip(greedy.decisions, anything.decisions, strict=True)
            if part.least <= one.bag <= part.most
        ]
        assert part.difference == pytest.approx(sum(own) / len(own))
    words = ["regret", "greedy", "--against", "random", "--positions", str(few), "--jobs", "1"]
    assert run([*words, "--json"]) == 0
    printed = json.loads(capsys.readouterr().out)
    assert {"positions", "difference", "ci95", "by_bag"} <= set(printed)
    assert set(printed["by_bag"][0]) == {"from", "to", "positions", "difference", "ci95"}
    assert run(words) == 0
    assert "less those of random" in capsys.readouterr().out


def test_the_report_has_the_names_of_the_protocol(
    few: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["regret", "greedy", "--positions", str(few), "--jobs", "1", "--json"]) == 0
    printed = json.loads(capsys.readouterr().out)
    assert printed["positions"] == 6
    assert printed["points_lost"] == regret(RegretPlan("greedy", few), Local()).points_lost
    assert len(printed["ci95"]) == 2


def test_a_program_is_tested_too(few: Path, capsys: pytest.CaptureFixture[str]) -> None:
    spec = f"process:{shlex.join([sys.executable, str(FIRST_LEGAL)])}"
    assert run(["regret", spec, "--positions", str(few), "--jobs", "1"]) == 0
    told = capsys.readouterr().out
    assert "of 6 positions" in told
    assert "lost 0 turns" not in told


def test_the_first_positions_give_a_quick_answer(capsys: pytest.CaptureFixture[str]) -> None:
    some = regret(RegretPlan("greedy", count=4), Local())
    assert [made.game for made in some.decisions] == [found.game for found in POSITIONS[:4]]
    assert run(["regret", "greedy", "--count", "4", "--jobs", "1"]) == 0
    assert "of 4 positions" in capsys.readouterr().out
    assert run(["regret", "greedy", "--count", "0"]) == 2
    assert "above 0" in capsys.readouterr().err


def test_a_bot_that_breaks_the_rules_is_named(few: Path) -> None:
    with pytest.raises(BotError, match="no bot “nobody”"):
        decision(RegretPlan("nobody", few), 0)


def test_a_run_is_continued(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out, straight = tmp_path / "out.jsonl.gz", tmp_path / "straight.jsonl.gz"
    words = ["regret", "make", "--jobs", "1", "--seed", "test", "--game", "connect"]
    assert run([*words, "--count", "1", "--out", str(out)]) == 0
    assert run([*words, "--count", "2", "--out", str(out)]) == 0
    assert run([*words, "--count", "2", "--out", str(straight)]) == 0
    assert out.read_bytes() == straight.read_bytes()
    assert "2 positions" in " ".join(capsys.readouterr().out.split())
    assert run([*words[:-1], "classic", "--count", "3", "--out", str(out)]) == 2
    assert "another game" in capsys.readouterr().err


def test_a_file_of_something_else_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "x"
    with pytest.raises(LabError, match="No such file"):
        read_positions(path)
    for content in (b"nothing", b"\x1f\x8b\x08"):
        path.write_bytes(content)
        with pytest.raises(LabError, match="no annotated positions"):
            read_positions(path)
    empty = PositionSet(Origin("classic", "1", {}, {}), ())
    write_positions(path, empty)
    assert read_positions(path) == empty
    with pytest.raises(LabError, match="no positions"):
        regret(RegretPlan("greedy", path), Local())
