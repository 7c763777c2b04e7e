import { describe, expect, test } from "vitest";
import { badgeGrowth } from "./badgeSize";

describe("points on the board", () => {
  test("are as large as usual where cells are", () => {
    expect(badgeGrowth(40, 64)).toBe(1);
  });
  test("stay readable on a full table on a phone", () => {
    expect((40 * badgeGrowth(40, 24) * 24) / 100).toBeCloseTo(13);
  });
  test("never outgrow a cell", () => {
    expect(68 * badgeGrowth(40, 9)).toBeLessThan(100);
  });
});
