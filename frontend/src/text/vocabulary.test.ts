import { afterEach, describe, expect, test } from "vitest";
import { tilesIn } from "../ui/tileCodes";
import { LANGUAGES, type Language, speak } from "../words/translate.svelte";
import { readTurn, writeTurn } from "./notation";
import { commandName, trimmed, WORDS, withCodes, wordOf, wordsFor } from "./vocabulary";

afterEach(() => speak("en"));

describe.each(Object.keys(LANGUAGES) as Language[])("words of %s", (language) => {
  test("every word means one command, and none is a tile", async () => {
    await speak(language);
    const meant = new Map<string, string>();
    for (const word of WORDS)
      for (const spelling of wordsFor(word)) {
        if (wordOf(spelling) === word) meant.set(spelling, word);
      }
    for (const spelling of meant.keys()) expect(tilesIn(spelling)?.length, spelling).not.toBe(1);
    for (const word of WORDS) expect(wordOf(commandName(word))).toBe(word);
  });

  test("a turn that is announced can be typed", async () => {
    await speak(language);
    for (const turn of [
      { place: [[3, -1, "Yb"]] },
      { trade: ["Gs", "Pc"] },
      { take: [3, 4], place: [[5, 5, "Od"]] },
      { pass: true },
      { draw3: true },
    ] as const)
      expect(readTurn(writeTurn(turn), [])).toEqual(turn);
  });
});

test.each([
  ["de", "zurueck", "undo"],
  ["de", "Zurück", "undo"],
  ["de", "tausche", "trade"],
  ["de", "lege", "place"],
  ["de", "Reihe", "row"],
  ["de", "Punkte", "score"],
  ["fr", "echanger", "trade"],
  ["fr", "échange", "trade"],
  ["it", "giu", "down"],
  ["es", "atras", "undo"],
] as const)("%s: “%s” is %s", async (language, typed, word) => {
  await speak(language);
  expect(wordOf(typed)).toBe(word);
});

test.each([
  ["de", "gruenes Quadrat", "Gs"],
  ["de", "das grüne Quadrat", "Gs"],
  ["de", "LILA KREIS", "Po"],
  ["fr", "carre rouge", "Rs"],
  ["fr", "le carré rouge", "Rs"],
  ["it", "il cerchio blu", "Bo"],
  ["es", "circulo rojo", "Ro"],
] as const)("%s: “%s” is %s", async (language, typed, tile) => {
  await speak(language);
  expect(withCodes(typed).trim()).toBe(tile);
});

test("what ends a sentence does not matter", () => {
  expect(trimmed(" help! ")).toBe("help");
  expect(trimmed("Ro 3,0.")).toBe("Ro 3,0");
  expect(trimmed("?")).toBe("?");
});
