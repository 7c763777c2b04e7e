import { beforeEach, expect, test } from "vitest";
import {
  type Answers,
  chanceOf,
  nextNumber,
  noteAnswer,
  noteRush,
  rated,
  rushOf,
  type Solver,
  solver,
  solverWith,
} from "./solver";

beforeEach(() => localStorage.clear());

const NEW = { rating: 1000, spread: 350, answers: {}, rush: 0 };
const answer = (lost: number, at = 1) => ({ lost, at, difficulty: 1200 });

test("a solver finds a puzzle of the same rating half of the time", () => {
  expect(chanceOf(1200, 1200)).toBe(0.5);
  expect(chanceOf(1600, 1200)).toBeCloseTo(10 / 11);
});

test("the rating comes near the strength of whoever answers", () => {
  let lot = 1;
  const random = () => {
    lot = (lot * 16807) % 2147483647;
    return lot / 2147483647;
  };
  for (const strength of [700, 1500]) {
    let now: Pick<Solver, "rating" | "spread"> = NEW;
    for (let answer = 0; answer < 300; answer++) {
      const difficulty = 600 + 1400 * random();
      now = rated(now, difficulty, random() < chanceOf(strength, difficulty));
    }
    expect(Math.abs(now.rating - strength)).toBeLessThan(150);
    expect(now.spread).toBeLessThan(80);
  }
});

test("a found puzzle raises the rating, and only the first answer counts", () => {
  const after = noteAnswer(7, 1000, 0);
  expect(after.rating).toBeGreaterThan(1000);
  expect(after.spread).toBeLessThan(350);
  expect(noteAnswer(7, 1000, 6)).toEqual(after);
  expect(solver()).toEqual(after);
  expect(noteAnswer(8, 1000, 6).rating).toBeLessThan(after.rating);
});

test("a rush leaves the rating, and remembers its puzzles and the most found", () => {
  expect(noteAnswer(7, 1000, 0, false)).toMatchObject({
    rating: 1000,
    answers: { 7: { lost: 0 } },
  });
  expect(noteRush(5).rush).toBe(5);
  expect(noteRush(3).rush).toBe(5);
});

test("the next puzzle is near the rating, and none comes again", () => {
  const difficulties = Array.from({ length: 100 }, (_, number) => 500 + 10 * number);
  const seen = new Set<number>();
  let answers: Answers = {};
  for (let turn = 0; turn < 100; turn++) {
    const number = nextNumber(difficulties, { ...NEW, answers }, (turn * 0.37) % 1) as number;
    if (turn === 0) expect(Math.abs((difficulties[number] ?? 0) - 1000)).toBeLessThanOrEqual(60);
    expect(seen.has(number)).toBe(false);
    seen.add(number);
    answers = { ...answers, [number]: answer(1) };
  }
  expect(nextNumber(difficulties, { ...NEW, answers })).toBeUndefined();
});

test("a rush rises from easy to hard, with new puzzles as long as there are some", () => {
  const difficulties = [900, 700, 1300, 1100, 500];
  expect(rushOf(difficulties, NEW, 5)).toEqual([4, 1, 0, 3, 2]);
  expect(rushOf(difficulties, { ...NEW, answers: { 4: answer(0), 3: answer(1) } }, 3)).toEqual([
    1, 0, 2,
  ]);
});

test("the rating follows from the answers in the order of their moments", () => {
  const rating = (answers: Answers) => solverWith(answers, 0).rating;
  expect(rating({ 3: answer(0, 1), 5: answer(2, 2) })).toBe(
    rating({ 5: answer(2, 2), 3: answer(0, 1) }),
  );
  expect(rating({ 3: answer(0, 1), 5: answer(2, 2) })).not.toBe(
    rating({ 3: answer(0, 2), 5: answer(2, 1) }),
  );
  expect(rating({ 3: { ...answer(0), difficulty: null } })).toBe(1000);
});

test("what somebody else has stored is left out", () => {
  for (const stored of ["nonsense", "[]", "null", '{"answers": 5, "rush": "most"}']) {
    localStorage.setItem("qwirkle.solver", stored);
    expect(solver()).toEqual(NEW);
  }
  const three = { lost: 0, at: 1, difficulty: null };
  const answers = { 3: three, x: three, 4: "?", 5: { ...three, at: "now" }, 6: 0 };
  localStorage.setItem("qwirkle.solver", JSON.stringify({ answers }));
  expect(solver()).toEqual({ ...NEW, answers: { 3: three } });
});
