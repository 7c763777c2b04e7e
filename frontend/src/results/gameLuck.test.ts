import { describe, expect, test } from "vitest";
import { cardNarrator } from "../game/cards/narrator";
import { tileNarrator } from "../game/placement/narrator";
import { serve } from "../testing/server";
import { nowOf } from "../testing/views";
import { luckOf, luckSentence, summaryText } from "./gameLuck";

const NOW = nowOf();
const lucky = (leads: readonly (number | null)[], spread: number | null = 15.2) => ({
  players: leads.map((margin_without_luck) => ({ luck: 0, margin_without_luck })),
  spread,
  summary: null,
});

describe("the sentence about luck", () => {
  test("names who would be ahead, and how uncertain that is", () => {
    expect(luckSentence(lucky([-18.4, 18.4]), NOW, tileNarrator, 0)).toBe(
      "Without luck Ben would be ahead by 18 points, give or take 15 points.",
    );
    expect(luckSentence(lucky([18.4, -18.4]), NOW, tileNarrator, 0)).toBe(
      "Without luck you would be ahead by 18 points, give or take 15 points.",
    );
    expect(luckSentence(lucky([2, -2], 3.1), NOW, cardNarrator, null)).toBe(
      "Without luck Ann would be ahead by 2 Qwirkles, give or take 3.1 Qwirkles.",
    );
  });

  test("is no more certain than the figures", () => {
    for (const lead of [0, 3, 7.5])
      expect(luckSentence(lucky([lead, -lead]), NOW, tileNarrator, 0)).toBe(
        "Without luck it would be too close to call, give or take 15 points.",
      );
  });

  test("is missing where luck is not known", () => {
    expect(luckSentence(lucky([]), NOW, tileNarrator, 0)).toBe("");
    expect(luckSentence(lucky([null, null]), NOW, tileNarrator, 0)).toBe("");
    expect(luckSentence(lucky([18, -18], null), NOW, tileNarrator, 0)).toBe("");
  });
});

describe("the sentence about the game", () => {
  const won = {
    code: "luck-against",
    params: { name: "Ann", rival: "Ben", seat: 0, rival_seat: 1 },
    text: "Ann won, although Ben was luckier.",
  };

  test("addresses the reader, whoever that is", () => {
    expect(summaryText(won, NOW, null)).toBe("Ann won, although Ben was luckier.");
    expect(summaryText(won, NOW, 0)).toBe("You won, although Ben was luckier.");
    expect(summaryText(won, NOW, 1)).toBe("Ann won, although you were luckier.");
    expect(summaryText(null, NOW, 0)).toBe("");
  });

  test("of a level game without luck names nobody", () => {
    const level = { ...won, code: "level", params: { ...won.params, case: "even" } };
    expect(summaryText(level, NOW, 0)).toBe("It ended level, and luck hardly mattered.");
  });

  test("of a newer server is in English", () => {
    expect(summaryText({ ...won, code: "new" }, NOW, 0)).toBe(won.text);
  });
});

test("luck is asked for once; a failure may be asked for again", async () => {
  const requests = serve({ "/api/tables/t7/luck": lucky([1, -1]) });
  expect(await luckOf("t8")).toBeNull();
  await luckOf("t8");
  expect(await Promise.all([luckOf("t7"), luckOf("t7")])).toEqual([lucky([1, -1]), lucky([1, -1])]);
  expect(requests.map(({ path }) => path)).toEqual([
    "/api/tables/t8/luck",
    "/api/tables/t8/luck",
    "/api/tables/t7/luck",
  ]);
});
