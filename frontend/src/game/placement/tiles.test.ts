import { describe, expect, test, vi } from "vitest";
import type { EventView, Now, PlacementGame } from "../../api/types";
import { moveOf, qwirklesIn, sentences } from "../shared/narrator";
import { runShortcut } from "../shared/shortcuts";
import { splitByAdjacency } from "./adjacency";
import { tileNarrator } from "./narrator";
import { nearestCell } from "./tileDragging";
import { copiesIn, unseenKinds } from "./unseenTiles";

const now = {
  seats: [
    { kind: "person", name: "Ann", bot: "" },
    { kind: "bot", name: "Otter", bot: "level:4" },
  ],
  turn: 1,
} as unknown as Now;

function turnWith(...acts: readonly object[]): EventView {
  return {
    seq: 7,
    event: { event: "turn-played", seat: 0, by: "person", acts },
    now,
    you: { seats: [], host: false, hands: [] },
    game: { players: [{ score: 12 }, { score: 3 }] },
  } as unknown as EventView;
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

describe("the narrator", () => {
  test("a turn is described in whole sentences", () => {
    expect(
      sentences(turnWith(placed, { event: "drew", seat: 0, count: 2, tiles: null }), tileNarrator),
    ).toEqual(["Qwirkle! Ann played a red circle and a red square for 12 points."]);
    expect(sentences(turnWith({ event: "put-aside", seat: 1, count: 1 }), tileNarrator)).toEqual([
      "Otter traded 1 tile.",
    ]);
    expect(
      sentences(turnWith({ event: "took", seat: 0, tile: [3, 4, "Pb"] }), tileNarrator),
    ).toEqual(["Ann took a purple starburst from the table."]);
  });

  test("the reader is “you” on a seat of their own, and has a name on a shared device", () => {
    const seats = (...own: number[]) => ({
      ...turnWith(placed),
      you: { seats: own, host: true, hands: [] },
    });
    expect(sentences(seats(0), tileNarrator)).toEqual([
      "Qwirkle! You played a red circle and a red square for 12 points.",
    ]);
    expect(sentences(seats(1), tileNarrator)[0]).toContain("Ann played");
    expect(sentences(seats(0, 1), tileNarrator)[0]).toContain("Ann played");
  });

  test("a turn that nobody chose says why", () => {
    const forced = (by: string, ...own: number[]) => {
      const event = {
        event: "turn-played",
        seat: 0,
        by,
        acts: [{ event: "put-aside", seat: 0, count: 1 }],
      };
      return {
        ...turnWith(),
        event,
        you: { seats: own, host: true, hands: [] },
      } as unknown as EventView;
    };
    expect(sentences(forced("clock", 0), tileNarrator)).toEqual([
      "Your time was up: one tile was traded.",
    ]);
    expect(sentences(forced("clock"), tileNarrator)).toEqual([
      "Ann’s time was up: one tile was traded.",
    ]);
    expect(sentences(forced("stand-in"), tileNarrator)).toEqual([
      "Ann is out of the game: one tile was traded.",
    ]);
  });

  test("on request it says where the tiles went", () => {
    expect(sentences(turnWith(placed), tileNarrator, { places: true })).toEqual([
      "Qwirkle! Ann played a red circle and a red square in row 0, columns 0 and 1, for 12 points.",
    ]);
    const one = { ...placed, tiles: [[-1, 2, "Gs"]], lines: [], points: 3 };
    expect(sentences(turnWith(one), tileNarrator, { places: true })).toEqual([
      "Ann played a green square at column -1, row 2 for 3 points.",
    ]);
  });

  test("a move has its points and its Qwirkle", () => {
    expect(qwirklesIn(turnWith(placed), tileNarrator)).toBe(1);
    expect(
      moveOf(turnWith(placed, { event: "went-out", seat: 0, points: 6 }), tileNarrator),
    ).toMatchObject({
      points: 18,
      qwirkle: true,
    });
    expect(
      moveOf({ ...turnWith(), event: { event: "reacted", seat: 0, what: "wow" } }, tileNarrator),
    ).toBeNull();
  });
});

describe("pointing", () => {
  test("a tile snaps to a glowing cell near it, and otherwise goes where it is", () => {
    expect(nearestCell([3.1, 4.9], [])).toEqual([3, 4]);
    expect(nearestCell([3.1, 4.9], [[2, 4]])).toEqual([2, 4]);
    expect(nearestCell([3.1, 4.9], [[0, 0]])).toEqual([3, 4]);
    expect(
      nearestCell(
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
    expect(splitByAdjacency(cells, [[0, 0, "Ro"]])).toEqual({ near: [[1, 0]], far: [[2, 0]] });
    expect(splitByAdjacency(cells, [])).toEqual({ near: cells, far: [] });
  });
});

describe("keys", () => {
  function press(key: string, target: EventTarget = document.body, more: KeyboardEventInit = {}) {
    const choose = vi.fn();
    const play = vi.fn();
    const redo = vi.fn();
    const event = new KeyboardEvent("keydown", { key, cancelable: true, ...more });
    Object.defineProperty(event, "target", { value: target });
    const done = runShortcut(event, { choose, actions: { p: play, "ctrl+shift+z": redo } });
    return { choose, play, redo, done, event };
  }

  test("figures choose tiles, letters act", () => {
    expect(press("3").choose).toHaveBeenCalledWith(2);
    expect(press("P").play).toHaveBeenCalled();
    expect(press("Z", document.body, { ctrlKey: true, shiftKey: true }).redo).toHaveBeenCalled();
    expect(press("p").event.defaultPrevented).toBe(true);
    expect(press("z").done).toBe(false);
  });

  test("typing, dialogs and keys of the browser are left alone", () => {
    expect(press("p", document.createElement("input")).done).toBe(false);
    expect(press("p", document.body, { ctrlKey: true }).done).toBe(false);
    const dialog = document.body.appendChild(document.createElement("dialog"));
    dialog.setAttribute("open", "");
    expect(press("p").done).toBe(false);
    dialog.remove();
  });
});

test("what is unseen is three of each kind less what is seen", () => {
  const left = unseenKinds([[0, 0, "Ro"]], ["Ro", "Bs"]);
  expect(left.size).toBe(36);
  expect(left.get("Ro")).toBe(1);
  expect(left.get("Bs")).toBe(2);
  expect(left.get("Gc")).toBe(3);
  expect(unseenKinds([], ["Ro"], 2).get("Ro")).toBe(1);
});

test.each([
  [3, 92, 4],
  [3, 94, 4],
  [3, 85, 4],
  [2, 56, 4],
  [1, 23, 1],
])("there are %i of each kind, even with a few special or missing tiles", (copies, bag, lying) => {
  const board = Array.from({ length: lying }, (_, x) => [x, 0, "Ro"] as const);
  const players = [{ tiles: 6 }, { tiles: 6 }];
  expect(copiesIn({ board, bag, players } as unknown as PlacementGame)).toBe(copies);
});
