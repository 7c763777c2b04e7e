import { expect, test } from "vitest";
import { placesOf, tilesWithPlaces } from "./places";

test("places are told in the order of the tiles", () => {
  expect(placesOf([[3, -1, "Ro"]])).toBe("Column 3, row -1.");
  expect(
    placesOf([
      [3, 0, "Ro"],
      [4, 0, "Rs"],
      [5, 0, "Rb"],
    ]),
  ).toBe("Row 0, columns 3 to 5.");
  expect(
    placesOf([
      [2, 5, "Ro"],
      [2, 4, "Rs"],
      [2, 2, "Rb"],
    ]),
  ).toBe("Column 2, rows 5, 4, 2.");
  expect(placesOf([])).toBe("");
});

test("tiles are told with their places", () => {
  expect(
    tilesWithPlaces([
      [0, 1, "Ro"],
      [-1, 1, "Rs"],
    ]),
  ).toBe("red circle at column 0, row 1; red square at column -1, row 1");
});
