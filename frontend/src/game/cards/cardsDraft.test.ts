import { beforeEach, expect, test } from "vitest";
import { CardsDraft } from "./cardsDraft.svelte";

const TABLE = [
  ["Ro", "Rs", "Rb"],
  ["Bo", "Bs", "Bx", "Bd"],
];
const HAND = ["Rx", "Go", "Yo", "Go"];

beforeEach(() => localStorage.clear());

function drafted(): CardsDraft {
  const draft = new CardsDraft("t", 0);
  draft.follow(HAND, TABLE);
  return draft;
}

test("steps go back and forth", () => {
  const draft = drafted();
  expect(draft.begun).toBe(false);
  draft.toggle(draft.hand[0]?.id ?? "");
  draft.move(draft.chosenCards(), 0);
  draft.move(draft.hand.slice(0, 2), "new");
  expect(draft.sets).toEqual([["Ro", "Rs", "Rb", "Rx"], TABLE[1], ["Go", "Yo"]]);
  draft.undo();
  expect(draft.sets).toHaveLength(2);
  draft.redo();
  expect(draft.sets).toHaveLength(3);
  draft.recall();
  expect(draft.begun).toBe(false);
  expect(draft.hand).toHaveLength(4);
  draft.undo();
  expect(draft.played.map(({ card }) => card)).toEqual(["Rx", "Go", "Yo"]);
  draft.clear();
  expect(draft.canUndo).toBe(false);
});

test("a draft and the order of the hand survive a reload", () => {
  const draft = drafted();
  draft.reorderCard(draft.hand[3]?.id ?? "", 0);
  draft.move(
    draft.hand.filter(({ card }) => card === "Rx"),
    0,
  );
  const again = drafted();
  expect(again.sets[0]).toEqual(["Ro", "Rs", "Rb", "Rx"]);
  expect(again.hand.map(({ card }) => card)).toEqual(["Go", "Go", "Yo"]);
});

test("after the own turn nothing is left of it", () => {
  const draft = drafted();
  draft.move(draft.hand.slice(1, 2), "new");
  draft.clear();
  draft.follow(["Rx", "Yo", "Go", "Pc"], [...TABLE, ["Go", "Bo", "Po"]]);
  expect(draft.begun).toBe(false);
  expect(draft.hand).toHaveLength(4);
});

test("what lies in the hand can be chosen, and what is gone is chosen no more", () => {
  const draft = drafted();
  const first = draft.hand[0]?.id ?? "";
  draft.toggle(first);
  expect(draft.placeOf(first)).toBe("hand");
  draft.follow(HAND.slice(1), TABLE);
  expect(draft.chosen).toEqual([]);
});
