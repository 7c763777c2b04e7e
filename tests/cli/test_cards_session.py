"""The card game in the terminal from the inside: drafts, switches, arranging, a whole game."""

from __future__ import annotations

import io
import re
from pathlib import Path

import pytest
from rich.console import Console

from qwirkle import Game, bot
from qwirkle.errors import NotationError
from qwirkle.notation.text.cards_turns import read_card_turn
from qwirkle.rules.cards.turns import CardSet, Play
from qwirkle.rules.tiles import Tile
from qwirkle.terminal.cards import CardsSession
from qwirkle.terminal.cards_draft import CardsDraft, Move, read_move


def cards(text: str) -> tuple[Tile, ...]:
    return tuple(Tile(code) for code in text.split())


def sets(text: str) -> tuple[CardSet, ...]:
    turn = read_card_turn(text)
    assert isinstance(turn, Play)
    return turn.after


class Talk:
    """A session and what it says, in a terminal of eighty columns without colour."""

    def __init__(self, seed: str = "talk", seats: int = 2) -> None:
        self._out = io.StringIO()
        console = Console(file=self._out, width=80, color_system=None)
        names = ["You", *(f"greedy {n}" for n in range(1, seats))]
        bots = [bot("greedy", seat) for seat in range(1, seats)]
        table = Game.new("cards", names, seed=seed)
        self.session = CardsSession(table, bots, bot("greedy", 0), console)
        self.session.begin()
        self.has_changes = self._out.getvalue()

    def say(self, line: str) -> str:
        self._out.seek(0)
        self._out.truncate()
        self.session.handle(line)
        heard = self._out.getvalue()
        assert all(len(row) <= 80 for row in heard.splitlines())
        return heard

    def steps(self, told: str) -> list[str]:
        """The moves a hint or an arrangement tells to type."""
        return [line.split("   ")[0].strip() for line in told.splitlines() if " > " in line]


# Whole games


@pytest.mark.parametrize(("seed", "seats"), [("a", 2), ("b", 3), ("c", 4)])
def test_a_whole_game_can_be_played_by_following_hints(seed: str, seats: int) -> None:
    talk = Talk(seed, seats)
    heard = ""
    for _ in range(100):
        if talk.session.over:
            break
        talk.say("hint")
        heard = talk.say("follow")
        if talk.session.draft.has_changes:
            heard = talk.say("")
    assert talk.session.over
    assert "The game is over. The deck was empty, and everyone had one last turn." in heard
    assert re.search(r"\b(You win!|wins\.|share the win|everyone wins)", heard)
    for seat in talk.session.game.cards.seats:
        made = len(seat.qwirkles)
        assert f"{seat.name}: {made} Qwirkle" in heard, "each player's Qwirkles are told"


@pytest.mark.parametrize("seed", ["a", "b", "d"])
def test_what_a_hint_tells_to_type_leads_to_the_turn_it_means(seed: str) -> None:
    talk = Talk(seed, 3)
    while not talk.session.over:
        steps = talk.steps(talk.say("hint"))
        talk.say("follow")
        if not talk.session.draft.has_changes:
            continue
        meant = talk.session.draft
        talk.say("undo")
        for step in steps:
            talk.say(step)
        assert talk.session.draft == meant
        assert not meant.troubles()
        talk.say("ok")


def test_bots_turns_are_told_in_words() -> None:
    talk = Talk("b", 3)
    talk.say("follow")
    heard = talk.say("")
    assert "You played " in heard
    assert "greedy 1 played " in heard
    assert "greedy 2 played " in heard
    assert "[" in heard, "what was played last is marked"


# The draft in the session


def test_a_draft_is_taken_back_step_by_step() -> None:
    talk = Talk()
    before = talk.session.game.state
    first = talk.session.draft
    one, two = talk.session.draft.hand[:2]
    assert "set 1: needs" in talk.say(f"{one} > new") or first.sets
    middle = talk.session.draft
    number = len(middle.sets)
    talk.say(f"{two} {number}")
    assert talk.session.draft.sets[-1] == tuple(sorted((one, two), key=lambda card: card.index))
    talk.say("undo")
    assert talk.session.draft == middle
    talk.say("undo")
    assert talk.session.draft == first
    assert "nothing to take back" in talk.say("undo")
    assert talk.session.game.state == before, "nothing is final before it is confirmed"


def test_only_a_table_of_sets_can_be_confirmed() -> None:
    talk = Talk()
    assert "put nothing down" in talk.say("")
    played = talk.session.game.cards.turns_played
    card = talk.session.draft.hand[0]
    shown = talk.say(f"{card} > new")
    assert "not a set: needs 2 more cards" in shown
    assert talk.session.question == "1 set to mend> "
    refused = talk.say("")
    number = len(talk.session.draft.sets)
    assert f"Set {number}: A set needs at least 3 cards. This one has 1" in refused
    assert talk.session.game.cards.turns_played == played
    talk.say(f"{card} {number} > hand")
    assert not talk.session.draft.has_changes
    talk.say("follow")
    assert talk.session.question == "play it with Enter> "
    talk.say("play")
    assert talk.session.game.cards.turns_played > played


def test_C_TURN_1_switching_alone_is_no_turn() -> None:
    talk = Talk("b", 3)
    switch = None
    while switch is None:
        draft = talk.session.draft
        switch = next(
            (
                f"{card} {source + 1} > {target + 1}"
                for source, table_set in enumerate(draft.table)
                for card in table_set
                for target in draft.fitting_sets([card])
                if len(table_set) > 3
            ),
            None,
        )
        if switch is None:
            talk.say("follow")
            talk.say("")
    shown = talk.say(switch)
    assert "0 cards played, 1 switched." in shown
    assert not talk.session.draft.troubles()
    assert "Play at least one card from your hand." in talk.say("")
    assert talk.session.draft.has_changes


def test_a_refused_line_keeps_the_draft() -> None:
    talk = Talk()
    talk.say("follow")
    draft = talk.session.draft
    for line, says in (
        ("what?", "cannot be read"),
        ("Rq 1", "is not a tile"),
        ("99>1", "There is no set 99"),
        ("exchange", "clear takes them back first"),
        ("pass", "clear takes them back first"),
        ("sort size", "Sort by"),
        ("save", "Say where"),
        ("load", "Say which file"),
    ):
        assert says in talk.say(line)
        assert talk.session.draft == draft


def test_A15_exchange_and_pass_are_refused_while_a_card_can_be_played() -> None:
    talk = Talk()
    assert "You can play a card" in talk.say("exchange")
    assert "still draw a new hand" in talk.say("pass")
    talk.say("follow")
    talk.say("reset")
    assert not talk.session.draft.has_changes
    assert "as it was" in talk.say("reset")
    talk.say("undo")
    assert talk.session.draft.has_changes, "a reset is a step like any other"


def test_arrange_lays_what_was_put_down() -> None:
    talk = Talk("b", 3)
    most = talk.session.draft.most_cards()
    told = talk.say("arrange")
    assert f"{len(most)} of your 9 cards" in told
    assert len(talk.session.draft.played) == len(most)
    assert not talk.session.draft.troubles()
    arranged = talk.session.draft
    talk.say("reset")
    for card in arranged.played:
        talk.say(f"{card} > new")
    assert talk.session.draft.troubles()
    told = talk.say("arrange")
    assert talk.session.draft.played == arranged.played
    assert not talk.session.draft.troubles()
    assert len(talk.steps(told)) >= 1
    talk.say("")


def test_arrange_with_named_cards_says_when_there_is_no_way() -> None:
    talk = Talk()
    draft = talk.session.draft
    missing = next(card for card in Tile if card not in draft.hand)
    assert f"You do not have {missing}" in talk.say(f"arrange {missing}")
    talk.session.draft = CardsDraft.of((), cards("Ro Bs Gx"))
    assert "There is no way to play Ro Bs" in talk.say("arrange Ro Bs")
    assert "No card of your hand can be played. Write exchange." in talk.say("arrange")


def test_unseen_counts_what_is_in_the_deck_and_in_other_hands() -> None:
    talk = Talk("b", 3)
    numbers = [int(word) for word in talk.say("unseen").split() if word.isdigit()]
    state = talk.session.game.cards
    assert sum(numbers) == len(state.deck) + sum(len(seat.hand) for seat in state.seats[1:])


def test_a_game_is_saved_and_loaded(tmp_path: Path) -> None:
    talk = Talk("b", 3)
    for _ in range(3):
        talk.say("follow")
        talk.say("")
    file = tmp_path / "game.qwr"
    assert "saved" in talk.say(f"save {file}")
    state = talk.session.game.state
    talk.say("follow")
    talk.say("")
    assert talk.session.game.state != state
    talk.say(f"load {file}")
    assert talk.session.game.state == state
    other = tmp_path / "classic.qwr"
    Game.new(seed=1).save(other)
    assert "another kind of game" in talk.say(f"load {other}")
    two = tmp_path / "two.qwr"
    Game.new("cards", seed=1).save(two)
    assert "has 2 players, this table 3" in talk.say(f"load {two}")


def test_sorting_changes_the_order_and_nothing_else() -> None:
    talk = Talk()
    shown = {order: talk.say(f"sort {order}").splitlines()[-1] for order in ("colour", "shape")}
    assert sorted(shown["colour"].split()) == sorted(shown["shape"].split())
    assert talk.say("sort off")
    assert "Ro 3" in talk.say("help")
    assert talk.session.handle("quit") is False


def test_the_line_below_and_the_completion_know_the_draft() -> None:
    talk = Talk("b", 3)
    session = talk.session
    assert "Tab completes" in session.live("")
    card = session.draft.hand[0]
    assert session.live(f"{card} > new").startswith("1 card played; set")
    assert "There is no set" in session.live(f"{card} 77")
    assert session.live("hint") == ""
    offered = set(session.complete(""))
    assert {tile.value for tile in session.draft.hand} <= offered
    assert {"arrange", "hint", "quit"} <= offered
    fitting = {f"{card}>{which + 1}" for which in session.draft.fitting_sets([card])}
    assert set(session.complete(f"{card}>")) == {*fitting, f"{card}>new"}
    assert set(session.complete("??>")) == {
        *(f"??>{n + 1}" for n in range(len(session.draft.sets))),
        "??>new",
    }


# The draft itself

TABLE = sets("Ro Rs Rb / Bo Bs Bx Bd / Os Gs Ps")
HAND = cards("Rx Rc Ys Bs Go Go Pc Yx Yd")


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("Ro 3", Move(cards("Ro"), None, 2)),
        ("ro3", Move(cards("Ro"), None, 2)),
        ("Ro>3", Move(cards("Ro"), None, 2)),
        ("play Ro 3", Move(cards("Ro"), None, 2)),
        ("RoRs > new", Move(cards("Ro Rs"), None, "new")),
        ("Ro, Rs new", Move(cards("Ro Rs"), None, "new")),
        ("Ro Rs Rb", Move(cards("Ro Rs Rb"), None, None)),
        ("Bs 2>4", Move(cards("Bs"), 1, 3)),
        ("Bs2>4", Move(cards("Bs"), 1, 3)),
        ("move Bs from 2 to 4", Move(cards("Bs"), 1, 3)),
        ("move Bs 2>new", Move(cards("Bs"), 1, "new")),
        ("switch bs 2 → +", Move(cards("Bs"), 1, "new")),
        ("2>4", Move((), 1, 3)),
        ("Ro > hand", Move(cards("Ro"), None, "hand")),
    ],
)
def test_moves_are_quick_to_type(text: str, move: Move) -> None:
    assert read_move(text) == move


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("Ro > ", "After > comes the number of a set"),
        ("Ro > there", "After > comes the number of a set"),
        ("new", "Which cards"),
        ("Ro 1 2 3", "Which cards"),
        ("Rq", "“Rq” is not a tile"),
        ("Oc 1", "You do not have Oc"),
        ("Bs 3 > 1", "Bs is not in set 3"),
        ("Bd > 9", "There is no set 9"),
        ("Pc", "Pc fits no set as it is"),
        ("Go", "Go fits no set"),
        ("Ys > 3; Ys > hand; Ys > hand", "did not come from your hand"),
        ("Bo 2 > hand", "did not come from your hand"),
        ("1 > 2; 1 > 2", "That set is empty"),
        (" ; ", "Write Ro 3"),
    ],
)
def test_a_move_that_cannot_be_made_says_what_to_do(text: str, says: str) -> None:
    with pytest.raises(NotationError, match=says):
        CardsDraft.of(TABLE, HAND).with_text(text)


def after(text: str, draft: CardsDraft | None = None) -> CardsDraft:
    return (draft or CardsDraft.of(TABLE, HAND)).with_text(text)[-1]


def test_a_card_goes_home_when_only_one_set_fits() -> None:
    draft = after("Rx")
    assert draft.sets[0] == cards("Ro Rx Rs Rb")
    assert draft.hand_left == cards("Rc Ys Bs Go Go Pc Yx Yd")
    with pytest.raises(NotationError, match=r"Bs can go to set 3 or 4"):
        after("Bs", after("Go > new", after("Bo Bx Bd 2 > new; Bs 2 > new")))
    assert after("Yx Yd Ys").sets[-1] == cards("Yx Yd Ys"), "three that are a set begin one"


def test_a_card_comes_from_the_hand_first_and_else_from_the_only_set_it_lies_in() -> None:
    assert after("Bs > 3").played == cards("Bs")
    switched = after("Bd > new")
    assert switched.played == ()
    assert switched.sets[1] == cards("Bo Bx Bs")
    twice = CardsDraft.of(sets("Ro Rs Rb / Ro Bo Go"), ())
    with pytest.raises(NotationError, match="but in sets 1 and 2: say which, as in Ro 1 > new"):
        after("Ro > new", twice)


def test_sets_keep_their_numbers_while_the_draft_goes_on() -> None:
    draft = after("1 > 2; Rx > new")
    assert draft.sets[0] == ()
    assert draft.sets[2] == TABLE[2]
    assert len(draft.sets) == 4
    assert draft.turn().after == tuple(held for held in draft.sets if held)
    assert len(after("Rx > new; Rx 4 > hand").sets) == 3, "a new set that is empty is forgotten"


def test_hand_cards_and_switched_cards_are_told_apart() -> None:
    draft = after("Rx 1; Bd 2 > new; Yd 4")
    assert draft.arrivals() == (
        ((0, Tile.Rx), (3, Tile.Yd)),
        ((3, Tile.Bd),),
    )
    assert draft.summary() == "2 cards played, 1 switched; set 4: needs 1 more card"


def test_arranging_makes_the_most_qwirkles_and_then_the_fewest_switches() -> None:
    table = sets("Ro Rx Rd / Rs Bs Gs Os / Bo Bx Bd")
    draft = CardsDraft.of(table, cards("Rb Rc Yc"))
    arranged = draft.arrange(cards("Rb Rc"))
    assert arranged is not None
    assert arranged.qwirkles == 1
    assert arranged.sets == sets("Ro Rx Rd Rs Rb Rc / Os Gs Bs / Bo Bx Bd")
    assert list(arranged.steps()) == [
        ("Rs 2 > 1", "from set 2 to set 1 (red, Qwirkle!)"),
        ("Rb Rc > 1", "from the hand to set 1 (red, Qwirkle!)"),
    ]
    assert draft.arrange(cards("Yc")) is None


def test_no_command_is_suggested_for_itself_or_from_another_game() -> None:
    heard = Talk().say("trade")
    assert "There is no command 'trade'." in heard
    assert "mean 'trade'" not in heard
