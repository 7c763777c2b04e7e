import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { GameHistory } from "../../replay/gameHistory.svelte";
import { settings } from "../../settings/settings.svelte";
import { FakeTable } from "../../testing/fakeTable.svelte";
import { serve } from "../../testing/server";
import { eventOf, nowOf } from "../../testing/views";
import { tileNarrator } from "../placement/narrator";
import { Announcer } from "./announcer.svelte";
import * as sound from "./sound";
import * as vibration from "./vibration";

vi.mock("./sound", { spy: true });
vi.mock("./vibration", { spy: true });

let stop = () => {};
let table: FakeTable;

beforeEach(() => {
  vi.clearAllMocks();
  serve({ "/api/tables/t1/story": { events: [] } });
  settings.pace = "off";
  table = new FakeTable();
  stop = new Announcer(table, tileNarrator, new GameHistory(table)).follow();
});
afterEach(() => stop());

/** Let a seat lay tiles at the end of a line of this length. */
function lay(seat: number, tiles: number, length: number): void {
  const cells = Array.from({ length }, (_, x) => [x, 0] as const);
  const line = { cells, points: length, qwirkle: length === 6 };
  const act = {
    event: "tiles-placed",
    seat,
    tiles: cells.slice(length - tiles).map(([x, y]) => [x, y, "Ro"]),
    lines: [line],
    points: length,
  };
  const happened = { event: "turn-played", seat, by: "person", acts: [act] };
  table.tell(eventOf(happened as never, { now: nowOf({ turn: null }) }));
}

test("the tiles of others sound one after the other, from their place in the line on", () => {
  lay(1, 2, 5);
  expect(sound.soundOfTiles).toHaveBeenCalledExactlyOnceWith(2, 3, 0, undefined);
  expect(sound.soundOfQwirkle).not.toHaveBeenCalled();
});

test("the own turn sounds once: its tiles were heard when they were laid out", () => {
  lay(0, 2, 5);
  expect(sound.soundOfTiles).not.toHaveBeenCalled();
  expect(sound.soundOfTile).toHaveBeenCalledOnce();
});

test("a Qwirkle has a chord, and can be felt", () => {
  lay(1, 1, 6);
  expect(sound.soundOfQwirkle).toHaveBeenCalledOnce();
  expect(vibration.vibrateForQwirkle).toHaveBeenCalledOnce();
});
