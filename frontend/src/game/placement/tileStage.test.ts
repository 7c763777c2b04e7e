import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Act, Line, Placed } from "../../api/types";
import { settings } from "../../settings/settings.svelte";
import { eventOf, viewOf } from "../../testing/views";
import type { Flight } from "../shared/flights.svelte";
import { TileStage } from "./tileStage.svelte";

const PLACED: readonly Placed[] = [
  [1, 0, "Rs"],
  [2, 0, "Rx"],
];
const LINE: Line = {
  cells: [
    [0, 0],
    [1, 0],
    [2, 0],
  ],
  points: 3,
  qwirkle: false,
};

let stage: TileStage;
let flown: { picture: Flight["picture"]; from: unknown; to: unknown }[];

/** Show a turn of the second seat from beginning to end. */
function show(...acts: readonly Act[]): number {
  const event = eventOf({ event: "turn-played", seat: 1, by: "bot", acts: [...acts] });
  const lasts = stage.perform({ event, before: viewOf() });
  vi.advanceTimersByTime(10_000);
  return lasts;
}

const placed = (lines: readonly Line[], points: number): Act => ({
  event: "tiles-placed",
  bonus: 0,
  seat: 1,
  tiles: [...PLACED],
  lines: [...lines],
  points,
});

beforeEach(() => {
  vi.useFakeTimers();
  flown = [];
  stage = new TileStage({
    boxOf: ([x, y]) => new DOMRect(x, y, 30, 30),
    isLaid: () => false,
    self: () => 0,
  });
  vi.spyOn(stage.flights, "flyTogether").mockImplementation((flights) => {
    for (const { picture, from, to, onland } of flights) {
      flown.push({ picture, from, to });
      onland?.();
    }
  });
});
afterEach(() => {
  settings.pace = "normal";
});

test("tiles leave the plate of their player one by one, and the points follow", () => {
  show(placed([LINE], 3));
  expect(flown.map(({ picture, from }) => [picture, from])).toEqual([
    [{ tile: "Rs" }, "seat-1"],
    [{ tile: "Rx" }, "seat-1"],
    [{ words: "+3" }, new DOMRect(2, 0, 30, 30)],
  ]);
  expect(flown.at(-1)?.to).toBe("score-1");
  expect([stage.arriving.size, stage.lit, stage.pending]).toEqual([0, [], null]);
});

test("the line is lit when the tiles have landed, and the score waits for its points", () => {
  const event = eventOf({ event: "turn-played", seat: 1, by: "bot", acts: [placed([LINE], 3)] });
  stage.perform({ event, before: viewOf() });
  expect([stage.lit, stage.pending]).toEqual([[], { seat: 1, points: 3 }]);
  vi.advanceTimersByTime(500);
  expect(stage.lit).toEqual([LINE]);
});

test("a line is not lit before its tiles are there, however late they land", () => {
  const late: (() => void)[] = [];
  vi.mocked(stage.flights.flyTogether).mockImplementation((flights) => {
    for (const { onland } of flights) if (onland !== undefined) late.push(onland);
  });
  const qwirkle = { ...LINE, qwirkle: true };
  const event = eventOf({
    event: "turn-played",
    seat: 1,
    by: "bot",
    acts: [placed([qwirkle], 12)],
  });
  stage.perform({ event, before: viewOf() });
  vi.advanceTimersByTime(500);
  expect([stage.lit, stage.cheer]).toEqual([[], null]);
  for (const land of late) land();
  expect([stage.lit, stage.cheer?.points]).toEqual([[qwirkle], 12]);
});

test("a trade shows backs on their way into the bag, and out of it", () => {
  show(
    { event: "put-aside", seat: 1, count: 2, tiles: null },
    { event: "drew", seat: 1, count: 2, tiles: null },
  );
  expect(flown.map(({ picture, from, to }) => [picture, from, to])).toEqual([
    ["back", "seat-1", "bag"],
    ["back", "seat-1", "bag"],
    ["back", "bag", "seat-1"],
    ["back", "bag", "seat-1"],
  ]);
});

test("a Qwirkle is celebrated for longer, with name and points", () => {
  const usual = show(placed([LINE], 3));
  const event = eventOf({
    event: "turn-played",
    seat: 1,
    by: "bot",
    acts: [placed([{ ...LINE, qwirkle: true }], 12)],
  });
  expect(stage.perform({ event, before: viewOf() })).toBeGreaterThan(usual);
  vi.advanceTimersByTime(500);
  expect(stage.cheer).toMatchObject({ seat: 1, points: 12 });
  stage.stop();
  expect(stage.cheer).toBeNull();
});

test("the bonus for going out flies to the score as well", () => {
  show(placed([LINE], 3), { event: "went-out", seat: 1, points: 6 });
  expect(flown.at(-1)).toEqual({ picture: { words: "+6" }, from: "bag", to: "score-1" });
});

test("without motion nothing takes any time", () => {
  settings.pace = "off";
  expect(show(placed([LINE], 3))).toBe(0);
});
