"""The sentences of the reasons, and the facts that become reasons."""

from __future__ import annotations

from fractions import Fraction
from math import comb
from typing import NamedTuple

from qwirkle.analysis.review.report import Reason
from qwirkle.rules.refusals.sentences import Counted, Param, Sentences, write_sentence
from qwirkle.rules.tiles import Tile

SENTENCES: Sentences = {
    "more-points": Counted("more", "It scores {n} more point.", "It scores {n} more points."),
    "completes-qwirkle": "It completes a Qwirkle.",
    "goes-out": Counted(
        "points",
        "It uses up the last tiles, which ends the game and earns {n} point.",
        "It uses up the last tiles, which ends the game and earns {n} points.",
    ),
    "empties-bag": "It empties the bag.",
    "leaves-five": (
        "The other turn leaves a line that’s one tile short of a Qwirkle; "
        "the next player can complete it in {deals} of {of} cases."
    ),
    "leaves-five/less": (
        "The other turn leaves a line that’s one tile short of a Qwirkle; "
        "the next player can complete it in {deals} of {of} cases, "
        "after this turn in {less} of {less_of}."
    ),
    "leaves-five/sure": (
        "The other turn leaves a line that’s one tile short of a Qwirkle; "
        "the next player can almost always complete it."
    ),
    "leaves-five/sure-less": (
        "The other turn leaves a line that’s one tile short of a Qwirkle; "
        "the next player can almost always complete it, "
        "after this turn only in {less} of {less_of} cases."
    ),
    "keeps-qwirkle": "It keeps {tiles:a} for a Qwirkle.",
    "keeps-two": "It keeps two tiles that together make a Qwirkle: {tiles}.",
    "keeps-set": Counted(
        "count", "It keeps {n} tile that goes with others.", "It keeps {n} tiles that go together."
    ),
    "plays-duplicate": "It plays a tile that was in the hand twice: {tiles}.",
    "draws-more": Counted("more", "It draws {n} more tile.", "It draws {n} more tiles."),
    "smaller-answer": "The other player can then score at most {points}, and not {other}.",
    "scores-next": "The tiles it keeps can score up to {points} next, not just {other}.",
    "wins-token": "It wins a star token.",
    "takes-first": "It first takes a tile from the table that the hand can use.",
    "takes-first/points": Counted(
        "points",
        "It first takes a tile from the table ({tiles}); then a turn for {n} point is possible.",
        "It first takes a tile from the table ({tiles}); then a turn for {n} points is possible.",
    ),
    "saves-special": "It saves the star token for a later turn.",
    "saves-special/action": "It saves the action tile for a later turn.",
    "draws-three": "It first draws three more tiles, so there’s more to choose from.",
    "places": "It places tiles instead of giving the turn away.",
    "gives-less": "It leaves less to the next player.",
    "gives-less/points": (
        "It leaves less to the next player: about {points} points on average, not {other}."
    ),
    "gives-less/qwirkles": (
        "It leaves less to the next player: a Qwirkle in {less} of {of} cases, not in {deals}."
    ),
    "gives-less/hardly": (
        "It hardly ever leaves the next player a Qwirkle; "
        "the other turn does in {deals} of {of} cases."
    ),
    "keeps-more": "It keeps the better tiles for the next turn.",
    "keeps-more/places": "It leaves better places for the tiles in the hand.",
    "keeps-more/points": (
        "It keeps more for the next turn: about {points} points on average, not {other}."
    ),
    "answer-completes": (
        "In {deals} of {of} deals the next player then completes this line "
        "for about {points} points: {tiles}."
    ),
    "answer-completes/sure": (
        "The next player then almost always completes this line for about {points} points: {tiles}."
    ),
    "answer-adds": (
        "In {deals} of {of} deals the next player then adds to this line "
        "for about {points} points: {tiles}."
    ),
    "answer-adds/sure": (
        "The next player then almost always adds to this line for about {points} points: {tiles}."
    ),
    "answer-any": "The next player then makes about {points} points; no answer is typical.",
    "then-own": "The player’s own next turn then makes about {points} points.",
    "line-solved": (
        "If nobody errs, this turn and those that follow make {points} points, "
        "and the other player makes {other}."
    ),
    "brings-more": "No single thing sets it apart: it brings more in the turns that follow.",
    "more-qwirkles": Counted("count", "It makes {n} more Qwirkle.", "It makes {n} more Qwirkles."),
    "leaves-set": (
        "The other turn leaves a set of five; "
        "the next player can complete it in {deals} of {of} cases."
    ),
    "leaves-set/less": (
        "The other turn leaves a set of five; "
        "the next player can complete it in {deals} of {of} cases, "
        "after this turn in {less} of {less_of}."
    ),
    "leaves-set/sure": (
        "The other turn leaves a set of five; the next player can almost always complete it."
    ),
    "leaves-set/sure-less": (
        "The other turn leaves a set of five; the next player can almost always complete it, "
        "after this turn only in {less} of {less_of} cases."
    ),
    "leaves-fours": Counted(
        "count",
        "It leaves {n} set of four on the table; the other turn leaves {other}.",
        "It leaves {n} sets of four on the table; the other turn leaves {other}.",
    ),
    "leaves-fours/none": "It leaves no set of four on the table; the other turn leaves {other}.",
    "switches-cards": Counted(
        "count",
        "It moves {n} card on the table to make a Qwirkle.",
        "It moves {n} cards on the table to make a Qwirkle.",
    ),
    "keeps-card-set": Counted(
        "count", "It keeps {n} card that goes with others.", "It keeps {n} cards that go together."
    ),
    "keeps-cards": Counted(
        "count", "It keeps {n} more card in the hand.", "It keeps {n} more cards in the hand."
    ),
    "plays-more-cards": Counted(
        "count",
        "It plays {n} more card, and draws as many.",
        "It plays {n} more cards, and draws as many.",
    ),
    "plays-double-card": "It plays a card that was in the hand twice: {tiles}.",
    "empties-deck": "It draws the last cards of the deck, so the last round begins.",
}
"""The sentence of each code: why the turn that was found is better than the played one."""

MOST_POINTS: Sentences = {
    "leaves-five": (
        "The turn with the most points leaves a line that’s one tile short of a Qwirkle; "
        "the next player can complete it in {deals} of {of} cases."
    ),
    **dict.fromkeys(
        ("leaves-five/sure", "leaves-five/sure-less"),
        "The turn with the most points leaves a line that’s one tile short of a Qwirkle; "
        "the next player can almost always complete it.",
    ),
}
"""The same where the other turn is the one with the most points, which nobody has played."""

HINT_SENTENCES: Sentences = {
    "goes-out": Counted(
        "points",
        "You use up your last tiles, which ends the game and earns {n} point.",
        "You use up your last tiles, which ends the game and earns {n} points.",
    ),
    "empties-bag": "You empty the bag.",
    "keeps-qwirkle": "You keep {tiles:a} for a Qwirkle.",
    "keeps-two": "You keep two tiles that together make a Qwirkle: {tiles}.",
    "keeps-set": Counted(
        "count", "You keep {n} tile that goes with others.", "You keep {n} tiles that go together."
    ),
    "plays-duplicate": "You play a tile that you have twice: {tiles}.",
    "wins-token": "You win a star token.",
    "switches-cards": Counted(
        "count",
        "You move {n} card on the table to make a Qwirkle.",
        "You move {n} cards on the table to make a Qwirkle.",
    ),
    "keeps-card-set": Counted(
        "count", "You keep {n} card that goes with others.", "You keep {n} cards that go together."
    ),
    "plays-double-card": "You play a card that you have twice: {tiles}.",
    "empties-deck": "You draw the last cards of the deck, so the last round begins.",
}
"""The sentences of a hint about its turn alone, without mentioning another turn."""

HINT_COMPARISONS: Sentences = {
    "leaves-five": (
        "You don’t offer the next player a Qwirkle, "
        "which would otherwise be possible in {deals} of {of} cases."
    ),
    "leaves-five/less": (
        "You leave the next player a Qwirkle in {less} of {less_of} cases, "
        "instead of in {deals} of {of}."
    ),
    "leaves-five/sure": (
        "You don’t offer the next player a Qwirkle, "
        "which would otherwise be possible almost always."
    ),
    "leaves-five/sure-less": (
        "You leave the next player a Qwirkle in only {less} of {less_of} cases, "
        "instead of almost always."
    ),
    "smaller-answer": SENTENCES["smaller-answer"],
    "draws-more": Counted(
        "more",
        "You draw {n} more tile.",
        "You draw {n} more tiles.",
    ),
    "scores-next": "The tiles you keep can score up to {points} next, not just {other}.",
    "gives-less": "You leave less to the next player.",
    "gives-less/points": (
        "You leave less to the next player: about {points} points on average, not {other}."
    ),
    "keeps-more": "You keep the better tiles for your next turn.",
    "keeps-more/places": "You leave better places for the tiles in your hand.",
    "keeps-more/points": "Your next turn can make about {points} points on average, not {other}.",
}
"""The sentences of a hint that has mentioned the turn that scores more."""

# Chances are given as a number of at most this many deals.
LARGEST_PART = 10
# Less than this is not worth a sentence.
LEAST_CHANCE = 0.1


class Fact(NamedTuple):
    """A reason with its approximate worth in points or Qwirkles, which decides the order."""

    gain: float
    reason: Reason


def write_reason(code: str, *, case: str = "", **params: Param) -> Reason:
    """Return a reason with its sentence."""
    text, plain = write_sentence(SENTENCES, code, case=case, **params)
    return Reason(code, dict(plain), text)


def as_hint(reason: Reason, sentences: Sentences) -> Reason | None:
    """Reword a reason for a hint; None if these sentences have none for it."""
    case = str(reason.params.get("case", ""))
    if (f"{reason.code}/{case}" if case else reason.code) not in sentences:
        return None
    params: dict[str, Param] = {
        name: [Tile(code) for code in str(value).split()] if name == "tiles" else value
        for name, value in reason.params.items()
        if name != "case" and not isinstance(value, float)
    }
    text, plain = write_sentence(sentences, reason.code, case=case, **params)
    return Reason(reason.code, dict(plain), text)


def completion_fact(code: str, less: float, more: float, worth: float) -> Fact | None:
    """Return the fact that the next player completes something less often; None if they do not."""
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
    """Return the chance that a hand holds at least one of some copies among the unseen tiles."""
    held = min(held, unseen)
    return 1 - comb(unseen - copies, held) / comb(unseen, held)


def _deals(chance: float) -> Fraction:
    return Fraction(chance).limit_denominator(LARGEST_PART)
