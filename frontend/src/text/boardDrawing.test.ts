import { expect, test } from "vitest";
import { drawn } from "./boardDrawing";

test("a board in letters has numbered rows and columns", () => {
  const picture = drawn(
    [
      [-1, 0, "Ro"],
      [0, 0, "Rs"],
    ],
    [[0, 1, "Bs"]],
  );
  expect(picture).toEqual(["     -1   0", "  0  Ro  Rs", "  1  ·  (Bs)"]);
  expect(drawn([], [])).toEqual([]);
});

test("a bounded board shows what is printed on it", () => {
  const squares = { width: 2, height: 1, "1": [[0, 0]], stars_left: [[1, 0]] } as const;
  expect(drawn([], [], squares)[1]).toBe("  0  1   *");
});
