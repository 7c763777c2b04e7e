"""The terminal game from the inside: drafts, live points, completion, a whole game."""

from __future__ import annotations

import io
import re
from pathlib import Path

import msgspec
import pytest

from qwirkle import Game, bot
from qwirkle.analysis.reasons.explain import reasons_for_hint
from qwirkle.rules.family import AnyEdition, load_edition
from qwirkle.rules.placement.state import Result
from qwirkle.terminal.coach import Coach
from qwirkle.terminal.output import PlainConsole
from qwirkle.terminal.placement import PlacementSession


class Talk:
    """A session and what it says."""

    def __init__(
        self,
        seed: str = "talk",
        game: str | AnyEdition = "classic",
        seats: int = 2,
        *,
        width: int = 120,
        height: int | None = None,
    ) -> None:
        self._out = io.StringIO()
        console = PlainConsole(
            file=self._out,
            width=width,
            height=height,
            color_system=None,
            force_terminal=height is not None,
        )
        names = ["You", *(f"greedy {n}" for n in range(1, seats))]
        bots = [bot("greedy", seat) for seat in range(1, seats)]
        table = Game.new(game, names, seed=seed)
        self.session = PlacementSession(table, bots, bot("greedy", 0), console)
        self.session.begin()

    def clear(self) -> None:
        self._out.seek(0)
        self._out.truncate()

    def heard(self) -> str:
        return self._out.getvalue()

    def say(self, line: str) -> str:
        self.clear()
        self.session.handle(line)
        return self.heard()

    def hint(self) -> str:
        heard = self.say("hint")
        return re.split("   |  No placement", " ".join(heard.split("\n")).strip())[0]


def test_hints_give_the_reasons_of_reviews(monkeypatch: pytest.MonkeyPatch) -> None:
    talk = Talk(game="classic", seats=2)
    given: set[str] = set()
    for _ in range(12):
        seen = talk.session.game.view(0)
        turn = bot("value", 1).choose(seen)
        monkeypatch.setattr(talk.session._hinter, "choose", lambda _, turn=turn: turn)
        heard = " ".join(talk.say("hint").split())
        reasons = reasons_for_hint(seen, turn)
        assert all(reason.text in heard for reason in reasons)
        given |= {reason.code for reason in reasons}
        talk.say(talk.hint())
        talk.say("")
    assert given


@pytest.mark.parametrize(
    ("game", "seats"), [("classic", 2), ("schmidt", 4), ("select", 3), ("mini", 2)]
)
def test_a_whole_game_can_be_played_by_following_hints(game: str, seats: int) -> None:
    talk = Talk(game=game, seats=seats)
    heard = ""
    for _ in range(200):
        if talk.session.over:
            break
        talk.say(talk.hint())
        heard = talk.say("")
    assert talk.session.over
    assert "The game is over" in heard
    assert re.search(r"\b(You win!|wins\.|share the win|everyone wins)", heard)


def test_a_draft_shows_its_points_and_can_be_taken_back() -> None:
    talk = Talk()
    before = talk.session.game.state
    hint = talk.hint()
    assert "Enter to confirm" in talk.say(hint)
    assert talk.session.draft.turn is not None
    assert talk.session.game.state == before, "nothing is final before it is confirmed"
    talk.say("undo")
    assert talk.session.draft.turn is None
    assert "nothing to take back" in talk.say("undo"), "no turn was played yet"
    talk.say(hint)
    talk.say("")
    assert talk.session.game.state.turns_played > before.turns_played


def test_a_refused_line_keeps_the_draft() -> None:
    talk = Talk()
    talk.say(talk.hint())
    draft = talk.session.draft
    assert "cannot be read" in talk.say("what?")
    assert talk.session.draft == draft


def test_points_are_live_while_typing() -> None:
    talk = Talk(seed="5")  # the bot opens
    hint = talk.hint()
    assert talk.session.live(hint).startswith("+")
    tile = talk.session.game.hand[0]
    assert "must touch" in talk.session.live(f"{tile.value}@90,90")
    assert talk.session.live("Ro@") == ""
    assert talk.session.live("") != ""


def test_completion_offers_own_tiles_and_where_they_fit() -> None:
    talk = Talk(seed="5")  # the bot opens
    hand = {tile.value for tile in talk.session.game.hand}
    assert hand <= set(talk.session.complete(""))
    assert "hint" in set(talk.session.complete(""))
    move = next(m for m in talk.session.game.legal_placements if len(m.tiles) == 1)
    placed = move.tiles[0]
    offered = set(talk.session.complete(f"{placed.tile.value}@"))
    assert f"{placed.tile.value}@{placed.x},{placed.y}" in offered


def test_sorting_changes_the_order_and_nothing_else() -> None:
    talk = Talk()
    shown = {order: talk.say(f"sort {order}").splitlines()[-1] for order in ("colour", "shape")}
    assert sorted(shown["colour"].split()) == sorted(shown["shape"].split())
    assert "Sort by" in talk.say("sort size")


# Taking back, looking around, house rules


def test_a_confirmed_turn_is_taken_back_with_what_the_bots_played() -> None:
    talk = Talk(seats=3)
    before = talk.session.game.state
    hint = talk.hint()
    talk.say(hint)
    talk.say("")
    after = talk.session.game.state
    assert after.turns_played >= before.turns_played + 3
    assert "Your last turn and what the bots played after it are taken back." in talk.say("back")
    assert talk.session.game.state == before
    talk.say(hint)
    talk.say("")
    again = talk.session.game.state
    assert again.seats[0].hand == after.seats[0].hand, "the same tiles are drawn"
    talk.say(talk.hint())
    talk.say("")
    talk.say("undo")
    assert talk.session.game.state == again, "with nothing put down undo takes back a turn"
    talk.say("back")
    assert "nothing to take back" in talk.say("back")
    assert talk.session.game.state == before, "the bots' opening stays"


def test_a_turn_of_several_acts_is_taken_back_act_by_act() -> None:
    talk = Talk(game="mini", seed="3")
    while "action tile: draw3" not in talk.say("board"):
        talk.say(talk.hint())
        talk.say("")
        assert not talk.session.over
    before = talk.session.game.state
    talk.say("draw3")
    talk.say("")
    assert talk.session.game.to_move == 0, "the turn goes on"
    talk.say("back")
    assert talk.session.game.state == before


def test_a_mistyped_command_names_the_nearest() -> None:
    talk = Talk()
    assert "There is no command 'hnit'. Did you mean 'hint'?" in talk.say("hnit")
    assert "Did you mean 'unseen'?" in talk.say("unsen")
    assert "Did you mean 'save'?" in talk.say("saev game.qwr")
    assert "cannot be read" in talk.say("xyzzy")


def test_a_refusal_shows_only_a_glimpse_of_a_long_line() -> None:
    talk = Talk()
    assert len(talk.say("x" * 100_000)) < 500
    assert "\x1b" not in talk.say("\x1b[31mRo@1,1")


def house(tmp_path: Path, rules: str) -> AnyEdition:
    file = tmp_path / "house.toml"
    file.write_text(f'based_on = "classic"\nid = "house"\nname = "House"\n{rules}\n', "utf-8")
    return load_edition(file)


def played_out(talk: Talk) -> str:
    heard = ""
    while not talk.session.over:
        talk.say(talk.hint())
        heard = talk.say("")
    return heard


@pytest.mark.parametrize(
    ("points", "said"),
    [
        (11, "The game is over. greedy 1 is out of tiles: 11 bonus points. You win!"),
        (1, "is out of tiles: 1 bonus point."),
        (0, "The game is over. greedy 1 played the last tile. You win!"),
    ],
)
def test_the_end_is_announced_with_the_numbers_of_the_edition(
    points: int, said: str, tmp_path: Path
) -> None:
    talk = Talk(game=house(tmp_path, f"end.going_out = {points}"))
    assert said in played_out(talk)


def test_idle_rounds_are_those_of_the_edition(tmp_path: Path) -> None:
    talk = Talk(game=house(tmp_path, "end.idle_rounds = 3"))
    session = talk.session
    result = Result("no-progress", (0,), (3, 2))
    last = session.game._steps[-1]
    ended = msgspec.structs.replace(last.state, result=result)
    session.game._steps.append(type(last)(last.turn, last.events, ended, "any"))
    talk.clear()
    session._announce_result()
    assert "Nobody played anything for several rounds." in talk.heard()


@pytest.mark.parametrize(("width", "height"), [(40, 18), (60, 20), (80, 24), (120, 40)])
def test_every_screen_shows_the_play_and_nothing_wraps(width: int, height: int) -> None:
    talk = Talk(seed="wide", width=width, height=height)
    while not talk.session.over:
        hint = talk.hint()
        for heard in (talk.say(hint), talk.say("")):
            lines = heard.split("\n")
            assert max(map(len, lines)) <= width
            assert len(lines) <= height
        shown = talk.session._viewport
        last = talk.session.game.placement.last
        assert shown is not None
        assert last is not None
        for placed in last.placed:
            assert placed.x in shown.columns
            assert placed.y in shown.rows


def test_help_is_two_columns_in_a_narrow_terminal_too() -> None:
    talk = Talk(width=40)
    lines = talk.say("help").splitlines()
    assert max(map(len, lines)) <= 40
    assert "  Ro 3,4        place the red circle in" in lines
    assert lines[1] == " " * 16 + "column 3, row 4 (also"
    assert len(talk.session.live("")) < 40


def test_the_person_can_look_at_what_is_not_shown() -> None:
    talk = Talk(seed="wide", width=36, height=24)
    assert "The whole table is on the screen" in talk.say("left")
    while talk.session._viewport is None or talk.session._viewport.is_whole:
        talk.say(talk.hint())
        talk.say("")
        assert not talk.session.over
    seen: set[tuple[int, int]] = set()
    for command in ("board", *["left"] * 9, *["up"] * 9, *["right", "down"] * 12):
        heard = talk.say(command)
        shown = talk.session._viewport
        assert shown is not None
        seen |= {(x, y) for x in shown.columns for y in shown.rows}
    assert "Tiles not shown: " in heard
    assert re.search(r"\d+ above.* \(type .*up", " ".join(heard.split()))
    corners = [(whole[0], whole[-1]) for whole in talk.session._viewport.whole]
    assert (corners[0][0], corners[1][0]) in seen
    assert (corners[0][1], corners[1][1]) in seen


@pytest.mark.parametrize(
    ("typed", "answer"),
    [
        ("trade", "Say which tiles you trade, such as: trade Ro Bs."),
        ("Trade", "Say which tiles you trade, such as: trade Ro Bs."),
        ("take", "Say which tile you take by its place, such as: take 3,4."),
        ("save", "Say where: save FILE."),
        ("load", "Say which file: load FILE."),
        ("sort", "Sort by colour, shape, off."),
        ("tarde", "There is no command 'tarde'. Did you mean 'trade'?"),
    ],
)
def test_a_command_that_lacks_something_is_told_what(typed: str, answer: str) -> None:
    assert answer in Talk().say(typed)


def test_a_teaching_game_asks_once_before_a_turn_that_loses_much() -> None:
    """With hints in three steps; Enter plays the turn anyway."""
    talk = Talk("coach")
    talk.session.coach = Coach(1)
    table = talk.session.game
    for _ in range(2):
        talk.say(f"play {bot('greedy', 5).choose(table.view(0))}")
        talk.say("")  # whatever the coach thinks of it
    turns = len(table.turns)
    talk.say(f"trade {table.view(0).hand[0].value}")
    assert "There’s something better: look again?" in talk.say("")
    assert len(table.turns) == turns
    hints = [talk.say("hint") for _ in range(3)]
    assert "Look here: column" in hints[0]
    assert "Use: " in hints[1]
    assert "The best turn found: " in hints[2]
    talk.say("")
    assert len(table.turns) > turns


def test_without_a_coach_every_turn_is_played() -> None:
    talk = Talk("coach")
    table = talk.session.game
    talk.say(f"play {bot('greedy', 5).choose(table.view(0))}")
    turns = len(table.turns)
    talk.say(f"trade {table.view(0).hand[0].value}")
    talk.say("")
    assert len(table.turns) > turns
