"""The laboratory: every turn of a position ranked, with intervals that narrow."""

from __future__ import annotations

from collections import Counter

import pytest
from msgspec.structs import replace

from analysis.reviewed_games import played, recorded
from qwirkle.analysis.judge import laboratory
from qwirkle.analysis.judge.laboratory import DEALS, LATE_PART, rank
from qwirkle.analysis.judge.placement import LATE
from qwirkle.analysis.judge.position import rank_turns
from qwirkle.analysis.judge.ranking import Ranked
from qwirkle.analysis.judge.verdict import QUICK
from qwirkle.engine.legal import legal_turns, placements
from qwirkle.errors import BadPosition, IllegalTurn
from qwirkle.players.rng import Chance
from qwirkle.rules.family import AnyView, view
from qwirkle.rules.placement.turns import Place
from qwirkle.rules.placement.view import View
from qwirkle.rules.tiles import Tile

CLASSIC = ("classic", ("level:4", "level:5"), "lines")


def seen_at(number: int, game: str = "classic") -> AnyView:
    steps = played(*CLASSIC) if game == "classic" else recorded(game)
    return view(steps[number].before, steps[number].seat)


def tiles_at(number: int) -> View:
    seen = seen_at(number)
    assert isinstance(seen, View)
    return seen


def group(one: Ranked) -> tuple[tuple[Tile, ...], int]:
    assert isinstance(one.turn, Place)
    return tuple(sorted(placed.tile for placed in one.turn.tiles)), one.points


def test_every_placement_is_ranked_and_rearrangements_are_one_entry() -> None:
    seen = tiles_at(12)
    legal = {frozenset(move.tiles): move for move in placements(seen.board, seen.hand)}
    groups = Counter(
        (tuple(sorted(placed.tile for placed in move.tiles)), move.points)
        for move in legal.values()
    )
    found = [one for one in rank(seen).turns if isinstance(one.turn, Place)]
    assert {group(one) for one in found} == set(groups)
    assert sum(one.alike for one in found) >= len(legal)
    for one in found:
        assert isinstance(one.turn, Place)
        assert legal[frozenset(one.turn.tiles)].points == one.points
        assert one.alike in (1, groups[group(one)])
    lost = [one.behind.mean for one in found]
    assert lost[0] == 0
    assert lost == sorted(lost)
    assert any(one.deals == 0 for one in rank(replace(seen, bag=seen.bag)).turns) == (
        len(groups) > laboratory.TRIED
    )


def test_intervals_narrow_with_effort() -> None:
    seen = tiles_at(10)
    widths = []
    for effort in (0, 2, 4):
        found = rank(seen, effort=effort).turns
        tried = [one for one in found[1:8] if one.deals]
        widths.append(sum(one.behind.high - one.behind.low for one in tried) / len(tried))
        assert found[0].deals >= laboratory.DEALS << effort
    assert widths[0] > 1.5 * widths[1] > 2 * widths[2]


def test_a_turn_that_is_asked_for_is_tried_to_the_last() -> None:
    seen = tiles_at(10)
    worst = rank(seen).turns[-1].turn
    assert isinstance(worst, Place)
    most = max(one.deals for one in rank(seen, asked=[worst]).turns)
    (found,) = [one for one in rank(seen, asked=[worst]).turns if one.turn == worst]
    assert found.deals == most
    assert next(one.deals for one in rank(seen).turns if one.turn == worst) < most
    ranked = rank_turns(seen, asked=[worst])
    assert [ranked.turns[at].text for at in ranked.asked] == [str(worst)]


def test_what_the_next_player_holds_changes_what_turns_are_worth() -> None:
    """If they hold a tile that completes a line, leaving that line costs more."""
    compared = 0
    for number in range(6, 40, 3):
        seen = tiles_at(number)
        unseen = seen.unseen()
        held = sorted(unseen, key=lambda tile: -unseen[tile])[:4]
        plain, told = rank(seen, effort=1), rank(seen, effort=1, held=held)
        compared += [one.behind for one in plain.turns] != [one.behind for one in told.turns]
        assert {one.turn for one in told.turns} & {one.turn for one in plain.turns}
    assert compared > 5


def test_in_every_deal_the_next_player_holds_what_is_supposed() -> None:
    for seen in (tiles_at(8), seen_at(6, "select")):
        assert isinstance(seen, View)
        held = list(seen.unseen())[:3]
        after = ((seen.seat or 0) + 1) % len(seen.players)
        for number in range(5):
            order = laboratory._order(seen, held, Chance(str(number)))
            assert Counter(order) == Counter(tile.index for tile in seen.unseen().elements())
            first = sum(
                seen.players[seat].tiles for seat in range(after) if seat != (seen.seat or 0)
            )
            hand = order[first : first + seen.players[after].tiles]
            assert not Counter(tile.index for tile in held) - Counter(hand)


@pytest.mark.parametrize("game", ["classic", "cards"])
def test_tiles_that_nobody_can_hold_are_refused(game: str) -> None:
    seen = seen_at(8, game)
    with pytest.raises(BadPosition, match=r"hold all of these|only in games with tiles"):
        rank_turns(seen, held=list(seen.hand) * 3)


def test_a_turn_that_is_not_legal_is_refused() -> None:
    seen = tiles_at(8)
    move = next(iter(placements(seen.board, seen.hand)))
    far = Place(tuple(placed._replace(x=placed.x + 40) for placed in move.tiles))
    with pytest.raises(IllegalTurn):
        rank_turns(seen, asked=[far])


def test_an_ending_is_solved() -> None:
    steps = played(*CLASSIC)
    seen = tiles_at(len(steps) - 4)
    assert not seen.bag
    found = rank(seen, effort=3)
    assert found.exact
    for one in found.turns:
        assert one.exact
        assert one.behind.low == one.behind.high == one.behind.mean


def test_with_few_tiles_in_the_bag_there_are_fewer_deals() -> None:
    """A trial to the end of the game takes far longer, and its ranking may not."""
    seen = next(
        one
        for one in (tiles_at(number) for number in range(30, 60))
        if 0 < one.bag <= QUICK.late_bag
    )
    found = rank(seen, effort=2).turns
    assert min(one.deals for one in found if one.deals) == 4 * DEALS // LATE_PART
    for one in found[1:]:
        assert one.behind.high - one.behind.low >= 2 * LATE


def test_cards_are_ranked() -> None:
    seen = seen_at(8, "cards")
    few, many = (rank_turns(seen, effort=effort) for effort in (0, 3))
    assert few.turns[0].lost == 0
    assert many.turns[0].deals == 8 * few.turns[0].deals
    texts = {one.text for one in many.turns}
    assert len(texts) == len(many.turns) > 1
    legal = next(turn for turn in legal_turns(seen))
    asked = rank_turns(seen, asked=[legal])
    assert len(asked.asked) == 1


def test_the_same_question_gets_the_same_answer() -> None:
    seen = tiles_at(14)
    assert rank_turns(seen, effort=1) == rank_turns(seen, effort=1)
    assert rank_turns(seen, effort=1) != rank_turns(seen, effort=2)
