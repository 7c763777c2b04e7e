import { render } from "@testing-library/svelte";
import { flushSync } from "svelte";
import { afterEach, expect, test, vi } from "vitest";
import { settings } from "../settings/settings.svelte";
import { FakeTable } from "../testing/fakeTable.svelte";
import { eventOf, nowOf, tilesGame } from "../testing/views";
import type { Moment } from "./moments";
import ScoresSoFar from "./ScoresSoFar.svelte";

afterEach(() => vi.useRealTimers());

const momentOf = (seq: number, scores: readonly number[]): Moment => ({
  event: eventOf(
    { event: "turn-played", seat: 1, by: "person", acts: [] },
    { seq, now: nowOf({ seq }) },
  ),
  game: tilesGame(),
  seat: 1,
  scores,
  points: 0,
  marked: [],
  lines: [],
  held: null,
});

test("the chart learns the score of a turn when the story has shown it", () => {
  vi.useFakeTimers();
  settings.pace = "normal";
  const table = new FakeTable();
  const moments = [momentOf(1, [0, 0]), momentOf(2, [5, 0]), momentOf(3, [5, 31])];
  const stop = table.story.follow({ perform: () => 1000, stop: () => {} });
  const { container } = render(ScoresSoFar, { table, moments });
  const points = () =>
    container.querySelector("path[d^=M]")?.getAttribute("d")?.match(/[ML]/g)?.length;
  expect(points()).toBe(3);
  table.tell((moments[2] as Moment).event);
  flushSync();
  expect(points()).toBe(2);
  vi.advanceTimersByTime(1000);
  flushSync();
  expect(points()).toBe(3);
  stop();
});
