"""Whole games by ear, and some turns in German: nothing is seen, and only the keyboard is used.

What was said is kept as a radio play in ``radio``. After a wanted change of words:
``pytest tests/page/test_by_ear.py --snapshot-update``, and read the difference aloud.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path

import pytest

from server.served import Served

from .accessibility import barriers
from .conftest import Visit
from .listening import Heard, Listener, radio_play
from .seeded import seeded

RADIO = Path(__file__).parent / "radio"
SEED = f"{7:064x}"
HAND = re.compile(r"In your hand: (.*)\.$")
FITS = r"fits (in|nowhere)"
SCORES = re.compile(r"(last tile|last turn)\. You: \d+ \w+\. Snail: \d+ \w+\.$")


@pytest.fixture(scope="module")
def dealt(page_folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A server that deals the same to everybody."""
    assert page_folder.is_dir()
    with seeded(tmp_path_factory.mktemp("seeded"), SEED) as server:
        yield server


def listener_at(
    visit: Visit, dealt: Served, game: str, language: str = "en", play: str = "Play"
) -> Listener:
    """Ann at a table with a bot, who has come by the start page."""
    about_game = {"game": game, "opponent": "level:1", "language": language}
    settings = {"name": "Ann", "tips": False, **about_game}  # tips have a moment of their own
    visitor = visit(at=dealt, settings=settings)
    listener = Listener(visitor)
    visitor.page.goto("/")
    visitor.page.get_by_role("button", name=play, exact=False).first.focus()
    listener.press("Enter")
    listener.hear("heading", "FOCUS")
    return listener


def ended(listener: Listener) -> bool:
    """Whether the result has the focus."""
    return any(who == "FOCUS" and "win" in words for who, words in listener.since_key())


def until_my_turn(listener: Listener) -> None:
    """The bot has answered, or the game is over; and everything has been said."""
    if "Your turn" not in listener.hear(
        r"Your turn\.|out of tiles: \d+|win.*, heading", "PAGE FOCUS"
    ):
        listener.hear(r"You: \d+ (point|Qwirkle)")


def the_end_is_said_once(listener: Listener) -> None:
    heard = listener.all()
    titles = [words for who, words in heard if who == "FOCUS" and "win" in words]
    assert len(titles) == 1, titles
    scores = [words for who, words in heard if who == "PAGE" and SCORES.search(words)]
    assert len(scores) == 1, scores
    assert barriers(listener.page) == []


Compare = Callable[..., None]


@pytest.fixture
def is_the_radio_play(request: pytest.FixtureRequest) -> Compare:
    """Compares what was heard with the play that is kept; or keeps it."""

    def compare(listener: Listener, *before: Heard) -> None:
        # That the deal was fair is found out in the background, sooner or later.
        heard = [
            *before,
            *(line for line in listener.all() if "deal was fair" not in line.words),
        ]
        name = re.sub(r"test_a_whole_game_of_|test_in_|\]", "", request.node.name)
        name = name.replace("[", "_")
        kept, play = RADIO / f"{name}.txt", radio_play(heard, "Ann")
        if request.config.getoption("--snapshot-update"):
            RADIO.mkdir(exist_ok=True)
            kept.write_text(play, "utf-8")
        assert play == kept.read_text("utf-8")

    return compare


@pytest.mark.long
def test_a_whole_game_of_tiles(visit: Visit, dealt: Served, is_the_radio_play: Compare) -> None:
    listener = listener_at(visit, dealt, "classic")
    said = listener.hear(r"The game begins\..*In your hand")
    lay_the_opening(listener, said)
    until_my_turn(listener)
    for number in count(2):
        if ended(listener):
            break
        if number == 2:
            listen_around(listener)
        if number > 4 or not one_tile_by_ear(listener):
            listener.press("h")
            listener.hear(r"P plays it|pass")
        if listener.page.locator("dialog[open]").count():
            pass_in_the_dialog(listener)
        else:
            listener.press_play()
        until_my_turn(listener)
    the_end_is_said_once(listener)
    is_the_radio_play(listener)


def lay_the_opening(listener: Listener, said: str) -> None:
    """The page says which tiles begin, and the numbers of the hand."""
    page = listener.page
    numbers = numbers_in(said)
    first = re.search(r"That is ([^.;]*)", said)
    assert first is not None, said
    for at, tile in enumerate(first[1].split(", ")):
        listener.press(str(numbers.index(tile) + 1))
        listener.hear(rf"{tile}: (start anywhere|fits)")
        if at == 0:
            while page.evaluate("() => document.activeElement?.getAttribute('role')") != "gridcell":
                listener.press("Tab")
        else:
            listener.press("ArrowRight")
        listener.press("Enter")
        listener.hear(rf"{tile}, column {at}, row 0: ")
    listener.press_play()


def numbers_in(said: str) -> list[str]:
    hand = HAND.search(said)
    assert hand is not None, said
    return [re.sub(r"^\d+ ", "", tile) for tile in hand[1].split(", ")]


def listen_around(listener: Listener) -> None:
    """The keys that only tell: moves, lines, the scores; and a play that is refused."""
    listener.press("l")
    listener.hear(r"played .* (row|column) ")
    listener.press("c")
    listener.hear(r"Snail played .* (row|column) ")
    listener.press("j")
    listener.hear("just played", "FOCUS")
    listener.press("r")
    listener.hear(r"Row -?\d+.*Column -?\d+")
    listener.press("o")
    listener.hear(r"(Row|Column) .* Missing: ")
    listener.press("i")
    listener.hear(r"You: \d+ points?\..*in the bag")
    listener.press("p")
    listener.hear("nothing to play yet")


def one_tile_by_ear(listener: Listener) -> bool:
    """Choose until something fits, go there, lay it, take it back, and lay it again."""
    for number in range(1, 7):
        listener.press(str(number))
        if "nowhere" in listener.hear(FITS):
            continue  # now, or alone
        listener.press("PageDown")
        listener.hear("fits here", "FOCUS")
        listener.press("Enter")
        listener.hear(r"column -?\d+, row -?\d+: ")
        listener.press("Backspace")
        listener.hear("back in your hand")
        listener.press(str(number))
        listener.hear(FITS)
        listener.press("Enter")
        return "point" in listener.hear(r"column -?\d+, row -?\d+: ")
    listener.press("Escape")
    return False


def pass_in_the_dialog(listener: Listener) -> None:
    for _ in range(6):
        if "Pass, button" in [words for _, words in listener.since_key()]:
            break
        listener.press("Tab")
        listener.hear("button", "FOCUS")
    listener.press("Enter")


@pytest.mark.long
def test_a_whole_game_of_cards(visit: Visit, dealt: Served, is_the_radio_play: Compare) -> None:
    listener = listener_at(visit, dealt, "cards")
    if "Your turn." not in listener.hear(r"In your hand"):
        listener.hear(r"Your turn\.")
    for number in count(1):
        if ended(listener):
            break
        if number in (2, 3):
            a_card_alone(listener)
        listener.press("h")
        listener.hear(r"P plays|P draws|P passes|can’t play")
        listener.press_play()
        until_my_turn(listener)
    the_end_is_said_once(listener)
    is_the_radio_play(listener)


def a_card_alone(listener: Listener) -> None:
    """What lies there; one card: into a set of its own, what is wrong with it, and back."""
    listener.press("l")
    listener.hear("played|couldn’t play")
    listener.press("c")
    listener.hear("Snail (played|couldn’t play)")
    listener.press("r")
    listener.hear("First go to a card on the table")
    listener.press("o")
    listener.hear("Set 1, .*: ")
    listener.press("1")
    listener.hear("Chosen: ")
    listener.press("n")
    listener.hear("into new set")
    listener.hear("Not right yet: set")
    listener.press_play()
    listener.hear("Not right yet: set")
    listener.press("Backspace")
    listener.hear("back to your hand")


@pytest.mark.long
@pytest.mark.parametrize("game", ["classic", "cards"])
def test_in_german(visit: Visit, dealt: Served, is_the_radio_play: Compare, game: str) -> None:
    """Some turns, then the page is loaded again: what lies there and was played is told."""
    listener = listener_at(visit, dealt, game, "de", "Spielen")
    listener.hear(r"Die Partie beginnt\..*Auf deiner Hand")
    for _ in range(3):
        listener.press("h")
        listener.hear("P spielt|P legt")
        listener.press_play()
        listener.hear(r"Du ziehst (ein|\d)")
        listener.hear(r"Du bist dran\.")
    before = listener.all()
    listener.reload()
    arrived = listener.hear(r"Auf deiner Hand")
    assert re.match(r"Schnecke (legt|spielt).*auf dem Tisch: .*Du bist dran\.", arrived), arrived
    is_the_radio_play(listener, *before, Heard("KEY", "F5"))
