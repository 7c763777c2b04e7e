import { beforeEach, describe, expect, test } from "vitest";
import { forgetDrafts } from "../shared/draft.svelte";
import { moved, rearranged, sorted } from "../shared/hand";
import { PlacementDraft } from "./placementDraft.svelte";

const tiles = (draft: PlacementDraft) => draft.slots.map((slot) => slot.tile);
const idOf = (draft: PlacementDraft, tile: string) =>
  draft.hand.find((slot) => slot.tile === tile && !draft.isLaid(slot.id))?.id ?? 0;

beforeEach(() => localStorage.clear());

describe("the hand", () => {
  test("new tiles take the places of those that are gone", () => {
    let id = 10;
    const slots = ["Ro", "Bs", "Gc"].map((tile, index) => ({ id: index, tile }));
    const after = rearranged(slots, [], ["Gc", "Yd", "Ro"], () => id++);
    expect(after.map((slot) => slot.tile)).toEqual(["Ro", "Yd", "Gc"]);
  });

  test("of two of a kind the one on the table is gone", () => {
    const slots = ["Ro", "Bs", "Ro"].map((tile, index) => ({ id: index, tile }));
    const after = rearranged(slots, slots.slice(0, 1), ["Bs", "Ro", "Px"], () => 9);
    expect(after).toEqual([
      { id: 9, tile: "Px" },
      { id: 1, tile: "Bs" },
      { id: 2, tile: "Ro" },
    ]);
  });

  test("a smaller hand has no holes", () => {
    const slots = ["Ro", "Bs"].map((tile, index) => ({ id: index, tile }));
    expect(rearranged(slots, [], ["Bs"], () => 9)).toEqual([{ id: 1, tile: "Bs" }]);
  });

  test("is sorted by colour or by shape, and moved by hand", () => {
    const slots = ["Bs", "Ro", "Bo"].map((tile, id) => ({ id, tile }));
    expect(sorted(slots, "colour").map((slot) => slot.tile)).toEqual(["Ro", "Bo", "Bs"]);
    expect(sorted(slots, "shape").map((slot) => slot.tile)).toEqual(["Ro", "Bo", "Bs"]);
    expect(moved([1, 2, 3, 4], 0, 2)).toEqual([2, 3, 1, 4]);
    expect(moved([1, 2, 3, 4], 3, 0)).toEqual([4, 1, 2, 3]);
  });
});

describe("the draft", () => {
  test("of a game that is over is not kept again", () => {
    const draft = new PlacementDraft("t", 0);
    draft.follow(["Ro", "Bs", "Gc"], []);
    draft.put(idOf(draft, "Bs"), [1, 2]);
    forgetDrafts("t");
    draft.close();
    draft.clear();
    expect(draft.laid).toEqual([]);
    expect(localStorage.length).toBe(0);
  });

  test("survives a reload with its order", () => {
    const draft = new PlacementDraft("t", 0);
    draft.follow(["Ro", "Bs", "Gc"], []);
    draft.reorder(idOf(draft, "Gc"), 0);
    draft.put(idOf(draft, "Bs"), [1, 2]);
    const again = new PlacementDraft("t", 0);
    again.follow(["Ro", "Bs", "Gc"], []);
    expect(tiles(again)).toEqual(["Gc", "Ro", "Bs"]);
    expect(again.placed).toEqual([[1, 2, "Bs"]]);
    expect(new PlacementDraft("t", 1).placed).toEqual([]);
  });

  test("drops a tile whose place somebody else has taken", () => {
    const draft = new PlacementDraft("t", 0);
    draft.follow(["Ro", "Bs"], []);
    draft.put(idOf(draft, "Ro"), [0, 0]);
    draft.put(idOf(draft, "Bs"), [1, 0]);
    draft.follow(["Ro", "Bs"], [[0, 0, "Gc"]]);
    expect(draft.placed).toEqual([[1, 0, "Bs"]]);
  });

  test("drops what was played", () => {
    const draft = new PlacementDraft("t", 0);
    draft.follow(["Ro", "Bs"], []);
    draft.put(idOf(draft, "Ro"), [0, 0]);
    draft.follow(["Px", "Bs"], [[0, 0, "Ro"]]);
    expect(draft.placed).toEqual([]);
    expect(tiles(draft)).toEqual(["Px", "Bs"]);
  });

  test("a tile taken from the table can be laid out, and goes back with undo", () => {
    const board = [[3, 3, "Yd"] as const];
    const draft = new PlacementDraft("t", 0);
    draft.follow(["Ro"], board);
    draft.takeTile([3, 3, "Yd"]);
    draft.put(idOf(draft, "Yd"), [3, 3]);
    draft.follow(["Ro"], board);
    expect(draft.turn).toEqual({ place: [[3, 3, "Yd"]], take: [3, 3] });
    draft.undo();
    expect(draft.turn).toEqual({ place: [], take: [3, 3] });
    draft.undo();
    expect(draft.turn).toEqual({ place: [] });
  });

  test("a tile that is gone from the table is not taken any more", () => {
    const draft = new PlacementDraft("t", 0);
    draft.follow(["Ro"], [[3, 3, "Yd"]]);
    draft.takeTile([3, 3, "Yd"]);
    draft.put(idOf(draft, "Yd"), [4, 3]);
    draft.follow(["Ro"], []);
    expect(draft.turn).toEqual({ place: [] });
  });

  test("says the turn without the tile that is moved", () => {
    const draft = new PlacementDraft("t", 0);
    draft.follow(["Ro", "Bs"], []);
    draft.put(idOf(draft, "Ro"), [0, 0]);
    draft.put(idOf(draft, "Bs"), [1, 0]);
    draft.choose(draft.laidAt([1, 0])?.id ?? null);
    expect(draft.others).toEqual({ place: [[0, 0, "Ro"]] });
  });

  test("trades what is chosen", () => {
    const draft = new PlacementDraft("t", 0);
    draft.follow(["Ro", "Bs"], []);
    draft.layTrade(["Bs"]);
    expect(draft.turn).toEqual({ trade: ["Bs"] });
    draft.recall();
    expect(draft.turn).toEqual({ place: [] });
  });
});
