import { screen } from "@testing-library/svelte";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { CARD_KEYS, TILE_KEYS } from "../../learning/keyHelp";
import { FakeTable } from "../../testing/fakeTable.svelte";
import { nowOf, tilesGame } from "../../testing/views";
import { CardsTurn } from "../cards/cardsTurn.svelte";
import { cardShortcuts, listeningShortcuts } from "../cards/keys";
import { tileShortcuts } from "./keys";
import { PlacementTurn } from "./placementTurn.svelte";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

function heard(): string {
  vi.runAllTimers();
  return [...screen.getByRole("log").children].map((line) => line.textContent).join(" | ");
}

function turnAt(view: ConstructorParameters<typeof FakeTable>[0] = {}): PlacementTurn {
  const table = new FakeTable(view, () => ({ legal: true, points: 2 }));
  const turn = new PlacementTurn(table, 0);
  turn.follow();
  return turn;
}

async function press(turn: PlacementTurn, key: string): Promise<void> {
  await tileShortcuts(turn).actions[key]?.();
}

describe("keys say what they did", () => {
  test("and what they could not do", async () => {
    const turn = turnAt();
    await press(turn, "p");
    expect(heard()).toContain("There’s nothing to play yet: choose a tile and place it.");
    await press(turn, "backspace");
    expect(heard()).toContain("There’s nothing to undo.");
    await press(turn, "t");
    expect(heard()).toContain("You can’t trade now.");
    await press(turn, "k");
    expect(heard()).toContain("You can’t take a tile now.");
  });

  test("without a star token there is a reason why nothing can be taken", async () => {
    const turn = turnAt({ game: tilesGame({ squares: { star: [[2, 2]] } }) });
    await press(turn, "k");
    expect(heard()).toContain("You have no star token left.");
  });

  test("in the turn of another they say whose it is", async () => {
    const turn = turnAt({ now: nowOf({ turn: 1 }) });
    for (const key of ["p", "h"]) await press(turn, key);
    expect(heard()).toBe("It’s Ben’s turn. | It’s Ben’s turn.");
  });

  test("tiles that go back are named", async () => {
    const turn = turnAt();
    turn.draft.put(turn.draft.slots[0]?.id ?? 0, [1, 0]);
    await press(turn, "backspace");
    expect(heard()).toBe("red square: back in your hand.");
  });

  test("sorting tells the hand with its new numbers", async () => {
    const turn = turnAt();
    await press(turn, "s");
    expect(heard()).toContain("Sorted by colour. In your hand: 1 red square, 2 orange starburst,");
  });
});

describe("a hint is announced in full", () => {
  test("tiles, places and why", async () => {
    const turn = turnAt();
    vi.mocked(turn.table.hint).mockResolvedValue({
      turn: { place: [[1, 0, "Rs"]] },
      points: 2,
      reason: "",
      code: "place-most",
      params: {},
      reasons: [],
    });
    await press(turn, "h");
    expect(heard()).toContain("Laid out: red square at column 1, row 0. P plays it.");
  });

  test("a tile to take is named, and P takes it", async () => {
    const turn = turnAt({ game: tilesGame({ board: [[4, 2, "Gx"]] }) });
    vi.mocked(turn.table.hint).mockResolvedValue({
      turn: { take: [4, 2] },
      points: 0,
      reason: "",
      code: "take",
      params: {},
      reasons: [],
    });
    await press(turn, "h");
    expect(heard()).toContain("Take: green cross at column 4, row 2. P plays it.");
    await press(turn, "p");
    expect(turn.table.do).toHaveBeenCalledWith({ do: "play", turn: { take: [4, 2] }, seat: 0 });
  });
});

test("every key is in the help, and every key of the help does something", () => {
  const letters = (keys: typeof TILE_KEYS) =>
    keys.flatMap(({ keys: [key = ""] }) => (/^[A-Z]$/.test(key) ? key.toLowerCase() : [])).sort();
  const bound = (actions: object) =>
    Object.keys(actions)
      .filter((key) => /^[a-z]$/.test(key))
      .sort();
  const cards = cardShortcuts(new CardsTurn(new FakeTable(), 0));
  const listening = listeningShortcuts({
    last: () => {},
    scores: () => {},
    changes: () => {},
    set: () => {},
    sets: () => {},
  });
  // G is bound beside the menu, where the next table is.
  const everywhere = { g: () => {} };
  expect(letters(TILE_KEYS)).toEqual(bound({ ...tileShortcuts(turnAt()).actions, ...everywhere }));
  expect(letters(CARD_KEYS)).toEqual(
    bound({ ...cards.actions, ...listening.actions, ...everywhere }),
  );
});
