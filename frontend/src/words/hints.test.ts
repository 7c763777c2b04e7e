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
        "You draw 1 more tile. " +
        "You don’t offer the next player a Qwirkle, which would otherwise be possible in 2 of 3 cases.",
    );
  });

  test("says what is nearly certain without numbers", async () => {
    const params = { deals: 1, of: 1, less: 2, less_of: 5, case: "sure-less" };
    const reasons = [{ code: "leaves-five", params, text: "" }];
    expect(await hintText(hintOf({ reasons }))).toContain(
      "You leave the next player a Qwirkle in only 2 of 5 cases, instead of almost always.",
    );
  });

  test("says a reason of a newer server in English", async () => {
    const reasons = [{ code: "new", params: {}, text: "It is prettier." }];
    expect(await hintText(hintOf({ reasons }))).toContain("It is prettier.");
  });

  test("speaks to the player, and not about an “it” that nobody named", async () => {
    const codes = ["goes-out", "empties-bag", "keeps-qwirkle", "keeps-two", "keeps-set"];
    const more = ["plays-duplicate", "wins-token", "switches-cards", "keeps-card-set"];
    const last = ["plays-double-card", "empties-deck", "gives-less", "keeps-more", "draws-more"];
    for (const code of [...codes, ...more, ...last]) {
      const params = { tiles: "Ro", count: 2, points: 6, more: 1 };
      const text = await hintText(hintOf({ reasons: [{ code, params, text: "" }] }));
      expect(text).toMatch(/No turn scores more\. You /);
    }
  });

  test("counts cards in the plural", async () => {
    const reasons = [{ code: "keeps-card-set", params: { count: 2 }, text: "" }];
    const hint = hintOf({ code: "cards-play", points: 0, reasons });
    expect(await hintText(hint)).toBe(
      "These cards can be played. You keep 2 cards that go together.",
    );
  });
});
