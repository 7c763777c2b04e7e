import { describe, expect, test, vi } from "vitest";
import type { Now, Told } from "../../api/types";
import { meant } from "../shared/dragging.svelte";
import { moveOf } from "../shared/moves.svelte";
import { besideTiles } from "./adjacency";
import { type Keyed, pressed } from "./keys";
import { unseenKinds } from "./unseenTiles";
import { qwirklesIn, sentences } from "./wording";

const now = {
  seats: [
    { kind: "person", name: "Ann", bot: "" },
    { kind: "bot", name: "Otter", bot: "level:4" },
  ],
  turn: 1,
} as unknown as Now;

function told(...acts: readonly object[]): Told {
  return {
    seq: 7,
    event: { event: "turn-played", seat: 0, by: "person", acts },
    now,
    game: { players: [{ score: 12 }, { score: 3 }] },
  } as unknown as Told;
}

const placed = {
  event: "tiles-placed",
  seat: 0,
  tiles: [
    [0, 0, "Ro"],
    [1, 0, "Rs"],
  ],
  lines: [{ cells: [], points: 12, qwirkle: true }],
  points: 12,
  bonus: 0,
};

describe("telling", () => {
  test("a turn is told in whole sentences", () => {
    expect(sentences(told(placed, { event: "drew", seat: 0, count: 2, tiles: null }))).toEqual([
      "Qwirkle! Ann played red circle, red square for 12 points.",
    ]);
    expect(sentences(told({ event: "put-aside", seat: 1, count: 1 }))).toEqual([
      "Otter traded 1 tile.",
    ]);
    expect(sentences(told({ event: "took", seat: 0, tile: [3, 4, "Pb"] }))).toEqual([
      "Ann took the purple starburst from the table.",
    ]);
  });

  test("a move has its points, its Qwirkle and the scores after it", () => {
    expect(qwirklesIn(told(placed))).toBe(1);
    expect(moveOf(told(placed, { event: "went-out", seat: 0, points: 6 }))).toMatchObject({
      seat: 0,
      points: 18,
      qwirkle: true,
      scores: [12, 3],
    });
    expect(moveOf({ ...told(), event: { event: "reacted" } })).toBeNull();
  });
});

describe("pointing", () => {
  test("a tile snaps to a glowing cell near it, and otherwise goes where it is", () => {
    expect(meant([3.1, 4.9], [])).toEqual([3, 4]);
    expect(meant([3.1, 4.9], [[2, 4]])).toEqual([2, 4]);
    expect(meant([3.1, 4.9], [[0, 0]])).toEqual([3, 4]);
    expect(
      meant(
        [2.6, 4.5],
        [
          [2, 4],
          [3, 4],
        ],
      ),
    ).toEqual([2, 4]);
  });

  test("cells beside a tile come before those that need others in between", () => {
    const cells = [
      [1, 0],
      [2, 0],
    ] as const;
    expect(besideTiles(cells, [[0, 0, "Ro"]])).toEqual({ near: [[1, 0]], far: [[2, 0]] });
    expect(besideTiles(cells, [])).toEqual({ near: cells, far: [] });
  });
});

describe("keys", () => {
  function press(key: string, target: EventTarget = document.body, more: KeyboardEventInit = {}) {
    const keyed = Object.fromEntries(
      ["choose", "undo", "recall", "play", "trade", "hint", "take", "arrange"].map((name) => [
        name,
        vi.fn(),
      ]),
    ) as unknown as Keyed & Record<string, ReturnType<typeof vi.fn>>;
    const event = new KeyboardEvent("keydown", { key, cancelable: true, ...more });
    Object.defineProperty(event, "target", { value: target });
    return { keyed, done: pressed(event, keyed), event };
  }

  test("figures choose tiles, letters act", () => {
    expect(press("3").keyed.choose).toHaveBeenCalledWith(2);
    expect(press("P").keyed.play).toHaveBeenCalled();
    expect(press("Backspace").keyed.undo).toHaveBeenCalled();
    expect(press("Escape").keyed.recall).toHaveBeenCalled();
    expect(press("z").done).toBe(false);
  });

  test("whoever types, or uses a key of the browser, is left alone", () => {
    expect(press("p", document.createElement("input")).done).toBe(false);
    expect(press("p", document.body, { ctrlKey: true }).done).toBe(false);
  });
});

test("what is unseen is three of each kind less what is seen", () => {
  const left = unseenKinds([[0, 0, "Ro"]], ["Ro", "Bs"]);
  expect(left.size).toBe(36);
  expect(left.get("Ro")).toBe(1);
  expect(left.get("Bs")).toBe(2);
  expect(left.get("Gc")).toBe(3);
});
