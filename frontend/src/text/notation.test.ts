import { expect, test } from "vitest";
import type { Placed } from "../api/types";
import { readTurn, Unreadable } from "./notation";

const placed = (...tiles: readonly Placed[]) => ({ place: tiles });

test.each([
  ["Ro@3,4", placed([3, 4, "Ro"])],
  ["ro@3,4, rs@4,4", placed([3, 4, "Ro"], [4, 4, "Rs"])],
  ["3,4>RORS", placed([3, 4, "Ro"], [4, 4, "Rs"])],
  ["-1,0 v ro . rs", placed([-1, 0, "Ro"], [-1, 2, "Rs"])],
  ["Ro 3,4 Rs (3,5)", placed([3, 4, "Ro"], [3, 5, "Rs"])],
  ["place 3,4> Ro", placed([3, 4, "Ro"])],
  ["place red circle at 3,0 and red square at 4,0", placed([3, 0, "Ro"], [4, 0, "Rs"])],
  ["3,4 Ro 3,5 Rs", placed([3, 4, "Ro"], [3, 5, "Rs"])],
  ["ro 0 0", placed([0, 0, "Ro"])],
  ["the red circle at -1 0", placed([-1, 0, "Ro"])],
  ["3,0 left Ro Rs", placed([3, 0, "Ro"], [2, 0, "Rs"])],
  ["trade ro,bs", { trade: ["Ro", "Bs"] }],
  ["take 3,4", { take: [3, 4] }],
  ["Take 3,4; pass", { take: [3, 4], pass: true }],
  ["draw 3", { draw3: true }],
  ["draw3", { draw3: true }],
  ["pass", { pass: true }],
])("%s", (text, turn) => {
  expect(readTurn(text, [])).toEqual(turn);
});

test("a run goes to the next free cells, and a tile that is taken first is gone", () => {
  const board: readonly Placed[] = [[1, 0, "Rb"]];
  expect(readTurn("0,0> Ro Rs", board)).toEqual(placed([0, 0, "Ro"], [2, 0, "Rs"]));
  expect(readTurn("take 1,0; 0,0> Ro Rs", board)).toEqual({
    ...placed([0, 0, "Ro"], [1, 0, "Rs"]),
    take: [1, 0],
  });
});

test.each(["", "Ro", "trade", "3,4>", "nonsense", "Ro@3", "take Ro", "trade Ro 3,4"])(
  "“%s” is refused in words",
  (text) => {
    expect(() => readTurn(text, [])).toThrow(Unreadable);
  },
);
