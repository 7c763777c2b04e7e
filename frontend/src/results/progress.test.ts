import { beforeEach, describe, expect, test } from "vitest";
import type { Ended, TableView } from "../api/types";
import { botOf, nowOf, seatOf, viewOf } from "../testing/views";
import { ladder, newBests, nextAnimal, personalBests, starsOf, streaks } from "./progress";
import { merged, noteResult, noteTurns, results } from "./results";

let at = 0;

/** Return a finished game of Ann against a bot. */
function finished(
  id: string,
  scores: readonly [number, number],
  level = 4,
  more: Partial<Ended> = {},
): TableView {
  const places = scores[0] >= scores[1] ? [1, scores[0] === scores[1] ? 1 : 2] : [2, 1];
  const winners = places.flatMap((place, seat) => (place === 1 ? [seat] : []));
  at += 1;
  const ended = { how: "finished" as const, at, scores, places, winners, ...more };
  const seats = [seatOf("Ann"), botOf(level)];
  return viewOf({ table: id, now: nowOf({ phase: "ended", turn: null, seats, ended }) });
}

beforeEach(() => localStorage.clear());

describe("results", () => {
  test("count each table once, however often it is seen", () => {
    const view = finished("a", [80, 70]);
    noteResult(view);
    noteTurns("a", 14, 2);
    noteResult(view);
    expect(results()).toMatchObject([
      { id: "a", won: true, score: 80, margin: 10, turn: 14, qwirkles: 2 },
    ]);
  });

  test("are not those of spectators, of several people on one device, or of house rules", () => {
    const view = finished("a", [80, 70]);
    noteResult({ ...view, you: { ...view.you, seats: [] } });
    noteResult({ ...view, you: { ...view.you, seats: [0, 1] } });
    noteResult({ ...view, edition: { ...view.edition, house_rule: "x" } });
    noteResult(finished("b", [8, 7], 4, { how: "agreed", winners: [] }));
    expect(results()).toEqual([]);
  });

  test("of the account and of the device are one list", () => {
    noteResult(finished("a", [80, 70]));
    const own = results();
    noteTurns("a", 14, 2);
    noteResult(finished("b", [10, 70]));
    expect(merged(results(), own).map(({ id, turn }) => [id, turn])).toEqual([
      ["a", 14],
      ["b", undefined],
    ]);
  });

  test("that cannot be read are as good as none", () => {
    localStorage.setItem("qwirkle.results", '[null, {"id": 3}]');
    expect(results()).toEqual([]);
    localStorage.setItem("qwirkle.results", "{");
    expect(results()).toEqual([]);
  });
});

describe("the ladder", () => {
  const stars = (level: number) => {
    const rung = ladder(results())[level - 1];
    return rung === undefined ? 0 : starsOf(rung);
  };

  test("gives a star for a win, one for a clear win, one for three in a row", () => {
    noteResult(finished("a", [60, 70]));
    expect(stars(4)).toBe(0);
    noteResult(finished("b", [71, 70]));
    expect(stars(4)).toBe(1);
    noteResult(finished("c", [90, 70]));
    expect(stars(4)).toBe(2);
    noteResult(finished("d", [71, 70]));
    expect(stars(4)).toBe(3);
    expect(stars(5)).toBe(0);
  });

  test("counts no win in a row over a lost game", () => {
    for (const [id, score] of [
      ["a", 71],
      ["b", 71],
      ["c", 1],
      ["d", 71],
    ] as const)
      noteResult(finished(id, [score, 70]));
    expect(stars(4)).toBe(1);
  });

  test("knows the next animal", () => {
    expect(nextAnimal(ladder([]))).toBe("level:1");
    noteResult(finished("a", [80, 70], 4));
    expect(nextAnimal(ladder(results()), "level:4")).toBe("level:5");
    for (let level = 5; level <= 8; level++) noteResult(finished(`${level}`, [80, 70], level));
    expect(nextAnimal(ladder(results()), "level:8")).toBe("level:1");
    for (let level = 1; level <= 3; level++) noteResult(finished(`${level}`, [80, 70], level));
    expect(nextAnimal(ladder(results()), "level:3")).toBeUndefined();
  });
});

test("personal bests are kept for each game", () => {
  noteResult(finished("a", [80, 70]));
  noteTurns("a", 14, 1);
  noteResult(finished("b", [95, 99]));
  const [classic] = personalBests(results(), ["classic", "cards"]);
  expect(classic).toEqual({
    game: "classic",
    games: 2,
    won: 1,
    score: 95,
    turn: 14,
    qwirkles: 1,
    margin: 10,
  });
});

test("a best is new only if there was one before", () => {
  noteResult(finished("a", [80, 70]));
  expect(newBests(results(), "a").size).toBe(0);
  noteResult(finished("b", [95, 99]));
  expect([...newBests(results(), "b")]).toEqual(["score"]);
});

test("wins in a row are counted up to now and at their longest", () => {
  for (const [id, score] of [
    ["a", 71],
    ["b", 80],
    ["c", 1],
    ["d", 71],
  ] as const)
    noteResult(finished(id, [score, 70]));
  expect(streaks(results())).toEqual({ current: 1, longest: 2 });
});
