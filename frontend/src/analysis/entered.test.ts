import { describe, expect, test } from "vitest";
import { cardsGame, tilesGame } from "../testing/views";
import {
  emptyTable,
  enteredOf,
  leftOf,
  moved,
  partsIn,
  withCard,
  withInHand,
  withoutCard,
  withoutTile,
  withPlayer,
  withPlayers,
  withTile,
} from "./entered";
import { analysisPath, partsOf, positionIn } from "./links";
import { TypedTile } from "./typedTile";

const TABLE = withTile(withTile(emptyTable("classic"), [0, 0], "Ro"), [1, 0], "Rs");

describe("a position that is being entered", () => {
  test("has tiles that are put, moved, swapped and removed", () => {
    expect(moved(TABLE, [0, 0], [5, 5]).board).toEqual([
      [1, 0, "Rs"],
      [5, 5, "Ro"],
    ]);
    expect(new Set(moved(TABLE, [0, 0], [1, 0]).board.map(String))).toEqual(
      new Set(["1,0,Ro", "0,0,Rs"]),
    );
    expect(withoutTile(TABLE, [0, 0]).board).toEqual([[1, 0, "Rs"]]);
    expect(withTile(TABLE, [0, 0], "Bs").board).toContainEqual([0, 0, "Bs"]);
  });

  test("counts what is left in the box", () => {
    const left = leftOf(withInHand(withInHand(TABLE, "Ro"), "Ro"));
    expect(left.get("Ro")).toBe(0);
    expect(left.get("Rs")).toBe(2);
    expect(left.get("Bs")).toBeUndefined();
  });

  test("has sets that vanish with their last card", () => {
    const one = withCard(emptyTable("cards"), 0, "Ro");
    const two = withCard(withCard(one, 0, "Rs"), 1, "Bo");
    expect(two.sets).toEqual([["Ro", "Rs"], ["Bo"]]);
    expect(withoutCard(two, 1, 0).sets).toEqual([["Ro", "Rs"]]);
  });

  test("tells the sizes of hands only if somebody has entered one", () => {
    expect(partsIn(TABLE, [0, 6]).hands).toBeUndefined();
    const entered = withPlayer(withInHand(withPlayers(TABLE, 3), "Bo"), 1, { tiles: 4 });
    expect(partsIn(entered, [1, 6, 6]).hands).toEqual([1, 4, 6]);
    expect(withPlayers({ ...entered, turn: 2 }, 2).turn).toBe(1);
  });

  test("goes on from what the server has read", () => {
    const game = tilesGame({ board: [[0, 0, "Ro"]], hand: ["Bs"], turn: 1 });
    expect(enteredOf(game, "classic")).toMatchObject({ hand: ["Bs"], turn: 1 });
    expect(enteredOf(game, "classic").players[0]?.tiles).toBeNull();
    expect(enteredOf(game, "classic hands=6-6").players[0]?.tiles).toBe(6);
    expect(enteredOf(cardsGame({ table: [["Ro", "Rs", "Rb"]] }), "").sets).toHaveLength(1);
  });
});

describe("the address of a position", () => {
  test("holds its text or its parts", () => {
    const line = 'select 7,7:Ro ? 94 2-0 2 options={"same-spot":false}';
    expect(positionIn(new URL(analysisPath(line), "http://here").hash)).toBe(line);
    const parts = partsOf(tilesGame({ turn: 0 }), ["Ro"]);
    expect(parts).toMatchObject({ game: "classic", hand: ["Ro"], turn: 0 });
    if (parts !== null)
      expect(positionIn(new URL(analysisPath(parts), "http://here").hash)).toEqual(
        JSON.parse(JSON.stringify(parts)),
      );
    expect(positionIn("")).toBeNull();
    expect(positionIn("#%")).toBe("%");
    expect(positionIn("#{broken")).toBe("{broken");
    expect(partsOf(tilesGame({ turn: null }), [])).toBeNull();
  });
});

test("a tile is typed as two letters, one soon after the other", () => {
  const typed = new TypedTile();
  expect(typed.type("r", 0)).toBeNull();
  expect(typed.type("o", 100)).toBe("Ro");
  expect(typed.type("G", 200)).toBeNull();
  expect(typed.type("s", 5000)).toBeNull();
  expect(typed.type("ArrowLeft", 5001)).toBeNull();
});
