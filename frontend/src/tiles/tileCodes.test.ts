import { afterEach, describe, expect, test } from "vitest";
import { LANGUAGES, type Language } from "../words/languages.gen";
import { speak } from "../words/translate.svelte";
import { LETTER_PATHS } from "./letterArt";
import { COLOURS, codeOf, colourLetter, SHAPES, tilesIn } from "./tileCodes";
import { tileName } from "./tileNames";

const KINDS = [...COLOURS].flatMap((colour) => [...SHAPES].map((shape) => colour + shape));
const plain = (words: string) => words.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

afterEach(() => speak("en"));

describe.each(Object.keys(LANGUAGES) as Language[])("letters of %s", (language) => {
  test("both the own letters and the English ones mean one tile each", async () => {
    await speak(language);
    expect(new Set(KINDS.map(codeOf)).size).toBe(36);
    for (const kind of KINDS) {
      expect(tilesIn(codeOf(kind))).toEqual([kind]);
      expect(tilesIn(kind)).toEqual([kind]);
    }
  });

  test("every letter is in the word it stands for, and can be drawn", async () => {
    await speak(language);
    for (const kind of KINDS) {
      const [colour = "", shape = ""] = codeOf(kind);
      expect(plain(tileName(kind))).toContain(colour.toLowerCase());
      if (!"ox".includes(shape)) expect(plain(tileName(kind))).toContain(shape);
      expect(LETTER_PATHS[colourLetter(kind[0] ?? "")]).toBeDefined();
    }
  });
});

test("tiles can be written together, and nothing else is a tile", () => {
  expect(tilesIn("roRS")).toEqual(["Ro", "Rs"]);
  for (const text of ["", "r", "rol", "hello", "ro3"]) expect(tilesIn(text)).toBeNull();
});
