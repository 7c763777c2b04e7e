import { expect, test } from "vitest";
import { laidAs, moved, pilesOf } from "./piles";
import { allSetWords, focusedSetWords, movesOf, setWords } from "./setPlaces";

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

test("a set that is used up is named by the number it had", () => {
  const [, squares] = pilesOf(TABLE);
  const all = squares?.cards ?? [];
  const joined = moved(pilesOf(TABLE), all, 0);
  expect(movesOf(pilesOf(TABLE), joined)).toBe(
    "red square, green square and blue square from former set 2, squares, into set 1, mixed cards",
  );
});

test("the sets are read with their cards, all of them or the one of a card", () => {
  const piles = pilesOf([
    ["Ro", "Rs", "Rb"],
    ["Gs", "Bs", "Ys"],
  ]);
  expect(allSetWords(piles)).toBe(
    "Set 1, red cards: red circle, red square, red starburst. " +
      "Set 2, squares: green square, blue square, yellow square.",
  );
  expect(allSetWords([])).toBe("There are no cards on the table.");
  const set = document.createElement("div");
  set.dataset.drop = "1";
  const card = set.appendChild(document.createElement("button"));
  expect(focusedSetWords(piles, card)).toBe(
    "Set 2, squares: green square, blue square, yellow square.",
  );
  expect(focusedSetWords(piles, document.body)).toBe("First go to a card on the table.");
});
