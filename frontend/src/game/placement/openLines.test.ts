import { expect, test } from "vitest";
import type { Placed } from "../../api/types";
import { openLines } from "../../board/openLines";
import { linesThrough, longestLines, openLinesInShort, openLineWords } from "./openLines";

const BOARD: readonly Placed[] = [
  [0, 0, "Ro"],
  [1, 0, "Rs"],
  [2, 0, "Rb"],
  [1, 1, "Bs"],
  [5, 5, "Gx"],
];

test("open lines are listed with what they lack, the longest first", () => {
  const lines = openLines(BOARD);
  expect(lines.map(openLineWords)).toEqual([
    "Row 0, columns 0 to 2: red circle, red square, red starburst. Missing: red cross, red diamond, red clover.",
    "Column 1, rows 0 to 1: red square, blue square. Missing: orange square, yellow square, green square, purple square.",
  ]);
  expect(openLinesInShort(BOARD)).toBe("2 open lines; the longest is row 0, columns 0 to 2.");
  expect(openLinesInShort([])).toBe("");
});

test("only the longest are read out, with how many more there are", () => {
  const many = Array.from({ length: 7 }, (_, row): Placed[] => [
    [0, 2 * row, "Ro"],
    [1, 2 * row, "Rs"],
  ]).flat();
  expect(longestLines(many)).toHaveLength(6);
  expect(longestLines(many).at(-1)).toBe("And 2 more open lines.");
  expect(longestLines([])).toEqual(["There are no open lines."]);
});

test("a square is read with its row and its column, as far as tiles touch it", () => {
  expect(linesThrough(BOARD, [1, 0])).toEqual([
    "Row 0, columns 0 to 2: red circle, red square, red starburst.",
    "Column 1, rows 0 to 1: red square, blue square.",
  ]);
  expect(linesThrough(BOARD, [3, 0])).toEqual([
    "Row 0, columns 0 to 3: red circle, red square, red starburst, empty.",
    "Column 3: nothing above or below.",
  ]);
  expect(linesThrough(BOARD, [5, 5])).toEqual([
    "Row 5: nothing beside it.",
    "Column 5: nothing above or below.",
  ]);
});
