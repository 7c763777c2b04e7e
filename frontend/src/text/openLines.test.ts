import { expect, test } from "vitest";
import { openLines } from "../board/openLines";
import { openLineWords } from "./openLines";

test("open lines are listed with what they lack, the longest first", () => {
  const lines = openLines([
    [0, 0, "Ro"],
    [1, 0, "Rs"],
    [2, 0, "Rb"],
    [1, 1, "Bs"],
    [5, 5, "Gx"],
  ]);
  expect(lines.map(openLineWords)).toEqual([
    "Row 0, columns 0 to 2: red circle, red square, red starburst. Missing: red cross, red diamond, red clover.",
    "Column 1, rows 0 to 1: red square, blue square. Missing: orange square, yellow square, green square, purple square.",
  ]);
});
