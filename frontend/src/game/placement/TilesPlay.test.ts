import { cleanup, fireEvent, render, screen, within } from "@testing-library/svelte";
import userEvent from "@testing-library/user-event";
import { flushSync, tick } from "svelte";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { Refusal } from "../../api/client";
import type { Act, Hint, Preview, TableView, Turn } from "../../api/types";
import { FakeTable } from "../../testing/fakeTable.svelte";
import { serve } from "../../testing/server";
import { eventOf, nowOf, problemOf, tilesGame } from "../../testing/views";
import TilesPlay from "./TilesPlay.svelte";

/** Answer that the red square fits to the right of the red circle; nothing else touches a tile. */
function rules(turn: Turn): Partial<Preview> {
  const place = (turn.place ?? []) as readonly (readonly [number, number, string])[];
  if (turn.trade !== undefined) return { legal: true };
  if (place.length === 0) return { cells: { Rs: [[1, 0]] } };
  if (place.every(([x, y]) => x === 1 && y === 0))
    return {
      legal: true,
      points: 2,
      lines: [
        {
          cells: [
            [0, 0],
            [1, 0],
          ],
          points: 2,
          qwirkle: false,
        },
      ],
    };
  return { objections: [{ reason: "no-contact", message: "", cells: [], params: {} }] };
}

async function played(view: Partial<TableView> = {}, previews = rules): Promise<FakeTable> {
  const table = new FakeTable(view, previews);
  render(TilesPlay, { table });
  await settled();
  return table;
}

/** Wait until effects have run and the table has answered. */
async function settled(): Promise<void> {
  for (let turn = 0; turn < 3; turn++) {
    await new Promise((resolve) => setTimeout(resolve));
    await tick();
  }
}

const hand = () => screen.getByRole("toolbar", { name: "Your tiles" });
const tiles = () => within(hand()).getAllByRole("button");
const labels = () => tiles().map((tile) => tile.getAttribute("aria-label"));
const cell = (x: number, y: number) => {
  const found = document.querySelector(`[data-cell="${x},${y}"]`);
  if (found === null) throw new Error(`there is no cell ${x},${y}`);
  return found;
};
/** Choose a cell as with the keyboard. */
async function use(x: number, y: number): Promise<void> {
  let guard = 0;
  const focused = () => document.querySelector('[role="gridcell"][tabindex="0"]');
  while (focused()?.getAttribute("data-cell") !== `${x},${y}` && guard++ < 20) {
    const [cx = 0, cy = 0] = (focused()?.getAttribute("data-cell") ?? "0,0").split(",").map(Number);
    const key = cx < x ? "ArrowRight" : cx > x ? "ArrowLeft" : cy < y ? "ArrowDown" : "ArrowUp";
    await fireEvent.keyDown(focused() as Element, { key });
    await settled();
  }
  await fireEvent.keyDown(focused() as Element, { key: "Enter" });
  await settled();
}

beforeEach(() => {
  serve({ "/api/tables/t1/story": { events: [] } });
});

describe("a turn", () => {
  test("a chosen tile shows where it fits, and is played after the large button", async () => {
    const table = await played();
    await userEvent.click(screen.getByRole("button", { name: "1: red square" }));
    await settled();
    expect(cell(1, 0)).toHaveAccessibleName(/fits here/);
    await use(1, 0);
    expect(cell(1, 0)).toHaveAccessibleName("red square, not played yet, column 1, row 0");
    expect(table.do).not.toHaveBeenCalled();
    await userEvent.click(screen.getByRole("button", { name: "Play +2" }));
    await settled();
    expect(table.do).toHaveBeenCalledExactlyOnceWith({
      do: "play",
      turn: { place: [[1, 0, "Rs"]] },
      seat: 0,
    });
  });

  test("an illegal spot says why and cannot be played; recall takes the tile back", async () => {
    const table = await played();
    await userEvent.keyboard("1");
    await use(1, 1);
    expect(cell(1, 1)).toHaveAccessibleName(/not played yet/);
    expect(screen.getByRole("button", { name: "Play" })).toBeDisabled();
    await vi.waitFor(() =>
      expect(screen.getByRole("log")).toHaveTextContent("must touch a tile on the table"),
    );
    await userEvent.keyboard("p");
    expect(table.do).not.toHaveBeenCalled();
    await userEvent.click(screen.getByRole("button", { name: "Recall" }));
    await settled();
    expect(cell(1, 1)).not.toHaveAccessibleName(/not played yet/);
  });

  test("a refused turn stays laid out, with the reason", async () => {
    const table = await played();
    const problem = problemOf("stale");
    table.do.mockRejectedValueOnce(new Refusal(problem));
    await userEvent.keyboard("1");
    await use(1, 0);
    await userEvent.keyboard("p");
    await settled();
    expect(screen.getByRole("alert")).toHaveTextContent("The table has just changed");
    expect(cell(1, 0)).toHaveAccessibleName(/not played yet/);
  });

  test("without a network the large button says what it waits for", async () => {
    const table = await played();
    await userEvent.keyboard("1");
    table.connection = "waiting";
    await use(1, 0);
    expect(screen.getByRole("button", { name: "Waiting for the network …" })).toBeDisabled();
    table.connection = "open";
    await settled();
    expect(screen.getByRole("button", { name: "Play +2" })).toBeEnabled();
  });

  test("tiles laid out survive the turn of another", async () => {
    const table = await played({ now: nowOf({ turn: 1 }) });
    await userEvent.keyboard("1");
    await use(-1, -1);
    const now = nowOf({ seq: 2, turn: 0 });
    const board = { add: [[1, 0, "Rb"]] as [number, number, string][], remove: [] };
    table.tell(eventOf({ event: "turn-played", seat: 1, by: "person", acts: [] }, { now, board }));
    await settled();
    expect(cell(1, 0)).toHaveAccessibleName(/red starburst/);
    expect(cell(-1, -1)).toHaveAccessibleName("red square, not played yet, column -1, row -1");
  });

  test("tiles are traded by key", async () => {
    const table = await played();
    await userEvent.keyboard("t");
    await userEvent.keyboard("2");
    await settled();
    expect(screen.getByRole("button", { name: "Trade 1 tile" })).toBeEnabled();
    await userEvent.keyboard("p");
    await settled();
    expect(table.do.mock.calls[0]?.[0]).toMatchObject({ turn: { trade: ["Bd"] } });
  });

  test("three tiles are drawn only after a question", async () => {
    const players = tilesGame().players.map((player) => ({
      ...player,
      actions: ["draw3" as const],
    }));
    const draws = (turn: Turn) => (turn.draw3 === true ? { legal: true } : rules(turn));
    const table = await played({ game: tilesGame({ players }) }, draws);
    await userEvent.click(screen.getByRole("button", { name: "Draw three" }));
    expect(table.do).not.toHaveBeenCalled();
    const question = screen.getByRole("dialog", { name: "Draw three tiles?" });
    await userEvent.click(within(question).getByRole("button", { name: "Draw three" }));
    expect(table.do.mock.calls[0]?.[0]).toMatchObject({ turn: { draw3: true } });
  });

  test("a tile is taken from the table and comes to the hand", async () => {
    const players = tilesGame().players.map((player) => ({ ...player, tokens: 1 }));
    const takes = (turn: Turn): Partial<Preview> =>
      turn.take === undefined ? { ...rules(turn), takeable: [[0, 0]] } : { legal: true };
    await played({ game: tilesGame({ players }) }, takes);
    await userEvent.click(screen.getByRole("button", { name: "Take a tile" }));
    await settled();
    expect(cell(0, 0)).toHaveAccessibleName(/can be taken/);
    await use(0, 0);
    expect(tiles()).toHaveLength(7);
    expect(labels().at(-1)).toBe("7: red circle");
  });

  test("a hint lays a turn out and says why", async () => {
    const table = await played();
    const turn: Turn = { place: [[1, 0, "Rs"]] };
    const words = { reason: "", code: "place-most", params: {}, reasons: [] } as const;
    const hint: Hint = { turn, points: 2, ...words };
    table.hint.mockResolvedValueOnce(hint);
    await userEvent.keyboard("h");
    await settled();
    expect(cell(1, 0)).toHaveAccessibleName(/not played yet/);
    expect(
      screen.getByText("This scores 2 points. No turn scores more.", { selector: ".status p" }),
    ).toBeInTheDocument();
  });

  test("without hints at the table there is no button for one", async () => {
    const table = await played({ hints: false });
    expect(screen.queryByRole("button", { name: "Hint" })).not.toBeInTheDocument();
    await userEvent.keyboard("h");
    expect(table.hint).not.toHaveBeenCalled();
  });
});

describe("the hand", () => {
  test("is moved by keys, sorted, and keeps its order through a reload", async () => {
    const { unmount } = render(TilesPlay, { table: new FakeTable({}, rules) });
    await settled();
    tiles()[0]?.focus();
    await fireEvent.keyDown(tiles()[0] as Element, { key: "ArrowRight", shiftKey: true });
    await settled();
    expect(labels().slice(0, 2)).toEqual(["1: blue diamond", "2: red square"]);
    unmount();
    await played();
    expect(labels().slice(0, 2)).toEqual(["1: blue diamond", "2: red square"]);
    await userEvent.keyboard("s");
    await settled();
    expect(labels()).toEqual([
      "1: red square",
      "2: orange starburst",
      "3: yellow circle",
      "4: green clover",
      "5: blue diamond",
      "6: purple cross",
    ]);
  });

  test("a tile that is dragged is dropped once, and the click after it means nothing", async () => {
    await played();
    const [first] = tiles();
    const at = (x: number) => ({
      clientX: x,
      clientY: 5,
      pointerId: 1,
      isPrimary: true,
      button: 0,
    });
    await fireEvent.pointerDown(first as Element, at(5));
    await fireEvent.pointerMove(window, at(60));
    flushSync();
    expect(document.querySelector(".layer")).not.toBeNull();
    await fireEvent.pointerUp(window, at(60));
    await fireEvent.click(first as Element);
    flushSync();
    expect(document.querySelector(".layer")).toBeNull();
    expect(first).toHaveAttribute("aria-pressed", "false");
  });

  test("Escape gives up a drag and leaves the draft alone", async () => {
    await played();
    await userEvent.keyboard("1");
    await use(1, 0);
    const [, second] = tiles();
    const at = (x: number) => ({
      clientX: x,
      clientY: 5,
      pointerId: 1,
      isPrimary: true,
      button: 0,
    });
    await fireEvent.pointerDown(second as Element, at(5));
    await fireEvent.pointerMove(window, at(60));
    await fireEvent.keyDown(document.body, { key: "Escape" });
    flushSync();
    expect(document.querySelector(".layer")).toBeNull();
    expect(cell(1, 0)).toHaveAccessibleName(/not played yet/);
  });

  test("on a shared device no hand is shown before its owner has it", async () => {
    const hands = [
      { seat: 0, hand: ["Rs"] },
      { seat: 1, hand: ["Bd", "Gc"] },
    ];
    const you = { seats: [0, 1], host: true, hands };
    const table = await played({ you });
    const shown = () => screen.queryByRole("toolbar", { name: "Your tiles" });
    expect(shown()).not.toBeInTheDocument();
    await userEvent.click(screen.getByRole("button", { name: /^I’m Ann/ }));
    await settled();
    expect(labels()).toEqual(["1: red square"]);
    const now = nowOf({ seq: 2, turn: 1 });
    table.tell(eventOf({ event: "turn-played", seat: 0, by: "person", acts: [] }, { now, you }));
    await settled();
    expect(shown()).not.toBeInTheDocument();
    await userEvent.click(screen.getByRole("button", { name: /^I’m Ben/ }));
    await settled();
    expect(labels()).toEqual(["1: blue diamond", "2: green clover"]);
  });

  test("spectators see the table and no hand", async () => {
    await played({ you: { seats: [], host: false, hands: [] } });
    expect(screen.queryByRole("toolbar", { name: "Your tiles" })).not.toBeInTheDocument();
    expect(cell(0, 0)).toHaveAccessibleName(/red circle/);
  });
});

describe("around the turn", () => {
  test("the title and the log say whose turn it is", async () => {
    const table = await played({ now: nowOf({ turn: 1 }) });
    expect(document.title).toBe("Qwirkle");
    const now = nowOf({ seq: 2, turn: 0 });
    table.tell(eventOf({ event: "turn-played", seat: 1, by: "person", acts: [] }, { now }));
    await settled();
    await vi.waitFor(() => expect(screen.getByRole("log")).toHaveTextContent("Your turn."));
    expect(document.title).toContain("Your turn");
  });

  test("a turn of another is announced, listed, and celebrated if it is a Qwirkle", async () => {
    const table = await played();
    const lines = [{ cells: [], points: 12, qwirkle: true }];
    const act: Act = {
      event: "tiles-placed",
      seat: 1,
      tiles: [[1, 0, "Rs"]],
      lines,
      bonus: 0,
      points: 12,
    };
    const now = nowOf({ seq: 2, turn: 0 });
    table.tell(eventOf({ event: "turn-played", seat: 1, by: "person", acts: [act] }, { now }));
    await settled();
    const sentence = "Qwirkle! Ben played a red square for 12 points.";
    await vi.waitFor(() =>
      expect(screen.getByRole("log")).toHaveTextContent(
        "Qwirkle! Ben played a red square at column 1, row 0 for 12 points. Your turn.",
      ),
    );
    // In the list the points have a place of their own.
    expect(screen.getByRole("list", { name: "Moves" })).toHaveTextContent(
      /^\+12 Qwirkle! Ben played a red square\.$/,
    );
    expect(document.querySelector(".status")).toHaveTextContent(`${sentence} Your turn`);
    await vi.waitFor(() =>
      expect(document.querySelector(".cheer")).toHaveTextContent("Qwirkle! Ben: +12"),
    );
  });

  test("the players show scores, tiles and who is away", async () => {
    const table = await played();
    table.present = [0];
    await settled();
    const [ann, ben] = within(screen.getByRole("list", { name: "Players" })).getAllByRole(
      "listitem",
    );
    expect(ann).toHaveTextContent("12 points");
    expect(ann).toHaveAttribute("aria-current", "true");
    expect(ben).toHaveTextContent("5 tiles in hand");
    expect(ben).toHaveTextContent("away");
  });

  test("the bag shows what nobody has seen yet", async () => {
    await played();
    await userEvent.click(screen.getByRole("button", { name: "90 tiles in the bag" }));
    const dialog = screen.getByRole("dialog", { name: "90 tiles in the bag" });
    const kinds = within(dialog).getAllByRole("cell");
    expect(kinds).toHaveLength(36);
    expect(kinds[0]).toHaveTextContent("red circle: 2");
    expect(within(dialog).getByText(/^101 tiles are hidden/)).toBeInTheDocument();
  });

  test("the first turn says which tiles begin", async () => {
    const marked = () => tiles().filter((tile) => tile.classList.contains("opener"));
    const begin = async (...hand: string[]) => {
      cleanup();
      const cells = Object.fromEntries(hand.map((tile) => [tile, [[0, 0]]])) as Preview["cells"];
      const you = { seats: [0], host: true, hands: [{ seat: 0, hand }] };
      await played({ game: tilesGame({ board: [], opening_tiles: 2 }), you }, () => ({
        anywhere: true,
        cells,
      }));
    };
    await begin("Rs", "Bd", "Rs", "Rd");
    const status = () => document.querySelector(".status");
    expect(status()).toHaveTextContent(
      "Start with your largest set: 2 tiles, such as the marked ones.",
    );
    expect(marked()).toHaveLength(2);
    // Two of a kind are one tile of the set.
    await begin("Rs", "Rx", "Rs");
    expect(status()).toHaveTextContent("Start with your 2 red tiles.");
    expect(marked().map((tile) => tile.getAttribute("aria-label"))).toEqual([
      "1: red square",
      "2: red cross",
    ]);
  });

  test("keys do nothing while a dialog is open", async () => {
    await played();
    await userEvent.click(screen.getByRole("button", { name: "Menu" }));
    await userEvent.keyboard("1");
    await settled();
    expect(tiles()[0]).toHaveAttribute("aria-pressed", "false");
  });
});
