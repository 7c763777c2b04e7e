import { describe, expect, test } from "vitest";
import type { Act, EventView } from "../api/types";
import { momentsOf } from "../replay/moments";
import { EVENTS, reviewOf, turnOf } from "../testing/reviews";
import { eventOf } from "../testing/views";
import { chancesAfter, judgedMoments } from "./judged";

describe("moments and what a review says", () => {
  test("go together turn by turn", () => {
    const review = reviewOf();
    const judged = judgedMoments(momentsOf(EVENTS), review.turns);
    expect(judged[0]).toBeNull();
    expect(judged.slice(1).map((found) => found?.turn)).toEqual(review.turns);
    expect(judged[2]?.before.game).toMatchObject({ board: [[0, 0, "Ro"]] });
    expect(chancesAfter(judged, review)).toEqual([
      [0.5, 0.5],
      [0.45, 0.55],
      [0.7, 0.3],
    ]);
  });

  test("a seat that leaves the game is no turn", () => {
    const [start, ...turns] = EVENTS as [EventView, ...EventView[]];
    const gone = eventOf({ event: "seat-out", seat: 0, why: "resigned" }, { seq: 4 });
    const judged = judgedMoments(momentsOf([start, ...turns, gone]), reviewOf().turns);
    expect(judged[3]).toBeNull();
    expect(chancesAfter(judged, reviewOf())).toHaveLength(4);
  });

  test("a tile that is taken first has a place of its own in the review", () => {
    const [start, first, second] = EVENTS as [EventView, EventView, EventView];
    if (second.event.event !== "turn-played") throw new Error("no turn");
    const took: Act = { event: "took", seat: 1, tile: [0, 0, "Ro"], by: "token" } as Act;
    const both = { ...second, event: { ...second.event, acts: [took, ...second.event.acts] } };
    const turns = [1, 2, 3].map((number) => turnOf({ number }));
    const judged = judgedMoments(momentsOf([start, first, both]), turns);
    expect(judged[2]?.number).toBe(2);
    expect(judged[2]?.turn).toBe(turns[2]);
  });
});
