import { beforeEach, expect, test } from "vitest";
import type { TableView } from "../api/types";
import { forgetTable, recentTables, rememberTable, removeTable } from "./recentTables";

const DAY = 24 * 3_600_000;

function view(table: string, phase = "playing", seats = [0], turn: number | null = 1): TableView {
  return {
    table,
    edition: { game: "classic" },
    now: { phase, turn, seats: [{ name: "Ann" }, { name: "Otter" }] },
    you: { seats, host: false, hands: [] },
  } as unknown as TableView;
}

beforeEach(() => localStorage.clear());

test("the last table comes first, each once", () => {
  rememberTable(view("a"), 1);
  rememberTable(view("b"), 2);
  rememberTable(view("a"), 3);
  expect(recentTables(4).map(({ id }) => id)).toEqual(["a", "b"]);
  expect(recentTables(4)[0]?.names).toEqual(["Otter"]);
});

test("tables that one only watches are not kept", () => {
  rememberTable(view("a", "playing", []));
  expect(recentTables()).toEqual([]);
});

test("a result is kept for a week after it was first seen", () => {
  rememberTable(view("a", "ended"), 0);
  rememberTable(view("a", "ended"), 7 * DAY - 1);
  expect(recentTables(7 * DAY - 1)).toHaveLength(1);
  expect(recentTables(7 * DAY)).toEqual([]);
});

test("where it is the reader’s turn comes first, and asking changes no order", () => {
  rememberTable(view("a"), 1);
  rememberTable(view("b", "playing", [0], 0), 2);
  rememberTable(view("c", "lobby", [0], null), 4);
  rememberTable(view("d"), 3);
  const order = () => recentTables(5).map(({ id }) => id);
  expect(order()).toEqual(["b", "d", "a", "c"]);
  for (const { id, at } of recentTables(5)) rememberTable(view(id), at);
  expect(order()).toEqual(["c", "d", "b", "a"]);
});

test("a removed table stays known, and playing there brings it back", () => {
  rememberTable(view("a"), 1);
  removeTable("a");
  rememberTable(view("a"), 1);
  expect(recentTables(2)[0]?.removed).toBe(true);
  rememberTable(view("a"), 2);
  expect(recentTables(3)[0]?.removed).toBeUndefined();
});

test("of too many tables old results go first", () => {
  rememberTable(view("seat"), 1);
  for (let at = 2; at < 40; at++) rememberTable(view(`over ${at}`, "ended", [0], null), at);
  expect(recentTables(40)[0]?.id).toBe("seat");
});

test("what cannot be read is as good as nothing", () => {
  localStorage.setItem("qwirkle.tables", '[null, 3, {"id": 4}]');
  expect(recentTables()).toEqual([]);
  localStorage.setItem("qwirkle.tables", "{");
  expect(recentTables()).toEqual([]);
});

test("a table can be forgotten", () => {
  rememberTable(view("a"), 1);
  forgetTable("a");
  expect(recentTables(2)).toEqual([]);
});
