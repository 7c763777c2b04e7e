import { expect, test } from "vitest";
import { placeName, tilesWithPlaces } from "./places";

test("tiles are announced with their places", () => {
  expect(placeName([3, -1])).toBe("column 3, row -1");
  expect(
    tilesWithPlaces([
      [0, 1, "Ro"],
      [-1, 1, "Rs"],
    ]),
  ).toBe("red circle at column 0, row 1; red square at column -1, row 1");
});
