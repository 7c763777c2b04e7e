import { afterEach, expect, test } from "vitest";
import { LANGUAGES, type Language, NAME_FORMS } from "../words/languages.gen";
import { inEnglish, speak, t } from "../words/translate.svelte";
import { TILE_NAMES } from "./names.gen";
import { tileForms, tileList, tileName } from "./tileNames";

afterEach(() => speak("en"));

const DRAWN = tileList(["Bo", "Os", "Bo", "Rb"]);
/** The same as in tests/rules/test_tile_names.py: page and server name tiles alike. */
const GOLDEN: Readonly<Record<Language, string>> = {
  en: "You drew 2 blue circles, an orange square and a red starburst.",
  de: "Du ziehst 2 blaue Kreise, ein orange Quadrat und einen roten Stern.",
  es: "Robas 2 círculos azules, un cuadrado naranja y un sol rojo.",
  fr: "Tu pioches 2 cercles bleus, un carré orange et une étoile rouge.",
  nl: "Je trekt 2 blauwe cirkels, een oranje vierkant en een rode ster.",
  pl: "Dobierasz 2 niebieskie koła, pomarańczowy kwadrat i czerwoną gwiazdę.",
  pt: "Você comprou 2 círculos azuis, um quadrado laranja e uma estrela vermelha.",
  it: "Peschi 2 cerchi blu, un quadrato arancione e una stella rossa.",
};
const SPOKEN = Object.keys(LANGUAGES) as Language[];

test.each(SPOKEN)("in %s, a sentence says its tiles as people do", async (language) => {
  await speak(language);
  expect(t("You drew {tiles:a}.", { tiles: DRAWN })).toBe(GOLDEN[language]);
  expect(inEnglish(() => t("You drew {tiles:a}.", { tiles: DRAWN }))).toBe(GOLDEN.en);
});

test.each(SPOKEN)("in %s, every tile has a name in every form", async (language) => {
  await speak(language);
  for (const form of NAME_FORMS[language]) {
    const names = Object.keys(TILE_NAMES).map((tile) => tileName(tile, form));
    expect(new Set(names).size).toBe(36);
    const pairs = Object.keys(TILE_NAMES).map((tile) => tileName(tile, form, 2));
    for (const pair of pairs) expect(pair).toMatch(/^2 /);
  }
});

test("plain names are listed one by one", () => {
  expect(tileList(["Ro", "Ro", "Bs"]).inForm("")).toBe("red circle, red circle and blue square");
});

test("a part of a sentence takes the form of the whole, unless it has its own", async () => {
  await speak("de");
  const part = {
    inForm: (form: string) => t("{tiles} and {last}", { tiles: tileList(["Ro"], form) }),
  };
  expect(t("{part:acc}", { part })).toContain("einen roten Kreis");
  expect(t("{part}", { part })).toContain("roter Kreis");
  expect(tileList(["Ro"], "acc").inForm("")).toBe("einen roten Kreis");
});

test("all forms of a name are known, so that pictures and typed words find them", async () => {
  expect(tileForms("Os")).toEqual(["an orange square", "orange square"]);
  await speak("de");
  expect(tileForms("Ro")).toEqual(["einen roten Kreis", "roter Kreis"]);
});

test("an unknown tile stays as it is", () => {
  expect(tileName("Zz")).toBe("Zz");
});
