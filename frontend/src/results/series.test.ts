import { render, screen } from "@testing-library/svelte";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import type { Ended, Now } from "../api/types";
import { FakeTable } from "../testing/fakeTable.svelte";
import { serve } from "../testing/server";
import { nowOf, tilesGame } from "../testing/views";
import EndedTable from "./EndedTable.svelte";
import Rematch from "./Rematch.svelte";
import SeriesScore from "./SeriesScore.svelte";

const ENDED: Ended = { at: 0, how: "finished", places: [1, 2], scores: [12, 3], winners: [0] };
const standing = (name: string, seat: number, won: number, winner = false) => ({
  name,
  seat,
  games: 2,
  won,
  points: 40 + won,
  winner,
});

function over(won: readonly [number, number], more: Partial<Now> = {}): Now {
  const standings = [standing("Ben", 1, won[1]), standing("Ann", 0, won[0], won[0] === 2)];
  const series = { kind: "best-of-3", number: 2, wins: 2, standings, tournament: null } as const;
  return nowOf({ phase: "ended", turn: null, ended: ENDED, series, ...more });
}

test("the score of a series has the leader first", () => {
  render(SeriesScore, { table: new FakeTable({ now: over([1, 0]), game: tilesGame() }) });
  expect(screen.getByRole("region", { name: "Best of three · Game 2" })).toBeInTheDocument();
  expect(screen.getByText("The first to win 2 games wins the series.")).toBeInTheDocument();
  const [first, second] = screen.getAllByRole("listitem");
  expect(first).toHaveTextContent(/Ann\s*1 win\s*41 points/);
  expect(second).toHaveTextContent(/Ben\s*0 wins\s*40 points/);
});

test("a decided series names its winner, and another one may follow", () => {
  const table = new FakeTable({ now: over([2, 0]), game: tilesGame() });
  render(SeriesScore, { table });
  expect(screen.getByText("You win the series!")).toBeInTheDocument();
  render(Rematch, { table });
  expect(screen.getByRole("button", { name: "New series" })).toBeInTheDocument();
});

test("one tap sits down at the next game that somebody else has asked for", async () => {
  const requests = serve({ "/api/tables/t2/commands": { seq: 3, first: 2 } });
  render(Rematch, { table: new FakeTable({ now: over([1, 0], { rematch: "t2" }) }) });
  await userEvent.click(screen.getByRole("button", { name: "Next game" }));
  await new Promise((resolve) => setTimeout(resolve));
  expect(requests).toMatchObject([{ body: { command: { do: "sit", name: "" } } }]);
  expect(location.pathname).toBe("/t/t2");
});

test("a game of a tournament leads back to it, and to no rematch", () => {
  serve({});
  const series = { kind: "swiss", number: 1, wins: null, standings: [], tournament: "s1" } as const;
  render(EndedTable, {
    table: new FakeTable({ now: over([1, 0], { series }), game: tilesGame() }),
  });
  const link = screen.getByRole("link", { name: "Back to the tournament" });
  expect(link).toHaveAttribute("href", "/swiss/s1");
  expect(screen.queryByRole("button", { name: /game|series|again/i })).not.toBeInTheDocument();
});
