import { afterEach, expect, test } from "vitest";
import { Refusal } from "../api/client";
import type { Objection } from "../api/types";
import { settings } from "../settings/settings.svelte";
import { problemOf } from "../testing/views";
import type { Language } from "./languages.gen";
import { objectionText, spokenObjection, turnRefusal } from "./reasons";
import { errorText } from "./refusals";
import { speak } from "./translate.svelte";

function objection(reason: string, params: Objection["params"] = {}): Objection {
  return { reason, message: "", cells: [], params };
}

const notNow = objection("not-your-turn", { name: "Ben" });

afterEach(() => speak("en"));

test("a refusal is said with its parameters", () => {
  expect(objectionText(notNow)).toBe("It’s Ben’s turn.");
  const error = new Refusal({ ...problemOf("not-your-turn"), objections: [notNow] });
  expect(turnRefusal(error)).toBe("It’s Ben’s turn.");
  expect(errorText(error)).toBe("It’s Ben’s turn.");
});

test("a sentence that cannot be completed is not said", () => {
  expect(turnRefusal(new Refusal(problemOf("not-your-turn")))).toBe(
    "That didn’t work. Try again in a moment.",
  );
  expect(objectionText(objection("line-mixed", { at: 3, tiles: "Ro" }))).toBe(
    "That’s not allowed.",
  );
  expect(objectionText(objection("bag-too-small", { left: 2 }))).toBe("That’s not allowed.");
});

test("what only a broken page is refused is said without its details", () => {
  const params = { problem: "Expected `int`" };
  const error = new Refusal({
    ...problemOf("bad-request"),
    objections: [objection("bad-request", params)],
  });
  expect(errorText(error)).toBe("That didn’t work. Reload the page and try again.");
});

test("eyes see the line that is meant; a number would only puzzle them", () => {
  const row = { axis: "row", at: 3, tiles: "Ro Gd", count: 7, most: 6 };
  const column = { ...row, axis: "column", at: -2 };
  for (const reason of ["gap", "line-mixed", "line-duplicate", "line-too-long"]) {
    expect(objectionText(objection(reason, row))).toMatch(/[Tt]his row/);
    expect(objectionText(objection(reason, column))).toMatch(/[Tt]his column/);
    expect(objectionText(objection(reason, column))).not.toContain("-2");
    expect(spokenObjection(objection(reason, row))).toMatch(/[Rr]ow 3/);
    expect(spokenObjection(objection(reason, column))).toMatch(/[Cc]olumn -2/);
  }
});

test.each([
  [
    "en",
    "Tiles in row 3 must all be one colour or all be one shape. Wrong: red circle and green diamond.",
  ],
  [
    "de",
    "In Zeile 3 müssen alle Plättchen dieselbe Farbe oder alle dieselbe Form haben. Das passt nicht: roter Kreis und grüne Raute.",
  ],
] as const)("spoken, it names the line and the tiles in %s", async (language, text) => {
  await speak(language as Language);
  const params = { axis: "row", at: 3, tiles: "Ro Gd" };
  expect(spokenObjection(objection("line-mixed", params))).toBe(text);
});

test("the case of a code has a sentence of its own", () => {
  const words = (reason: string, which: string) =>
    objectionText(objection(reason, { case: which }));
  expect(words("can-place", "exchange")).toBe("You can play a card, so you can’t draw a new hand.");
  expect(words("can-trade", "exchange")).toBe("You can still draw a new hand, so you can’t pass.");
  expect(words("can-place", "of-a-later-version")).toBe("You can place a tile, so you can’t pass.");
  expect(objectionText(objection("bag-too-small", { count: 3, left: 2 }))).toBe(
    "You can’t trade 3 tiles: only 2 left to draw.",
  );
});

test("bots and guests are called as everywhere on the page", async () => {
  await speak("de");
  expect(objectionText(objection("not-your-turn", { name: "Otter 2" }))).toBe("Otter 2 ist dran.");
  expect(objectionText(objection("not-your-turn", { name: "Fox" }))).toBe("Fuchs ist dran.");
  expect(objectionText(objection("not-your-turn", { name: "Guest" }))).toBe("Gast ist dran.");
});

test("a line is “this row” for the eye, until boards show its number", () => {
  const gap = objection("gap", { axis: "row", at: -2 });
  expect(objectionText(gap)).toMatch(/^Close the gap in this row:/);
  expect(spokenObjection(gap)).toMatch(/^Close the gap in row -2:/);
  settings.coordinates = true;
  expect(objectionText(gap)).toBe(spokenObjection(gap));
  settings.coordinates = false;
});
