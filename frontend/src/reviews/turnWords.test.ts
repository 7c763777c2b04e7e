import { expect, test } from "vitest";
import { cardsGame, tilesGame } from "../testing/views";
import { piecesOf, turnWords } from "./turnWords";

test.each([
  [{ place: [[1, 0, "Rx"] as const, [2, 0, "Rs"] as const] }, "red cross, red square"],
  [{ trade: ["Rx", "Go"] }, "trade 2 tiles: red cross, green circle"],
  [{ pass: true as const }, "pass"],
  [{ draw3: true as const }, "draw three tiles"],
  [{ take: [0, 0] as const }, "take a red circle"],
  [{ take: [0, 0] as const, place: [[1, 0, "Rx"] as const] }, "take a red circle, then red cross"],
])("%j in words", (turn, words) => {
  expect(turnWords(turn, tilesGame())).toBe(words);
});

test("where tiles go is said to those who do not see it", () => {
  const turn = { place: [[1, 0, "Rx"] as const] };
  expect(turnWords(turn, tilesGame(), true)).toBe("red cross at column 1, row 0");
  const two = { place: [[1, 0, "Rx"] as const, [2, 0, "Rs"] as const] };
  expect(turnWords(two, tilesGame(), true)).toBe(
    "red cross and red square in row 0, columns 1 and 2",
  );
});

test("of cards, those are named that leave the hand", () => {
  const turn = { after: [["Ro", "Rs", "Rb", "Rx"]] };
  expect(piecesOf(turn, cardsGame())).toEqual(["Rx"]);
  expect(turnWords(turn, cardsGame())).toBe("red cross");
  expect(turnWords({ exchange: true }, cardsGame())).toBe("draw a new hand");
});
