import { expect, test } from "vitest";
import type { Placed } from "../api/types";
import { nearlyFull, placeInLine } from "./openLines";

const row = (tiles: readonly string[], y = 0): Placed[] => tiles.map((tile, x) => [x, y, tile]);
const FIVE = row(["Ro", "Rx", "Rd", "Rs", "Rb"]);

test("only lines that lack one tile glow, in rows and columns", () => {
  expect(nearlyFull(FIVE)).toEqual([FIVE.map(([x, y]) => [x, y])]);
  expect(nearlyFull(FIVE.slice(1))).toEqual([]);
  expect(nearlyFull([...FIVE, [5, 0, "Rc"]])).toEqual([]);
  const column = FIVE.map(([x, y, tile]): Placed => [y, x, tile]);
  expect(nearlyFull(column)).toEqual([column.map(([x, y]) => [x, y])]);
});

test("the place of a tile in its line is that in the longer one", () => {
  expect(placeInLine([0, 0], [])).toBe(0);
  expect(placeInLine([5, 0], FIVE)).toBe(5);
  expect(placeInLine([2, 1], FIVE)).toBe(1);
  expect(placeInLine([5, 0], [...FIVE, [5, 1, "Bo"]])).toBe(5);
});

test("a place that is no number has an end, too", () => {
  expect(placeInLine([Number.NaN, 0], [[Number.NaN, 0, "Ro"]])).toBeLessThanOrEqual(2);
});
