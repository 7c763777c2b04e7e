"""Every sentence of the page is found, and a translation is never lost or guessed."""

from __future__ import annotations

from pathlib import Path

import pytest

from server.page_words import words_tool

WORDS = words_tool()


def found(text: str) -> list[tuple[str, str | None]]:
    return [tuple(words) for words in WORDS.words_in(text, "a.ts")]


def test_sentences_are_found_in_scripts_and_markup() -> None:
    text = """
    const a = t("Play +{points}", { points });
    <p>It's {n("{n} tile", "{n} tiles", count, { who: t("you") })}</p>
    <input accept="image/*" title={t("a photo")} /> /* a comment */
    <p title={t('don\\'t')}>{t(
      "A long one; with // in it",
    )}</p> {at("no")} {table.t("no")}
    """
    assert found(text) == [
        ("Play +{points}", None),
        ("{n} tile", "{n} tiles"),
        ("you", None),
        ("a photo", None),
        ("don't", None),
        ("A long one; with // in it", None),
    ]


def test_comments_and_the_functions_themselves_are_no_sentences() -> None:
    text = """
    // t("no")
    /* n("no", "nos", 1) */ <!-- {t("no")} -->
    export function t(text: string) {}
    """
    assert found(text) == []


def test_escapes_are_read_as_the_browser_reads_them() -> None:
    assert found(r't("\u2026 \"so\" \x41\n")') == [('… "so" A\n', None)]


@pytest.mark.parametrize("call", ["t(name)", "t(`{a}`)", 't("a" + b)', 'n("{n} tile", many, 2)'])
def test_what_is_no_literal_is_refused(call: str) -> None:
    with pytest.raises(WORDS.BadWords, match=r"a\.ts:2"):
        found(f"\n{call}")
    assert found(f"\n// words: passed on\n{call}") == []
    assert found(f"\n{call} // words: passed on") == []


def test_two_second_forms_of_one_sentence_are_refused(tmp_path: Path) -> None:
    (tmp_path / "a.ts").write_text('n("one", "many", 2); t("one")', "utf-8")
    with pytest.raises(WORDS.BadWords, match="second form"):
        WORDS.page_words(tmp_path)


def test_translations_stay_and_what_is_not_said_goes(monkeypatch: pytest.MonkeyPatch) -> None:
    said = {WORDS.Words("Trade", None): ["a.ts"], WORDS.Words("{n} tile", "{n} tiles"): ["a.ts"]}
    monkeypatch.setattr(WORDS, "page_words", lambda: said)
    old = """
# for the button
msgid "Trade"
msgstr "Tauschen"

msgid "Traded"
msgstr "Getauscht"

msgid "{n} tile"
msgstr "{n} Stein"
"""
    new = WORDS.translated("de", old)
    assert 'msgid "Trade"\nmsgstr "Tauschen"' in new
    assert "# for the button" in new
    assert "Traded" not in new
    assert "Getauscht" not in new
    # It counts now, so its one old form is not enough.
    assert 'msgid_plural "{n} tiles"\nmsgstr[0] ""\nmsgstr[1] ""' in new
    assert "fuzzy" not in new
    assert WORDS.translated("de", new) == new


def test_the_places_of_a_sentence_are_on_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    places = [f"game/tiles/file{number}.svelte" for number in range(9)]
    monkeypatch.setattr(WORDS, "page_words", lambda: {WORDS.Words("Trade", None): places})
    assert f"#: {' '.join(places)}\n" in WORDS.template()


@pytest.mark.parametrize("wrapped", ["#: a.ts b.ts c.ts\n", "#: a.ts\n#: b.ts\n#: c.ts\n"])
def test_a_wrapped_comment_is_joined(wrapped: str) -> None:
    text = f'{wrapped}msgid "Trade"\n\n{wrapped}#, python-brace-format\nmsgid "Play"\n'
    assert WORDS._joined_locations(text) == text.replace(wrapped, "#: a.ts b.ts c.ts\n")
