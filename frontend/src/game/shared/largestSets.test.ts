import { expect, test } from "vitest";
import { openingWords, setsOfSize } from "./largestSets";

test("a set shares a colour or a shape, and has no kind twice", () => {
  expect(setsOfSize(["Ro", "Rs", "Ro", "Bs", "Gs"], 2)).toEqual([["Ro", "Rs"]]);
  expect(setsOfSize(["Ro", "Rs", "Ro", "Bs", "Gs"], 3)).toEqual([["Rs", "Bs", "Gs"]]);
});

test("the first turn is explained before anything is refused", () => {
  expect(openingWords(2, ["Ro", "Rs", "Gx", "Bx"])).toBe(
    "Start with your largest set: 2 tiles. That is red circle, red square; or green cross, blue cross.",
  );
  expect(openingWords(3, ["Ro", "Rs", "Rb"], true)).toBe(
    "Start with your largest set: 3 cards. That is red circle, red square, red starburst.",
  );
  expect(openingWords(0, ["Ro"])).toBe("");
});
