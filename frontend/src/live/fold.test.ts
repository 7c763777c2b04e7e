import { expect, test } from "vitest";
import { placementGame } from "../api/games";
import type { EventView, TableView } from "../api/types";
import { folded } from "./fold";

const now = { seq: 4, phase: "playing", turn: 0 } as unknown as TableView["now"];
const you = { seats: [0], host: true, hands: [{ seat: 0, hand: ["Ro"] }] };
const game = {
  family: "placement",
  game: "classic",
  board: [
    [0, 0, "Ro"],
    [1, 0, "Rx"],
  ],
  bag: 90,
};
const view = { table: "t", now, you, game } as unknown as TableView;

test("an event changes the fields it has, and the tiles it says", () => {
  const event = {
    seq: 5,
    now: { ...now, seq: 5 },
    you,
    game: { bag: 88 },
    board: { add: [[2, 0, "Rs"]], remove: [[0, 0]] },
  } as unknown as EventView;
  const after = folded(view, event);
  expect(after.now.seq).toBe(5);
  expect(placementGame(after.game)?.bag).toBe(88);
  expect(placementGame(after.game)?.board).toEqual([
    [1, 0, "Rx"],
    [2, 0, "Rs"],
  ]);
  expect(placementGame(view.game)?.board).toHaveLength(2);
});

test("an event without a game leaves the game as it is", () => {
  const event = { seq: 5, now, you, game: null, board: null } as unknown as EventView;
  expect(folded(view, event).game).toEqual(game);
});

test("what a seat may do is of a position: it stays until the game changes", () => {
  const options = { seat: 0, placements: [] };
  const mine = { ...view, you: { ...you, options } } as unknown as TableView;
  const reaction = { seq: 5, now, you, game: null, board: null } as unknown as EventView;
  expect(folded(mine, reaction).you.options).toEqual(options);
  const turn = { seq: 5, now, you, game: { bag: 88 }, board: null } as unknown as EventView;
  expect(folded(mine, turn).you.options).toBeUndefined();
});
