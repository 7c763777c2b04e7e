"""What docs/review.md and docs/puzzles.md promise: numbers, candidates, reasons, days."""

from __future__ import annotations

import importlib
import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import date
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from msgspec import UNSET
from msgspec.structs import replace

from analysis.games import played as greedy_game
from analysis.reviewed_games import played, recorded
from qwirkle.analysis import habits
from qwirkle.analysis.judge import placement, position
from qwirkle.analysis.judge.card_trials import laying_of, nothing_hidden
from qwirkle.analysis.judge.cards import CardsJudge
from qwirkle.analysis.judge.endings import EndingSolver, SolvedTurn
from qwirkle.analysis.judge.every_deal import SomeDeals, mean_over
from qwirkle.analysis.judge.games import judge_for, verdicts
from qwirkle.analysis.judge.held_out import BATCH, HELD_OUT, HeldOut
from qwirkle.analysis.judge.placement import (
    CUT_SHORT,
    EVERY_DEAL,
    EVERY_DEAL_LEFT,
    LATE,
    Candidates,
    Judge,
)
from qwirkle.analysis.judge.position import best_turns
from qwirkle.analysis.judge.trials import Contest, Difference, select
from qwirkle.analysis.judge.verdict import DEEP, QUICK, QUICK_CARDS, Considered, Plan, Verdict
from qwirkle.analysis.puzzles import cards as card_puzzles
from qwirkle.analysis.puzzles import difficulty, maker
from qwirkle.analysis.puzzles import placement as tile_puzzles
from qwirkle.analysis.puzzles.calendar import number_of
from qwirkle.analysis.puzzles.grades import grade
from qwirkle.analysis.puzzles.maker import judge_again
from qwirkle.analysis.puzzles.placement import CONFIRMING
from qwirkle.analysis.puzzles.puzzle import (
    CLEARLY,
    LISTED,
    LOWEST,
    STEP,
    Candidate,
    Puzzle,
    PuzzleSet,
    Tally,
    Version,
    content_of,
    drop,
    find_candidate,
    rating_of,
    shipped_puzzles,
)
from qwirkle.analysis.puzzles.report import rival_turn
from qwirkle.analysis.reasons.explain import reasons_for, reasons_for_hint
from qwirkle.analysis.reasons.sentences import HINT_COMPARISONS
from qwirkle.analysis.review import outlook
from qwirkle.analysis.review.chances import best_value, chances_of, parameters_for
from qwirkle.analysis.review.ledger import LEAST_CHANGE, MOST_POINTS
from qwirkle.analysis.review.levels import FEWEST, Row, bins_of, level_in, level_like
from qwirkle.analysis.review.luck import SAMPLES, luck_of, spread_without_luck
from qwirkle.analysis.review.marks import POINTS, QWIRKLES, mark_of
from qwirkle.analysis.review.review import plan_for, review, scores_of
from qwirkle.analysis.review.situation import Situation, in_turn_order
from qwirkle.analysis.review.steps import Step, steps_of
from qwirkle.engine.advisor import Advisor
from qwirkle.engine.legal import best_placements, legal_turns, placements
from qwirkle.engine.position import Move
from qwirkle.errors import BadPosition
from qwirkle.notation.record import read_record
from qwirkle.players.levels import LEVELS, Skill
from qwirkle.rules.cards.turns import Play
from qwirkle.rules.cards.view import View as CardsView
from qwirkle.rules.cells import Cell
from qwirkle.rules.dealing import SeedDealer
from qwirkle.rules.editions.placement import Action
from qwirkle.rules.family import decide, edition, view
from qwirkle.rules.placement.board import Placed
from qwirkle.rules.placement.turns import DrawThree, Place, Take, Trade
from qwirkle.rules.placement.view import View
from qwirkle.rules.tiles import KINDS, Tile
from qwirkle.rules.turns import Pass

DOCS = Path(__file__).parents[2] / "docs"
RECORDS = Path(__file__).parents[2] / "frontend/src/fairness/records"


def documented(page: str, *sentences: str) -> None:
    """The page, or a module that the page of methods shows, says all of this."""
    module = None if page.endswith(".md") else importlib.import_module(page)
    said = module.__doc__ or "" if module else (DOCS / page).read_text("utf-8")
    text = re.sub(r"\s+", " ", said)
    for sentence in sentences:
        assert sentence in text


# The numbers of the pages are those of the code.


def test_turns_are_judged_with_the_effort_that_the_page_says() -> None:
    documented(
        "review.md",
        f"the {QUICK.candidates} best placements by the value bot's weights",
        f"({2 * QUICK.candidates} with {QUICK.late_bag} tiles or fewer in the bag)",
        f"all candidates are tried on {QUICK.selecting} deals",
        f"the better half on {2 * QUICK.selecting} others",
        f"compared on {QUICK.judging} deals",
        f"`--deep` uses {DEEP.candidates} candidates, {DEEP.judging:,} deals for the judgement and "
        "two rounds",
    )
    documented(
        "qwirkle.analysis.judge",
        f"on {QUICK.late_deals} times as many deals",
        f"searched with {QUICK.ending:,} placements",
        f"{QUICK.rough_ending} must do",
        f"With 1 to {QUICK.every_deal} tiles in the bag and two players",
    )
    assert (QUICK.rounds, DEEP.rounds) == (1, 2)
    assert plan_for(edition("mini")) is QUICK
    assert plan_for(edition("mini"), deep=True) is DEEP


def test_intervals_are_as_wide_as_the_page_says() -> None:
    documented(
        "qwirkle.analysis.judge",
        f"{EVERY_DEAL:g} point where all deals are tried and not every ending is proven",
        f"{EVERY_DEAL_LEFT:g} points where a turn leaves tiles in the bag",
        f"{LATE:g} points with 4 to 12 tiles in the bag",
        f"with an interval of {CUT_SHORT:g} points either way",
    )


def test_turning_points_are_as_many_and_as_large_as_the_page_says() -> None:
    documented("review.md", "the five largest changes", "of at least five percentage points")
    assert (MOST_POINTS, LEAST_CHANGE) == (5, 0.05)


def test_phases_are_those_of_the_page() -> None:
    documented(
        "qwirkle.analysis.habits",
        "the opening is a player's first three turns.",
        f"more than {habits.LATE} tiles are left to draw (middle), 1 to {habits.LATE} (late)",
    )
    assert habits.OPENING_TURNS == 3


def test_marks_and_accuracy_are_those_of_the_page() -> None:
    documented(
        "review.md",
        f"100 · exp(−{POINTS.decay} · lost)",
        f"100 · exp(−{QWIRKLES.decay} · lost)",
        f"| fine | less than {POINTS.loose}, or not certain | less than {QWIRKLES.loose} |",
        f"*Inaccuracy* on the page | less than {POINTS.costly:g} | less than {QWIRKLES.costly} |",
        f"*Mistake* on the page | less than {POINTS.blunder:g} | less than {QWIRKLES.blunder:g} |",
        f"Up to {SAMPLES} draws are compared",
    )
    for scale in (POINTS, QWIRKLES):
        bounds = (("loose", scale.loose), ("costly", scale.costly), ("blunder", scale.blunder))
        for mark, bound in bounds:
            assert mark_of(bound, scale, forced=False, same=False) == mark
            assert mark_of(bound - 0.01, scale, forced=False, same=False) != mark


def test_puzzles_are_selected_by_the_numbers_of_the_page() -> None:
    documented(
        "qwirkle.analysis.puzzles.placement",
        f"is at least {tile_puzzles.SCREEN} ahead of the second",
        f"by at least **{tile_puzzles.AHEAD:g} points in the mean**",
        f"95 % interval of that difference is at least **{tile_puzzles.SURELY}**",
        f"On {tile_puzzles.DEALS:,} held-out deals",
        f"{tile_puzzles.LATE_DEALS} deals take the place of {tile_puzzles.DEALS:,}",
        f"Two puzzles of one game are at least {maker.APART} turns apart",
        f"selected on {sum(stage.deals for stage in tile_puzzles.STAGES)} deals",
        f"tried on {tile_puzzles.SWEEPS[0]} held-out deals, and what may be within 3 points on "
        f"{tile_puzzles.SWEEPS[1]} and {tile_puzzles.SWEEPS[2]}",
        f"at least {tile_puzzles.PLAIN_SCREEN} ahead, in one game of {maker.PLAIN_EVERY}",
        f"it needs a rating of at least {difficulty.HARD}",
        f"After {tile_puzzles.CLEAR_DEALS} deals",
        f"{CLEARLY} standard errors",
        f"one game in {tile_puzzles.LATE_EVERY}",
    )
    documented(
        "puzzles.md",
        f"On {tile_puzzles.DEALS:,} held-out deals (in the card game {card_puzzles.DEALS})",
        f"at least {tile_puzzles.AHEAD:g} points ({card_puzzles.AHEAD} Qwirkles) in the mean",
        f"Two puzzles of one game are at least {maker.APART} turns apart",
        f"it needs a rating of at least {difficulty.HARD}",
        f"one of the best {LISTED} or the one with the most points",
        f"a cycle of {len(maker.GAMES)} games",
        f"{maker.GAMES.count(('classic', 2)) + 2} are classic, "
        f"{sum(game == 'cards' for game, _ in maker.GAMES)} the card game",
        f"{difficulty.TURNS} turns of each of the levels 1 to 6, {difficulty.VALUE_TURNS} of level "
        f"7 and {difficulty.SIM_TURNS} of level 8",
        f"level 1 counts as a player with a rating of {LOWEST}, and each higher one has "
        f"{STEP} more",
    )
    ahead = ", ".join(str(stage.ahead) for stage in tile_puzzles.STAGES[:-1])
    documented(
        "qwirkle.analysis.puzzles.placement",
        f"at least {ahead} and {tile_puzzles.STAGES[-1].ahead} points ahead",
    )


def test_puzzles_of_cards_are_selected_by_the_numbers_of_the_page() -> None:
    documented(
        "qwirkle.analysis.puzzles.cards",
        f"With at most {card_puzzles.LONGEST_DECK} cards in the deck",
        f"at least {card_puzzles.SCREEN} ahead of the second",
        f"on {card_puzzles.SELECTING} deals of one round, with a lead of at least "
        f"{card_puzzles.SELECTED}",
        f"tried on {card_puzzles.SWEEP} held-out deals of one round; what may lose less than "
        f"{card_puzzles.CLOSE:g} there is tried on {card_puzzles.LOOKS[0]} and "
        f"{card_puzzles.LOOKS[1]} deals",
        f"must lose at least {card_puzzles.SURELY} on them",
        f"On {card_puzzles.DEALS} such deals the best turn is better than each of the best "
        f"{LISTED}",
        f"at least **{card_puzzles.AHEAD} in the mean**",
        f"**{card_puzzles.SURELY}** at the lower end",
        f"in one game of {card_puzzles.SOLVED_EVERY}",
    )
    assert (card_puzzles.FEW, card_puzzles.SHARE) == (0.1, 0.5)
    assert QWIRKLES.costly == card_puzzles.AHEAD


def test_a_turn_that_follows_once_its_spot_is_noticed_is_rated_as_the_page_says() -> None:
    skills = [level.plays for level in LEVELS]
    found = tuple(1 - plays.overlooks if isinstance(plays, Skill) else 1.0 for plays in skills)
    assert rating_of(found) == pytest.approx(1070, abs=5)
    assert rating_of(found) < difficulty.HARD
    documented("puzzles.md", "has a rating of about 1070")


# Candidates


def opened(seen: View, plan: Plan) -> tuple[Candidates, list[object], list[int]]:
    """The candidates of a position, and the points of those that are placements."""
    judge = Judge(seen.edition, len(seen.players), plan)
    try:
        with judge.candidates(seen, 1) as turns:
            turns.add_others()
            numbers = range(len(turns.priors()))
            return (
                turns,
                [turns.candidate(number, Difference()).turn for number in numbers],
                turns.points(),
            )
    finally:
        judge.close()


def views_of(game: str, *, seed: str = "promises", spec: str = "greedy") -> Iterator[View]:
    for step in greedy_game(game, 2, seed, spec):
        seen = view(step.before, step.seat)
        assert isinstance(seen, View)
        yield seen


def test_the_placement_with_most_points_is_always_a_candidate() -> None:
    plan, beside_the_best = QUICK._replace(candidates=1), 0
    for seen in list(views_of("classic"))[1:24:2]:
        most = best_placements(seen.board, seen.hand, seen.demands())
        if most:
            _, found, points = opened(seen, plan)
            assert max(points) == most[0].points
            beside_the_best += len(found) > 1
    assert beside_the_best


@pytest.mark.parametrize(("bag", "count"), [("much", 12), ("little", 24)])
def test_with_few_tiles_in_the_bag_twice_as_many_turns_are_tried(bag: str, count: int) -> None:
    tried = 0
    for seen in views_of("classic"):
        late = 0 < seen.bag <= 12
        moves = len(list(placements(seen.board, seen.hand, seen.demands())))
        if late == (bag == "little") and seen.bag and moves > 24:
            _, found, _ = opened(seen, QUICK)
            assert count <= len(found) <= count + 1, "and the one with most points"
            tried += 1
            if tried == 4:
                return
    assert tried


def test_drawing_three_and_taking_a_tile_first_are_candidates() -> None:
    drawing = taking = without = 0
    for game in ("mini", "select"):
        for seen in views_of(game, spec="random"):
            player = seen.players[seen.seat or 0]
            by_token = game == "select" and player.tokens
            if not seen.bag or len(seen.board) < 2:
                continue
            _, found, _ = opened(seen, QUICK._replace(candidates=2))
            takes = any(isinstance(turn, Take) for turn in found)
            draws = any(isinstance(turn, DrawThree) for turn in found)
            assert takes == bool(by_token or Action.TAKE in player.actions)
            assert draws == (Action.DRAW_THREE in player.actions)
            drawing, taking, without = drawing + draws, taking + takes, without + (not takes)
            if drawing > 2 and taking > 2 and without > 2:
                break
    assert drawing
    assert taking
    assert without


@pytest.mark.parametrize(
    ("count", "rounds"),
    [
        (12, [(12, 0, 12), (6, 12, 24), (3, 36, 48)]),
        (7, [(7, 0, 12), (4, 12, 24), (3, 36, 48)]),
        (2, [(2, 0, 12)]),
        (1, []),
    ],
)
def test_the_better_half_is_tried_on_twice_as_many_other_deals(
    count: int, rounds: list[tuple[int, int, int]]
) -> None:
    asked: list[tuple[int, int, int]] = []

    def run(live: Sequence[int], first: int, deals: int) -> list[list[float]]:
        asked.append((len(live), first, deals))
        return [[float(-candidate)] * deals for candidate in live]

    found = select([None] * count, run, 12)
    assert asked == rounds
    assert found.deals == sum(deals for _, _, deals in rounds)
    assert found.finalists == list(range(min(count, 3)))


# Who may know what


def _half_told(game: str) -> tuple[Step, ...]:
    """The steps of a record that tells the hands of the first seat only."""
    lines = []
    for line in (RECORDS / f"{game}.qwr").read_text("utf-8").split("\n"):
        columns = line.split(" | ")
        if len(columns) > 4 and columns[1] == "2":
            columns[2] = "?"
        if not line.startswith("Seed"):
            lines.append(" | ".join(columns))
    return steps_of(read_record("\n".join(lines)))


def test_open_hands_are_judged_only_where_all_of_them_are_known() -> None:
    steps = _half_told("classic")[:4]
    plan = Plan(candidates=2, selecting=2, judging=4)
    known = [verdict is not None for verdict in verdicts(steps, plan)]
    assert known == [step.seat == 0 for step in steps]
    assert list(verdicts(steps, plan, open_hands=True)) == [None] * 4


def test_the_luck_of_a_hand_that_is_not_told_is_not_known() -> None:
    steps = _half_told("classic")[:6]
    found = luck_of(steps)
    assert len(found.draws) == len(steps)
    assert all(luck is None for luck, step in zip(found.draws, steps, strict=True) if step.seat)


@pytest.mark.parametrize("game", ["classic", "cards"])
def test_the_best_turns_are_for_the_seat_to_move_alone(game: str) -> None:
    state = recorded(game)[2].before
    assert state.turn is not None
    for seat in (None, (state.turn + 1) % len(state.seats)):
        with pytest.raises(BadPosition):
            best_turns(view(state, seat))
    found = best_turns(view(state, state.turn))
    assert 1 <= len(found.turns) <= 5
    lost = [turn.lost for turn in found.turns]
    assert (lost[0], found.turns[0].reasons) == (0.0, ())
    assert lost == sorted(lost)
    assert len({turn.text for turn in found.turns}) == len(found.turns)


def test_the_turn_that_others_are_compared_with_is_not_recommended() -> None:
    """In the card game that is the first of those with the fewest Qwirkles."""
    step = recorded("cards")[12]
    seen = view(step.before, step.seat)
    texts = [turn.text for turn in best_turns(seen).turns]
    assert len(texts) > 1
    assert str(min(legal_turns(seen), key=_qwirkles)) not in texts


def _qwirkles(turn: object) -> int:
    return sum(len(cards) == 6 for cards in turn.after) if isinstance(turn, Play) else 0


def test_in_a_card_game_nothing_is_hidden_only_in_the_last_turns() -> None:
    seen = view(recorded("cards")[0].before, recorded("cards")[0].seat)
    assert isinstance(seen, CardsView)
    two, three = seen.players[:2], (*seen.players[:2], seen.players[0])
    cases = {
        (1, 0, two): True,
        (1, 0, three): True,
        (2, 0, two): True,
        (2, 5, two): False,
        (2, 0, three): False,
        (3, 0, three): False,
        (None, 5, two): False,
    }
    for (left, deck, players), known in cases.items():
        situation = replace(seen, turns_left=left, deck=deck, players=players)
        assert nothing_hidden(situation) == known, (left, deck, len(players))


def test_only_prescribed_cards_are_candidates_in_the_first_turn_of_a_card_game() -> None:
    """Where the largest set must be played first (A16); later the best turns by value are tried."""
    cards = edition("cards")
    rules = replace(cards, opening=replace(cards.opening, largest_set=True))
    for number, step in enumerate(greedy_game(rules, 2, "first")[:3]):
        seen = view(step.before, step.seat)
        assert isinstance(seen, CardsView)
        assert bool(seen.opening_cards) == (number == 0)
        judge = CardsJudge(seen.edition, len(seen.players), QUICK_CARDS)
        choices = [turn for turn in islice(legal_turns(seen), 4) if isinstance(turn, Play)]
        assert choices
        layings, priors = judge._candidates(seen, choices)
        if number == 0:
            assert layings == [laying_of(seen.table, turn) for turn in choices]
            assert priors == [None] * len(choices)
        else:
            assert 0 < len(layings) == len(priors) <= QUICK_CARDS.candidates
            assert None not in priors


def test_the_more_orders_of_a_bag_are_tried_the_less_is_left_open() -> None:
    orders = ((1, 2), (2, 1))

    def gain(order: tuple[int, ...]) -> float:
        return float(order[0])

    variances = [
        mean_over([SomeDeals(1.0, orders, of)], gain).variance for of in (2, 3, 4, 1_000_000)
    ]
    assert variances == pytest.approx([0.0, 0.25 / 3, 0.125, 0.25], abs=1e-6)


@pytest.mark.parametrize(("deep", "plan"), [(False, QUICK), (True, DEEP)])
def test_the_best_turns_are_found_with_the_effort_that_is_asked_for(
    deep: bool, plan: Plan, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[Plan] = []

    def small(rules: Any, players: int, given: Plan) -> Any:
        asked.append(given)
        return judge_for(rules, players, Plan(candidates=2, selecting=2, judging=4))

    monkeypatch.setattr(position, "judge_for", small)
    step = recorded("classic")[2]
    best_turns(view(step.before, step.seat), deep=deep)
    # A single position shares its effort with no other turn.
    assert asked == [plan._replace(late_work=None)]


@pytest.mark.parametrize(
    ("most", "bag", "sizes"), [(6, 50, [6, 3]), (6, 4, [4, 3]), (2, 9, [2, 2])]
)
def test_whoever_can_place_nothing_trades_all_or_all_but_the_largest_set(
    most: int, bag: int, sizes: list[int]
) -> None:
    seen = next(views_of("classic"))
    trading = replace(seen.edition.trading, most=most)
    hand = tuple(map(Tile, ("Ro", "Rx", "Rd", "Gs", "Bb", "Pc")))
    seen = replace(seen, hand=hand, bag=bag, edition=replace(seen.edition, trading=trading))
    all_of_it, rest = placement._trades(seen)
    assert isinstance(all_of_it, Trade)
    assert isinstance(rest, Trade)
    assert [len(all_of_it.tiles), len(rest.tiles)] == sizes
    assert set(rest.tiles) <= set(hand[3:])
    assert placement._trades(replace(seen, bag=0)) == [Pass()]


def test_trades_are_candidates_where_nothing_can_be_placed() -> None:
    seen = next(seen for seen in views_of("classic") if seen.board)
    on_it = list(seen.board.values())
    apart = [
        kind
        for kind in KINDS
        if all(kind.colour != tile.colour and kind.shape != tile.shape for tile in on_it)
    ]
    seen = replace(seen, hand=tuple(apart[:6]))
    _, found, _ = opened(seen, QUICK)
    assert found == placement._trades(seen)
    assert all(isinstance(turn, Trade) for turn in found)


@pytest.mark.parametrize(("best", "played"), [(True, True), (True, False), (False, True)])
def test_a_loss_is_exact_only_if_both_endings_were_solved(best: bool, played: bool) -> None:
    tiles = (Placed(0, 0, Tile("Ro")),), (Placed(1, 0, Tile("Ro")),)

    class Solved:
        def best(self, _: View) -> SolvedTurn:
            return SolvedTurn(Move(tiles[0], 9), 12, best)

        def value_of(self, *_: object) -> SolvedTurn:
            return SolvedTurn(Move(tiles[1], 4), 7, played)

    seen = next(views_of("classic"))
    judge = Judge(seen.edition, 2, QUICK)
    judge._endings = Solved()  # type: ignore[assignment]
    verdict = judge._solve(seen, Place(tiles[1]))
    judge.close()
    doubt = 0.0 if best and played else CUT_SHORT
    assert verdict.exact == (best and played)
    assert verdict.behind == Difference(5.0, 5.0 - doubt, 5.0 + doubt)
    assert verdict.outcome == (12 if best else None)
    assert [(known.turn, known.points) for known in verdict.considered] == [
        (Place(tiles[0]), 9),
        (Place(tiles[1]), 4),
    ]
    assert (verdict.best, verdict.lost) == (verdict.considered[0], 5.0)


@pytest.mark.parametrize(("bag", "listed"), [(3, True), (4, False)])
def test_with_more_than_three_tiles_in_the_bag_not_all_deals_are_tried(
    bag: int, listed: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever the plan says: there would be too many."""
    asked: list[int] = []

    def judged(_: Candidates, __: object, played: int, ___: int) -> Contest:
        asked.append(played)
        return Contest(played, {played: Difference()})

    monkeypatch.setattr(Candidates, "judge_on_every_deal", judged)
    rules = replace(edition("classic"), hand=3)
    steps = (step for seed in "abcdefgh" for step in greedy_game(rules, 2, seed))
    step = next(step for step in steps if len(step.before.undrawn) == bag)
    small = Plan(candidates=2, selecting=1, judging=2, rough_ending=1, ending=1, every_deal=9)
    judge = judge_for(rules, 2, small)
    judge.judge(step.before, step.turn, 1)
    judge.close()
    assert bool(asked) == listed


@pytest.mark.parametrize(
    ("players", "late", "deals"),
    [(2, False, (1, 2)), (2, True, (1, 2)), (3, True, (4, 8))],
    ids=["early", "late, a fifth of the deals", "late, three players"],
)
def test_however_small_the_effort_an_interval_has_two_deals(
    players: int, late: bool, deals: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    """With few tiles in the bag of two players there are fewer deals, as each takes longer."""
    asked: list[tuple[int, int]] = []

    def settle(_: object, played: int, __: object, *, selecting: int, judging: int) -> Contest:
        asked.append((selecting, judging))
        return Contest(played, {played: Difference()})

    monkeypatch.setattr(placement, "settle", settle)
    rules = replace(edition("classic"), hand=3)
    bags = range(4, 13) if late else range(20, 40)
    steps = greedy_game(rules, players, "effort")
    step = next(step for step in steps if len(step.before.undrawn) in bags)
    few = (4, 8) if late else (1, 1)
    plan = Plan(candidates=2, selecting=few[0], judging=few[1], late_deals=0.2, every_deal=0)
    judge = judge_for(rules, players, plan)
    judge.judge(step.before, step.turn, 1)
    judge.close()
    assert asked == [deals]


def test_a_turn_is_judged_as_it_was_written() -> None:
    """With its tiles in the order in which they were laid, and where they lie on an empty table."""
    step = played("classic", ("greedy", "random"), "hidden")[0]
    seen = view(step.before, step.seat)
    assert isinstance(seen, View)
    assert isinstance(step.turn, Place)
    laid = tuple(replace_cell(placed, 7, -3) for placed in reversed(step.turn.tiles))
    assert len(laid) > 1
    judge = Judge(seen.edition, 2, Plan(candidates=2, selecting=1, judging=2))
    verdict = judge.judge(step.before, Place(laid), 1)  # type: ignore[arg-type]
    judge.close()
    assert Place(laid) in [known.turn for known in verdict.considered]


def replace_cell(placed: Placed, right: int, down: int) -> Placed:
    return placed._replace(x=placed.x + right, y=placed.y + down)


def test_endings_are_searched_further_once_four_turns_are_left(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked: set[tuple[int, int | None]] = set()
    run = Candidates.run

    def noted(
        self: Candidates, live: Any, first: int, deals: int, ending: int | None = None
    ) -> Any:
        asked.add((len(live), ending))
        return run(self, live, first, deals, ending)

    monkeypatch.setattr(Candidates, "run", noted)
    step = played("classic", ("greedy", "random"), "hidden")[6]
    plan = Plan(candidates=8, selecting=1, judging=2, ending=7, rough_ending=3)
    judge = judge_for(step.before.edition, 2, plan)
    judge.judge(step.before, step.turn, 1)
    judge.close()
    assert {live for live, _ in asked} >= {4}
    assert max(live for live, _ in asked) > 4
    assert all(ending == (7 if live <= 4 else 3) for live, ending in asked)


def test_nobody_is_taken_for_a_greedy_player_in_trials() -> None:
    step = played("classic", ("greedy", "random"), "hidden")[24]
    seen = view(step.before, step.seat)
    assert isinstance(seen, View)
    judge = Judge(seen.edition, 2, Plan(candidates=2, selecting=1, judging=2))
    with judge.candidates(seen, 1):
        assert judge._advisors[step.seat].table.greedy_seat == -1
    judge._advisors[step.seat].table.greedy_seat = 1 - step.seat
    judge.judge(step.before, step.turn, 1)  # type: ignore[arg-type]
    assert judge._advisors[step.seat].table.greedy_seat == -1
    judge.close()


def test_an_ending_is_solved_only_for_two_who_hold_tiles_and_nothing_else() -> None:
    solver = EndingSolver(1)
    seen = next(seen for seen in views_of("classic") if solver.reaches(seen))
    one, other = seen.players
    for changed in (
        {"bag": 1},
        {"players": (one, other, other)},
        {"players": (one, replace(other, tiles=0))},
        {"players": (one, replace(other, tokens=1))},
        {"players": (replace(one, actions=(Action.TAKE,)), other)},
        {"stars_left": (Cell(0, 0),)},
        {"used": Action.TAKE},
        {"board": type(seen.board)()},
    ):
        assert not solver.reaches(replace(seen, **changed)), changed


def test_the_loss_of_a_tile_that_was_taken_adds_to_that_of_the_rest() -> None:
    cell, tiles = Cell(1, 2), (Placed(0, 0, Tile("Ro")),)
    turn, rest, better = Place(tiles, cell), Place(tiles), Place((Placed(3, 3, Tile("Ro")),))
    sure, two = Difference(), Difference(2.0, 1.0, 3.0)
    took = Considered(Take(cell), 0, sure)
    fine = Verdict(took, 0.0, sure, True, False, (took,))
    instead = Considered(better, 7, sure)
    wrong = Verdict(instead, 2.0, two, False, False, (instead, took))
    second = (Considered(better, 5, sure), Considered(rest, 3, two))
    placed = Verdict(second[0], 2.0, two, False, True, second)
    after = placement._together(turn, fine, placed)
    assert after.best.turn == replace(better, take=cell)
    assert [known.turn for known in after.considered] == [replace(better, take=cell), turn]
    assert (after.lost, after.behind, after.forced, after.exact) == (2.0, two, False, True)
    only = Verdict(second[1], 0.0, sure, True, False, second[1:])
    assert placement._together(turn, fine, only).forced
    both = placement._together(turn, wrong, placed)
    assert both.best == instead
    assert (both.lost, both.behind) == (4.0, two + two)
    assert both.considered == (instead, Considered(turn, 3, two + two))


def test_turns_are_compared_with_the_best_one_in_batches_that_leave_none_out(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    batches: list[tuple[int, int, int]] = []

    def batch(_: HeldOut, others: Any, deals: int, start: int) -> list[Considered]:
        batches.append((len(others), deals, start))
        return far(others, 1.0)

    monkeypatch.setattr(HeldOut, "_batch", batch)
    seen = next(views_of("classic"))
    turns = [Place((Placed(number, 0, Tile("Ro")),)) for number in range(2 * BATCH + 1)]
    found = HeldOut(seen, turns[0], 1, QUICK).behind(turns, 7)
    assert [one.turn for one in found] == turns
    assert batches == [(BATCH, 7, HELD_OUT), (BATCH, 7, HELD_OUT), (1, 7, HELD_OUT)]


def test_the_next_players_of_a_card_game_hold_their_own_numbers_of_cards(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    given: list[list[int]] = []

    def value(*_: object, hands: list[int], **__: object) -> float:
        given.append(hands)
        return 1.0

    monkeypatch.setattr(outlook, "highest_value", value)
    seen = view(recorded("cards")[0].before, recorded("cards")[0].seat)
    assert isinstance(seen, CardsView)
    players = tuple(replace(seen.players[0], cards=cards) for cards in (4, 5, 6))
    for seat in range(3):
        found = outlook.CardOutlook(replace(seen, seat=seat, players=players))
        assert found.values([seen.hand, seen.hand]) == [1.0, 1.0]
    assert given[::2] == given[1::2] == [[5, 6], [6, 4], [4, 5]]


# Reviews


def test_two_independent_errors_are_less_than_their_sum() -> None:
    both = Difference(1.0, -2.0, 4.0) + Difference(2.0, -2.0, 6.0)
    assert both == Difference(3.0, -2.0, 8.0)
    assert Difference(1.0, -2.0, 4.0).with_doubt(4.0) == Difference(1.0, -4.0, 6.0)


@pytest.fixture(scope="module")
def three() -> Any:
    """A part of a game of three, reviewed."""
    seen: list[tuple[int, int]] = []
    steps = played("classic", ("level:2", "level:4", "level:6"), "three")[:9]
    return review(steps, progress=lambda *done: seen.append(done)), seen, steps


def test_the_remainder_is_by_the_mean_of_the_others(three: Any) -> None:
    found, _, _ = three
    for seat, player in enumerate(found.players):
        others = [other for number, other in enumerate(found.players) if number != seat]
        fortune = player.luck + player.deal - sum(one.luck + one.deal for one in others) / 2
        lost = player.points_lost - sum(one.points_lost for one in others) / 2
        assert player.margin - fortune + lost == pytest.approx(player.remainder)


def test_progress_tells_how_many_turns_are_judged(three: Any) -> None:
    _, seen, steps = three
    assert seen == [(number, len(steps)) for number in range(1, len(steps) + 1)]


def test_only_a_turn_that_lost_something_has_reasons(three: Any) -> None:
    found, _, _ = three
    assert {bool(turn.reasons) for turn in found.turns} == {True, False}
    for turn in found.turns:
        assert bool(turn.reasons) == (turn.lost > 0)
        assert len(turn.reasons) <= 3


def test_losses_and_luck_have_three_decimals(three: Any) -> None:
    found, _, _ = three
    numbers = [
        number
        for turn in found.turns
        for number in (turn.lost, turn.luck, *turn.lost_ci95, *(c.lost for c in turn.considered))
    ]
    assert all(round(number, 3) == number for number in numbers)
    assert any(round(number, 2) != number for number in numbers)


def test_the_seat_to_move_comes_first_and_the_others_follow_in_turn() -> None:
    assert "".join(in_turn_order("abcd", 2)) == "cdab"
    assert "".join(in_turn_order("abcd", 0)) == "".join(in_turn_order("abcd", None)) == "abcd"


def test_a_better_turn_has_the_points_that_the_rules_give_it() -> None:
    """With the bonus for going out, also where a tile is taken first; and only then."""
    step = greedy_game("select", 2, "take 9", "random")[60]
    dealer = SeedDealer("nothing is left to draw")
    legal = legal_turns(view(step.before, step.seat))
    take = next(turn for turn in legal if isinstance(turn, Take))
    taken = view(decide(step.before, step.seat, take, dealer).state, step.seat)
    assert isinstance(taken, View)
    moves = list(placements(taken.board, taken.hand, taken.demands()))
    before, earned = scores_of(step.before)[step.seat], {}
    for move in moves:
        turn = Place(move.tiles, take.cell)
        decision = decide(step.before, step.seat, turn, dealer)
        earned[frozenset(move.tiles)] = scores_of(decision.state)[step.seat] - before
        if move is moves[0]:
            step = step._replace(turn=turn, events=decision.events, after=decision.state)
    (found,) = review([step]).turns
    assert len(found.considered) > 1
    for judged in found.considered:
        assert judged.turn.place is not UNSET
        assert judged.points == earned[frozenset(judged.turn.place)]


def test_a_level_needs_five_decisions() -> None:
    rules = edition("classic")
    assert FEWEST == 5
    assert level_like([0.0] * 4, rules, 2) is None
    assert level_like([0.0] * 5, rules, 2) is not None


def test_of_levels_that_are_equally_likely_the_one_in_the_middle_is_named() -> None:
    assert level_in(Row(1, ((0.5, 0.5),) * 8), [3, 4]).level == 4
    assert level_in(Row(1, ((0.9, 0.1), (0.1, 0.9))), [9, 1]).level == 1
    assert level_in(Row(1, ((0.9, 0.1), (0.1, 0.9))), [1, 9]).level == 2


def test_small_losses_of_qwirkles_are_told_apart() -> None:
    """By the steps that the table of levels was made with: another step would need another one."""
    counts = bins_of([0.0, 0.05, 0.1, 0.2, 0.25, 3.0], edition("cards"))
    assert counts == [1, 1, 2, 1, 0, 0, 0, 0, 0, 1]


@pytest.mark.parametrize(
    ("game", "players", "spread"),
    [("classic", 2, 15.2), ("classic", 3, 15.6), ("mini", 4, 15.6), ("cards", 4, 3.1)],
)
def test_a_spread_is_that_of_the_game_then_of_two_players(
    game: str, players: int, spread: float
) -> None:
    assert spread_without_luck(edition(game), players) == spread


def test_a_house_rule_with_more_seats_than_any_game_has_chances() -> None:
    fitted = parameters_for(edition("classic"), 5)
    assert fitted == parameters_for(edition("classic"), 4)
    found = chances_of(Situation((10, 12, 8, 9, 11), (6,) * 5, 30, (0,) * 5), 5.0, fitted)
    assert len(found) == 5
    assert sum(found) == pytest.approx(1.0)


@pytest.mark.parametrize(
    ("left", "players", "settled"), [(1, 3, True), (2, 2, True), (2, 3, False)]
)
def test_the_value_settles_the_last_turn_or_the_last_two_of_two(
    left: int, players: int, settled: bool
) -> None:
    situation = Situation((3,) * players, (4,) * players, 0, (0,) * players, turns_left=left)
    assert situation.is_settled == settled


def test_luck_compares_as_many_draws_as_it_is_given() -> None:
    steps = greedy_game("classic", 2, "samples")[:8]
    assert luck_of(steps) == luck_of(steps, samples=96)
    assert luck_of(steps) != luck_of(steps, samples=48)


# Puzzles


def test_a_search_finds_endings_too_unless_they_are_left_out(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    bags: list[int] = []

    def look(_: Puzzle, seen: View, *, plain: bool) -> tuple[None, Tally]:
        assert plain
        bags.append(seen.bag)
        return None, Tally()

    monkeypatch.setattr(tile_puzzles, "make", look)
    found = maker.puzzles_of("with endings", 0)
    # In this game every position but the first has a choice of turns, and late ones count.
    assert 0 in bags
    assert any(0 < bag <= tile_puzzles.PLAN.late_bag for bag in bags)
    assert found == maker.Found((), Tally(positions=len(bags) + 1))


def test_few_tiles_in_the_bag_count_in_few_games(monkeypatch: pytest.MonkeyPatch) -> None:
    bags: list[int] = []

    def look(_: Puzzle, seen: View, *, plain: bool) -> tuple[None, Tally]:
        assert not plain
        bags.append(seen.bag)
        return None, Tally()

    monkeypatch.setattr(tile_puzzles, "make", look)
    maker.puzzles_of("with endings", 1)
    assert bags
    assert not [bag for bag in bags if 0 < bag <= tile_puzzles.PLAN.late_bag]


def test_a_plain_puzzle_that_everybody_finds_is_not_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    hard, easy = (0.0,) * 8, (1.0,) * 8

    def kept(themes: tuple[str, ...], chances: tuple[float, ...]) -> int:
        monkeypatch.setattr(tile_puzzles, "make", lambda puzzle, _, **__: (puzzle, Tally()))
        monkeypatch.setattr(
            maker, "measure", lambda puzzle: replace(puzzle, found=chances, themes=themes)
        )
        return len(maker.puzzles_of("plain", 3).puzzles)

    assert kept((difficulty.HARD_TO_SEE,), easy) == 0
    assert kept((difficulty.HARD_TO_SEE,), hard) > 0
    assert kept(("ending",), easy) > 0


def first_where(*, exact: bool) -> Puzzle:
    return next(known for known in shipped_puzzles().puzzles if known.exact is exact)


def view_of(puzzle: Puzzle) -> View:
    seen = puzzle.view()
    assert isinstance(seen, View)
    return seen


def far(turns: Any, mean: float) -> list[Considered]:
    return [Considered(turn, 1, Difference(mean, mean - 0.1, mean + 0.1)) for turn in turns]


@pytest.mark.parametrize(("again", "kept"), [(3.0, True), (2.9, False)])
def test_a_puzzle_must_hold_on_other_deals_once_more(
    again: float, kept: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    starts: list[int | None] = []

    def behind(_: object, others: Any, __: int, start: int | None = None) -> list[Considered]:
        starts.append(start)
        return far(others, 5.0 if start is None else again)

    monkeypatch.setattr(HeldOut, "behind", behind)
    puzzle = first_where(exact=False)
    assert (judge_again(puzzle) is not None) == kept
    assert starts[-1] == CONFIRMING
    assert CONFIRMING not in starts[:-1]


@pytest.mark.parametrize("near", [0, 1, 2])
def test_one_turn_that_comes_too_close_on_other_deals_is_enough(
    near: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    def behind(_: object, others: Any, __: int, start: int | None = None) -> list[Considered]:
        close = range(near) if start == CONFIRMING else ()
        return [far([turn], 2.9 if which in close else 5.0)[0] for which, turn in enumerate(others)]

    monkeypatch.setattr(HeldOut, "behind", behind)
    assert (judge_again(first_where(exact=False)) is None) == bool(near)


def test_if_few_turns_are_listed_the_best_of_all_others_fill_the_list(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    puzzle = first_where(exact=False)
    lost: dict[object, float] = {}
    asked: list[tuple[int, int]] = []

    def behind(held_out: HeldOut, others: Any, deals: int, *_: object) -> list[Considered]:
        asked.append((len(others), deals))
        for turn in others:
            lost.setdefault(content_of(turn), 5.0 + (7 * len(lost)) % 101)
        return [far([turn], lost[content_of(turn)])[0] for turn in others]

    monkeypatch.setattr(HeldOut, "behind", behind)
    listed = [tile_puzzles._placement_turn(puzzle.turn(found)) for found in puzzle.candidates[:2]]
    held_out = HeldOut(view_of(puzzle), listed[0], 1, tile_puzzles.PLAN)
    found = tile_puzzles._judge_rivals(held_out, listed)
    assert found is not None
    legal = len(list(legal_turns(puzzle.view())))
    deals = tile_puzzles.deals_for(view_of(puzzle))
    clear, more = min(tile_puzzles.CLEAR_DEALS, deals), LISTED - 1
    assert asked == [
        (1, clear),
        (legal - 1, 16),
        (0, 64),
        (0, 240),
        (more, clear),
        (more, clear),
    ]
    assert found[0].behind == Difference()
    wanted = sorted(value for turn, value in lost.items() if turn != content_of(listed[1]))[
        : more - 1
    ]
    assert sorted(one.behind.mean for one in found[2:]) == wanted


@pytest.mark.parametrize(("low", "kept"), [(2.5, True), (2.4, False)])
def test_a_puzzle_must_be_better_for_sure(
    low: float, kept: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    def behind(_: object, others: Any, *__: object) -> list[Considered]:
        return [Considered(turn, 1, Difference(3.5, low, 4.5)) for turn in others]

    monkeypatch.setattr(HeldOut, "behind", behind)
    assert (judge_again(first_where(exact=False)) is not None) == kept


def moves_in(seen: View) -> list[object]:
    return list(placements(seen.board, seen.hand, seen.demands()))


class Valued:
    """Candidates with these values and points."""

    def __init__(self, values: list[float | None], points: list[int]) -> None:
        self._values, self._points = values, points

    def priors(self) -> list[float | None]:
        return self._values

    def points(self) -> list[int]:
        return self._points


@pytest.mark.parametrize(
    ("values", "points", "order"),
    [
        ([1.0, 5.0, 4.0], [1, 2, 9], [1, 2, 0]),
        ([1.0, 5.0, 4.3], [1, 2, 9], None),
        ([1.0, 5.0, 4.0], [1, 9, 9], None),
        # Taking and drawing have no value, and are always tried.
        ([1.0, 5.0, None, 4.9], [1, 9, 0, 9], [1, 2, 3, 0]),
        ([None, 5.0], [9, 2], None),
    ],
)
def test_a_position_is_tried_if_its_best_turn_by_value_is_far_ahead_without_the_rival_turn(
    values: list[float | None], points: list[int], order: list[int] | None
) -> None:
    turns = Valued(values, points)
    assert tile_puzzles._select(turns, plain=False) == order  # type: ignore[arg-type]


@pytest.mark.parametrize(("second", "order"), [(2.5, [1, 0]), (2.6, None)])
def test_the_turn_with_the_most_points_must_be_further_ahead(
    second: float, order: list[int] | None
) -> None:
    turns = Valued([second, 5.0], [1, 9])
    assert tile_puzzles._select(turns, plain=True) == order  # type: ignore[arg-type]


@pytest.mark.parametrize("holds", [True, False])
def test_the_turn_with_most_points_is_judged_with_the_best_by_value(
    holds: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    turns = [Place((Placed(number, 0, Tile("Ro")),)) for number in range(20)]

    class Tried(Valued):
        def add_others(self) -> None:
            pass

        def candidate(self, number: int, behind: Difference) -> Considered:
            return Considered(turns[number], self._points[number], behind)

    class Opened:
        @contextmanager
        def candidates(self, *_: object) -> Iterator[Tried]:
            yield Tried([float(-number) for number in range(20)], [3] * 19 + [9])

    def rivals(held_out: HeldOut, listed: list[Place]) -> list[Considered] | None:
        assert held_out.best == turns[0]
        assert listed == [*turns[:LISTED], turns[19]]
        return far(listed, 4.0) if holds else None

    monkeypatch.setattr(tile_puzzles, "_judge_rivals", rivals)
    monkeypatch.setattr(tile_puzzles, "_narrow", lambda *_, **__: True)
    puzzle = first_where(exact=False)
    opened, seen = Opened(), view_of(puzzle)
    made, tally = tile_puzzles._try_on_deals(puzzle, seen, opened, plain=False)  # type: ignore[arg-type]
    assert (made is not None, tally) == (holds, Tally(screened=1, tried=1))
    monkeypatch.setattr(tile_puzzles, "_narrow", lambda *_, **__: False)
    found = tile_puzzles._try_on_deals(puzzle, seen, opened, plain=False)  # type: ignore[arg-type]
    assert found == (None, Tally(screened=1))


def test_a_puzzle_lists_eight_turns_and_the_one_with_rival_turn() -> None:
    found = [
        Considered(Place((Placed(number, 0, Tile("Ro")),)), 1 + number, Difference(number, number))
        for number in (15, *range(15))
    ]
    made = tile_puzzles._with_best_turns(Puzzle("position", (), "origin"), found, exact=True)
    assert [candidate.lost for candidate in made.candidates] == [*range(8), 15]
    assert (made.position, made.origin, made.exact) == ("position", "origin", True)
    made = tile_puzzles._with_best_turns(made, found[1:9], exact=False)
    assert [candidate.lost for candidate in made.candidates] == list(range(8))


def test_a_shipped_ending_is_found_again_as_it_is() -> None:
    # The first ones list more turns.
    later = shipped_puzzles().puzzles[131:]
    endings = (known for known in later if known.exact and isinstance(known.view(), View))
    puzzle = min(endings, key=lambda known: len(moves_in(view_of(known))))
    bare = replace(puzzle, candidates=(), exact=False)
    made, tally = tile_puzzles.make(bare, view_of(puzzle), plain=True)
    assert made is not None
    assert made.candidates == puzzle.candidates
    assert made.exact
    assert tally == Tally(screened=1, tried=1)


def test_a_turn_that_is_not_listed_loses_nothing_at_least_and_is_never_the_best(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    puzzle = first_where(exact=False)
    monkeypatch.setattr(HeldOut, "behind", lambda _, others, *__: far(others, -0.5))
    seen = puzzle.view()
    other = next(turn for turn in legal_turns(seen) if find_candidate(puzzle, turn) is None)
    found = grade(puzzle, other)
    assert (found.lost, found.mark) == (0.0, "fine")
    assert grade(puzzle, puzzle.best).mark == "best"


def test_of_turns_with_most_points_the_better_one_is_meant() -> None:
    puzzle = first_where(exact=True)
    seen = view_of(puzzle)
    moves = list(placements(seen.board, seen.hand, seen.demands()))
    texts = [str(Place(move.tiles)) for move in moves[:3]]
    candidates = tuple(
        Candidate(text, points, lost, lost, lost)
        for text, points, lost in zip(texts, (5, 9, 9), (0.0, 6.0, 4.0), strict=True)
    )
    found = rival_turn(replace(puzzle, candidates=candidates))
    assert str(found) == texts[2]


VERSIONS = (Version("2026-01-01", 3), Version("2026-02-01", 5))


def test_a_version_holds_from_its_first_day_on() -> None:
    endings = (False,) * 5
    days = [date(2026, 2, day) for day in range(1, 6)]
    assert sorted(number_of(day, VERSIONS, endings) for day in days) == [0, 1, 2, 3, 4]
    before = [date(2026, 1, day) for day in range(29, 32)]
    assert all(number_of(day, VERSIONS, endings) < 3 for day in before)


def test_a_version_that_begins_today_has_begun() -> None:
    """Whoever has seen today's puzzle sees the same one after another was dropped."""
    puzzles = tuple(Puzzle(f"position {number}", (), "") for number in range(5))
    whole = PuzzleSet("s", 1, Tally(), VERSIONS, puzzles)
    today, tomorrow = (drop(whole, {4}, day).versions[1] for day in ("2026-02-01", "2026-01-31"))
    assert (today.size, today.gone) == (5, (4,))
    assert (tomorrow.size, tomorrow.gone) == (4, ())


# Reasons


def test_there_are_three_reasons_at_most_and_two_in_a_hint() -> None:
    counted, hinted = set(), set()
    for step in recorded("select")[6:18:3]:
        seen = view(step.before, step.seat)
        turns = [turn for turn in legal_turns(seen) if isinstance(turn, Place)][:8]
        for turn in turns:
            counted.add(len(reasons_for(seen, turns[0], turn)))
            hinted.add(len(reasons_for_hint(seen, turn)))
    assert max(counted) == 3
    assert max(hinted) == 2


def test_a_hint_compares_two_turns_only_where_the_other_one_scores_more() -> None:
    compared = 0
    for step in recorded("classic")[2:24]:
        seen = view(step.before, step.seat)
        assert isinstance(seen, View)
        moves = best_placements(seen.board, seen.hand, seen.demands())
        if len(moves) > 1:
            codes = {reason.code for reason in reasons_for_hint(seen, Place(moves[0].tiles))}
            assert not codes & (set(HINT_COMPARISONS) - {"brings-more"})
            others = placements(seen.board, seen.hand, seen.demands())
            least = min(others, key=lambda move: move.points)
            codes = {reason.code for reason in reasons_for_hint(seen, Place(least.tiles))}
            compared += bool(codes & set(HINT_COMPARISONS))
    assert compared


def small_review(steps: Sequence[Step]) -> object:
    return review(steps[8:11])


def small_luck(steps: Sequence[Step]) -> object:
    return luck_of(steps[8:11], samples=4)


def studied(steps: Sequence[Step]) -> object:
    seen = tiles_seen(steps[8])
    found = [Place(move.tiles) for move in placements(seen.board, seen.hand, seen.demands())]
    return reasons_for(seen, found[0], found[1])


def ranking(steps: Sequence[Step]) -> object:
    return best_turns(tiles_seen(steps[8]))


def held_out(steps: Sequence[Step]) -> object:
    seen = tiles_seen(steps[8])
    turns = [Place(move.tiles) for move in placements(seen.board, seen.hand, seen.demands())]
    return HeldOut(seen, turns[0], 1, Plan(candidates=1, selecting=1, judging=2)).behind(turns, 2)


def a_value(steps: Sequence[Step]) -> object:
    return best_value(tiles_seen(steps[8]))


def tiles_seen(step: Step) -> View:
    seen = view(step.before, step.seat)
    assert isinstance(seen, View)
    return seen


@pytest.mark.parametrize("work", [small_review, small_luck, studied, ranking, held_out, a_value])
def test_whatever_weighs_turns_gives_its_positions_back(
    work: Callable[[Sequence[Step]], object], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A server that reviews for weeks would otherwise grow by a position for each game."""
    made: list[Advisor] = []
    begin = Advisor.__init__

    def kept(self: Advisor, *given: Any, **more: Any) -> None:
        begin(self, *given, **more)
        made.append(self)

    monkeypatch.setattr(Advisor, "__init__", kept)
    monkeypatch.setattr(
        position, "plan_for", lambda *_, **__: Plan(candidates=2, selecting=2, judging=4)
    )
    assert work(greedy_game("classic", 2, "released"))
    assert made
    assert [advisor for advisor in made if advisor._position is not None] == []
