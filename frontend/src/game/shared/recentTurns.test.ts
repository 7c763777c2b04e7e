import { expect, test } from "vitest";
import type { Act, EventView } from "../../api/types";
import { eventOf } from "../../testing/views";
import { tileForms } from "../../tiles/tileNames";
import { illustrated } from "./illustrated";
import { cellsOf, pointsOf, recentTurns, tilesNamed } from "./recentTurns";

function placed(seat: number, x: number, points: number): Act {
  return { event: "tiles-placed", seat, tiles: [[x, 0, "Ro"]], lines: [], bonus: 0, points };
}

function turnOf(seq: number, seat: number, ...acts: Act[]): EventView {
  return eventOf({ event: "turn-played", seat, by: "person", acts }, { seq });
}

const EVENTS = [
  turnOf(2, 0, placed(0, 1, 1)),
  turnOf(3, 1, placed(1, 2, 2)),
  turnOf(4, 0, placed(0, 3, 3)),
  turnOf(5, 1, { event: "took", seat: 1, tile: [9, 9, "Bs"] }),
  turnOf(6, 1, placed(1, 4, 4)),
  turnOf(7, 2, placed(2, 5, 5)),
];

test("what is recent begins with the own last turn", () => {
  const recent = recentTurns(EVENTS, 0, 3);
  expect(recent.map(({ seat }) => seat)).toEqual([2, 1, 0]);
  expect(recent.map(pointsOf)).toEqual([5, 4, 3]);
  expect(recent.map(cellsOf)).toEqual([[[5, 0]], [[4, 0]], [[3, 0]]]);
});

test("spectators see everyone’s last turn", () => {
  expect(recentTurns(EVENTS, null, 3).map(({ seat }) => seat)).toEqual([2, 1, 0]);
  expect(recentTurns([], null, 3)).toEqual([]);
});

test("a sentence shows the tiles that it names, and still says the same", () => {
  const acts: Act = {
    event: "tiles-placed",
    seat: 0,
    tiles: [
      [0, 0, "Yd"],
      [1, 0, "Yo"],
    ],
    lines: [],
    bonus: 0,
    points: 2,
  };
  const words = "Ann played a yellow diamond and a yellow circle for 2 points.";
  const pieces = illustrated(words, tilesNamed(turnOf(1, 0, acts)), tileForms);
  expect(pieces.map(({ words }) => words).join("")).toBe(words);
  expect(pieces.flatMap(({ tiles }) => tiles)).toEqual(["Yd", "Yo"]);
  const other = "yellow circle into the circles and yellow diamond, yellow circle as a new set";
  const shown = illustrated(other, ["Yd", "Yo", "Yo"], tileForms);
  expect(shown.map(({ words }) => words).join("")).toBe(other);
  expect(shown.flatMap(({ tiles }) => tiles)).toEqual(["Yo", "Yd", "Yo"]);
  const alike = "You played a yellow diamond and 2 yellow circles.";
  const both = illustrated(alike, ["Yo", "Yd", "Yo"], tileForms);
  expect(both.map(({ words }) => words).join("")).toBe(alike);
  expect(both.flatMap(({ tiles }) => tiles)).toEqual(["Yd", "Yo", "Yo"]);
  expect(both.at(-1)).toEqual({ words: ".", tiles: [] });
  expect(illustrated("Ann passed.", ["Yd"], tileForms)).toEqual([
    { words: "Ann passed.", tiles: [] },
  ]);
});
