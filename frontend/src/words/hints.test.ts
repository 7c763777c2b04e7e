import { describe, expect, test } from "vitest";
import type { Hint } from "../api/types";
import { hintText } from "./hints";

function hintOf(more: Partial<Hint> = {}): Hint {
  const words = { reason: "", code: "place-most", params: {}, reasons: [] } as const;
  return { turn: { place: [] }, points: 5, ...words, ...more };
}

describe("a hint", () => {
  test("says what its turn scores", async () => {
    expect(await hintText(hintOf())).toBe("This scores 5 points. No turn scores more.");
  });

  test("gives the reasons of a review", async () => {
    const reasons = [
      { code: "draws-more", params: { count: 4, more: 1 }, text: "" },
      { code: "leaves-five", params: { deals: 2, of: 3 }, text: "" },
    ];
    const params = { most: 8 };
    expect(await hintText(hintOf({ code: "place-safe", params, reasons }))).toBe(
      "This scores 5 points. Another turn scores 8, but this one is better. " +
        "It draws 1 more tile. " +
        "The other turn leaves a line that’s one tile short of a Qwirkle; the next player can complete it in 2 of 3 cases.",
    );
  });

  test("says what is nearly certain without numbers", async () => {
    const params = { deals: 1, of: 1, less: 2, less_of: 5, case: "sure-less" };
    const reasons = [{ code: "leaves-five", params, text: "" }];
    expect(await hintText(hintOf({ reasons }))).toContain(
      "the next player can almost always complete it, after this turn only in 2 of 5 cases.",
    );
  });

  test("says a reason of a newer server in English", async () => {
    const reasons = [{ code: "new", params: {}, text: "It is prettier." }];
    expect(await hintText(hintOf({ reasons }))).toContain("It is prettier.");
  });

  test("counts cards in the plural", async () => {
    const reasons = [{ code: "keeps-cards", params: { count: 2 }, text: "" }];
    const hint = hintOf({ code: "cards-play", points: 0, reasons });
    expect(await hintText(hint)).toBe(
      "These cards can be played. It keeps 2 more cards in the hand.",
    );
  });
});
