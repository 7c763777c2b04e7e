"""Bots that are programs: they may hang, lie or die, and lose that turn and nothing else."""

from __future__ import annotations

import re
import shlex
import sys
import time
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from processes import gone
from qwirkle import Game, bot
from qwirkle.errors import BotError, QwirkleError
from qwirkle.players import process
from qwirkle.players.fallback import fallback_turn
from qwirkle.players.legality import check_turn
from qwirkle.players.process import MOST_FAULTS, ProcessBot, programs
from qwirkle.players.process.spec import ProcessSpec, read_process_spec
from qwirkle.players.rng import Chance
from qwirkle.protocol.server.dispatch import Engine
from qwirkle.protocol.shapes.turns import read_turn
from qwirkle.rules.cards.turns import Exchange, Play
from qwirkle.rules.cards.view import View as CardsView
from qwirkle.rules.editions.placement import edition
from qwirkle.rules.family import GAMES
from qwirkle.rules.placement.turns import Place, Trade
from qwirkle.rules.placement.view import View
from qwirkle.rules.turns import Pass

SCRIPT = Path(__file__).with_name("misbehaving.py")
ENGINE = f"process:bot=greedy {shlex.quote(sys.executable)} -m qwirkle engine"
posix = pytest.mark.skipif(sys.platform == "win32", reason="processes are counted otherwise there")


def misbehaving(how: str, trace: Path | None = None, limit: int = 10_000) -> ProcessBot:
    words = [sys.executable, str(SCRIPT), how, *([] if trace is None else [str(trace)])]
    made = bot(f"process:limit={limit} {shlex.join(words)}", allow_code=True)
    assert isinstance(made, ProcessBot)
    return made


def table() -> Game:
    """A game in which trading is allowed from the first turn on."""
    return Game.new("connect", 2, seed="table")


def take_turns(player: ProcessBot, game: Game, turns: int) -> None:
    for _ in range(turns):
        game.play(player.choose(game.view(game.to_move)))


# --- a program that keeps to the protocol


@pytest.mark.parametrize("game", GAMES)
def test_our_own_engine_plays_every_game_as_the_bot_inside_does(game: str) -> None:
    one = Game.new(game, 3, seed="outside")
    player, chance = bot(ENGINE, "seat", allow_code=True, rules=one.edition), Chance("seat")
    while one.to_move is not None:
        view = one.view(one.to_move)
        turn = player.choose(view)
        assert turn == bot("greedy", chance.below(process.SEEDS)).choose(view)
        one.play(turn)
    player.close()
    assert player.lost_turns == 0


def test_options_reach_the_program() -> None:
    one = Game.new("select", 2, seed=1, options={"same-spot": False})
    player = bot(ENGINE, allow_code=True)
    while one.to_move is not None:
        one.play(player.choose(one.view(one.to_move)))
    player.close()
    assert player.lost_turns == 0


def test_a_program_is_sent_the_thinking_time_and_not_the_seed_of_the_game(tmp_path: Path) -> None:
    heard = tmp_path / "heard"
    listen = f"tee {shlex.quote(str(heard))} | {shlex.quote(sys.executable)} -m qwirkle engine"
    player = bot(
        f"process:bot=random sh -c {shlex.quote(listen)}", "secret-seed", 250, allow_code=True
    )
    game = Game.new(seed="secret-seed")
    game.play(player.choose(game.view(game.to_move)))
    player.close()
    asked = [msgspec.json.decode(line) for line in heard.read_bytes().splitlines()]
    assert [item["op"] for item in asked] == ["hello", "best"]
    assert (asked[1]["ms"], asked[1]["limit"], asked[1]["bot"]) == (250, 1250, "random")
    assert asked[1]["view"]["hand"] == asked[1]["hand"]
    assert b"secret-seed" not in heard.read_bytes()


# --- the spec


@pytest.mark.parametrize(
    ("text", "spec"),
    [
        ("./mybot", ProcessSpec(("./mybot",), 10_000)),
        ("./mybot --ms=5 a,b", ProcessSpec(("./mybot", "--ms=5", "a,b"), 10_000)),
        ("ms=500 ./mybot", ProcessSpec(("./mybot",), 1500, 500)),
        ("limit=700 ms=500 ./mybot", ProcessSpec(("./mybot",), 700, 500)),
        (
            "bot=sim:ms=200,x=1 'my bot' -c 'a b' ms=1",
            ProcessSpec(("my bot", "-c", "a b", "ms=1"), 10_000, None, "sim:ms=200,x=1"),
        ),
        ("./odd=name", ProcessSpec(("./odd=name",), 10_000)),
    ],
)
def test_a_spec_is_settings_and_a_command(text: str, spec: ProcessSpec) -> None:
    assert read_process_spec(text, None) == spec


@pytest.mark.parametrize(
    ("text", "command"),
    [
        (r"C:\bots\x.exe --fast", (r"C:\bots\x.exe", "--fast")),
        (r'"C:\Program Files\bot.exe" "a b"', (r"C:\Program Files\bot.exe", "a b")),
        (r"ms=50 ..\bot.exe", (r"..\bot.exe",)),
    ],
)
def test_a_path_of_windows_keeps_its_backslashes(
    text: str, command: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("qwirkle.players.process.spec._on_windows", lambda: True)
    found = read_process_spec(text, None)
    assert found.command == command
    assert read_process_spec(found.name, None).command == command


def test_the_thinking_time_of_a_match_counts_unless_the_spec_says_another() -> None:
    assert read_process_spec("./mybot", 80).ms == 80
    assert read_process_spec("./mybot", 80).limit == 1080
    assert read_process_spec("ms=20 ./mybot", 80).ms == 20


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "needs a command"),
        ("ms=5", "needs a command"),
        ("speed=5 ./mybot", "no setting “speed”; its settings are ms, limit, bot"),
        ("bot= ./mybot", "bot needs a value"),
        ("ms=fast ./mybot", "ms must be a number of milliseconds above 0, not “fast”"),
        ("limit=-1 ./mybot", "limit must be a number"),
        ("ms=inf ./mybot", "ms must be a number"),
        ("./mybot 'a b", "No closing quotation"),
        ("/no/such/bot", "the bot /no/such/bot: it cannot be started: No such file"),
    ],
)
def test_a_wrong_spec_is_refused(text: str, said: str) -> None:
    with pytest.raises(BotError, match=said):
        bot(f"process:{text}", allow_code=True)


def test_nobody_starts_a_program_by_naming_it(tmp_path: Path) -> None:
    trace = tmp_path / "started"
    spec = f"process:touch {trace}"
    with pytest.raises(BotError, match="not allowed here"):
        bot(spec)
    request = {"op": "best", "game": "classic", "board": [], "hand": ["Ro"], "bot": spec}
    told = msgspec.json.decode(Engine().answer_line(msgspec.json.encode(request)))
    assert told["error"]["code"] == "bad-request"
    assert "not allowed here" in told["error"]["message"]
    assert not trace.exists()


# --- before the game


@pytest.mark.parametrize(
    ("how", "said"),
    [
        ("other-protocol", "it speaks protocol 2, not 1"),
        ("no-games", "does not say which games it plays"),
        ("dies-at-once", "it ended with status 1; its last words: no licence"),
        ("mute", "no answer within"),
    ],
)
def test_a_program_that_cannot_play_is_refused_before_the_game(
    how: str, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(programs, "STARTING", 0.8 if how == "mute" else 10.0)
    with pytest.raises(BotError, match=said):
        misbehaving(how)


def test_a_game_the_program_does_not_list_is_refused() -> None:
    spec = f"process:{shlex.join([sys.executable, str(SCRIPT), 'other-games'])}"
    with pytest.raises(BotError, match="does not play connect"):
        bot(spec, rules=edition("connect"), allow_code=True)
    player = bot(spec, allow_code=True)
    with pytest.raises(BotError, match="does not play connect"):
        player.choose(table().view(table().to_move))
    player.close()
    with pytest.raises(BotError, match="has been closed"):
        player.choose(table().view(table().to_move))


# --- in the game

FAULTS = [
    ("hang", "no answer within"),
    ("half-a-line", "no answer within"),
    ("endless-line", "a line of more than 1048576 bytes"),
    ("endless-lines", "not have the shape of the protocol: “.*”"),
    ("wrong-id", "it answered question 3 when asked question 2"),
    ("not-json", "a line that is not JSON: “.{1,81}”"),
    ("deep", "a line that is not JSON: “.{1,81}”"),
    ("a-list", "not have the shape of the protocol: “.*”"),
    ("no-result", "not have the shape of the protocol: “.*”"),
    ("says-no", r"no$"),
    ("dies", "it ended with status 1; its last words: out of ideas"),
    ("closes-its-output", "it ended"),
    ("illegal", "against the rules: You can place a tile"),
    ("far-away", "against the rules: .*board"),
    ("not-in-hand", "against the rules: "),
    ("no-such-tile", "against the rules: There is no tile “Zz”"),
    ("no-turn", "a turn must be an object"),
    ("another-game", "a turn is one of"),
    ("wrong-turn", "place must be a list"),
    ("many-tiles", "more than the 108 tiles of the box"),
]


@pytest.mark.parametrize(("how", "said"), FAULTS, ids=[how for how, _ in FAULTS])
def test_a_fault_loses_the_turn_and_the_game_goes_on(how: str, said: str) -> None:
    waits = how in {"hang", "half-a-line"}
    player, game = misbehaving(how, limit=300 if waits else 10_000), table()
    view = game.view(game.to_move)
    turn = player.choose(view)
    assert turn == Trade(view.hand[:1])
    game.play(turn)
    assert player.lost_turns == 1
    assert player.last_fault is not None
    assert re.match(r".{1,60} lost its turn: ", player.last_fault)
    assert player.last_fault.startswith(sys.executable[:20])
    (fault,) = player.faults
    assert fault.count == 1
    assert player.last_fault.endswith(fault.first)
    assert re.search(said, player.last_fault), player.last_fault
    assert player.last_fault.isprintable()
    player.close()


def test_a_good_answer_after_much_noise_is_taken() -> None:
    player, game = misbehaving("wordy"), table()
    take_turns(player, game, 2)
    player.close()
    assert player.lost_turns == 0


def test_a_program_that_hung_is_started_again(tmp_path: Path) -> None:
    trace = tmp_path / "trace"
    player, game = misbehaving("hang-once", trace, limit=400), table()
    take_turns(player, game, 3)
    player.close()
    assert player.lost_turns == 1
    assert trace.read_text("utf-8").count("started") == 2


def test_after_three_faults_in_a_row_it_is_not_started_again(tmp_path: Path) -> None:
    trace = tmp_path / "trace"
    player, game = misbehaving("dies", trace), table()
    take_turns(player, game, 6)
    assert player.lost_turns == 6
    assert "it is not asked again" in (player.last_fault or "")
    assert trace.read_text("utf-8").count("started") == MOST_FAULTS
    player.close()


def test_every_kind_of_fault_is_counted_with_its_first() -> None:
    player, game = misbehaving("dies"), table()
    take_turns(player, game, 5)
    player.close()
    assert [fault.count for fault in player.faults] == [MOST_FAULTS, 2]
    assert player.faults[0].first.endswith("out of ideas")
    assert "not asked again" in player.faults[1].first
    assert sum(fault.count for fault in player.faults) == player.lost_turns


def test_illegal_turns_for_different_reasons_are_different_faults() -> None:
    player, game = misbehaving("illegal"), table()
    take_turns(player, game, 1)
    player.close()
    assert player.faults[0].kind.startswith("illegal ")
    assert not player.faults[0].first.endswith(".")


def test_two_programs_can_be_told_apart_by_their_names() -> None:
    one, other = (
        read_process_spec(f"node --a-very-long-option=with-a-value /home/me/bots/x/{name}.js", None)
        for name in ("ann", "ben")
    )
    assert one.name != other.name
    assert max(len(one.name), len(other.name)) <= 60


def test_an_illegal_turn_does_not_cost_the_program_its_life(tmp_path: Path) -> None:
    trace = tmp_path / "trace"
    player, game = misbehaving("illegal", trace), table()
    take_turns(player, game, 2)
    player.close()
    assert trace.read_text("utf-8").count("started") == 1


def test_an_answer_that_comes_late_is_not_taken_for_the_next() -> None:
    player, game = misbehaving("late", limit=300), table()
    take_turns(player, game, 1)
    time.sleep(0.5)  # now the answer to the first question would be there
    take_turns(player, game, 1)
    player.close()
    assert player.lost_turns == 2


def test_a_second_answer_is_not_taken_for_the_next_question() -> None:
    player, game = misbehaving("twice"), table()
    take_turns(player, game, 2)
    assert player.lost_turns == 1
    assert "answered question 2 when asked question 3" in (player.last_fault or "")
    player.close()


def test_a_program_that_reads_no_more_loses_its_turns() -> None:
    player, game = misbehaving("closes-its-input", limit=400), table()
    take_turns(player, game, 2)
    player.close()
    assert player.lost_turns == 1


@posix
def test_a_program_is_killed_with_what_it_started(tmp_path: Path) -> None:
    trace = tmp_path / "trace"
    player, game = misbehaving("has-a-child", trace, limit=400), table()
    take_turns(player, game, 1)
    pids = [int(pid) for pid in trace.read_text("utf-8").splitlines()[1].split()]
    assert [gone(pid) for pid in pids] == [True, True]
    player.close()


# --- what is played for who has lost his turn


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("players", [2, 4])
def test_the_fallback_turn_is_legal_at_every_moment(game: str, players: int) -> None:
    """Also after a taking or a draw; and a seat that only loses its turns ends no game badly."""
    one = Game.new(game, players, seed=3)
    random = bot("random", 1)
    while one.to_move is not None:
        view = one.view(one.to_move)
        least = fallback_turn(view)
        one.check(least)
        one.play(least if one.to_move == 0 else random.choose(view))


def test_the_fallback_turn_is_small() -> None:
    one = Game.new("classic", 2, seed=3)
    opening = fallback_turn(seen(one))
    assert isinstance(opening, Place), "A4: the first turn places"
    one.play(opening)
    assert isinstance(fallback_turn(seen(one)), Trade)
    while seen(one).bag:
        one.play(bot("greedy").choose(one.view(one.to_move)))
    while one.to_move is not None:
        turn = fallback_turn(seen(one))
        points = [move.points for move in one.legal_placements]
        if points:
            assert isinstance(turn, Place)
            assert one.score_of(turn).points == min(points)
        else:
            assert turn == Pass()
        one.play(turn)


def seen(game: Game) -> View:
    view = game.view(game.to_move)
    assert isinstance(view, View)
    return view


def test_the_fallback_turn_plays_few_cards() -> None:
    one = Game.new("cards", 2, seed=3)
    view = one.view(one.to_move)
    assert isinstance(view, CardsView)
    turn = fallback_turn(view)
    assert isinstance(turn, Play)
    assert sum(map(len, turn.after)) == 3
    bare = msgspec.structs.replace(view, table=(), hand=view.hand[:2])
    assert fallback_turn(bare) == Exchange()


# --- the judge who knows no more than a seat

numbers = st.integers(-3, 18)
codes = st.sampled_from(["Ro", "Rx", "Gd", "Bs", "Yb", "Pc", "Oo", "Zz"])
placed = st.lists(st.tuples(numbers, numbers, codes).map(list), max_size=7)
cells = st.tuples(numbers, numbers).map(list)
turns = st.one_of(
    st.fixed_dictionaries({"place": placed}, optional={"take": cells}),
    st.fixed_dictionaries({"trade": st.lists(codes, max_size=7)}, optional={"take": cells}),
    st.fixed_dictionaries({"pass": st.just(True)}, optional={"take": cells}),
    st.fixed_dictionaries({"take": cells}),
    st.just({"draw3": True}),
    st.just({"exchange": True}),
    st.fixed_dictionaries({"after": st.lists(st.lists(codes, max_size=6), max_size=4)}),
)


def verdict(judged: Any) -> Any:
    try:
        judged()
    except QwirkleError as error:
        return str(error)
    return None


MOMENTS: dict[str, list[Game]] = {}


def moments(game: str) -> list[Game]:
    """A game after every fifth turn of it."""
    if game not in MOMENTS:
        MOMENTS[game] = []
        for length in range(0, 60, 5):
            one = Game.new(game, 2, seed=length)
            random = bot("random", length)
            for _ in range(length):
                if one.to_move is not None:
                    one.play(random.choose(one.view(one.to_move)))
            if one.to_move is not None:
                MOMENTS[game].append(one)
    return MOMENTS[game]


@pytest.mark.parametrize("game", GAMES)
@settings(max_examples=60)
@given(data=st.data())
def test_a_view_is_enough_to_judge_a_turn(game: str, data: st.DataObject) -> None:
    one = data.draw(st.sampled_from(moments(game)))
    asked = data.draw(turns)
    try:
        turn = read_turn(asked, one.edition)
    except QwirkleError:
        return
    by_state = verdict(lambda: one.check(turn))
    assert verdict(lambda: check_turn(one.view(one.to_move), turn)) == by_state


@pytest.mark.parametrize("game", GAMES)
def test_the_judge_allows_every_legal_turn(game: str) -> None:
    for moment in moments(game):
        for number, turn in enumerate(moment.legal_turns):
            if number % 7 == 0:
                check_turn(moment.view(moment.to_move), turn)
