import { flushSync } from "svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { placementGame } from "../api/games";
import type { EventView, Placed } from "../api/types";
import { settings } from "../settings/settings.svelte";
import { FakeTable } from "../testing/fakeTable.svelte";
import { botOf, eventOf, nowOf, seatOf, viewOf } from "../testing/views";
import type { Stage } from "./story.svelte";

const seats = [seatOf("Ann"), botOf(1), botOf(2), botOf(3)];
const BEAT = 500;

class FakeStage implements Stage {
  readonly shown: number[] = [];
  stopped = 0;
  perform({ event }: { event: EventView }): number {
    this.shown.push(event.seq);
    return BEAT;
  }
  stop(): void {
    this.stopped += 1;
  }
}

function turnOf(seat: number, seq: number): EventView {
  const tile: Placed = [seq, 0, "Ro"];
  return eventOf(
    { event: "turn-played", seat, by: seat === 0 ? "person" : "bot", acts: [] },
    { seq, now: nowOf({ seats, seq, turn: (seat + 1) % 4 }), board: { add: [tile], remove: [] } },
  );
}

function endOf(seq: number): EventView {
  const ended = { at: 0, how: "finished" as const, places: [1], scores: [1], winners: [0] };
  const now = nowOf({ seats, seq, turn: null, phase: "ended", ended });
  return eventOf({ event: "table-ended", how: "finished", winners: [0] }, { seq, now });
}

let table: FakeTable;
let stage: FakeStage;
let stop: () => void;
const shownTiles = () => placementGame(table.story.game)?.board.length;
const trueTiles = () => placementGame(table.game)?.board.length;

beforeEach(() => {
  vi.useFakeTimers();
  table = new FakeTable({ now: nowOf({ seats }) });
  stage = new FakeStage();
  stop = table.story.follow(stage);
});
afterEach(() => {
  stop();
  settings.pace = "normal";
});

test("bots that act at once are shown one after the other, and the table never waits", () => {
  for (const seat of [1, 2, 3]) table.tell(turnOf(seat, seat + 1));
  expect(trueTiles()).toBe(4);
  expect(table.mySeatOnTurn).toBe(0);
  expect([shownTiles(), stage.shown]).toEqual([2, [2]]);
  vi.advanceTimersByTime(BEAT);
  expect([shownTiles(), stage.shown]).toEqual([3, [2, 3]]);
  expect(table.story.behind).toBe(true);
  vi.advanceTimersByTime(BEAT);
  expect([shownTiles(), stage.shown]).toEqual([4, [2, 3, 4]]);
  expect(table.story.behind).toBe(false);
  vi.advanceTimersByTime(BEAT);
  expect(table.story.beat).toBeNull();
});

test.each(["pointerdown", "keydown"])("%s shows everything at once", (kind) => {
  const heard: number[] = [];
  table.story.onEvent(({ seq }) => heard.push(seq));
  for (const seat of [1, 2, 3]) table.tell(turnOf(seat, seat + 1));
  window.dispatchEvent(new Event(kind));
  expect(shownTiles()).toBe(4);
  expect(heard).toEqual([2, 3, 4]);
  expect(stage.stopped).toBeGreaterThan(0);
  vi.advanceTimersByTime(5 * BEAT);
  expect(heard).toEqual([2, 3, 4]);
});

test("the own turn is never held back", () => {
  table.tell(turnOf(3, 2));
  table.tell(turnOf(0, 3));
  expect(shownTiles()).toBe(3);
  expect(stage.shown).toEqual([2, 3]);
});

test("without motion nothing waits, and all that was said is still to be read", () => {
  settings.pace = "off";
  for (const seat of [1, 2, 3]) table.tell(turnOf(seat, seat + 1));
  expect(shownTiles()).toBe(4);
  expect(stage.shown).toEqual([]);
  expect(table.story.telling.map(({ seq }) => seq)).toEqual([4, 3, 2]);
});

test("without pauses, the own turn begins the line, and those of others follow", () => {
  settings.pace = "off";
  for (const [seq, seat] of [1, 0, 1, 2].entries()) table.tell(turnOf(seat, seq + 2));
  expect(table.story.telling.map(({ seq }) => seq)).toEqual([5, 4, 3]);
});

test("a page that nobody looks at does not wait", () => {
  const hidden = vi.spyOn(document, "visibilityState", "get").mockReturnValue("hidden");
  for (const seat of [1, 2]) table.tell(turnOf(seat, seat + 1));
  expect(shownTiles()).toBe(3);
  hidden.mockRestore();
});

test("after many missed events only the last ones are shown one by one", () => {
  for (let seq = 2; seq < 22; seq++) table.tell(turnOf(1 + (seq % 3), seq));
  expect(shownTiles()).toBe(15);
  expect(trueTiles()).toBe(21);
});

test("the whole table from the server goes before what was waiting", () => {
  for (const seat of [1, 2, 3]) table.tell(turnOf(seat, seat + 1));
  table.change(viewOf({ now: nowOf({ seats, seq: 9 }) }));
  flushSync();
  expect(table.story.now?.seq).toBe(9);
  expect(table.story.behind).toBe(false);
});

test("a game is over when its end has been told", () => {
  table.tell(turnOf(3, 2));
  table.tell(endOf(3));
  expect(table.now?.phase).toBe("ended");
  expect(table.story.now?.phase).toBe("playing");
  vi.advanceTimersByTime(BEAT);
  expect(table.story.now?.phase).toBe("ended");
  expect(table.story.over).toBe(false);
  vi.advanceTimersByTime(BEAT);
  expect(table.story.over).toBe(true);
});

test("an ended table that is opened again is over at once", () => {
  const again = new FakeTable({ now: endOf(3).now });
  expect(again.story.over).toBe(true);
});

test("sentences stay for a while and can be called back", () => {
  const event = turnOf(1, 2);
  table.tell(event);
  expect(table.story.telling).toEqual([event]);
  vi.advanceTimersByTime(10_000);
  expect(table.story.telling).toEqual([]);
  table.story.tellAgain([event]);
  expect(table.story.telling).toEqual([event]);
});

test.each(["normal", "off"] as const)(
  "at the pace %s, a turn that the clock took from the reader is event until the reader acts",
  (pace) => {
    settings.pace = pace;
    const lost = eventOf(
      { event: "turn-played", seat: 0, by: "clock", acts: [] },
      { seq: 2, now: nowOf({ seats, seq: 2, turn: 1 }) },
    );
    table.tell(lost);
    for (const seat of [1, 2]) table.tell(turnOf(seat, seat + 2));
    vi.advanceTimersByTime(BEAT * 3);
    expect(table.story.telling[0]).toEqual(lost);
    expect(table.story.telling.map(({ seq }) => seq)).toContain(4);
    vi.advanceTimersByTime(60_000);
    expect(table.story.telling).toEqual([lost]);
    table.tell(turnOf(0, 5));
    expect(table.story.telling).not.toContain(lost);
  },
);
