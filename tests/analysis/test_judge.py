"""The judge: by what the seat knew, and nothing more; endings as the solver has them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain, islice
from typing import Any

import pytest
from msgspec.structs import replace

from analysis.games import TamperedDealer, replayed
from analysis.games import played as greedy_game
from analysis.reviewed_games import played, recorded
from qwirkle.analysis.judge import cards
from qwirkle.analysis.judge.card_deals import CardDeals
from qwirkle.analysis.judge.card_trials import CardLay, try_on_deals
from qwirkle.analysis.judge.games import deal_seed, judge_for, verdicts
from qwirkle.analysis.judge.placement import CUT_SHORT, Candidates
from qwirkle.analysis.judge.trials import Difference, difference, settle
from qwirkle.analysis.judge.verdict import QUICK, Plan, Verdict
from qwirkle.analysis.review.marks import POINTS, mark_of
from qwirkle.analysis.review.steps import Step
from qwirkle.engine.legal import placements
from qwirkle.engine.position import Position, Standing
from qwirkle.engine.solver import Solver
from qwirkle.errors import QwirkleError
from qwirkle.game import Game
from qwirkle.players.rng import Chance
from qwirkle.rules.cards.turns import Exchange
from qwirkle.rules.cards.view import View as CardsView
from qwirkle.rules.family import AnyTurn, edition, view
from qwirkle.rules.placement.board import Placed
from qwirkle.rules.placement.state import State
from qwirkle.rules.placement.turns import Place
from qwirkle.rules.placement.view import View
from qwirkle.rules.turns import Pass

SMALL = Plan(candidates=4, selecting=4, judging=16, ending=10, ending_nodes=20_000)
GAMES = ["classic", "schmidt", "mini", "select", "connect", "combined", "cards"]


def judged(steps: Sequence[Step], plan: Plan) -> Iterator[Verdict]:
    """The verdicts on a game whose hands are all known."""
    for verdict in verdicts(steps, plan):
        assert verdict is not None
        yield verdict


def test_the_best_is_selected_and_judged_on_other_deals() -> None:
    asked: list[tuple[int, int]] = []

    def run(live: list[int], first: int, deals: int) -> list[list[float]]:
        asked.append((first, deals))
        return [[float(candidate + deal % 2) for deal in range(deals)] for candidate in live]

    found = settle([None] * 6, 0, run, selecting=2, judging=10)  # type: ignore[arg-type]
    assert found.best == 5
    assert found.behind[0] == Difference(5.0, 5.0, 5.0)
    *selecting, judging = asked
    assert judging[0] == sum(deals for _, deals in selecting)
    assert judging[1] == 10


def test_what_is_no_turn_is_no_candidate() -> None:
    class Trials:
        def add_trade(self, tiles: list[int]) -> int:
            return len(tiles)

    seen = view(Game.new(seed=1).state, 0)
    candidates: Any = Candidates(None, Trials(), seen, 1)  # type: ignore[arg-type]
    assert candidates.add(Pass()) == 0
    for value in ("pass", None, Exchange()):
        with pytest.raises(TypeError, match=r"^not a turn of Qwirkle"):
            candidates.add(value)


def test_a_difference_is_real_only_if_its_interval_says_so() -> None:
    assert difference([1.0, 2.0, 3.0, 2.0], [0.0, 1.0, 1.0, 1.0]).is_real
    assert not difference([9.0, -9.0, 9.0, -8.0], [0.0, 0.0, 0.0, 0.0]).is_real


@pytest.mark.parametrize("game", GAMES)
def test_every_game_is_judged_and_the_same_again(game: str) -> None:
    steps = recorded(game)[:12]
    found = list(judged(steps, SMALL))
    assert found == list(judged(steps, SMALL))
    for step, verdict in zip(steps, found, strict=True):
        assert verdict.lost == 0 or verdict.behind.low > 0
        assert verdict.lost > 0 or verdict.best.turn == step.turn
        assert step.turn in [turn.turn for turn in verdict.considered]
        if verdict.forced:
            assert verdict.lost == 0


@pytest.mark.parametrize("players", [3, 4])
def test_more_players_are_judged(players: int) -> None:
    steps = played("classic", ("greedy",) * players, "many")
    found = list(judged(steps[-10:], SMALL))
    assert len(found) == 10


def test_the_judge_uses_nothing_that_the_seat_does_not_know() -> None:
    """States that differ only in hidden tiles are judged the same; with open hands they are not."""
    differ = 0
    for step in played("classic", ("greedy", "random"), "hidden")[20:26]:
        state = step.before
        assert isinstance(state, State)
        assert state.turn is not None
        other = 1 - state.turn
        seats = list(state.seats)
        hand, pile = seats[other].hand, state.pile
        seats[other] = replace(seats[other], hand=tuple(pile[: len(hand)]))
        swapped = replace(state, seats=tuple(seats), pile=(*reversed(pile[len(hand) :]), *hand))
        assert view(swapped, state.turn) == view(state, state.turn)
        assert _judged(state, step.turn) == _judged(swapped, step.turn)
        differ += _judged(state, step.turn, True) != _judged(swapped, step.turn, True)
    assert differ


@pytest.mark.parametrize(
    ("game", "players"), [("classic", 2), ("classic", 3), ("select", 2), ("cards", 2)]
)
def test_games_that_a_seat_cannot_tell_apart_are_judged_the_same(game: str, players: int) -> None:
    """Two whole games: what others hold and what comes next differs, and nobody could see it."""
    steps = greedy_game(game, players, "apart")
    compared = 0
    plan = Plan(candidates=3, selecting=2, judging=6, ending=10, ending_nodes=1_000)
    for number in range(5, len(steps), 6):
        other = _other_deal(game, players, "apart", steps[: number + 1])
        if other is None:
            continue
        compared += 1
        mine = list(judged(steps[: number + 1], plan))[-1]
        assert list(judged(other, plan))[-1] == mine
        if compared == 3:
            break
    assert compared >= 2


def _other_deal(
    game: str, players: int, seed: str, steps: Sequence[Step]
) -> tuple[Step, ...] | None:
    """The same turns after another shuffle; the seat of the last one has seen no difference."""
    seat = steps[-1].seat
    chance = Chance(seed)
    for _ in range(200):
        first, second = chance.below(60), chance.below(40) + 60

        def swap(
            order: tuple[object, ...], first: int = first, second: int = second
        ) -> Sequence[object]:
            changed = list(order)
            changed[first], changed[second] = changed[second], changed[first]
            return changed

        dealer = TamperedDealer(seed, swap)
        try:
            found = replayed(edition(game), players, dealer, [step.turn for step in steps])
        except (QwirkleError, ValueError):
            continue
        pairs = list(zip(steps, found, strict=True))
        if [step.seat for step in steps] != [step.seat for step in found] or any(
            view(one.before, seat) != view(two.before, seat) for one, two in pairs
        ):
            continue
        hands = [
            [sorted(player.hand) for player in pair[-1].before.seats] for pair in (steps, found)
        ]
        if hands[0] != hands[1]:
            return found
    return None


def _judged(
    state: State, turn: AnyTurn, open_hands: bool = False, *, plan: Plan = SMALL, seed: int = 5
) -> Verdict:
    judge = judge_for(state.edition, len(state.seats), plan, open_hands=open_hands)
    try:
        return judge.judge(state, turn, seed)
    finally:
        judge.close()


def test_endings_equal_the_solver() -> None:
    plan = SMALL._replace(ending_nodes=200_000)
    proven = 0
    steps = played("classic", ("greedy", "random"), "one")
    ended = [step for step in steps if not step.before.pile][-5:]  # type: ignore[union-attr]
    for step, verdict in zip(ended, judged(ended, plan), strict=True):
        if not verdict.exact or verdict.forced:
            continue
        proven += 1
        state = step.before
        assert isinstance(state, State)
        values = dict(_values(state, step.seat))
        assert isinstance(step.turn, Place)
        played_value = values[frozenset(step.turn.tiles)]
        assert verdict.lost == max(values.values()) - played_value
        assert verdict.behind.low == verdict.behind.high == verdict.lost
    assert proven


def test_an_ending_cut_short_is_not_certain() -> None:
    """A loss that the budget does not prove has an interval, and counts only beyond it."""
    steps = played("classic", ("greedy", "random"), "one")
    ended = [step for step in steps if not step.before.pile]  # type: ignore[union-attr]
    doubtful = 0
    for verdict in judged(ended, SMALL._replace(ending_nodes=20)):
        if verdict.exact or verdict.forced:
            continue
        doubtful += 1
        low, high = verdict.behind.low, verdict.behind.high
        assert high - low == 2 * CUT_SHORT
        assert (verdict.lost > 0) == (low > 0)
    assert doubtful


def _values(state: State, seat: int) -> list[tuple[frozenset[Placed], int]]:
    """The value of every legal placement, by solving what follows it."""
    found = []
    for move in placements(state.board, state.seats[seat].hand):
        hands = [list(player.hand) for player in state.seats]
        for placed in move.tiles:
            hands[seat].remove(placed.tile)
        if not hands[seat]:
            found.append((frozenset(move.tiles), move.points + 6))
            continue
        position = Position(state.board.with_tiles(move.tiles))
        answer = Solver(position).solve(hands, 1 - seat, standing=Standing(state.edition))
        assert answer.exact
        found.append((frozenset(move.tiles), move.points - answer.value))
    return found


@pytest.mark.parametrize("game", ["classic", "mini", "select", "connect"])
def test_a_planted_blunder_is_found_and_a_better_turn_named(game: str) -> None:
    """The best turn is replaced by the worst where a Qwirkle is at stake."""
    planted = 0
    for step in played(game, ("value", "value"), "planted"):
        seen = view(step.before, step.seat)
        assert isinstance(seen, View)
        moves = sorted(
            placements(seen.board, seen.hand, seen.demands()),
            key=lambda move: (move.points, move.tiles),
        )
        if not moves or moves[-1].points - moves[0].points < 10 or planted == 3:
            continue
        planted += 1
        verdict = _judged(step.before, Place(moves[0].tiles), plan=QUICK)  # type: ignore[arg-type]
        mark = mark_of(verdict.lost, POINTS, forced=verdict.forced, same=False)
        assert mark in {"costly", "blunder"}
        assert verdict.best.turn != Place(moves[0].tiles)
        # What it names is better on other deals too.
        better = _judged(step.before, verdict.best.turn, plan=QUICK, seed=6)  # type: ignore[arg-type]
        assert better.lost < verdict.lost - POINTS.costly
    assert planted


def test_every_turn_has_deals_of_its_own() -> None:
    steps = recorded("classic")
    seeds = {deal_seed(step.before) for step in steps}
    assert len(seeds) == len(steps)
    assert deal_seed(recorded("mini")[0].before) not in seeds


def test_an_unfinished_game_is_judged_as_far_as_it_goes() -> None:
    whole = list(islice(judged(recorded("classic"), SMALL), 5))
    assert whole == list(judged(recorded("classic")[:5], SMALL))


def test_cards_are_tried_on_the_planned_deals_and_on_one_if_nothing_is_hidden(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked: list[int] = []
    leads = CardDeals.leads

    def count(*given: Any, **more: Any) -> list[list[float]]:
        asked.append(len(given[3]))
        return try_on_deals(*given, **more)

    def count_late(deals: CardDeals, turn: CardLay, number: int, start: int) -> list[float]:
        asked.append(number)
        return leads(deals, turn, number, start)

    monkeypatch.setattr(cards, "try_on_deals", count)
    monkeypatch.setattr(CardDeals, "leads", count_late)
    known, lates = set(), set()
    for step in chain(*(greedy_game("cards", 2, seed)[-4:] for seed in "abcdef")):
        asked.clear()
        (verdict,) = judged([step], SMALL)
        if asked:  # there was something to compare
            # With few cards in the deck, the judgement goes to the end of the game.
            seen = view(step.before, None)
            assert isinstance(seen, CardsView)
            late = seen.deck <= SMALL.late_bag
            judging = int(SMALL.judging * (SMALL.late_deals if late else 1))
            if not late and asked[-1] > judging:
                # A loss that seemed certain is judged again; it may turn out to be none.
                assert asked.pop() == cards.MORE_DEALS * judging
            planned = (1, 1) if verdict.exact else (SMALL.selecting, judging)
            lates.add(late)
            assert (asked[0], asked[-1]) == planned
            known.add(verdict.exact)
    assert known == {True, False}
    assert True in lates


def test_a_loss_in_cards_that_seems_certain_is_judged_again_on_other_deals(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Judged only on the deals that made it look certain, it would be too large on average."""
    first: list[int] = []
    confirmed = 0

    def lucky(*given: Any, **_: Any) -> list[list[float]]:
        """On the first deals the first turn is far better, on the others all are equal."""
        first.append(given[3].start)
        better = float(given[3].start < cards.CONFIRMING)
        return [[better if at == 0 else 0.0] * len(given[3]) for at in range(len(given[2]))]

    monkeypatch.setattr(cards, "try_on_deals", lucky)
    for step in greedy_game("cards", 2, "again")[:8]:
        first.clear()
        (verdict,) = judged([step], SMALL)
        if cards.CONFIRMING in first:
            confirmed += 1
            assert (verdict.lost, verdict.best.turn) == (0.0, step.turn)
    assert confirmed
