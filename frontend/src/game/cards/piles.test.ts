import { expect, test } from "vitest";
import { heldCard, laidAs, moved, pilesOf, playedOf, rebased, setsOf } from "./piles";

const TABLE = [
  ["Ro", "Rs", "Rb"],
  ["Bo", "Bs", "Bx", "Bd"],
];
const HAND = ["Rx", "Go", "Yo", "Go"].map((tile, id) => ({ id, tile }));
const held = HAND.map(heldCard);

test("cards go to a set, to a new one, and back to the hand", () => {
  let piles = moved(pilesOf(TABLE), held.slice(0, 1), 0);
  expect(setsOf(piles)[0]).toEqual(["Ro", "Rs", "Rb", "Rx"]);
  piles = moved(piles, held.slice(1, 3), "new");
  const blue = piles[1]?.cards[0];
  expect(blue?.card).toBe("Bo");
  piles = moved(piles, blue === undefined ? [] : [blue], piles[2]?.id ?? -1);
  expect(setsOf(piles)).toEqual([
    ["Ro", "Rs", "Rb", "Rx"],
    ["Bs", "Bx", "Bd"],
    ["Go", "Yo", "Bo"],
  ]);
  expect(playedOf(piles).map(({ card }) => card)).toEqual(["Rx", "Go", "Yo"]);
  expect(setsOf(moved(piles, held, "hand"))).toEqual([
    ["Ro", "Rs", "Rb"],
    ["Bs", "Bx", "Bd"],
    ["Bo"],
  ]);
});

test("a card of the table never goes to the hand, and an emptied place is gone", () => {
  const piles = pilesOf(TABLE);
  const red = piles[0]?.cards ?? [];
  expect(moved(piles, red, "hand")).toBe(piles);
  const joined = moved(piles, red, 1);
  expect(joined.map(({ id }) => id)).toEqual([1]);
  const again = moved(joined, red, "new");
  expect(new Set(again.map(({ id }) => id)).size).toBe(2);
});

test("a whole turn is laid with sets in their places", () => {
  const after = [
    ["Yo", "Go", "Bo"],
    ["Bs", "Bx", "Bd"],
    ["Ro", "Rs", "Rb", "Rx"],
  ];
  const piles = laidAs(TABLE, HAND, after);
  expect(setsOf(piles)).toEqual([
    ["Ro", "Rs", "Rb", "Rx"],
    ["Bs", "Bx", "Bd"],
    ["Yo", "Go", "Bo"],
  ]);
  expect(
    playedOf(piles)
      .map(({ id }) => id)
      .sort(),
  ).toEqual(["hand0", "hand1", "hand2"]);
  const everything = piles.flatMap(({ cards }) => cards.map(({ id }) => id));
  expect(new Set(everything).size).toBe(10);
});

test("a draft outlives what others do, as far as it fits", () => {
  let piles = moved(pilesOf(TABLE), held.slice(0, 1), 0);
  piles = moved(piles, held.slice(1, 3), "new");
  const blue = piles[1]?.cards[0];
  piles = moved(piles, blue === undefined ? [] : [blue], piles[2]?.id ?? -1);
  expect(rebased(piles, TABLE, TABLE, HAND)).toEqual(piles);
  const dropped = rebased(piles, TABLE, TABLE, HAND.slice(1));
  expect(setsOf(dropped)[0]).toEqual(["Ro", "Rs", "Rb"]);
  const later = [
    ["Bo", "Bs", "Bx", "Bd"],
    ["Ro", "Rb", "Rs"],
    ["Pc", "Ps", "Pb"],
  ];
  expect(setsOf(rebased(piles, TABLE, later, HAND))).toEqual([
    ["Bo", "Bs", "Bx", "Bd"],
    ["Ro", "Rb", "Rs", "Rx"],
    ["Pc", "Ps", "Pb"],
  ]);
  const own = moved(pilesOf(TABLE), held.slice(0, 3), "new");
  expect(setsOf(rebased(own, TABLE, [["Bs", "Bx", "Bd"]], HAND))).toEqual([
    ["Bs", "Bx", "Bd"],
    ["Rx", "Go", "Yo"],
  ]);
});
