"""Whole games of every edition as the page is sent them: what its tests listen to.

The tests of the page (``frontend/src/game/byEar.test.ts``) narrate these games, rebuild every
position from the words alone and compare it with the truth, which is recorded with each turn.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from qwirkle.players import bot
from qwirkle.rules.family import GAMES, view
from qwirkle.tables.core import commands as c
from qwirkle.tables.core.decide.game import game_of
from qwirkle.tables.core.evolve import TableFold
from qwirkle.tables.core.settings import SeatPlan
from qwirkle.tables.core.views import SentEvent, Viewer
from tables.scene import Scene, device, written

FOLDER = Path(__file__).parents[2] / "frontend" / "src" / "testing" / "games"
PLAYERS = ("greedy", "random")


def played(game: str) -> Scene:
    """A whole game of Ann and the weakest bot: one plays by greed, the other at random."""
    ann = device("Ann")
    seats = (SeatPlan("person", "Ann"), SeatPlan("bot", "Snail", "level:1"))
    scene = Scene(c.OpenTable(seats, game), ann, f"by ear {game}")
    scene.do(ann, c.Start())
    bots = [bot(kind, f"by ear/{game}/{kind}") for kind in PLAYERS]
    while (seat := scene.table.to_move) is not None:
        turn = bots[seat].choose(view(game_of(scene.table), seat))
        if seat == 0:
            scene.do(ann, c.Play(written(turn), seat))
        else:
            scene.do(None, c.BotPlays(seat, turn, game_of(scene.table).seq))
    return scene


def recorded(game: str) -> dict[str, Any]:
    """The game as Ann is sent it, without what no sentence is made of."""
    folded = TableFold()
    start: dict[str, Any] = {}
    turns = []
    for event, at in played(game).log:
        state = folded.add(event, at)
        sent = msgspec.json.decode(SentEvent(event, state, at).for_viewer(Viewer((0,), host=True)))
        if sent["event"]["event"] == "game-started":
            parts = ("squares", "board", "table")
            start = {name: sent["game"][name] for name in parts if name in sent["game"]}
        elif sent["event"]["event"] == "turn-played":
            turns.append(_turn(sent))
    return {"game": game, "start": start, "turns": turns}


def _turn(sent: dict[str, Any]) -> dict[str, Any]:
    turn = {name: sent["event"][name] for name in ("seat", "by", "acts")}
    if sent["board"] is not None:
        turn["board"] = sent["board"]
    last = (sent["game"] or {}).get("last") or {}
    if "before" in last:
        turn["before"] = last["before"]
    if "table" in (sent["game"] or {}):
        turn["table"] = sent["game"]["table"]
    return turn


def lines_of(record: dict[str, Any]) -> str:
    """A record as JSON with a line for each turn."""
    turns = ",\n".join(json.dumps(turn, separators=(",", ":")) for turn in record["turns"])
    head = json.dumps({name: record[name] for name in ("game", "start")}, separators=(",", ":"))
    return f'{head[:-1]},"turns":[\n{turns}\n]}}\n'


@pytest.mark.parametrize("game", GAMES)
def test_the_recorded_game_is_what_the_page_is_sent(
    game: str, request: pytest.FixtureRequest
) -> None:
    kept, text = FOLDER / f"{game}.json", lines_of(recorded(game))
    if request.config.getoption("--snapshot-update"):
        FOLDER.mkdir(exist_ok=True)
        kept.write_text(text, "utf-8")
    assert text == kept.read_text("utf-8")
