import { expect, test } from "vitest";
import type { Act, EventView } from "../api/types";
import { momentsOf } from "../replay/moments";
import { EVENTS, reviewOf, turnOf } from "../testing/reviews";
import { chance } from "./formats";
import { judgedMoments } from "./judged";
import { changesOf, courseOfSeat, partText, pointText, turningPoints } from "./ledger";

const sum = (parts: readonly { readonly change: number }[]) =>
  parts.reduce((total, { change }) => total + change, 0);

test("the changes of a chance add up as they are shown", () => {
  const changes = { turn: -0.126, draw: 0.004, rival_turns: 0.076, rival_draws: 0.087 };
  const { before, after, parts } = changesOf(turnOf({ chance: [0.404, 0.596], changes }));
  expect([before, after]).toEqual([40, 45]);
  expect(parts.map(({ change }) => change)).toEqual([-13, 0, 8, 10]);
  expect(before + sum(parts)).toBe(after);
  expect(parts.map(({ part }) => partText(part))).toEqual([
    "Own turns",
    "Own draws",
    "Turns of the others",
    "Draws of the others",
  ]);
});

test("only what is certain is 0 or 100 %", () => {
  const changes = { turn: -0.001, draw: 0.0, rival_turns: 0.0, rival_draws: 0.0 };
  const { before, after } = changesOf(turnOf({ chance: [0.999, 0.001], changes }));
  expect([before, after]).toEqual([99, 99]);
  const won = { ...changes, rival_turns: 0.002 };
  expect(changesOf(turnOf({ chance: [0.999, 0.001], changes: won })).after).toBe(100);
  expect([0, 0.004, 0.006, 0.5, 0.994, 0.996, 1].map(chance)).toEqual([
    "0%",
    "<1%",
    "1%",
    "50%",
    "99%",
    ">99%",
    "100%",
  ]);
});

test("what follows a turn may not be known", () => {
  const unknown = { draw: null, rival_turns: null, rival_draws: null };
  const { after, parts } = changesOf(turnOf({ changes: { turn: -0.04, ...unknown } }));
  expect(after).toBeNull();
  expect(parts).toEqual([{ part: "turn", change: -4 }]);
  expect(changesOf(turnOf({ changes: null })).parts).toEqual([]);
});

test("the changes of a player lead from the first turn to the result", () => {
  expect(courseOfSeat(reviewOf(), 0)).toMatchObject({ before: 50, after: 70 });
  expect(courseOfSeat(reviewOf(), 1)).toBeNull();
});

test("turning points are those of the review, at their moments", () => {
  const review = reviewOf();
  const points = turningPoints(review, judgedMoments(momentsOf(EVENTS), review.turns));
  expect(points.map(({ found, part, change }) => [found.at, part, change])).toEqual([
    [2, "turn", -21],
    [2, "draw", 6],
  ]);
  expect(points.map(pointText)).toEqual(["A better turn was possible.", "A lucky draw."]);
});

test("a turn that takes a tile first is one moment with two places in the review", () => {
  const [start, first, second] = EVENTS as [EventView, EventView, EventView];
  if (second.event.event !== "turn-played") throw new Error("no turn");
  const took: Act = { event: "took", seat: 1, tile: [0, 0, "Ro"], by: "token" } as Act;
  const both = { ...second, event: { ...second.event, acts: [took, ...second.event.acts] } };
  const turns = [1, 2, 2].map((number) => turnOf({ number }));
  const judged = judgedMoments(momentsOf([start, first, both]), turns);
  for (const number of [2, 3]) {
    const points = turningPoints(
      { turning_points: [{ number, part: "turn", change: -0.1 }] },
      judged,
    );
    expect(points.map(({ found }) => found.at)).toEqual([2]);
  }
});
