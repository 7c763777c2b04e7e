import { afterEach, describe, expect, test, vi } from "vitest";
import type { Act, EventView, Game, TableView } from "../../api/types";
import type { GameHistory } from "../../replay/gameHistory.svelte";
import { settings } from "../../settings/settings.svelte";
import { FakeTable } from "../../testing/fakeTable.svelte";
import { cardsGame, eventOf, nowOf, seatOf, tilesGame, viewOf } from "../../testing/views";
import * as speech from "../../ui/speech";
import { speak } from "../../words/translate.svelte";
import { cardNarrator } from "../cards/narrator";
import { tileNarrator } from "../placement/narrator";
import { Announcer } from "./announcer.svelte";
import { Draws, situation, spoken } from "./spoken";

const THREE = [seatOf("Ann"), seatOf("Ben"), seatOf("Cleo")];
const LAST = { seat: 2 } as unknown as Game["last"];

function placed(seq: number, seat: number, x: number): EventView {
  const acts: Act[] = [
    { event: "tiles-placed", seat, tiles: [[x, 0, "Ro"]], lines: [], bonus: 0, points: 2 },
  ];
  const now = nowOf({ seq, seats: THREE });
  return eventOf({ event: "turn-played", seat, by: "person", acts }, { seq, now });
}

describe("arriving at a table", () => {
  const events = [placed(1, 1, 0), placed(2, 0, 1), placed(3, 1, 2), placed(4, 2, 3)];
  const board = [0, 1, 2, 3].map((x) => [x, 0, "Ro"] as const);
  const players = ["Ann", "Ben", "Cleo"].map((name) => ({
    ...{ name, score: 2, tiles: 6, tokens: 0, actions: [] },
  }));
  const game = tilesGame({ board, players, last: LAST as never });
  const view = viewOf({ game, now: nowOf({ seq: 4, seats: THREE }) });

  test("tells what the others played since, what lies there, and whose turn it is", () => {
    expect(situation(view, tileNarrator, events).join(" ")).toBe(
      "Ben played a red circle at column 2, row 0 for 2 points. " +
        "Cleo played a red circle at column 3, row 0 for 2 points. " +
        "You: 2 points. Ben: 2 points. Cleo: 2 points. " +
        "4 tiles on the table, in columns 0 to 3 and row 0. 1 open line: row 0, columns 0 to 3. Your turn. " +
        "In your hand: 1 red square, 2 blue diamond, 3 green clover, 4 purple cross, 5 yellow circle, 6 orange starburst.",
    );
  });

  test("tells the own turn to those who wait for the others", () => {
    const waiting = { ...view, now: nowOf({ seq: 2, seats: THREE, turn: 1 }) };
    expect(situation(waiting, tileNarrator, events)[0]).toBe(
      "You played a red circle at column 1, row 0 for 2 points.",
    );
  });

  test("tells what lies on a table where nobody has played yet", () => {
    const words = situation({ ...view, game: { ...game, last: null } }, tileNarrator);
    expect(words.slice(0, 2)).toEqual([
      "The game begins.",
      "4 tiles on the table, in columns 0 to 3 and row 0. 1 open line: row 0, columns 0 to 3.",
    ]);
  });

  test("names the sets of cards", () => {
    const cards = cardsGame({ table: [["Ro", "Rs", "Rb"]], last: { seat: 1 } });
    expect(situation({ ...view, game: cards }, cardNarrator)).toContain(
      "1 set on the table: 1 red cards.",
    );
  });

  test("waits for what was played, and for nothing if something happens before", async () => {
    const say = vi.spyOn(speech, "say").mockImplementation(() => {});
    const history = { known: Promise.resolve(), events } as unknown as GameHistory;
    new Announcer(new FakeTable(view), tileNarrator, history).follow();
    expect(say).not.toHaveBeenCalled();
    await history.known;
    expect(say).toHaveBeenCalledExactlyOnceWith(expect.stringMatching(/^Ben played .*Your turn/));
    say.mockClear();
    const table = new FakeTable(view);
    const slow = { known: new Promise(() => {}), events: [] } as unknown as GameHistory;
    new Announcer(table, tileNarrator, slow).follow();
    table.tell(placed(5, 0, 4));
    expect(say.mock.calls.map(([words]) => words.split(".")[0])).toEqual([
      "You: 2 points",
      "You played a red circle at column 4, row 0 for 2 points",
    ]);
    say.mockRestore();
  });
});

describe("what has changed since the own turn", () => {
  const events = [placed(1, 1, 0), placed(2, 0, 1), placed(3, 1, 2), placed(4, 2, 3)];
  const view = viewOf({ now: nowOf({ seq: 4, seats: THREE }) });

  /** Return what is announced after these events, seen by somebody. */
  function changes(known: readonly EventView[], seen: TableView = view): string {
    const say = vi.spyOn(speech, "say").mockImplementation(() => {});
    const history = { known: Promise.resolve(), events: [] } as unknown as GameHistory;
    new Announcer(new FakeTable(seen), tileNarrator, history).sayChanges(known);
    const [[words = ""] = []] = say.mock.calls;
    say.mockRestore();
    return words;
  }

  test("are the turns of the others, in full even if announcements are short", () => {
    settings.brief = true;
    expect(changes(events)).toBe(
      "Ben played a red circle at column 2, row 0 for 2 points. " +
        "Cleo played a red circle at column 3, row 0 for 2 points.",
    );
    settings.brief = false;
  });

  test("is nothing while nobody else has played", () => {
    expect(changes(events.slice(0, 2))).toBe("Nobody has played since your turn.");
  });

  test("are the last turns of all for a spectator", () => {
    const you = { seats: [], host: false, hands: [] };
    expect(changes(events, { ...view, you }).match(/played/g)).toHaveLength(3);
  });
});

describe("in short", () => {
  const { game, now } = viewOf({ now: nowOf({ seq: 4, seats: THREE }) });
  afterEach(() => {
    settings.brief = false;
  });

  test("a turn is a name, its points and its tiles, and the last move is repeated in full", () => {
    const event = { ...placed(3, 1, 2), now };
    expect(spoken(event, tileNarrator, game)[0]).toContain("column 2, row 0");
    settings.brief = true;
    expect(spoken(event, tileNarrator, game)).toEqual(["Ben: 2, red circle."]);
    const say = vi.spyOn(speech, "say").mockImplementation(() => {});
    const history = { known: Promise.resolve(), events: [] } as unknown as GameHistory;
    new Announcer(new FakeTable(viewOf()), tileNarrator, history).repeatLast([event]);
    expect(say).toHaveBeenCalledExactlyOnceWith(expect.stringContaining("column 2, row 0"));
    say.mockRestore();
  });
});

describe("in German", () => {
  afterEach(() => speak("en"));

  test("what was drawn is in the accusative", async () => {
    await speak("de");
    const table = new FakeTable();
    const draws = new Draws(table);
    const hands = [{ seat: 0, hand: ["Rs", "Bd", "Gc", "Px", "Yo", "Bo"] }];
    const acts = [
      { event: "tiles-placed", seat: 0, tiles: [[1, 0, "Ob"]], lines: [], bonus: 0, points: 2 },
      { event: "drew", seat: 0, count: 1 },
    ] as unknown as Act[];
    const you = { seats: [0], host: true, hands };
    const event = eventOf({ event: "turn-played", seat: 0, by: "person", acts }, { you });
    expect(draws.after(event)).toBe("Du ziehst einen blauen Kreis.");
  });
});
