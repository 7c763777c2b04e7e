import { fireEvent, render, screen } from "@testing-library/svelte";
import userEvent from "@testing-library/user-event";
import { flushSync, tick } from "svelte";
import { beforeEach, expect, test } from "vitest";
import type { Puzzle, PuzzleAnswer } from "../../api/types";
import { Problem, serve } from "../../testing/server";
import { previewOf, tilesGame } from "../../testing/views";
import { dayResults } from "./days";
import PuzzlePage from "./PuzzlePage.svelte";

const PLAYERS = [
  { name: "player 1", score: 20, tiles: 2, tokens: 0, actions: [] },
  { name: "player 2", score: 25, tiles: 6, tokens: 0, actions: [] },
];
const PUZZLE: Puzzle = {
  date: "2026-11-16",
  position: "",
  game: tilesGame({
    seat: 1,
    turn: 1,
    hand: ["Ro", "Gx"],
    board: [[0, 0, "Rs"]],
    players: PLAYERS,
    bag: 8,
  }),
};
const BEST = { turn: { place: [[0, 1, "Ro"]] as const }, points: 2 };
const OTHER = { turn: { place: [[1, 0, "Ro"]] as const }, points: 3 };

function answerOf(more: Partial<PuzzleAnswer> = {}): PuzzleAnswer {
  const best = { ...BEST, lost: 0, lost_ci95: [0, 0] as const };
  return {
    points: 3,
    lost: 6.2,
    lost_ci95: [5.8, 6.6],
    mark: "blunder",
    exact: false,
    best,
    candidates: [best, { ...OTHER, lost: 6.2, lost_ci95: [5.8, 6.6] }],
    reasons: [{ code: "gives-less", params: {}, text: "" }],
    ...more,
  };
}

const PREVIEW = previewOf({ legal: true, points: 3, cells: { Ro: [[1, 0]] } });

beforeEach(() => localStorage.clear());

async function shown(answer: PuzzleAnswer = answerOf()) {
  const requests = serve({
    "/api/puzzles/2026-11-16/previews": PREVIEW,
    "/api/puzzles/2026-11-16/answers": answer,
    "/api/puzzles/2026-11-16": PUZZLE,
  });
  render(PuzzlePage, { what: "2026-11-16" });
  await screen.findByText(/Find the turn that is worth most/);
  return requests;
}

async function settled(): Promise<void> {
  for (let turn = 0; turn < 4; turn++) {
    await new Promise((resolve) => setTimeout(resolve));
    await tick();
  }
  flushSync();
}

/** Lay the red circle beside the red square, as with the keyboard. */
async function answered(): Promise<void> {
  await settled();
  await userEvent.keyboard("1");
  await settled();
  const cursor = () => document.querySelector('[role="gridcell"][tabindex="0"]') as Element;
  await fireEvent.keyDown(cursor(), { key: "ArrowRight" });
  await fireEvent.keyDown(cursor(), { key: "Enter" });
  await settled();
  await userEvent.click(screen.getByRole("button", { name: /^Play/ }));
  await screen.findByRole("button", { name: "Try again" });
}

test("a puzzle tells what everybody at the table would see", async () => {
  await shown();
  expect(screen.getByRole("heading", { level: 1 })).toHaveTextContent("Puzzle of 16 Nov 2026");
  expect(screen.getByText(/8 tiles in the bag/)).toHaveTextContent("you 25, the other player 20");
});

test("an answer is graded by the points it loses, and the best turn is explained", async () => {
  const requests = await shown();
  await answered();
  expect(requests.at(-1)?.body).toEqual({ turn: { place: [[1, 0, "Ro"]] } });
  expect(screen.getByText("You lost 6.2 points.")).toBeVisible();
  expect(screen.getByText("Blunder")).toBeVisible();
  // The visible text omits the place, which the table shows; the spoken text has it.
  expect(screen.getByText(/^The best turn found: red circle \(/)).toHaveAttribute("aria-hidden");
  expect(screen.getByText(/^The best turn found: red circle at column/)).toBeInTheDocument();
  expect(screen.getByText("It leaves less to the next player.")).toBeVisible();
  expect(dayResults()["2026-11-16"]?.lost).toBe(6.2);
});

test("only the first answer counts", async () => {
  await shown();
  await answered();
  serve({
    "/api/puzzles/2026-11-16/previews": PREVIEW,
    "/api/puzzles/2026-11-16/answers": answerOf({ lost: 0, mark: "best" }),
  });
  await userEvent.click(screen.getByRole("button", { name: "Try again" }));
  expect(screen.getByText("Your first answer counts: You lost 6.2 points.")).toBeVisible();
  await answered();
  expect(screen.getByText("You lost nothing.")).toBeVisible();
  expect(dayResults()["2026-11-16"]?.lost).toBe(6.2);
  const message = screen.getByLabelText("A message without the solution");
  expect(message).toHaveValue("Qwirkle puzzle 2026-11-16: 6.2 points lost, streak 0");
});

test("a day that has not come is refused in words", async () => {
  serve({ "/api/puzzles": new Problem("not-yet", 404) });
  render(PuzzlePage, { what: "2126-11-16" });
  expect(await screen.findByRole("alert")).toHaveTextContent("hasn’t come yet");
  expect(screen.getByRole("link", { name: "Puzzle of the day" })).toHaveAttribute(
    "href",
    "/puzzle",
  );
});
