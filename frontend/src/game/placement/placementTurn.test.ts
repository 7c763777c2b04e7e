import { flushSync } from "svelte";
import { afterEach, describe, expect, test } from "vitest";
import { Refusal } from "../../api/client";
import type { Preview, Turn } from "../../api/types";
import { settings } from "../../settings/settings.svelte";
import { FakeTable } from "../../testing/fakeTable.svelte";
import { problemOf, tilesGame } from "../../testing/views";
import { PlacementTurn } from "./placementTurn.svelte";

function tableThat(answers: (asked: Turn) => Partial<Preview>) {
  const players = [{ name: "Ann", score: 0, tiles: 2, tokens: 1, actions: [] }];
  const you = { seats: [0], host: true, hands: [{ seat: 0, hand: ["Rs", "Bd"] }] };
  const table = new FakeTable({ game: tilesGame({ players }), you }, answers);
  return { table, turn: new PlacementTurn(table, 0) };
}

const settled = () => new Promise((resolve) => setTimeout(resolve));

test("a chosen tile glows where the server says, and a confirmed turn is sent as drafted", async () => {
  const { table, turn } = tableThat((asked) =>
    (asked.place as unknown[])?.length
      ? { legal: true, points: 2 }
      : { cells: { Rs: [[1, 0]] } as Preview["cells"] },
  );
  turn.follow();
  turn.ask();
  await settled();
  turn.draft.choose(turn.draft.hand[0]?.id ?? null);
  turn.ask();
  await settled();
  expect(turn.glowing).toEqual([[1, 0]]);
  await turn.point([1, 0]);
  turn.ask();
  await settled();
  expect(turn.ready).toBe(true);
  await turn.confirm();
  expect(table.do).toHaveBeenCalledWith({
    do: "play",
    turn: { place: [[1, 0, "Rs"]] },
    seat: 0,
  });
  expect(turn.draft.laid).toEqual([]);
});

test("a draft that can still become a turn is no mistake; one that cannot says why", async () => {
  let cells: Preview["cells"] = { Bd: [[2, 0]] };
  const { turn } = tableThat(() => ({
    objections: [{ reason: "gap", message: "", cells: [[3, 0]], params: { axis: "row", at: 0 } }],
    cells,
  }));
  turn.follow();
  turn.put(turn.draft.hand[0]?.id ?? 0, [3, 0]);
  turn.ask();
  await settled();
  expect(turn.objection).toBeNull();
  expect(turn.missing).toBe("Close the gap in this row: your tiles must form one unbroken line.");
  expect(turn.spokenMissing).toContain("Close the gap in row 0");
  cells = {};
  turn.put(turn.draft.hand[1]?.id ?? 0, [5, 0]);
  turn.ask();
  await settled();
  expect(turn.objection).toMatchObject({ cell: [5, 0], cells: [[3, 0]] });
  expect(turn.objection?.text).toContain("this row");
  expect(turn.objection?.spoken).toContain("row 0");
});

test("answers about another moment of the game are forgotten", async () => {
  const { table, turn } = tableThat(() => ({}));
  turn.follow();
  turn.ask();
  await turn.askAlternatives();
  const asked = table.preview.mock.calls.length;
  turn.ask();
  await settled();
  expect(table.preview.mock.calls.length).toBe(asked);
  table.change({ game: tilesGame({ seq: 2 }) });
  await turn.askAlternatives();
  turn.ask();
  await settled();
  expect(table.preview.mock.calls.length).toBe(2 * asked);
});

test("a refused turn stays on the table, with the reason", async () => {
  const { table, turn } = tableThat(() => ({ legal: true }));
  table.do.mockRejectedValueOnce(new Refusal(problemOf("game-over")));
  turn.follow();
  turn.put(turn.draft.hand[0]?.id ?? 0, [1, 0]);
  turn.ask();
  await settled();
  flushSync();
  expect(await turn.confirm()).toBe(false);
  expect(turn.refusal).toBe("The game is over.");
  expect(turn.draft.laid).toHaveLength(1);
});

test("a tile that cannot be taken says why, and one that can comes to the hand", async () => {
  const { turn } = tableThat((asked) =>
    asked.take?.[0] === 0
      ? { legal: true }
      : { objections: [{ reason: "no-tile", message: "", cells: [[4, 4]], params: {} }] },
  );
  turn.follow();
  turn.draft.mode = "take";
  await turn.point([4, 4]);
  expect(turn.objection?.text).toBe("There’s no tile there to take.");
  await turn.point([0, 0]);
  expect(turn.draft.hand.map((slot) => slot.tile)).toEqual(["Rs", "Bd", "Ro"]);
  expect(turn.boardNow).toEqual([]);
});

test("nothing is said about a draft before the server has answered about it", async () => {
  const { turn } = tableThat(({ place = [] }) =>
    place.length === 0
      ? {
          objections: [{ reason: "no-tiles", message: "", cells: [], params: {} }],
          cells: { Rs: [[1, 0]] },
        }
      : { legal: true, points: 2 },
  );
  turn.follow();
  turn.ask();
  await settled();
  turn.put(turn.draft.hand[0]?.id ?? 0, [1, 0]);
  expect([turn.missing, turn.objection, turn.verdict, turn.ready]).toEqual(["", null, null, false]);
  turn.ask();
  expect([turn.missing, turn.objection, turn.verdict]).toEqual(["", null, null]);
  await settled();
  expect(turn.verdict?.points).toBe(2);
});

test("an answer about an earlier position says nothing about this one", async () => {
  let cells: Preview["cells"] = { Rs: [[1, 0]] };
  const { table, turn } = tableThat(() => ({ cells }));
  turn.follow();
  turn.draft.choose(turn.draft.hand[0]?.id ?? 0);
  turn.ask();
  await settled();
  expect(turn.fits).toEqual([[1, 0]]);
  cells = {};
  table.change({ game: tilesGame({ seq: 9 }) });
  expect([turn.fits, turn.nowhere, turn.verdict]).toEqual([null, "", null]);
  turn.ask();
  await settled();
  expect(turn.fits).toEqual([]);
  expect(turn.nowhere).toBe("Fits nowhere at the moment: red square.");
});

describe("the first turn", () => {
  const opening = () => {
    const made = tableThat(({ place = [] }) =>
      place.length === 0
        ? { anywhere: true, cells: { Rs: [[0, 0]], Ro: [[0, 0]] } }
        : {
            objections: [{ reason: "opening-not-largest-set", message: "", cells: [], params: {} }],
            cells: { Ro: [[1, 0]] },
          },
    );
    made.table.change({
      game: tilesGame({ board: [], opening_tiles: 2 }),
      you: { seats: [0], host: true, hands: [{ seat: 0, hand: ["Rs", "Ro", "Bd"] }] },
    });
    made.turn.follow();
    return made;
  };

  test("says which tiles begin, and how many more", async () => {
    const { turn } = opening();
    await turn.askAlternatives();
    expect([...(turn.openers ?? [])]).toEqual(["Rs", "Ro"]);
    expect(turn.opening).toBe("Start with your 2 red tiles.");
    turn.put(turn.draft.hand[0]?.id ?? 0, [0, 0]);
    turn.ask();
    await settled();
    expect(turn.opening).toBe("");
    expect(turn.missing).toBe("1 more tile");
  });

  test("no cell glows for another tile, and it says why", async () => {
    const { turn } = opening();
    await turn.askAlternatives();
    const [square, , diamond] = turn.draft.hand;
    turn.draft.choose(diamond?.id ?? 0);
    turn.ask();
    await settled();
    expect(turn.glowing).toEqual([]);
    expect(turn.nowhere).toBe("Not in your largest set: blue diamond.");
    turn.draft.choose(square?.id ?? 0);
    turn.ask();
    await settled();
    expect(turn.glowing).toEqual([[0, 0]]);
    expect(turn.nowhere).toBe("");
  });
});

test("a tile that fits nowhere says so, and so does a cell that is full", async () => {
  const { turn } = tableThat(() => ({}));
  turn.follow();
  turn.draft.choose(turn.draft.hand[0]?.id ?? 0);
  turn.ask();
  expect(turn.nowhere).toBe("");
  await settled();
  expect(turn.nowhere).toBe("Fits nowhere at the moment: red square.");
  await turn.point([0, 0]);
  expect(turn.objection?.text).toBe("There’s already a tile here: red circle.");
  expect(turn.draft.laid).toEqual([]);
  turn.draft.choose(turn.draft.hand[1]?.id ?? 0);
  expect(turn.objection).toBeNull();
  await turn.point([5, 5]);
  expect(turn.draft.laid).toHaveLength(1);
});

describe("settings", () => {
  const usual = { ...settings };
  afterEach(() => Object.assign(settings, usual));
  const rules = (asked: Turn): Partial<Preview> =>
    (asked.place as unknown[])?.length
      ? { legal: true, points: 2 }
      : { cells: { Rs: [[1, 0]] } as Preview["cells"] };

  test("without shown cells nothing glows, though the page knows where tiles fit", async () => {
    const { turn } = tableThat(rules);
    turn.follow();
    turn.draft.choose(turn.draft.hand[0]?.id ?? null);
    turn.ask();
    await settled();
    expect(turn.shownCells).toEqual([[1, 0]]);
    settings.fits = false;
    expect(turn.shownCells).toEqual([]);
    expect(turn.glowing).toEqual([[1, 0]]);
  });

  test("without the button a second tap on the tile that was laid last plays the turn", async () => {
    const { table, turn } = tableThat(rules);
    turn.follow();
    turn.put(turn.draft.hand[0]?.id ?? 0, [1, 0]);
    await turn.point([1, 0]);
    expect(turn.draft.chosen).not.toBeNull();
    expect(table.do).not.toHaveBeenCalled();
    turn.draft.choose(null);
    settings.confirm = false;
    await turn.point([1, 0]);
    expect(table.do).toHaveBeenCalledExactlyOnceWith({
      do: "play",
      turn: { place: [[1, 0, "Rs"]] },
      seat: 0,
    });
  });
});
