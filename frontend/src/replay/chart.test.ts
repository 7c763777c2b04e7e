import { expect, test } from "vitest";
import { apart, chartOf } from "./chart";

const ROWS = [
  [0, 0],
  [5, 0],
  [5, 12],
  [20, 12],
];

test("every seat has a line from the first moment to the last", () => {
  const chart = chartOf(ROWS, 300, 100);
  expect(chart.curves.map(({ path }) => path.match(/[ML]/g)?.length)).toEqual([4, 4]);
  expect(chart.curves[0]?.path.startsWith("M0 100")).toBe(true);
  expect(chart.curves[0]?.end).toEqual([300, 0]);
  expect(chart.curves[1]?.end[1]).toBeGreaterThan(0);
});

test("levels are round figures that hold the highest score", () => {
  const scores = chartOf(ROWS, 300, 100).levels.map(({ score }) => score);
  expect(scores).toEqual([0, 5, 10, 15, 20]);
  expect(chartOf([[0], [131]], 300, 100).levels.at(-1)).toEqual({ score: 150, y: 0 });
});

test("a game that has just begun is a chart too", () => {
  const chart = chartOf([[0, 0, 0]], 300, 100);
  expect(chart.curves.map(({ end }) => end)).toEqual(Array(3).fill([0, 100]));
  expect(chartOf([], 300, 100).curves).toEqual([]);
});

test("labels keep apart and stay inside", () => {
  const heights = apart([90, 92, 10, 91], 17, 100);
  expect(heights[2]).toBe(10);
  const sorted = heights.toSorted((one, other) => one - other);
  for (const [number, height] of sorted.entries())
    if (number > 0) expect(height - (sorted[number - 1] ?? 0)).toBeGreaterThanOrEqual(17);
  expect(Math.max(...heights)).toBeLessThanOrEqual(100);
});
