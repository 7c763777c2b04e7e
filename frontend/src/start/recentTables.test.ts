import { beforeEach, expect, test } from "vitest";
import type { TableView } from "../api/types";
import { forget, keep, keptTables } from "./recentTables";

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
  keep(view("a"), 1);
  keep(view("b"), 2);
  keep(view("a"), 3);
  expect(keptTables(4).map(({ id }) => id)).toEqual(["a", "b"]);
  expect(keptTables(4)[0]?.names).toEqual(["Otter"]);
});

test("tables that one only watches are not kept", () => {
  keep(view("a", "playing", []));
  expect(keptTables()).toEqual([]);
});

test("a result is kept for a day after it was first seen", () => {
  keep(view("a", "ended"), 0);
  keep(view("a", "ended"), DAY - 1);
  expect(keptTables(DAY - 1)).toHaveLength(1);
  expect(keptTables(DAY)).toEqual([]);
});

test("what cannot be read is as good as nothing", () => {
  localStorage.setItem("qwirkle.tables", '[null, 3, {"id": 4}]');
  expect(keptTables()).toEqual([]);
  localStorage.setItem("qwirkle.tables", "{");
  expect(keptTables()).toEqual([]);
});

test("a table can be forgotten", () => {
  keep(view("a"), 1);
  forget("a");
  expect(keptTables(2)).toEqual([]);
});
