import { expect, test } from "vitest";
import { playersIn, ratingPoints } from "./account";

test("a new player begins with nothing, and is never below", () => {
  expect(ratingPoints({ mu: 25, sigma: 25 / 3, games: 0 })).toBe(0);
  expect(ratingPoints({ mu: 20, sigma: 8, games: 1 })).toBe(0);
  expect(ratingPoints({ mu: 30, sigma: 2, games: 20 })).toBe(2400);
});

test("who played stands behind the name of the game", () => {
  expect(playersIn("Qwirkle, Schmidt edition: Ann, Ben")).toBe("Ann, Ben");
});
