import { flushSync } from "svelte";
import { beforeEach, expect, test, vi } from "vitest";
import { Refusal } from "../api/client";
import type { Preview, Turn } from "../api/types";
import type { TableState } from "../table/state.svelte";
import { Playing } from "./playing.svelte";

const NOTHING: Preview = {
  legal: false,
  points: 0,
  bonus: 0,
  lines: [],
  stars: [],
  played: [],
  qwirkles: 0,
  cells: {},
  anywhere: false,
  takeable: [],
  playable: [],
  objections: [],
};

function tableThat(answers: (turn: Turn) => Partial<Preview>) {
  const table = {
    id: "t",
    connection: "open",
    now: { turn: 0 },
    game: { seq: 1, board: [[0, 0, "Ro"]], players: [{ tokens: 1, actions: [] }] },
    hand: () => ["Rs", "Bd"],
    preview: vi.fn(async (turn: Turn) => ({ ...NOTHING, ...answers(turn) })),
    do: vi.fn(async () => ({ seq: 2, first: 2 })),
  };
  return { table, playing: new Playing(table as unknown as TableState, 0) };
}

const settled = () => new Promise((resolve) => setTimeout(resolve));

beforeEach(() => localStorage.clear());

test("a chosen tile glows where the server says, and a confirmed turn is sent as drafted", async () => {
  const { table, playing } = tableThat((turn) =>
    (turn.place as unknown[])?.length
      ? { legal: true, points: 2 }
      : { cells: { Rs: [[1, 0]] } as Preview["cells"] },
  );
  playing.follow();
  playing.ask();
  await settled();
  playing.draft.choose(playing.draft.hand[0]?.id ?? null);
  playing.ask();
  await settled();
  expect(playing.glowing).toEqual([[1, 0]]);
  await playing.point([1, 0]);
  playing.ask();
  await settled();
  expect(playing.canPlay).toBe(true);
  await playing.confirm();
  expect(table.do).toHaveBeenCalledWith({
    do: "play",
    turn: { place: [[1, 0, "Rs"]] },
    seat: 0,
  });
  expect(playing.draft.laid).toEqual([]);
});

test("a draft that can still become a turn is no mistake; one that cannot says why", async () => {
  let cells: Preview["cells"] = { Bd: [[2, 0]] };
  const { playing } = tableThat(() => ({
    objections: [{ reason: "gap", message: "", cells: [[3, 0]] }],
    cells,
  }));
  playing.follow();
  playing.put(playing.draft.hand[0]?.id ?? 0, [3, 0]);
  playing.ask();
  await settled();
  expect(playing.objection).toBeNull();
  expect(playing.missing).toBe("Close the gap: your tiles must form one unbroken line.");
  cells = {};
  playing.put(playing.draft.hand[1]?.id ?? 0, [5, 0]);
  playing.ask();
  await settled();
  expect(playing.objection).toMatchObject({ cell: [5, 0], cells: [[3, 0]] });
});

test("answers about another moment of the game are forgotten", async () => {
  const { table, playing } = tableThat(() => ({}));
  playing.follow();
  playing.ask();
  await playing.askAround();
  const asked = table.preview.mock.calls.length;
  playing.ask();
  await settled();
  expect(table.preview.mock.calls.length).toBe(asked);
  table.game.seq = 2;
  await playing.askAround();
  playing.ask();
  await settled();
  expect(table.preview.mock.calls.length).toBe(2 * asked);
});

test("a refused turn stays on the table, with the reason", async () => {
  const { table, playing } = tableThat(() => ({ legal: true }));
  table.do.mockRejectedValueOnce(
    new Refusal({
      title: "",
      status: 409,
      detail: "",
      reason: "not-your-turn",
      objections: [],
    }),
  );
  playing.follow();
  playing.put(playing.draft.hand[0]?.id ?? 0, [1, 0]);
  playing.ask();
  await settled();
  flushSync();
  expect(await playing.confirm()).toBe(false);
  expect(playing.trouble).toBe("It’s not your turn.");
  expect(playing.draft.laid).toHaveLength(1);
});

test("a tile that cannot be taken says why, and one that can comes to the hand", async () => {
  const { playing } = tableThat((turn) =>
    (turn.take as number[] | undefined)?.[0] === 0
      ? { legal: true }
      : { objections: [{ reason: "no-tile", message: "", cells: [[4, 4]] }] },
  );
  playing.follow();
  playing.draft.mode = "take";
  await playing.point([4, 4]);
  expect(playing.objection?.text).toBe("There’s no tile there to take.");
  await playing.point([0, 0]);
  expect(playing.draft.hand.map((slot) => slot.tile)).toEqual(["Rs", "Bd", "Ro"]);
  expect(playing.boardNow).toEqual([]);
});
