"""Every reason a person may read: its code, its parameters, its status and its English sentence."""

from __future__ import annotations

from collections.abc import Iterator

from syrupy.assertion import SnapshotAssertion

from qwirkle.analysis.photos.reading import SENTENCES as PHOTOS
from qwirkle.analysis.reasons.sentences import HINT_COMPARISONS, HINT_SENTENCES
from qwirkle.analysis.reasons.sentences import SENTENCES as REVIEWS
from qwirkle.api.problems import SENTENCES as REQUESTS
from qwirkle.api.problems import STATUS, problem_of
from qwirkle.errors import IllegalTurn
from qwirkle.rules.refusals.positions import SENTENCES as POSITIONS
from qwirkle.rules.refusals.reasons import SENTENCES as RULES
from qwirkle.rules.refusals.reasons import write_refusal
from qwirkle.rules.refusals.sentences import Sentences, params_of, write_sentence
from qwirkle.rules.tiles import Tile
from qwirkle.tables.core.reasons import SENTENCES as TABLES
from qwirkle.tables.notices.wording import ABOUT, MAIL, OWN

REFUSALS = {
    "rules": RULES,
    "positions": POSITIONS,
    "photos": PHOTOS,
    "tables": TABLES,
    "requests": REQUESTS,
}
EXPLANATIONS = {
    "reviews": REVIEWS,
    "hints": HINT_SENTENCES,
    "hints that compare": HINT_COMPARISONS,
}
NOTICES = {"to a player": OWN, "to the host": ABOUT, "in mail": MAIL}
ONE, MORE = (Tile("Oo"),), (Tile("Ro"), Tile("Bx"), Tile("Bx"))
WORDS = {
    "axis": "row",
    "at": "3",
    "name": "Ann",
    "next": "Ben",
    "game": "Qwirkle",
    "problem": "it is too short",
    "tile": "Zz",
    "actions": "take",
    "setting": "ms",
    "per": "turn",
    "unit": "pixels",
    "known": "hello, wow",
}
"""Parameters that are texts. All others are numbers, and ``tiles`` are tiles."""


def spoken(sentences: Sentences, key: str) -> Iterator[str]:
    """The sentence as people read it: with one tile or thing, and with several."""
    code, _, case = key.partition("/")
    names = sorted(params_of(sentences[key]))
    said = []
    for tiles, number in ((ONE, 1), (MORE, 3)):
        given = {name: tiles if name == "tiles" else WORDS.get(name, number) for name in names}
        said.append(write_sentence(sentences, code, case=case, **given)[0])
    yield from dict.fromkeys(said)


def entries(sentences: Sentences) -> Iterator[str]:
    for key, sentence in sorted(sentences.items()):
        names = ", ".join(sorted(params_of(sentence)))
        yield key + (f" ({names})" if names else "")
        yield from (f"    {line}" for line in spoken(sentences, key))


def test_refusals(snapshot: SnapshotAssertion) -> None:
    lines: list[str] = []
    for title, sentences in REFUSALS.items():
        lines += [f"# {title}", *entries(sentences)]
    assert "\n".join(lines) + "\n" == snapshot


def test_statuses(snapshot: SnapshotAssertion) -> None:
    """A reason without a status of its own is a conflict."""
    codes = sorted({key.partition("/")[0] for every in REFUSALS.values() for key in every})
    lines = []
    for code in codes:
        problem = problem_of(IllegalTurn([write_refusal({code: "No."}, code)]))
        assert problem.detail == "No."
        lines.append(f"{code}: {problem.status:d}")
    assert set(STATUS) <= set(codes)
    assert "\n".join(lines) + "\n" == snapshot


def test_explanations(snapshot: SnapshotAssertion) -> None:
    lines: list[str] = []
    for title, sentences in EXPLANATIONS.items():
        lines += [f"# {title}", *entries(sentences)]
    assert "\n".join(lines) + "\n" == snapshot


def test_notices(snapshot: SnapshotAssertion) -> None:
    lines: list[str] = []
    for title, sentences in NOTICES.items():
        lines += [f"# {title}", *(f"{key}: {text}" for key, text in sentences.items())]
    assert "\n".join(lines) + "\n" == snapshot
