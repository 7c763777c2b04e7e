import { beforeEach, expect, test } from "vitest";
import type { TableView } from "../api/types";
import { forgetTable, recentTables, rememberTable } from "./recentTables";

const DAY = 24 * 3_600_000;

function view(table: string, phase = "playing", seats = [0]): TableView {
  return {
    table,
    edition: { game: "classic" },
    now: { phase, seats: [{ name: "Ann" }, { name: "Otter" }] },
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

test("a result is kept for a day after it was first seen", () => {
  rememberTable(view("a", "ended"), 0);
  rememberTable(view("a", "ended"), DAY - 1);
  expect(recentTables(DAY - 1)).toHaveLength(1);
  expect(recentTables(DAY)).toEqual([]);
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
