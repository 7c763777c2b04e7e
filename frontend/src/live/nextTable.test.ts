import { render, screen } from "@testing-library/svelte";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";
import { rememberTable } from "../start/recentTables";
import { FakeTable } from "../testing/fakeTable.svelte";
import { notPushing, pushing } from "../testing/push";
import { Problem, serve } from "../testing/server";
import { nowOf, viewOf } from "../testing/views";
import NextTable from "./NextTable.svelte";

const waiting = (table: string, turn: number, turn_since: number) =>
  viewOf({ table, now: nowOf({ turn, turn_since }) });

beforeEach(() => {
  for (const table of ["t1", "t2", "t3", "t4", "t5"]) rememberTable(waiting(table, 1, 1));
  serve({
    "/api/tables/t2": waiting("t2", 0, 20),
    "/api/tables/t3": waiting("t3", 0, 10),
    "/api/tables/t4": waiting("t4", 1, 5),
    "/api/tables/t5": new Problem("no-such-table", 404),
  });
});

test("after one’s turn, the table that has waited longest is next", async () => {
  const { badge } = pushing();
  render(NextTable, { table: new FakeTable({ now: nowOf({ turn: 1 }) }) });
  const name = "Next table: it’s your turn at 2 tables";
  expect(await screen.findByRole("link", { name })).toHaveAttribute("href", "/t/t3");
  expect(badge).toHaveBeenCalledWith(2);
  notPushing();
});

test("the key G leads there", async () => {
  render(NextTable, { table: new FakeTable({ now: nowOf({ turn: 1 }) }) });
  await screen.findByRole("link");
  await userEvent.keyboard("g");
  expect(location.pathname).toBe("/t/t3");
});

test.each([
  ["while it is one’s turn", viewOf({ now: nowOf({ turn: 0 }) })],
  ["for whoever watches", viewOf({ you: { seats: [], host: false, hands: [] } })],
])("there is none %s", async (_, view) => {
  const requests = serve({});
  render(NextTable, { table: new FakeTable(view) });
  await new Promise((done) => setTimeout(done));
  expect(requests).toEqual([]);
  expect(screen.queryByRole("link")).toBeNull();
  vi.unstubAllGlobals();
});
