"""The question ``best``: a bot of the registry plays a position that a client sends.

Bots that start a program or import a module are refused: a line could start anything.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from contextlib import closing

from qwirkle.engine.cards.solver import best_turn
from qwirkle.engine.legal import placements
from qwirkle.players import Bot, bot
from qwirkle.players.base import Weighed
from qwirkle.protocol.server.cards_positions import read_cards_position
from qwirkle.protocol.server.positions import (
    MOST_HELD,
    RequestedPosition,
    check_lines,
    read_hands,
    read_position,
    requested_edition,
)
from qwirkle.protocol.shapes.turns import write_turn
from qwirkle.protocol.shapes.values import BadRequest, Json
from qwirkle.rules.cards.referee import judge as judge_cards
from qwirkle.rules.cards.turns import Play
from qwirkle.rules.cards.view import View as CardsView
from qwirkle.rules.editions.cards import Edition as CardsEdition
from qwirkle.rules.editions.placement import Edition
from qwirkle.rules.family import AnyEdition, AnyTurn
from qwirkle.rules.placement.referee import judge
from qwirkle.rules.placement.turns import Place

CONSIDERED = 10
Answer = dict[str, Json]


def best(request: Mapping[str, Json]) -> Answer:
    """Answer ``best``: a bot's turn, its points, and what was considered.

    That is what the bot has weighed, with its values, or else the turns with the most points.
    """
    rules = requested_edition(request)
    if isinstance(rules, Edition):
        return _best_placement(request, rules)
    return _best_cards(request, rules)


def _best_placement(request: Mapping[str, Json], rules: Edition) -> Answer:
    asked = read_position(request, need_hand=True)
    check_lines(asked.board)
    if not 1 <= len(asked.hand or ()) <= MOST_HELD:
        raise BadRequest(f"hand must have 1 to {MOST_HELD} tiles")
    seen = asked.view(read_hands(request, len(asked.scores)))
    with closing(_requested_bot(request, rules)) as player:
        chosen = player.choose(seen)
        weighed = player.weighed()[:CONSIDERED]
    considered = _most_points(asked)
    if weighed:
        considered = [
            {**_placed(one.turn), "points": _points(asked, one.turn), **_worth(one)}
            for one in weighed
        ]
    return {
        "turn": write_turn(chosen),
        "points": _points(asked, chosen),
        "considered": considered,
    }


def _points(asked: RequestedPosition, turn: AnyTurn) -> int:
    if not isinstance(turn, Place):
        return 0
    verdict = judge(asked.board, turn.tiles, asked.hand, asked.demands())
    return 0 if isinstance(verdict, tuple) else verdict.points


def _placed(turn: AnyTurn) -> Answer:
    return {"place": sorted(turn.tiles)} if isinstance(turn, Place) else {}


def _worth(weighed: Weighed) -> Answer:
    """Write what a turn is worth to the bot, with the 95 % interval if there is one."""
    value: Answer = {"value": round(weighed.value, 3)}
    if weighed.ci95 is None:
        return value
    low, high = weighed.ci95
    return {**value, "low": round(low, 3), "high": round(high, 3)}


def _best_cards(request: Mapping[str, Json], rules: CardsEdition) -> Answer:
    seen = read_cards_position(request, rules)
    with closing(_requested_bot(request, rules)) as player:
        chosen = player.choose(seen)
        weighed = player.weighed()[:CONSIDERED]
    considered: list[Json]
    if weighed:
        considered = [
            {"after": one.turn.after, "points": _qwirkles(seen, one.turn), **_worth(one)}
            for one in weighed
            if isinstance(one.turn, Play)
        ]
    else:
        most = best_turn(seen.table, seen.hand)
        considered = [] if most is None else [{"after": most.after, "points": most.qwirkles}]
    return {
        "turn": write_turn(chosen),
        "points": _qwirkles(seen, chosen),
        "considered": considered,
    }


def _qwirkles(seen: CardsView, turn: AnyTurn) -> int:
    if not isinstance(turn, Play):
        return 0
    verdict = judge_cards(seen.table, seen.hand, turn.after, seen.opening_cards)
    return 0 if isinstance(verdict, tuple) else len(verdict.qwirkles)


def read_seed(request: Mapping[str, Json]) -> int | str:
    """Return the seed of a request; without one, a random seed."""
    seed = request.get("seed")
    if seed is None:
        return secrets.token_hex(16)
    if isinstance(seed, int | str) and not isinstance(seed, bool):
        return seed
    raise BadRequest("seed must be a whole number or a text")


def _requested_bot(request: Mapping[str, Json], rules: AnyEdition) -> Bot:
    spec = request.get("bot", "greedy")
    if not isinstance(spec, str):
        raise BadRequest("bot must be the name of a bot")
    ms = request.get("ms")
    if ms is not None and (not isinstance(ms, int | float) or ms <= 0):
        raise BadRequest("ms must be a number above 0")
    return bot(spec, read_seed(request), ms, rules=rules)


def _most_points(asked: RequestedPosition) -> list[Json]:
    found = sorted(
        placements(asked.board, asked.hand or (), asked.demands()),
        key=lambda move: (-move.points, move.tiles),
    )
    return [{"place": sorted(move.tiles), "points": move.points} for move in found[:CONSIDERED]]
