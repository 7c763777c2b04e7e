"""Every sentence of the page is found, and a translation is never lost or guessed."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from babel.messages.catalog import Catalog

from server.page_words import words_tool

WORDS = words_tool()
SENTENCES = importlib.import_module("sentences")


def found(text: str) -> list[Any]:
    return [tuple(words)[:2] for words in WORDS.words_in(text, "a.ts")]


@pytest.fixture
def only_the_page(monkeypatch: pytest.MonkeyPatch) -> Callable[[dict[Any, list[str]]], None]:
    """Has the page say something, and the package nothing."""

    def say(said: dict[Any, list[str]]) -> None:
        monkeypatch.setattr(WORDS, "package_words", dict)
        monkeypatch.setattr(WORDS, "page_words", lambda: said)

    return say


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


def test_a_context_comes_before_what_it_explains() -> None:
    (words,) = WORDS.words_in('p("of a card", "Back")', "a.ts")
    assert words == WORDS.Words("Back", None, "of a card")


def test_two_second_forms_of_one_sentence_are_refused(
    only_the_page: Callable[[dict[Any, list[str]]], None], tmp_path: Path
) -> None:
    (tmp_path / "a.ts").write_text('n("one", "many", 2); t("one")', "utf-8")
    only_the_page(WORDS.page_words(tmp_path))
    with pytest.raises(WORDS.BadWords, match="second form"):
        WORDS.all_words()


def test_what_the_page_and_the_package_say_is_one_sentence(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    over = WORDS.Words("The game is over.")
    monkeypatch.setattr(
        WORDS, "package_words", lambda: {over: ["qwirkle/rules/refusals/reasons.py"]}
    )
    monkeypatch.setattr(WORDS, "page_words", lambda: {over: ["words/endings.ts"]})
    assert WORDS.all_words() == {over: ["qwirkle/rules/refusals/reasons.py", "words/endings.ts"]}


def test_one_word_has_a_translation_for_each_context(
    only_the_page: Callable[[dict[Any, list[str]]], None],
) -> None:
    only_the_page({WORDS.Words("Back"): ["a.ts"], WORDS.Words("Back", None, "of a card"): ["b.ts"]})
    old = WORDS.translated("de", "")
    head = 'msgctxt "of a card"\nmsgid "Back"\n'
    assert f'{head}msgstr ""' in old
    new = WORDS.translated("de", old.replace(f'{head}msgstr ""', f'{head}msgstr "Rückseite"'))
    assert f'{head}msgstr "Rückseite"' in new
    assert '#: a.ts\nmsgid "Back"\nmsgstr ""' in new


@pytest.mark.parametrize(
    ("language", "forms"), [("de", 2), ("ja", 1), ("pl", 3), ("sl", 4), ("ar", 6)]
)
def test_a_new_catalogue_has_the_plural_forms_of_its_language(
    only_the_page: Callable[[dict[Any, list[str]]], None], language: str, forms: int
) -> None:
    only_the_page({WORDS.Words("{n} tile", "{n} tiles"): ["a.ts"]})
    new = WORDS.translated(language, "")
    assert f"nplurals={forms};" in new
    assert new.count("msgstr[") == forms
    assert WORDS.translated(language, new) == new
    read = WORDS._read(language, new)
    assert {*SENTENCES.plural_forms(language, read).values()} == {*range(forms)}


def test_a_plural_rule_that_mixes_up_its_forms_is_refused() -> None:
    wrong = Catalog(locale="de")
    wrong.mime_headers = [("Plural-Forms", "nplurals=2; plural=n > 5;")]
    with pytest.raises(WORDS.BadWords, match=r"de\.po: Plural-Forms puts 6"):
        SENTENCES.plural_forms("de", wrong)


def test_translations_stay_and_what_is_not_said_goes(
    only_the_page: Callable[[dict[Any, list[str]]], None],
) -> None:
    only_the_page({WORDS.Words("Trade"): ["a.ts"], WORDS.Words("{n} tile", "{n} tiles"): ["a.ts"]})
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


def test_the_places_of_a_sentence_are_on_one_line(
    only_the_page: Callable[[dict[Any, list[str]]], None],
) -> None:
    places = [f"game/placement/file{number}.svelte" for number in range(9)]
    only_the_page({WORDS.Words("Trade"): places})
    assert f"#: {' '.join(places)}\n" in WORDS.template()


@pytest.mark.parametrize("wrapped", ["#: a.ts b.ts c.ts\n", "#: a.ts\n#: b.ts\n#: c.ts\n"])
def test_a_wrapped_comment_is_joined(wrapped: str) -> None:
    text = f'{wrapped}msgid "Trade"\n\n{wrapped}#, python-brace-format\nmsgid "Play"\n'
    assert WORDS._joined_locations(text) == text.replace(wrapped, "#: a.ts b.ts c.ts\n")


def test_names_are_in_a_catalogue_in_every_form_that_a_translation_uses(
    only_the_page: Callable[[dict[Any, list[str]]], None],
) -> None:
    only_the_page({WORDS.Words("You drew {tiles:a}."): ["a.ts"]})
    plain = WORDS.translated("pl", "")
    assert "msgctxt" not in plain
    old = plain.replace('msgstr ""\n', 'msgstr "Dobierasz {tiles:acc}."\n').replace(
        'msgid ""\nmsgstr "Dobierasz {tiles:acc}."', 'msgid ""\nmsgstr ""'
    )
    new = WORDS.translated("pl", old)
    circle = 'msgctxt ":acc"\nmsgid "red circle"\nmsgid_plural "{n} red circles"\nmsgstr[0] ""'
    assert circle in new
    assert new.count('msgctxt ":acc"') == 36
    named = new.replace(circle, circle.replace('[0] ""', '[0] "czerwone koło"'))
    assert 'msgstr[0] "czerwone koło"' in WORDS.translated("pl", named)
    gone = WORDS.translated("pl", named.replace("{tiles:acc}", "{tiles}"))
    assert "msgctxt" not in gone


def test_a_new_catalogue_says_that_no_native_speaker_has_read_it(
    only_the_page: Callable[[dict[Any, list[str]]], None],
) -> None:
    only_the_page({WORDS.Words("Trade"): ["a.ts"]})
    new = WORDS.translated("pl", "")
    assert WORDS.UNREAD in new
    assert WORDS.translated("pl", new) == new
    read = new.replace(f'"{WORDS.UNREAD}\\n"\n', "")
    assert read != new
    assert WORDS.translated("pl", read) == read
