import { expect, test } from "vitest";
import { laidAs, moved, pilesOf } from "./piles";
import { movesOf, setWords } from "./setPlaces";

const TABLE = [
  ["Ro", "Rs", "Rb", "Rc"],
  ["Rs", "Gs", "Bs"],
];
const HAND = ["Yx", "Ys", "Ps"].map((tile, id) => ({ id, tile }));

test("a hint says which cards come from the hand, and which from where on the table", () => {
  const after = [
    ["Ro", "Rb", "Rc"],
    ["Rs", "Gs", "Bs"],
    ["Rs", "Ys", "Ps"],
  ];
  expect(movesOf(pilesOf(TABLE), laidAs(TABLE, HAND, after))).toBe(
    "yellow square and purple square from your hand, into new set 3, squares; " +
      "red square from set 1, red cards, into new set 3, squares",
  );
});

test("cards of the hand alone need no source", () => {
  const after = [...TABLE.slice(0, 1), ["Rs", "Gs", "Bs", "Ys"]];
  expect(movesOf(pilesOf(TABLE), laidAs(TABLE, HAND, after))).toBe(
    "yellow square into set 2, squares",
  );
});

test("a card alone is a new set, and is called by nothing it shares", () => {
  const before = pilesOf(TABLE);
  const card = { id: "hand0", card: "Yx", from: null };
  const alone = moved(before, [card], "new");
  expect(movesOf(before, alone)).toBe("yellow cross into new set 3");
  expect(movesOf(alone, before)).toBe("yellow cross back to your hand");
  expect(setWords(3, ["Yx"])).toBe("set 3, one card");
  expect(setWords(3, ["Yx", "Rs"])).toBe("set 3, mixed cards");
});

test("a set that is used up is named without a number", () => {
  const [, squares] = pilesOf(TABLE);
  const all = squares?.cards ?? [];
  const joined = moved(pilesOf(TABLE), all, 0);
  expect(movesOf(pilesOf(TABLE), joined)).toBe(
    "red square, green square and blue square from the squares, into set 1, mixed cards",
  );
});
