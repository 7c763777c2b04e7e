import { render, screen } from "@testing-library/svelte";
import userEvent from "@testing-library/user-event";
import { tick } from "svelte";
import { describe, expect, test } from "vitest";
import type { Ended, Now } from "../api/types";
import { GameHistory } from "../replay/gameHistory.svelte";
import { FakeTable } from "../testing/fakeTable.svelte";
import { serve } from "../testing/server";
import { botOf, cardsGame, editionOf, nowOf, seatOf } from "../testing/views";
import AfterGame from "./AfterGame.svelte";
import { type GameResult, results } from "./results";

const WON: Ended = { how: "finished", at: 5, scores: [90, 60], places: [1, 2], winners: [0] };
const LOST: Ended = { how: "finished", at: 5, scores: [60, 90], places: [2, 1], winners: [1] };

function ended(how: Ended, more: Partial<Now> = {}): void {
  const seats = [seatOf("Ann"), botOf(4)];
  const table = new FakeTable({
    now: nowOf({ phase: "ended", turn: null, seats, ended: how, ...more }),
  });
  render(AfterGame, { table, history: new GameHistory(table) });
}

test("a beaten animal has its stars, and the next one waits", async () => {
  const requests = serve({
    "/api/tables": { table: "t9" },
  });
  ended(WON);
  await tick();
  expect(screen.getByText(/Otter is beaten!/)).toBeInTheDocument();
  expect(screen.getByRole("img", { name: "2 stars of three" })).toBeInTheDocument();
  await userEvent.click(screen.getByRole("button", { name: "Next: Hedgehog" }));
  await new Promise((resolve) => setTimeout(resolve));
  expect(requests[0]?.body).toMatchObject({
    table: {
      game: "classic",
      seats: [
        { kind: "person", name: "Ann" },
        { kind: "bot", bot: "level:5" },
      ],
    },
  });
  expect(location.pathname).toBe("/t/t9");
});

test("a lost game is noted, and offers no next animal", async () => {
  ended(LOST);
  await tick();
  expect(results()).toMatchObject([{ id: "t1", won: false }]);
  expect(screen.queryByRole("button", { name: /^Next/ })).not.toBeInTheDocument();
  expect(screen.getByRole("link", { name: "Your progress" })).toBeInTheDocument();
});

test("ratings are shown with their change", async () => {
  ended(LOST, {
    ratings: [
      { seat: 0, before: 1500, after: 1421, provisional: true },
      { seat: 1, before: 1620, after: 1640, provisional: false },
    ],
  });
  await tick();
  const ratings = screen.getByRole("region", { name: "Ratings" });
  expect(ratings).toHaveTextContent(/Ann: 1500 → 1421 \(−79\)\s*provisional/);
  expect(ratings).toHaveTextContent(/Otter: 1620 → 1640 \(\+20\)/);
});

describe("a personal best", () => {
  const earlier: GameResult = {
    ...{ id: "t0", at: 1, game: "classic", family: "placement", won: true, score: 80, margin: 3 },
    ...{ opponents: [], turn: 12, qwirkles: 1 },
  };
  const keep = (result: GameResult) =>
    localStorage.setItem("qwirkle.results", JSON.stringify([result]));

  test("is said to be one, in points", async () => {
    keep(earlier);
    ended(WON);
    await tick();
    expect(screen.getByText("New personal best: 90 points")).toBeInTheDocument();
  });

  test("is none if it was reached before", async () => {
    keep({ ...earlier, score: 90 });
    ended(WON);
    await tick();
    expect(screen.queryByText(/personal best/)).not.toBeInTheDocument();
  });

  test("is counted in Qwirkles in the card game", async () => {
    keep({ ...earlier, game: "cards", family: "cards", score: 1 });
    const seats = [seatOf("Ann"), botOf(4)];
    const now = nowOf({ phase: "ended", turn: null, seats, ended: { ...WON, scores: [5, 2] } });
    const edition = editionOf({ game: "cards", family: "cards" });
    const table = new FakeTable({ now, edition, game: cardsGame() });
    render(AfterGame, { table, history: new GameHistory(table) });
    await tick();
    expect(screen.getByText("New personal best: 5 Qwirkles")).toBeInTheDocument();
  });
});
