"""Reasons: every one of them is true of the position."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import combinations, islice, permutations

import pytest
from msgspec.structs import replace

from analysis.reviewed_games import played, recorded
from qwirkle.analysis.family import of
from qwirkle.analysis.reasons.cards import after_playing, missing_card
from qwirkle.analysis.reasons.cards import completion_chance as set_chance
from qwirkle.analysis.reasons.deals import next_seat, shown_in
from qwirkle.analysis.reasons.explain import (
    MOST_REASONS,
    explain,
    reasons_for,
    reasons_for_hint,
)
from qwirkle.analysis.reasons.placement import (
    after_placing,
    completion_chance,
    other_placement,
    placement_facts,
)
from qwirkle.analysis.reasons.sentences import (
    HINT_COMPARISONS,
    HINT_SENTENCES,
    SENTENCES,
    completion_fact,
    holding_chance,
    write_reason,
)
from qwirkle.analysis.review.report import Reason
from qwirkle.engine.cards.solver import most_qwirkles
from qwirkle.engine.legal import best_points, legal_turns, placements, takeable
from qwirkle.players import bot
from qwirkle.players.rng import Chance
from qwirkle.rules.cards.turns import CardSet, Play
from qwirkle.rules.cards.view import View as CardsView
from qwirkle.rules.cells import Axis, Cell
from qwirkle.rules.family import AnyView, view
from qwirkle.rules.placement.board import Board
from qwirkle.rules.placement.turns import Place, Take
from qwirkle.rules.placement.view import View
from qwirkle.rules.sets import largest_set_size
from qwirkle.rules.tiles import Tile, in_order
from qwirkle.rules.turns import Pass


def _views(game: str) -> list[View]:
    steps = recorded(game) if game != "classic" else played("classic", ("greedy", "value"), "why")
    seen = [view(step.before, step.seat) for step in steps[2::9]]
    return [view for view in seen if isinstance(view, View) and view.used is None and view.board]


@pytest.mark.parametrize("game", ["classic", "select", "connect"])
def test_every_reason_is_true(game: str) -> None:
    told: Counter[str] = Counter()
    for seen in _views(game):
        moves = sorted(placements(seen.board, seen.hand), key=lambda move: -move.points)
        for better, than in combinations(moves[:3] + moves[-2:], 2):
            for reason in reasons_for(seen, Place(better.tiles), Place(than.tiles)):
                told[reason.code] += 1
                _check(seen, Place(better.tiles), Place(than.tiles), reason)
    assert len(told) >= 5


def _check(seen: View, better: Place, than: Place, reason: Reason) -> None:
    assert reason.text
    assert "{" not in reason.text
    mine, other = after_placing(seen, better.tiles), after_placing(seen, than.tiles)
    params = reason.params
    match reason.code:
        case "more-points":
            assert params["more"] == mine.points - other.points
            assert (" 1 more point." in reason.text) == (params["more"] == 1)
        case "completes-qwirkle":
            assert _longest(mine.board, better) == 6 > _longest(other.board, than)
        case "goes-out":
            assert not seen.bag
            assert len(better.tiles) == len(seen.hand) > len(than.tiles)
        case "empties-bag":
            assert seen.bag <= len(better.tiles)
            assert seen.bag > len(than.tiles)
        case "leaves-five":
            chance = completion_chance(seen, other.board, shown_in(seen))
            assert ("almost always" in reason.text) == (params["deals"] == params["of"])
            assert int(params["deals"]) / int(params["of"]) == pytest.approx(chance, abs=0.051)
            assert completion_chance(seen, mine.board, shown_in(seen)) < chance
        case "draws-more":
            assert mine.drawn == params["count"]
            assert mine.drawn - other.drawn == params["more"]
        case "smaller-answer":
            held = list(seen.unseen().elements())
            assert best_points(mine.board, held) == params["points"]
            assert best_points(other.board, held) == params["other"]
        case "wins-token":
            stars = set(seen.stars_left)
            assert stars & {placed.cell for placed in better.tiles}
        case "scores-next":
            assert not seen.bag
            assert best_points(mine.board, mine.kept) == params["points"]
            assert best_points(other.board, other.kept) == params["other"]
            assert int(params["points"]) > int(params["other"])
        case "gives-less":
            less, more = _left(seen, mine.board), _left(seen, other.board)
            assert less < more
            assert ("on average" in reason.text) == ("points" in params)
            assert int(params.get("points", 0)) < int(params.get("other", 1))
        case "brings-more":
            assert explain(seen, better, than).line is None
        case "answer-completes" | "answer-adds" | "answer-any" | "then-own":
            line = explain(seen, better, than).line
            assert line is not None
            assert reason in line.reasons
        case _:
            _check_kept(seen, better, mine.board, (mine.kept, other.kept), reason)


def _left(seen: View, board: Board) -> float:
    """What the next player can make on average, on hands that the reasons do not use."""
    unseen = in_order(seen.unseen().elements())
    size = seen.players[next_seat(seen)].tiles
    chance = Chance("other hands")
    shown = shown_in(seen)
    found: list[int] = []
    while len(found) < 400:
        hand = chance.sample(unseen, size)
        if shown is None or all(shown[tile.index] >= size - at for at, tile in enumerate(hand)):
            found.append(best_points(board, hand))
        elif chance.below(200) == 0:
            shown = None  # hardly any hand agrees with what was shown
    return sum(found) / len(found)


def _check_kept(
    seen: View, better: Place, board: Board, kept: tuple[Sequence[Tile], ...], reason: Reason
) -> None:
    """Check what is said about the tiles that the turns keep."""
    mine, other = kept
    params = reason.params
    match reason.code:
        case "keeps-qwirkle":
            for code in str(params["tiles"]).split():
                assert Tile(code) in mine
                assert best_points(board, [Tile(code)]) >= 12
        case "keeps-two":
            pair = [Tile(code) for code in str(params["tiles"]).split()]
            assert not Counter(pair) - Counter(mine)
            assert best_points(board, pair) >= 12
        case "plays-duplicate":
            tile = Tile(str(params["tiles"]))
            assert seen.hand.count(tile) > 1
            assert tile in [placed.tile for placed in better.tiles]
        case "keeps-more":
            same = Counter(mine) == Counter(other)
            if params.get("case") == "points":
                assert int(params["points"]) > int(params["other"])
            else:
                assert (params.get("case") == "places") == same
        case "keeps-set":
            assert params["count"] == largest_set_size(mine) > largest_set_size(other)
        case _:
            pytest.fail(f"not a reason for a placement: {reason.code}")


def test_a_larger_set_in_the_hand_is_worth_half_a_point_for_each_tile_more() -> None:
    """Facts are told in the order of their worth."""
    gains = []
    for seen in _views("classic"):
        moves = sorted(placements(seen.board, seen.hand), key=lambda move: -move.points)
        for better, than in permutations((Place(move.tiles) for move in moves[::9]), 2):
            for fact in placement_facts(seen, better, than):
                if fact.reason.code == "keeps-set":
                    mine, other = after_placing(seen, better.tiles), after_placing(seen, than.tiles)
                    more = largest_set_size(mine.kept) - largest_set_size(other.kept)
                    assert fact.gain == 0.5 * more
                    gains.append(fact.gain)
    assert gains


def test_reasons_in_endings_are_facts_about_both_hands() -> None:
    told: Counter[str] = Counter()
    for seed in ("end", "out"):
        for step in played("classic", ("greedy", "value"), seed):
            seen = view(step.before, step.seat)
            if not isinstance(seen, View) or seen.bag:
                continue
            moves = sorted(placements(seen.board, seen.hand), key=lambda move: -move.points)
            for better, than in permutations(moves[:5] + moves[-3:], 2):
                for reason in reasons_for(seen, Place(better.tiles), Place(than.tiles)):
                    told[reason.code] += 1
                    _check(seen, Place(better.tiles), Place(than.tiles), reason)
    assert {"smaller-answer", "scores-next"} <= told.keys()


def test_after_the_last_tiles_nobody_has_a_next_turn_to_compare() -> None:
    step = played("classic", ("greedy", "value"), "end")[-1]
    seen = view(step.before, step.seat)
    assert isinstance(seen, View)
    assert isinstance(step.turn, Place)
    out = step.turn
    others = [Place((placed,)) for placed in out.tiles]
    assert len(others) > 1
    for other in others:
        for better, than in ((out, other), (other, out)):
            codes = {fact.reason.code for fact in placement_facts(seen, better, than)}
            assert not codes & {"smaller-answer", "scores-next"}


def test_placing_the_last_tiles_rather_than_passing_earns_the_bonus() -> None:
    step = played("classic", ("greedy", "value"), "end")[-1]
    seen = view(step.before, step.seat)
    assert isinstance(seen, View)
    assert isinstance(step.turn, Place)
    assert (seen.bag, len(step.turn.tiles)) == (0, len(seen.hand))
    found = {reason.code: reason.params for reason in reasons_for(seen, step.turn, Pass())}
    assert found["goes-out"] == {"points": seen.edition.end.going_out}
    assert "places" in found
    (alone,) = reasons_for(replace(seen, bag=1), step.turn, Pass())
    assert alone.code == "places"


@pytest.mark.parametrize("game", ["select", "mini"])
def test_a_tile_is_taken_for_what_it_makes_possible(game: str) -> None:
    named = saved = 0
    for step in played(game, ("greedy", "value"), "take"):
        seen = view(step.before, step.seat)
        assert isinstance(seen, View)
        moves = list(placements(seen.board, seen.hand, seen.demands()))
        if not moves:
            continue
        least = Place(min(moves, key=lambda move: move.points).tiles)
        for cell in takeable(seen)[:4]:
            (reason,) = reasons_for(seen, Take(cell), least)
            assert reason.code == "takes-first"
            if "points" in reason.params:
                named += 1
                assert reason.params["points"] == best_points(*seen.after_taking(cell))
                assert reason.params["tiles"] == seen.board[cell].value
            first, *_ = reasons_for(seen, least, Take(cell))
            saved += first.code == "saves-special" or _scores_a_qwirkle(seen, least)
            assert ("star token" in first.text) == (game == "select") or "Qwirkle" in first.text
    assert named
    assert saved


def _scores_a_qwirkle(seen: View, turn: Place) -> bool:
    return after_placing(seen, turn.tiles).qwirkles > 0


def _longest(board: object, turn: Place) -> int:
    return max(
        len(board.line(placed.cell, axis))  # type: ignore[attr-defined]
        for placed in turn.tiles
        for axis in Axis
    )


def _card_views() -> list[CardsView]:
    seen = [
        view(step.before, step.seat)
        for seed in ("why", "so", "then", "here", "now")
        for step in played("cards", ("greedy", "value"), seed)[2::3]
    ]
    return [found for found in seen if isinstance(found, CardsView)]


def test_every_reason_of_the_card_game_is_true() -> None:
    told: Counter[str] = Counter()
    for seen in _card_views():
        plays = [turn for turn in islice(legal_turns(seen), 40) if isinstance(turn, Play)]
        greedy = bot("greedy", 1).choose(seen)
        chosen = [*plays[:2], *plays[-2:], *([greedy] if isinstance(greedy, Play) else [])]
        for better, than in permutations(chosen, 2):
            for reason in reasons_for(seen, better, than):
                told[reason.code] += 1
                _check_cards(seen, better, than, reason)
    assert len(told) >= 6, told


def _check_cards(seen: CardsView, better: Play, than: Play, reason: Reason) -> None:
    assert reason.text
    assert "{" not in reason.text
    mine, other = after_playing(seen, better), after_playing(seen, than)
    params = reason.params
    for name in ("count", "other", "deals", "of"):
        assert isinstance(params.get(name, 0), int)
    match reason.code:
        case "completes-qwirkle":
            assert mine.qwirkles == 1 > other.qwirkles
        case "more-qwirkles":
            assert params["count"] == mine.qwirkles - other.qwirkles
        case "leaves-set":
            fives = [cards for cards in other.table if len(cards) == 5]
            assert any(seen.unseen()[missing_card(cards)] for cards in fives)
            chance = set_chance(seen, other)
            assert int(params["deals"]) / int(params["of"]) == pytest.approx(chance, abs=0.051)
            assert set_chance(seen, mine) < chance
        case "leaves-fours":
            fours = [sum(len(cards) == 4 for cards in after.table) for after in (mine, other)]
            assert [params["count"], params["other"]] == fours
            assert fours[0] < fours[1]
            assert ("no set of four" in reason.text) == (fours[0] == 0)
        case "switches-cards":
            assert mine.switched == params["count"]
            assert mine.qwirkles
        case "keeps-card-set":
            assert params["count"] == largest_set_size(mine.kept) > largest_set_size(other.kept)
        case "keeps-cards":
            assert mine.kept.total() - other.kept.total() == params["count"]
        case "plays-more-cards":
            assert other.kept.total() - mine.kept.total() == params["count"]
        case "plays-double-card":
            card = Tile(str(params["tiles"]))
            assert seen.hand.count(card) > 1
            assert mine.kept[card] < other.kept[card]
        case "brings-more":
            assert len(reasons_for(seen, better, than)) == 1
        case "empties-deck":
            assert other.played < seen.deck <= mine.played
        case "gives-less":
            less, more = (_answered(seen, after.table) for after in (mine, other))
            assert less < more
            assert less == pytest.approx(int(params.get("less", 0)) / 10, abs=0.2)
            assert more == pytest.approx(int(params["deals"]) / 10, abs=0.2)
        case _:
            pytest.fail(f"not a reason for playing cards: {reason.code}")


@pytest.mark.parametrize(("unseen", "copies", "held"), [(7, 2, 3), (6, 1, 6), (5, 0, 2), (3, 1, 9)])
def test_a_chance_to_hold_a_tile_is_that_of_all_hands(unseen: int, copies: int, held: int) -> None:
    hands = list(combinations(range(unseen), min(held, unseen)))
    some = sum(any(tile < copies for tile in hand) for hand in hands)
    assert holding_chance(unseen, copies, held) == pytest.approx(some / len(hands))


@pytest.mark.parametrize("seat", [0, 2])
def test_a_line_of_five_is_completed_if_the_next_player_holds_the_sixth_tile(
    seat: int,
) -> None:
    """By the number of tiles that the next player has, of all that the seat cannot see."""
    seen = _views("classic")[0]
    reds = [Tile(f"R{shape}") for shape in "oxdsb"]
    board = Board({Cell(x, 0): tile for x, tile in enumerate(reds)})
    players = tuple(replace(seen.players[0], tiles=tiles) for tiles in (6, 4, 5))
    hand = tuple(map(Tile, ("Rc", "Go", "Gx")))
    seen = replace(seen, board=board, hand=hand, players=players, seat=seat, turn=seat)
    unseen = seen.unseen()
    assert unseen[Tile("Rc")] == 2
    wanted = holding_chance(unseen.total(), 2, {0: 4, 2: 6}[seat])
    assert completion_chance(seen, board) == pytest.approx(wanted)
    assert completion_chance(seen, Board({Cell(0, 0): Tile("Ro")})) == 0


@pytest.mark.parametrize(
    ("less", "more", "case", "params"),
    [
        (0.0, 0.3, None, {"deals": 3, "of": 10}),
        (0.04, 0.5, None, {"deals": 1, "of": 2}),
        (0.1, 0.5, "less", {"deals": 1, "of": 2, "less": 1, "less_of": 10}),
        (0.0, 0.99, "sure", {"deals": 1, "of": 1}),
        (0.2, 0.99, "sure-less", {"deals": 1, "of": 1, "less": 1, "less_of": 5}),
    ],
)
def test_a_chance_is_told_as_a_number_of_ten_cases_at_most(
    less: float, more: float, case: str | None, params: dict[str, int]
) -> None:
    fact = completion_fact("leaves-five", less, more, 12.0)
    assert fact is not None
    assert fact.gain == pytest.approx(12 * (more - less))
    assert fact.reason.params.get("case") == case
    assert {name: fact.reason.params[name] for name in params} == params
    assert set(fact.reason.params) - {"case"} == set(params)
    assert completion_fact("leaves-five", more - 0.09, more, 12.0) is None


def test_numbers_are_numbers_and_their_nouns_agree() -> None:
    assert write_reason("more-points", more=1).text == "It scores 1 more point."
    assert write_reason("more-points", more=3).text == "It scores 3 more points."
    assert write_reason("keeps-cards", count=1).text == "It keeps 1 more card in the hand."
    assert write_reason("more-qwirkles", count=2).text == "It makes 2 more Qwirkles."
    assert write_reason("more-points", more=3).params == {"more": 3}


@pytest.mark.parametrize("game", ["classic", "cards"])
def test_a_hint_mentions_no_other_turn_that_nobody_named(game: str) -> None:
    """It speaks to the player, and compares only with a placement that scores more."""
    explained = compared = 0
    views: Iterable[AnyView] = _views("classic") if game == "classic" else _card_views()
    for seen in views:
        half = of(seen)
        for spec in ("greedy", "value"):
            turn = bot(spec, 1).choose(seen)
            other = half.other_turn(seen, turn)
            if other is None:
                continue
            assert other != turn
            named = game == "classic" and half.points(seen, turn) < half.points(seen, other)
            for reason in reasons_for_hint(seen, turn):
                explained += 1
                compared += reason.code in HINT_COMPARISONS
                assert named or reason.code in HINT_SENTENCES
                assert named or not re.search("other|more|less|better", reason.text)
                assert not re.match("It |The tiles it ", reason.text)
    assert explained
    assert (compared > 0) == (game == "classic")


def test_the_reasons_of_a_hint_come_in_the_order_of_what_they_are_worth() -> None:
    several = hinted = 0
    for seen in (*_views("classic"), *_views("select")):
        for turn in [move.turn for move in placements(seen.board, seen.hand)][::7]:
            other = other_placement(seen, turn)
            if other is None:
                continue
            facts = sorted(placement_facts(seen, turn, other), key=lambda fact: -fact.gain)
            order = [fact.reason.code for fact in facts]
            found = [reason.code for reason in reasons_for_hint(seen, turn)]
            assert found == [code for code in order if code in found]
            full = [reason.code for reason in reasons_for(seen, turn, other)]
            line = explain(seen, turn, other).line
            follows = ["brings-more"] if line is None else [why.code for why in line.reasons]
            assert full == (order or follows)[:MOST_REASONS]
            several += len(full) > 1
            hinted += len(found) > 1
    assert several
    assert hinted


def test_a_turn_is_not_better_than_itself() -> None:
    seen = _views("classic")[0]
    turn = Place(next(iter(placements(seen.board, seen.hand))).tiles)
    assert reasons_for(seen, turn, turn) == ()


def test_codes_are_words_with_hyphens() -> None:
    for code in SENTENCES:
        assert code.replace("-", "").replace("/", "").isalpha()
        assert code == code.lower()


def _answered(seen: CardsView, table: tuple[CardSet, ...]) -> float:
    """How often the next player can make a Qwirkle, on hands that the reasons do not use."""
    unseen = in_order(seen.unseen().elements())
    size = seen.players[((seen.seat or 0) + 1) % len(seen.players)].cards
    chance = Chance("other hands")
    hands = [chance.sample(unseen, min(size, len(unseen))) for _ in range(200)]
    return sum(bool(most_qwirkles(table, hand)) for hand in hands) / len(hands)
