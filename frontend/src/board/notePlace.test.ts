import { expect, test } from "vitest";
import { type Area, notePlace } from "./notePlace";

const NOTE = { width: 200, height: 60 };
const WINDOW = { width: 360, height: 400 };
const cell = (x: number, y: number): Area => ({ left: 40 * x, top: 40 * y, width: 40, height: 40 });
const row = (y: number, from: number, to: number) =>
  Array.from({ length: to - from }, (_, at) => cell(from + at, y));
const covers = (place: { left: number; top: number }, areas: readonly Area[]) =>
  areas.some(
    ({ left, top, width, height }) =>
      place.left < left + width &&
      left < place.left + NOTE.width &&
      place.top < top + height &&
      top < place.top + NOTE.height,
  );

test("a note is above its tile, in the middle", () => {
  expect(notePlace(NOTE, WINDOW, [cell(4, 5)], [])).toEqual({ left: 80, top: 130 });
});

test("it never covers the line it speaks of", () => {
  for (let y = 0; y < 10; y++) {
    const line = row(y, 1, 8);
    expect(covers(notePlace(NOTE, WINDOW, line, []), line), `row ${y}`).toBe(false);
  }
  const column = Array.from({ length: 10 }, (_, y) => cell(2, y));
  expect(covers(notePlace(NOTE, WINDOW, column, []), column)).toBe(false);
});

test("it keeps off other tiles if it can", () => {
  const line = row(5, 2, 5);
  const above = [...row(4, 0, 9), ...row(3, 0, 9)];
  const place = notePlace(NOTE, WINDOW, line, above);
  expect(covers(place, [...line, ...above])).toBe(false);
});

test("it goes behind the tiles around, rather than on them", () => {
  const crowd = [...row(3, 0, 9), ...row(4, 0, 9), ...row(6, 0, 9), ...row(7, 0, 9)];
  const place = notePlace(NOTE, WINDOW, [cell(4, 5)], crowd);
  expect(covers(place, [...crowd, cell(4, 5)])).toBe(false);
  expect(place.top).toBeGreaterThan(30);
});

test("it stays in the window", () => {
  const place = notePlace(NOTE, WINDOW, [cell(0, 0)], []);
  expect(place.left).toBe(8);
  expect(place.top).toBe(50);
});
