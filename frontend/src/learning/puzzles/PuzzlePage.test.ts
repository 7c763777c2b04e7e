import { fireEvent, render, screen } from "@testing-library/svelte";
import userEvent from "@testing-library/user-event";
import { flushSync, tick } from "svelte";
import { beforeEach, expect, test, vi } from "vitest";
import type { Puzzle, PuzzleAnswer } from "../../api/types";
import { Problem, serve } from "../../testing/server";
import { cardsGame, previewOf, tilesGame } from "../../testing/views";
import { dayResults, today } from "./days";
import PuzzlePage from "./PuzzlePage.svelte";
import { solver } from "./solver";

const PLAYERS = [
  { name: "player 1", score: 20, tiles: 2, tokens: 0, actions: [] },
  { name: "player 2", score: 25, tiles: 6, tokens: 0, actions: [] },
];
const PUZZLE: Puzzle = {
  number: 7,
  date: "2026-11-16",
  difficulty: 1100,
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
    themes: ["ending"],
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
  await laid();
  await screen.findByRole("button", { name: "Try again" });
}

async function laid(): Promise<void> {
  await settled();
  await userEvent.keyboard("1");
  await settled();
  const cursor = () => document.querySelector('[role="gridcell"][tabindex="0"]') as Element;
  await fireEvent.keyDown(cursor(), { key: "ArrowRight" });
  await fireEvent.keyDown(cursor(), { key: "Enter" });
  await settled();
  await userEvent.click(screen.getByRole("button", { name: /^Play/ }));
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
  expect(message).toHaveValue(
    "Qwirkle puzzle 2026-11-16: 6.2 points lost, streak 0\n⬜⬜⬜⬜⬜⬜🟥",
  );
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

test("the message with squares has its lines in the field", async () => {
  await shown();
  await answered();
  expect(screen.getByLabelText("A message without the solution").tagName).toBe("TEXTAREA");
});

test("the answer of an earlier day is shown to those who gave up", async () => {
  await shown();
  serve({
    "/api/puzzles/2026-11-16/solution": { best: answerOf().best, exact: false, reasons: [] },
  });
  await userEvent.click(screen.getByRole("button", { name: "Show the answer" }));
  expect(await screen.findByText(/^The best turn found: red circle/)).toBeVisible();
  expect(dayResults()).toEqual({});
});

test("a numbered puzzle moves the rating once, and leads to the next one", async () => {
  serve({
    "/api/puzzles/numbers/7/previews": PREVIEW,
    "/api/puzzles/numbers/7/answers": answerOf(),
    "/api/puzzles/numbers/7": { ...PUZZLE, date: null },
  });
  render(PuzzlePage, { what: "7" });
  expect(await screen.findByRole("heading", { level: 1 })).toHaveTextContent("Puzzle 7");
  await answered();
  expect(solver().answers).toMatchObject({ 7: { lost: 6.2 } });
  expect(solver().rating).toBeLessThan(1000);
  expect(dayResults()).toEqual({});
  expect(screen.getByRole("link", { name: "Next puzzle" })).toHaveAttribute("href", "/puzzle/next");
  expect(screen.queryByText("Share")).not.toBeInTheDocument();
  expect(screen.getByText("It was about: an ending.")).toBeVisible();
});

const answer = (lost: number) => ({ lost, at: 1, difficulty: 1200 });

test("the next puzzle is one that was not answered", async () => {
  localStorage.setItem(
    "qwirkle.solver",
    JSON.stringify({ answers: { 0: answer(0), 2: answer(1) }, rush: 0 }),
  );
  serve({ "/api/puzzles": { difficulties: [1000, 1900, 1000] } });
  render(PuzzlePage, { what: "next" });
  await settled();
  expect(location.pathname).toBe("/puzzle/1");
});

test("the page of all puzzles shows the rating, and the stars of the month", async () => {
  const now = today();
  localStorage.setItem("qwirkle.puzzles", JSON.stringify({ [now]: { lost: 0, on: now, at: 1 } }));
  localStorage.setItem(
    "qwirkle.solver",
    JSON.stringify({ answers: { 0: answer(0), 2: answer(1) }, rush: 4 }),
  );
  serve({ "/api/puzzles": { difficulties: [1000, 1900, 1000] } });
  render(PuzzlePage, { what: "all" });
  expect(await screen.findByText(/There are 3 puzzles/)).toBeVisible();
  expect(
    screen.getByText(/Your rating: 1,1\d\d, give or take 2\d\d. Found: 1 of 2./),
  ).toBeVisible();
  expect(screen.getByText(/Your best rush: 4 found/)).toBeVisible();
  expect(screen.getByRole("link", { name: /: 3 stars of three/ })).toHaveAttribute(
    "href",
    `/puzzle/${now}`,
  );
});

test("a rush counts what is found, and three mistakes end it", async () => {
  let lost = 0;
  serve({
    "/api/puzzles/numbers/0/previews": PREVIEW,
    "/api/puzzles/numbers/0/answers": () => answerOf({ lost }),
    "/api/puzzles/numbers/": { ...PUZZLE, number: 0, date: null },
    "/api/puzzles": { difficulties: [800, 900, 1000, 1100, 1200] },
  });
  render(PuzzlePage, { what: "rush" });
  await userEvent.click(screen.getByRole("button", { name: "Start the rush" }));
  for (const [answer, after] of [
    [0, "1 found"],
    [5, "1 mistake of 3"],
    [5, "2 mistakes of 3"],
    [5, "1 puzzle found"],
  ] as const) {
    lost = answer;
    await laid();
    expect(await screen.findByText(after)).toBeVisible();
  }
  expect(solver()).toMatchObject({ rush: 1, rating: 1000 });
  await userEvent.click(screen.getByRole("button", { name: "Once more" }));
  await settled();
  // Time runs out, and a new rush has all of it again.
  const later = Date.now() + 200_000;
  vi.spyOn(Date, "now").mockImplementation(() => later);
  await userEvent.click(
    await screen.findByRole("button", { name: "Once more" }, { timeout: 3000 }),
  );
  await settled();
  expect(screen.queryByRole("button", { name: "Once more" })).not.toBeInTheDocument();
  expect(screen.getByRole("timer")).toHaveTextContent("3:00");
  vi.restoreAllMocks();
});

const CARDS_PUZZLE: Puzzle = {
  ...PUZZLE,
  game: cardsGame({
    seat: 0,
    hand: ["Rx", "Go", "Yo"],
    deck: 0,
    turns_left: 2,
    table: [
      ["Ro", "Rs", "Rb", "Rc"],
      ["Bo", "Yo", "Po"],
    ],
  }),
};
const AFTER = [
  ["Rs", "Rb", "Rc", "Rx"],
  ["Ro", "Bo", "Yo", "Po"],
];

async function cardsShown(): Promise<void> {
  const best = { turn: { after: AFTER }, points: 0, lost: 0, lost_ci95: [0, 0] as const };
  const worse = { ...best, turn: { after: [...AFTER, ["Go", "Yo", "Bo"]] }, lost: 1.2 };
  serve({
    "/api/puzzles/2026-11-16/arrange": { possible: true, after: AFTER, qwirkles: 0, moved: 1 },
    "/api/puzzles/2026-11-16/previews": previewOf({
      legal: true,
      played: ["Rx"],
      playable: ["Rx"],
      sets: [[], []],
      homes: { Rx: [0] },
    }),
    "/api/puzzles/2026-11-16/answers": answerOf({
      lost: 1.2,
      points: 0,
      lost_ci95: [1.1, 1.3],
      best,
      candidates: [best, worse],
      themes: ["denial", "moves-cards"],
      reasons: [{ code: "gives-less", params: { less: 2, deals: 9, of: 10 }, text: "" }],
    }),
    "/api/puzzles/2026-11-16": CARDS_PUZZLE,
  });
  render(PuzzlePage, { what: "2026-11-16" });
  await screen.findByText(/Find the turn that is worth most/);
  await settled();
}

test("a puzzle of the card game tells the Qwirkles, the turns left and the other hand", async () => {
  await cardsShown();
  const facts = screen.getByText(/difficulty 1,?100/);
  expect(facts).toHaveTextContent("Qwirkles: you 1, the other player 0");
  expect(facts).toHaveTextContent("2 turns left, with yours");
  expect(facts.textContent).not.toMatch(/ ·/); // no line begins with the dot
  expect(screen.getByText("The other player holds:")).toBeVisible();
});

test("an answer with cards is arranged, graded in Qwirkles and shown with what moved", async () => {
  await cardsShown();
  await userEvent.keyboard("1a");
  await settled();
  await userEvent.click(screen.getByRole("button", { name: /^Play/ }));
  await screen.findByRole("button", { name: "Try again" });
  expect(screen.getByText("You lost 1.2 Qwirkles.")).toBeVisible();
  expect(screen.getByText("Blunder")).toBeVisible();
  expect(screen.getByText(/^It was about: leaving nothing to the next player/)).toBeVisible();
  // A Qwirkle more or less is a blunder here: it ends the streak although it is less than 4.
  expect(dayResults()["2026-11-16"]).toMatchObject({ lost: 1.2, blunder: true });
  expect(screen.getByLabelText("A message without the solution")).toHaveValue(
    "Qwirkle puzzle 2026-11-16: 1.2 Qwirkles lost, streak 0\n⬜⬜⬜⬜⬜⬜🟥",
  );
  expect(document.querySelectorAll(".card.played")).toHaveLength(1);
  expect(document.querySelectorAll(".card.switched")).toHaveLength(1);
});
