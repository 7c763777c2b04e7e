import { cleanup, fireEvent, render, screen } from "@testing-library/svelte";
import userEvent from "@testing-library/user-event";
import { tick } from "svelte";
import { beforeEach, describe, expect, test } from "vitest";
import type { Act, Cell, EventView, Line, Preview, TableView, Turn } from "../../api/types";
import { settings } from "../../settings/settings.svelte";
import { FakeTable } from "../../testing/fakeTable.svelte";
import { serve } from "../../testing/server";
import { eventOf, tilesGame } from "../../testing/views";
import TilesPlay from "./TilesPlay.svelte";

type Rules = (turn: Turn) => Partial<Preview>;

const RESULT = {
  id: "t0",
  at: 1,
  game: "classic",
  family: "placement",
  won: true,
  score: 90,
  margin: 3,
  opponents: [],
};

const row = (left: number, right: number, y = 0): Cell[] =>
  Array.from({ length: right - left + 1 }, (_, at) => [left + at, y]);
const lineOf = (cells: readonly Cell[], points = cells.length): Line => ({
  cells,
  points,
  qwirkle: cells.length === 6,
});

function placedBy(seat: number, ...lines: readonly Line[]): EventView {
  const act: Act = {
    event: "tiles-placed",
    seat,
    tiles: [[0, 0, "Ro"]],
    lines,
    bonus: 0,
    points: lines.reduce((sum, { points }) => sum + points, 0),
  };
  return eventOf({ event: "turn-played", seat, by: "person", acts: [act] });
}

async function seated(
  events: readonly EventView[],
  rules: Rules = () => ({ cells: { Rs: [[1, 0]] } }),
  view: Partial<TableView> = {},
): Promise<void> {
  serve({ "/api/tables/t1/story": { events } });
  render(TilesPlay, { table: new FakeTable(view, rules) });
  await settled();
}

async function settled(): Promise<void> {
  for (let turn = 0; turn < 12; turn++) {
    await new Promise((resolve) => setTimeout(resolve, 5));
    await tick();
  }
}

const remark = () => document.querySelector("[data-remark]");
const marked = () =>
  [...document.querySelectorAll(".hand .opener")].map((tile) => tile.getAttribute("aria-label"));

beforeEach(() => {
  localStorage.clear();
  settings.tips = true;
  settings.motion = "reduced";
});

/** Answer that the red square makes five of the line and the blue diamond six. */
function twoMissing(turn: Turn): Partial<Preview> {
  const place = (turn.place ?? []) as readonly (readonly [number, number, string])[];
  if (place.length === 0) return { cells: { Rs: [[4, 0]], Bd: [[9, 9]] } };
  if (place.length === 1)
    return { legal: true, points: 5, lines: [lineOf(row(0, 4))], cells: { Bd: [[-1, 0]] } };
  return { legal: true, points: 12, lines: [lineOf(row(-1, 4), 12)] };
}

describe("the first time", () => {
  test("a turn scores in two lines, the remark says why", async () => {
    await seated([placedBy(0, lineOf(row(0, 2)), lineOf(row(0, 2, 1)))]);
    expect(remark()).toHaveTextContent(
      "Why 6 points? Your tiles are in 2 lines, and each line counts: 3 + 3.",
    );
    expect(remark()?.textContent).toContain("3\u00a0+\u00a03"); // never broken between two lines
  });

  test("a turn scores in one line, there is nothing to explain", async () => {
    await seated([placedBy(0, lineOf(row(0, 2)))]);
    expect(remark()).toBeNull();
  });

  test("a tile fits nowhere, the remark names the rule", async () => {
    await seated([placedBy(0)]);
    await userEvent.click(screen.getByRole("button", { name: "2: blue diamond" }));
    await settled();
    expect(remark()).toHaveTextContent(
      "Every place would break a line: one colour or one shape, and no tile twice.",
    );
  });

  test("nothing fits, trading is explained", async () => {
    await seated([placedBy(0)], (turn) => (turn.trade === undefined ? {} : { legal: true }));
    expect(remark()).toHaveTextContent("Trading is a turn without points");
  });

  test("a line of five would be left, the remark warns before it is played", async () => {
    await seated([placedBy(0)], (turn) =>
      (turn.place ?? []).length === 0
        ? { cells: { Rs: [[1, 0]] } }
        : { legal: true, points: 5, lines: [lineOf(row(-3, 1))] },
    );
    await userEvent.click(screen.getByRole("button", { name: "1: red square" }));
    await fireEvent.click(document.querySelector('[data-cell="1,0"]') as Element);
    await settled();
    expect(remark()).toHaveTextContent("Careful: that leaves a line of five.");
  });

  test("a Qwirkle is in reach, as many tiles are marked as the words say", async () => {
    await seated([placedBy(0, lineOf(row(0, 3)))], twoMissing);
    expect(remark()).toHaveTextContent(
      "The 2 marked tiles make this line a Qwirkle: six in a line, 12 points!",
    );
    expect(marked()).toEqual(["1: red square", "2: blue diamond"]);
  });

  test("a friendly deal is said openly after the first turn", async () => {
    await seated([placedBy(0, lineOf(row(0, 3)))], undefined, { friendly_deal: true });
    expect(remark()).toHaveTextContent("This first deal is friendly: a Qwirkle is in reach.");
    cleanup();
    await seated([placedBy(0, lineOf(row(0, 3)))]);
    expect(remark()).toBeNull();
  });
});

test("a remark that was read does not come back", async () => {
  const scored = [placedBy(0, lineOf(row(0, 2)), lineOf(row(0, 2, 1)))];
  await seated(scored);
  await userEvent.click(screen.getByRole("button", { name: "Got it" }));
  expect(remark()).toBeNull();
  cleanup();
  await seated(scored);
  expect(remark()).toBeNull();
});

test("a Qwirkle in reach is told again until one was made", async () => {
  const line = placedBy(0, lineOf(row(0, 3)));
  await seated([line], twoMissing);
  cleanup();
  await seated([line], twoMissing);
  expect(remark()).toHaveAttribute("data-remark", "qwirkle");
});

test("whoever has finished a game, or wants no tips, gets none", async () => {
  const scored = [placedBy(0, lineOf(row(0, 2)), lineOf(row(0, 2, 1)))];
  settings.tips = false;
  await seated(scored);
  expect(remark()).toBeNull();
  cleanup();
  settings.tips = true;
  localStorage.setItem("qwirkle.results", JSON.stringify([RESULT]));
  await seated(scored);
  expect(remark()).toBeNull();
});

test("the first turn needs no remark beside its task", async () => {
  await seated([], () => ({ cells: { Rs: [[0, 0]] }, anywhere: true }), {
    game: tilesGame({ board: [], turns_played: 0 }),
    friendly_deal: true,
  });
  expect(remark()).toBeNull();
  expect(document.querySelector(".status")).toHaveTextContent("Choose a tile, then a place.");
});
