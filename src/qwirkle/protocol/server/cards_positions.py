"""A position of the card game as other programs send it: read, checked, and converted to a view."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from qwirkle.protocol.server.cards import check_cards, read_hand, read_table
from qwirkle.protocol.server.positions import read_count, read_hands, read_list
from qwirkle.protocol.shapes.values import BadRequest, Json
from qwirkle.rules.cards.turns import CardSet
from qwirkle.rules.cards.view import PlayerView as CardsPlayerView
from qwirkle.rules.cards.view import View as CardsView
from qwirkle.rules.editions.cards import Edition as CardsEdition
from qwirkle.rules.sets import largest_set_size
from qwirkle.rules.tiles import BOX, Tile


def read_cards_position(request: Mapping[str, Json], rules: CardsEdition) -> CardsView:
    """Return the position of a request as the seat to move sees it: seat 0 of the known players."""
    table, hand = read_table(request), read_hand(request)
    if len(hand) > rules.hand:
        raise BadRequest(f"hand has more than {rules.hand} cards")
    made = _qwirkles(request, rules)
    gone = [cards for sets in made for cards in sets]
    check_cards(table, hand, gone)
    hidden = len(BOX) - len(hand) - sum(len(cards) for cards in (*table, *gone))
    hands, deck = _hidden_cards(request, hand, hidden, rules, len(made))
    return CardsView(
        edition=rules,
        seat=0,
        seq=0,
        table=table,
        hand=hand,
        players=tuple(
            CardsPlayerView(f"player {seat + 1}", len(sets), hands[seat], sets)
            for seat, sets in enumerate(made)
        ),
        deck=deck,
        turn=0,
        turns_played=0,
        opening_cards=_opening(request, rules, hand, begun=bool(table or gone)),
        turns_left=_turns_left(request, len(made)),
        idle=0,
        last=None,
        result=None,
    )


def _qwirkles(request: Mapping[str, Json], rules: CardsEdition) -> list[tuple[CardSet, ...]]:
    """Return the Qwirkles everybody has made. Their number is the number of players."""
    if request.get("qwirkles") is None:
        hands = request.get("players")
        players = len(hands) if isinstance(hands, list) else rules.fewest_players
        made: list[tuple[CardSet, ...]] = [()] * players
    else:
        every = read_list(request["qwirkles"], "qwirkles")
        made = [read_table({"qwirkles": sets}, "qwirkles") for sets in every]
    if not rules.fewest_players <= len(made) <= rules.most_players:
        raise BadRequest("qwirkles must be a list with the Qwirkles of each player")
    return made


def _hidden_cards(
    request: Mapping[str, Json],
    hand: Sequence[Tile],
    hidden: int,
    rules: CardsEdition,
    players: int,
) -> tuple[list[int], int]:
    """Return everybody's number of cards and the deck's; by default hands are as full as can be."""
    given = request.get("deck")
    deck = None if given is None else read_count(given, "deck")
    hands = read_hands(request, players)
    if hands is None:
        others = min(rules.hand, max(0, hidden - (deck or 0)) // (players - 1))
        hands = [others] * players
    hands[0] = len(hand)
    left = hidden - sum(hands[1:])
    if left < (deck or 0):
        raise BadRequest("deck and players have more cards than are left")
    return hands, left if deck is None else deck


def _opening(
    request: Mapping[str, Json], rules: CardsEdition, hand: Sequence[Tile], *, begun: bool
) -> int:
    """Return the size of the set an opening must lay (A16); 0 without such a demand."""
    largest = largest_set_size(hand)
    demanded = rules.opening.largest_set and not begun and largest >= rules.smallest_set
    given = request.get("opening_cards")
    cards = read_count(given, "opening_cards") if given is not None else demanded * largest
    if cards not in {0, largest}:
        raise BadRequest("opening_cards must be 0 or the size of the largest set of the hand")
    return cards


def _turns_left(request: Mapping[str, Json], players: int) -> int | None:
    if request.get("turns_left") is None:
        return None
    turns = read_count(request["turns_left"], "turns_left")
    if not 1 <= turns <= players:
        raise BadRequest("turns_left must be null or a number from 1 to that of the players")
    return turns
