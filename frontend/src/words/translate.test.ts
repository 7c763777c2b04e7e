import { afterEach, expect, test } from "vitest";
import { catalogueOf } from "../../po";
import { inEnglish, n, p, preferred, speak, t } from "./translate.svelte";

afterEach(() => speak("en"));

const PO = `
msgid ""
msgstr ""
"Language: xx\\n"
"Plural-Forms: nplurals=3; plural=n==1 ? 0 : n==2 ? 1 : 2;\\n"

#: game/Bar.svelte
msgid "Back"
msgstr "Zurück"

#: game/Bar.svelte
msgctxt "the back of a card"
msgid "Back"
msgstr "Rückseite"

#: qwirkle/rules/refusals/reasons.py
msgid "{n} tile"
msgid_plural "{n} tiles"
msgstr[0] "eins"
msgstr[1] "zwei"
msgstr[2] "viele"

#: qwirkle/tables/learning/lessons/classic.toml
msgid "Add a circle."
msgstr "Leg einen Kreis an."

#: qwirkle/tables/notices/wording.py
msgid "It’s your turn."
msgstr "Du bist dran."

#: review/Turns.svelte
msgid "Not yet"
msgstr ""
`;

test("a catalogue has a word once for each context, and all forms of what counts", () => {
  expect(catalogueOf(PO, "page")).toEqual({
    Back: ["Zurück"],
    "the back of a card\u0004Back": ["Rückseite"],
    "{n} tile": ["eins", "zwei", "viele"],
  });
});

test("the sentences of the package are in the parts that say them", () => {
  expect(catalogueOf(PO, "learn")).toEqual({ "Add a circle.": ["Leg einen Kreis an."] });
  expect(catalogueOf(PO, "server")).toEqual({ "It’s your turn.": ["Du bist dran."] });
  expect(catalogueOf(PO, "review")).toEqual({});
});

test.each([
  ["en", "0 points", "1 point"],
  ["de", "0 Punkte", "1 Punkt"],
  ["fr", "0 point", "1 point"],
] as const)("in %s, none are “%s”", async (language, none, one) => {
  await speak(language);
  expect(n("{n} point", "{n} points", 0)).toBe(none);
  expect(n("{n} point", "{n} points", 1)).toBe(one);
});

test("a word with a context is another one than the same without", async () => {
  await speak("de");
  expect(p("articles that may come before the name of a tile", "the a an")).toMatch(/^der die/);
  expect(t("the a an")).toBe("the a an");
  expect(p("a context that nobody translated", "hint")).toBe("hint");
});

test("English is there in every language", async () => {
  await speak("de");
  expect(inEnglish(() => t("red circle"))).toBe("red circle");
  expect(t("red circle")).toBe("roter Kreis");
});

test("the first language of the browser that we speak is chosen", () => {
  expect(preferred(["sv", "fr-CH", "de"])).toBe("fr");
  expect(preferred(["dezz", "x"])).toBe("en");
});
