import { expect, test } from "vitest";
import { lineUpTo } from "./line";

const of = (x: number) => ({ place: [[x, 0, "Ro"] as const] });
const best = { turn: of(0), points: 1, lost: 0, lost_ci95: [0, 0] as const };

test("shows the better turn and what follows on one table", () => {
  const line_turns = [
    { seat: 1, turn: of(1), points: 2 },
    { seat: 0, turn: { pass: true as const }, points: 0 },
    { seat: 1, turn: of(2), points: 3 },
  ];
  const cells = (number: number) => lineUpTo({ best, line_turns }, number).place?.map(([x]) => x);
  expect(cells(0)).toEqual([0, 1]);
  expect(cells(1)).toEqual([0, 1]);
  expect(cells(2)).toEqual([0, 1, 2]);
});
