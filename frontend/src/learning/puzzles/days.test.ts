import { beforeEach, expect, test } from "vitest";
import { dateOf } from "./dates";
import {
  dayAfter,
  dayResults,
  gridAt,
  isDay,
  noteDay,
  starsOf,
  streakAt,
  today,
  weeksOf,
} from "./days";

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
  expect(dayResults()).toMatchObject({ "2026-11-16": { lost: 6.2, on: "2026-11-16" } });
});

test("what somebody else has stored is left out", () => {
  localStorage.setItem("qwirkle.puzzles", '{"2026-11-16": 3, "x": {"lost": 1, "on": "x"}}');
  expect(dayResults()).toEqual({});
  localStorage.setItem("qwirkle.puzzles", "nonsense");
  expect(dayResults()).toEqual({});
});

test("a streak is of days in a row, answered on the day and without a blunder", () => {
  const on = (day: string, lost = 0) => ({ [day]: { lost, on: day, at: 1 } });
  const three = { ...on("2026-11-14"), ...on("2026-11-15", 3.9), ...on("2026-11-16") };
  expect(streakAt("2026-11-16", three)).toBe(3);
  // Today can still be answered.
  expect(streakAt("2026-11-17", three)).toBe(3);
  expect(streakAt("2026-11-18", three)).toBe(0);
  expect(streakAt("2026-11-16", { ...three, ...on("2026-11-15", 4) })).toBe(1);
  const late = { ...three, "2026-11-15": { lost: 0, on: "2026-11-16", at: 1 } };
  expect(streakAt("2026-11-16", late)).toBe(1);
});

test("stars are for the best turn, for no blunder, and for answering", () => {
  const on = "2026-11-16";
  expect(starsOf(undefined)).toBe(0);
  expect([0, 3.9, 4, 12].map((lost) => starsOf({ lost, on, at: 1 }))).toEqual([3, 2, 1, 1]);
  // In the card game a Qwirkle is lost sooner: the mark of the answer decides.
  expect(starsOf(noteDay(on, 1.2, on, true)[on])).toBe(1);
  expect(streakAt(on, dayResults())).toBe(0);
  expect(gridAt(on, dayResults())).toBe("⬜⬜⬜⬜⬜⬜🟥");
});

test("a month is shown in whole weeks", () => {
  const weeks = weeksOf("2026-11");
  expect(weeks[0]?.[0]).toBe("2026-10-26");
  expect(weeks.at(-1)?.at(-1)).toBe("2026-12-06");
  expect(weeks.every((week) => week.length === 7)).toBe(true);
  expect(weeksOf("2027-02")).toHaveLength(4);
});

test("the grid to share has the last weeks from the first answer on, and no turn", () => {
  const result = (lost: number) => ({ lost, on: "2026-11-16", at: 1 });
  expect(gridAt("2026-11-16", {})).toBe("⬜⬜⬜⬜⬜⬜⬜");
  expect(
    gridAt("2026-11-16", {
      "2026-11-16": result(0),
      "2026-11-15": result(3),
      "2026-11-05": result(5),
    }),
  ).toBe("⬜⬜🟥⬜⬜⬜⬜\n⬜⬜⬜⬜⬜🟨🟩");
  expect(gridAt("2026-11-16", { "2026-10-01": result(0) })).toBe("⬜⬜⬜⬜⬜⬜⬜");
});

test("a day is written as its readers write it, and is the same day everywhere", () => {
  expect(dateOf("2026-11-19")).toBe("19 Nov 2026");
  expect(dateOf("2026-11-01", { month: "long", year: "numeric" })).toBe("November 2026");
});
