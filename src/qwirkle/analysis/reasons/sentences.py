"""The sentences of the reasons, and how a fact becomes one."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from math import comb
from typing import NamedTuple

from qwirkle.analysis.review.report import Reason
from qwirkle.rules.reasons import write_sentence
from qwirkle.rules.tiles import Tile

SENTENCES: Mapping[str, str] = {
    "more-points": "It scores {more:more point}.",
    "completes-qwirkle": "It completes a Qwirkle.",
    "goes-out": "It uses up the last tiles, which ends the game and earns {points:point}.",
    "empties-bag": "It empties the bag.",
    "leaves-five": (
        "The other turn leaves a line one tile short of a Qwirkle, which "
        "the next player can complete in {deals} of {of} deals."
    ),
    "leaves-five/less": (
        "The other turn leaves a line one tile short of a Qwirkle, which "
        "the next player can complete in {deals} of {of} deals; "
        "after this one it is {less} of {less_of}."
    ),
    "leaves-five/sure": (
        "The other turn leaves a line one tile short of a Qwirkle, which "
        "the next player can almost always complete."
    ),
    "leaves-five/sure-less": (
        "The other turn leaves a line one tile short of a Qwirkle, which "
        "the next player can almost always complete; "
        "after this one it is {less} of {less_of} deals."
    ),
    "keeps-qwirkle": "It keeps {tiles:the} for a Qwirkle.",
    "keeps-two": "It keeps {tiles:the} for a Qwirkle with two tiles.",
    "keeps-set": "It keeps {count:tile} that go together.",
    "plays-duplicate": "It plays {tiles:the}, which was in the hand twice.",
    "draws-more": "It draws {count:tile}, {more} more than the other turn.",
    "smaller-answer": "The other player can then score at most {points}, not {other}.",
    "scores-next": "The tiles it keeps can score up to {points} next, not just {other}.",
    "wins-token": "It wins a star token.",
    "takes-first": "It takes a tile from the table first, which the hand can use.",
    "takes-first/points": (
        "It takes {tiles:the} from the table first: then a turn for {points:point} is possible."
    ),
    "saves-special": "It saves the star token for a later turn.",
    "saves-special/action": "It saves the action tile for a later turn.",
    "draws-three": "It draws three more tiles first, so there is more to choose from.",
    "places": "It places tiles instead of giving the turn away.",
    "gives-less": "It leaves less to the next player.",
    "keeps-more": "It keeps the better tiles for the next turn.",
    "keeps-more/places": "It leaves better places for the tiles in the hand.",
    "brings-more": "No single thing sets it apart: it brings more in the turns that follow.",
    "more-qwirkles": "It makes {count:more Qwirkle}.",
    "leaves-set": (
        "The other turn leaves a set of five, which "
        "the next player can complete in {deals} of {of} deals."
    ),
    "leaves-set/less": (
        "The other turn leaves a set of five, which "
        "the next player can complete in {deals} of {of} deals; "
        "after this one it is {less} of {less_of}."
    ),
    "leaves-set/sure": (
        "The other turn leaves a set of five, which the next player can almost always complete."
    ),
    "leaves-set/sure-less": (
        "The other turn leaves a set of five, which "
        "the next player can almost always complete; "
        "after this one it is {less} of {less_of} deals."
    ),
    "leaves-fours": "It leaves {count:set} of four on the table; the other turn leaves {other}.",
    "leaves-fours/none": "It leaves no set of four on the table; the other turn leaves {other}.",
    "switches-cards": "It switches {count:card} on the table to make a Qwirkle.",
    "keeps-card-set": "It keeps {count:card} that go together.",
    "keeps-cards": "It keeps {count:more card} in the hand.",
    "plays-more-cards": "It plays {count:more card}, and draws as many.",
    "plays-double-card": "It plays {tiles:the}, which was in the hand twice.",
    "empties-deck": "It draws the last cards of the deck, so the last round begins.",
}
"""The sentence of each code, or ``code/case`` where a code has several sentences."""

_LEAVES_FIVE = {key: text for key, text in SENTENCES.items() if key.startswith("leaves-five")}

HINT_SENTENCES: Mapping[str, str] = {
    "goes-out": "You use up your last tiles, which ends the game and earns {points:point}.",
    "empties-bag": "You empty the bag.",
    "keeps-qwirkle": "You keep {tiles:the} for a Qwirkle.",
    "keeps-two": "You keep {tiles:the} for a Qwirkle with two tiles.",
    "keeps-set": "You keep {count:tile} that go together.",
    "plays-duplicate": "You play {tiles:the}, which you have twice.",
    "wins-token": "You win a star token.",
    "switches-cards": "You switch {count:card} on the table to make a Qwirkle.",
    "keeps-card-set": "You keep {count:card} that go together.",
    "plays-double-card": "You play {tiles:the}, which you have twice.",
    "empties-deck": "You draw the last cards of the deck, so the last round begins.",
}
"""What a hint says to the player about its turn alone: no other turn has been mentioned."""

HINT_COMPARISONS: Mapping[str, str] = {
    **_LEAVES_FIVE,
    "draws-more": "You draw {count:tile}, {more} more than with the other turn.",
    "smaller-answer": "The other player can then score at most {points}, not {other}.",
    "scores-next": "The tiles you keep can score up to {points} next, not just {other}.",
    "gives-less": "You leave less to the next player.",
    "keeps-more": "You keep the better tiles for your next turn.",
    "keeps-more/places": "You leave better places for the tiles in your hand.",
}
"""What it says where it has mentioned the turn that scores more."""

# Chances are given as a number of deals of at most this many.
LARGEST_PART = 10
# Less than this is not worth a sentence.
LEAST_CHANCE = 0.1


class Fact(NamedTuple):
    """A reason, and roughly its worth in points or Qwirkles, which decides the order."""

    gain: float
    reason: Reason


def write_reason(code: str, *, case: str = "", **params: str | int | Iterable[Tile]) -> Reason:
    """A reason with its sentence."""
    text, plain = write_sentence(SENTENCES, code, case=case, **params)
    return Reason(code, dict(plain), text)


def as_hint(reason: Reason, sentences: Mapping[str, str]) -> Reason | None:
    """The same reason in words for a hint; None if these sentences have none for it."""
    case = str(reason.params.get("case", ""))
    if (f"{reason.code}/{case}" if case else reason.code) not in sentences:
        return None
    params: dict[str, str | int | Iterable[Tile]] = {
        name: [Tile(code) for code in str(value).split()] if name == "tiles" else value
        for name, value in reason.params.items()
        if name != "case" and not isinstance(value, float)
    }
    text, plain = write_sentence(sentences, reason.code, case=case, **params)
    return Reason(reason.code, dict(plain), text)


def completion_fact(code: str, less: float, more: float, worth: float) -> Fact | None:
    """The next player completes something less likely than after the other turn; None if not."""
    if more - less < LEAST_CHANCE:
        return None
    part, small = _deals(more), _deals(less)
    cases = ["sure"] if part == 1 else []
    params = {"deals": part.numerator, "of": part.denominator}
    if less >= LEAST_CHANCE / 2:
        cases.append("less")
        params |= {"less": small.numerator, "less_of": small.denominator}
    return Fact(worth * (more - less), write_reason(code, case="-".join(cases), **params))


def holding_chance(unseen: int, copies: int, held: int) -> float:
    """The chance that a hand holds at least one of some copies, all unseen tiles being alike."""
    held = min(held, unseen)
    return 1 - comb(unseen - copies, held) / comb(unseen, held)


def _deals(chance: float) -> Fraction:
    return Fraction(chance).limit_denominator(LARGEST_PART)
