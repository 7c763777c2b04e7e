import { render, screen } from "@testing-library/svelte";
import { expect, test } from "vitest";
import type { Rivalry } from "../api/types";
import { tileNarrator } from "../game/placement/narrator";
import Players from "../game/shared/Players.svelte";
import { FakeTable } from "../testing/fakeTable.svelte";
import { serve } from "../testing/server";
import { nowOf, tilesGame } from "../testing/views";
import HeadToHead from "./HeadToHead.svelte";

function rivalry(games: number, won: number, lost: number): Rivalry {
  const margins = { games: 2, sum: 25, biggest_win: 40, biggest_loss: 15 };
  const luck = { games: 0, sum: 0 };
  const record = { game: "classic", games, won, lost, margins, luck, last_at: 7 };
  return { seat: 0, against: 1, record };
}

async function shown(rivalries: readonly Rivalry[]): Promise<void> {
  serve({ "/api/tables/t1/rivalries": { rivalries } });
  render(HeadToHead, { table: new FakeTable({ now: nowOf({ phase: "ended", turn: null }) }) });
  await new Promise((resolve) => setTimeout(resolve));
}

test("the result says how it stands between the players", async () => {
  await shown([rivalry(6, 3, 2)]);
  expect(screen.getByRole("region", { name: "Head to head" })).toBeInTheDocument();
  const row = screen.getByRole("listitem");
  expect(row).toHaveTextContent(/3 won, 2 lost, 1 tied\s*3 : 2/);
  expect(row).toHaveTextContent(/1 tie\s*Average margin: \+12\.5/);
});

test("after one game there is nothing to add", async () => {
  await shown([rivalry(1, 1, 0)]);
  expect(screen.queryByRole("region")).not.toBeInTheDocument();
});

test("the wins in a series are beside the players during a game", () => {
  const standing = (name: string, seat: number, won: number) => {
    return { name, seat, games: 2, won, points: 40, winner: false };
  };
  const series = {
    kind: "best-of-5",
    number: 3,
    wins: 3,
    standings: [standing("Ben", 1, 0), standing("Ann", 0, 2)],
    tournament: null,
  } as const;
  const table = new FakeTable({ now: nowOf({ series }), game: tilesGame() });
  render(Players, { table, narrator: tileNarrator, self: 0 });
  const [ann, ben] = screen.getAllByRole("listitem");
  expect(ann).toHaveTextContent("2 wins");
  expect(ben).toHaveTextContent("0 wins");
});
