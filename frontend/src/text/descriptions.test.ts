import { expect, test } from "vitest";
import type { Now, Placed, PlacementGame } from "../api/types";
import { pilesOf } from "../game/cards/piles";
import {
  boardWords,
  cellWords,
  columnWords,
  handWords,
  setWords,
  tileScores,
} from "./descriptions";

const BOARD: readonly Placed[] = [
  [0, 0, "Ro"],
  [1, 0, "Rs"],
  [3, 0, "Bs"],
  [1, 1, "Gs"],
];

test("rows are described with the places of their tiles", () => {
  expect(boardWords(BOARD, [], false)).toEqual([
    "There are tiles in columns 0 to 3 and rows 0 to 1.",
    "Row 0, from column 0: red circle, red square. From column 3: blue square.",
    "Row 1, from column 1: green square.",
  ]);
  expect(columnWords(BOARD, 1)).toBe("Column 1, from row 0: red square, green square.");
  expect(columnWords(BOARD, 9)).toBe("Column 9: nothing.");
  expect(boardWords([], [], false)).toEqual(["The table is empty."]);
});

test("of a large table the rows around the last move are described", () => {
  const tall = Array.from({ length: 12 }, (_, y): Placed => [0, y, "Ro"]);
  const lines = boardWords(tall, [[0, 5]], false);
  expect(lines.filter((line) => line.startsWith("Row"))).toHaveLength(5);
  expect(lines.at(-1)).toBe("Type board all to hear every row.");
  expect(boardWords(tall, [[0, 5]], true)).toHaveLength(13);
});

test("hands, cells, scores and sets have words", () => {
  expect(handWords(["Ro"])).toBe("1 tile in your hand: red circle Ro.");
  const game = {
    family: "placement",
    game: "classic",
    board: BOARD,
    players: [{ score: 1, tokens: 2 }],
    bag: 3,
  } as unknown as PlacementGame;
  expect(cellWords(game, [3, 0])).toBe("3,0: blue square.");
  expect(cellWords(game, [5, 5])).toBe("5,5: empty.");
  const now = { seats: [{ kind: "person", name: "Ann" }] } as unknown as Now;
  expect(tileScores(game, now, null)).toEqual([
    "Ann: 1 point. 2 star tokens.",
    "3 tiles in the bag.",
  ]);
  expect(tileScores(game, now, 0)[0]).toBe("You: 1 point. 2 star tokens.");
  expect(setWords(pilesOf([["Ro", "Rs"]]), [["set-too-small"]], () => "Too small.")).toEqual([
    "Set 1, red cards: red circle Ro, red square Rs. Too small.",
  ]);
});
