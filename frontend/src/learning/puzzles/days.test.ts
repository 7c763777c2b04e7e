import { beforeEach, expect, test } from "vitest";
import { dayAfter, dayResults, isDay, noteDay, streakAt, today } from "./days";

beforeEach(() => localStorage.clear());

test("today is the day where the reader is", () => {
  expect(today(new Date(2026, 10, 6, 23, 59))).toBe("2026-11-06");
});

test("days follow each other across months and years", () => {
  expect(dayAfter("2026-12-31", 1)).toBe("2027-01-01");
  expect(dayAfter("2028-03-01", -1)).toBe("2028-02-29");
});

test("only days of the calendar are days", () => {
  expect(["2026-11-16", "2026-02-30", "2026-1-1", "today", ""].map(isDay)).toEqual([
    true,
    false,
    false,
    false,
    false,
  ]);
});

test("the first answer to a day is the one that is kept", () => {
  noteDay("2026-11-16", 6.2, "2026-11-16");
  noteDay("2026-11-16", 0, "2026-11-16");
  expect(dayResults()).toEqual({ "2026-11-16": { lost: 6.2, on: "2026-11-16" } });
});

test("what somebody else has stored is left out", () => {
  localStorage.setItem("qwirkle.puzzles", '{"2026-11-16": 3, "x": {"lost": 1, "on": "x"}}');
  expect(dayResults()).toEqual({});
  localStorage.setItem("qwirkle.puzzles", "nonsense");
  expect(dayResults()).toEqual({});
});

test("a streak is of days in a row, answered on the day and without a blunder", () => {
  const on = (day: string, lost = 0) => ({ [day]: { lost, on: day } });
  const three = { ...on("2026-11-14"), ...on("2026-11-15", 3.9), ...on("2026-11-16") };
  expect(streakAt("2026-11-16", three)).toBe(3);
  // Today can still be answered.
  expect(streakAt("2026-11-17", three)).toBe(3);
  expect(streakAt("2026-11-18", three)).toBe(0);
  expect(streakAt("2026-11-16", { ...three, ...on("2026-11-15", 4) })).toBe(1);
  const late = { ...three, "2026-11-15": { lost: 0, on: "2026-11-16" } };
  expect(streakAt("2026-11-16", late)).toBe(1);
});
