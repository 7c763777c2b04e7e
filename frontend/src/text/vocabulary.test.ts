import { afterEach, describe, expect, test } from "vitest";
import { codeOf, tilesIn } from "../tiles/tileCodes";
import { LANGUAGES, type Language } from "../words/languages.gen";
import { speak } from "../words/translate.svelte";
import { readTurn } from "./notation";
import { commandName, request, trimmed, WORDS, withCodes, wordOf, wordsFor } from "./vocabulary";

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

  test("a turn can be typed with the commands and letters of the help", async () => {
    await speak(language);
    const [star, square, clover, diamond] = ["Yb", "Gs", "Pc", "Od"].map(codeOf);
    for (const [typed, turn] of [
      [`${star} 3,-1`, { place: [[3, -1, "Yb"]] }],
      [`${commandName("trade")} ${square} ${clover}`, { trade: ["Gs", "Pc"] }],
      [`${commandName("take")} 3,4; ${diamond} 5,5`, { take: [3, 4], place: [[5, 5, "Od"]] }],
      [commandName("pass"), { pass: true }],
      [commandName("draw3"), { draw3: true }],
    ] as const)
      expect(readTurn(typed, [])).toEqual(turn);
  });
});

test.each([
  ["de", "zurueck", "undo"],
  ["de", "Zurück", "undo"],
  ["de", "tausche", "trade"],
  ["de", "lege", "place"],
  ["de", "Reihe", "row"],
  ["de", "Punkte", "score"],
  ["de", "suche", "find"],
  ["de", "aufgeben", "resign"],
  ["de", "gib", undefined],
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

test.each([
  ["en", "give me a hint", "hint"],
  ["en", "give up", "resign"],
  ["en", "show me the red circle", "find red circle"],
  ["en", "Ro 3,0", "Ro 3,0"],
  ["de", "gib mir einen Tipp", "Tipp"],
  ["de", "Gib auf", "resign"],
  ["de", "zeig mir die Züge", "Züge"],
  ["de", "Zeige gelber Kreis", "find gelber Kreis"],
  ["de", "sag mir bitte den Stand", "Stand"],
  ["de", "gib", "gib"],
  ["fr", "donne-moi un conseil", "conseil"],
  ["es", "dame una pista", "pista"],
  ["it", "dammi un suggerimento", "suggerimento"],
] as const)("%s: “%s” asks for “%s”", async (language, typed, asked) => {
  await speak(language);
  expect(request(typed)).toBe(asked);
});
