import { render, screen } from "@testing-library/svelte";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, test } from "vitest";
import type { MyGame as Mine } from "../api/types";
import { today } from "../learning/puzzles/days";
import { serve } from "../testing/server";
import { tilesGame } from "../testing/views";
import { answered, cardKey, DAYS, dueTurns, forgetDeck, noteAnswer, readDeck } from "./deck";
import MyGame from "./MyGame.svelte";
import { dailyPuzzles } from "./tenMinutes";

const mean = (mean: number, low: number, high: number) => ({ mean, low, high });
const TURNS = [1, 2, 3].map((number) => ({
  table: "t1",
  number,
  at: 0,
  lost: 4.5,
  position: "a position",
  best: { place: [[1, 0, "Rs"]] },
})) as unknown as Mine["turns"];
const MINE: Mine = {
  game: "classic",
  games: 12,
  fewest: 5,
  decisions: 240,
  course: [{ table: "t1", at: 0, accuracy: 71.5 }],
  accuracy: mean(78, 74.2, 81.8),
  clean: mean(0.43, 0.37, 0.5),
  phases: [
    { phase: "opening", decisions: 36, lost: mean(1.2, 0.4, 2) },
    { phase: "ending", decisions: 0, lost: mean(0, 0, 0) },
  ],
  kinds: [
    { kind: "five", turns: 9, lost: mean(3, 1.8, 4.2) },
    { kind: "hand", turns: 2, lost: mean(0.5, -0.2, 1.2) },
  ],
  like: { level: 4, low: 3, high: 5, above: 5, above_clean: 0.61 },
  turns: TURNS,
};
const puzzle = (bag: number) => ({ game: tilesGame({ bag }) });

beforeEach(() => localStorage.clear());

describe("the page", () => {
  test("says every figure with its interval and the number of games", async () => {
    serve({ "/api/my-game": MINE });
    render(MyGame, { what: "" });
    expect(await screen.findByText("78")).toBeVisible();
    expect(screen.getByText(/between 74.2 and 81.8, from 12 games/)).toBeVisible();
    expect(screen.getByText("You leave fives: about 3 points a game (1.8 to 4.2)")).toBeVisible();
    expect(screen.getByText(/^Opening: .*: about 1.2 points a game \(0.4 to 2\)/)).toBeVisible();
    expect(screen.getByText(/43% of your turns lose nothing/)).toBeVisible();
    expect(screen.getByText(/the next animal, it is 61%/)).toBeVisible();
  });

  test("names no kind of mistake that may be chance, and no phase that was never played", async () => {
    serve({ "/api/my-game": MINE });
    render(MyGame, { what: "" });
    await screen.findByText("78");
    expect(screen.queryByText(/goes together/)).not.toBeInTheDocument();
    expect(screen.queryByText(/^Ending/)).not.toBeInTheDocument();
  });

  test("with too few games it says how many are missing, and gives no figure", async () => {
    const few = {
      ...MINE,
      games: 3,
      accuracy: null,
      clean: null,
      like: null,
      phases: [],
      kinds: [],
    };
    serve({ "/api/my-game": few });
    render(MyGame, { what: "" });
    expect(await screen.findByText(/3 reviewed games so far. After 2 more/)).toBeVisible();
    expect(screen.queryByRole("heading", { name: "Accuracy" })).not.toBeInTheDocument();
  });

  test("without a review it says what to do", async () => {
    serve({ "/api/my-game": { ...MINE, games: 0, turns: [] } });
    render(MyGame, { what: "" });
    expect(await screen.findByText(/look at its review/)).toBeVisible();
    expect(screen.getByText("None of your own turns is due today.")).toBeVisible();
  });

  test("two of one’s own turns come back as positions to play in", async () => {
    const requests = serve({
      "/api/my-game": MINE,
      "/api/analysis/check": { position: "a position", problems: [], game: tilesGame() },
      "/api/tables/t1/review/": { legal: false, objections: [], cells: {}, lines: [] },
    });
    render(MyGame, { what: "" });
    await userEvent.click(await screen.findByRole("button", { name: "2 of your own turns" }));
    expect(await screen.findByText("1 of 2")).toBeVisible();
    expect(await screen.findByText(/you played here lost 4.5 points/)).toBeVisible();
    const asked = requests.find(({ path }) => path === "/api/analysis/check");
    expect(asked?.body).toEqual({ position: "a position" });
    await userEvent.click(await screen.findByRole("button", { name: "Skip" }));
    expect(await screen.findByText("2 of 2")).toBeVisible();
    const [, back] = screen.getAllByRole("button", { name: "Back to “My game”" });
    await userEvent.click(back as HTMLElement);
    expect(await screen.findByRole("heading", { name: "My game" })).toBeVisible();
  });
});

describe("the deck", () => {
  test("a turn that is found comes again later and later, one that is missed tomorrow", () => {
    let card = answered(undefined, true, "2026-11-01");
    expect(card).toMatchObject({ box: 0, due: "2026-11-02" });
    for (const box of [1, 2, 3, 4, 5, 5]) {
      card = answered(card, true, "2026-11-01");
      expect(card.box).toBe(box);
    }
    expect(card.due).toBe("2027-01-30");
    expect(answered(card, false, "2026-11-01")).toMatchObject({ box: 0, due: "2026-11-02" });
    expect([...DAYS].sort((one, other) => one - other)).toEqual([...DAYS]);
  });

  test("what is due longest comes first, then what is new; the rest waits", () => {
    const deck = {
      "t1.1": { box: 0, due: "2026-11-05", at: 1 },
      "t1.3": { box: 0, due: "2026-11-03", at: 1 },
      "t1.2": { box: 1, due: "2026-11-09", at: 1 },
    };
    const due = dueTurns(TURNS, deck, "2026-11-06").map(({ number }) => number);
    expect(due).toEqual([3, 1]);
    expect(dueTurns(TURNS, {}, "2026-11-06")).toEqual(TURNS);
  });

  test("is kept on the device, and forgotten on request", () => {
    const key = cardKey({ table: "t1", number: 2 });
    noteAnswer(key, true, today());
    expect(readDeck()[key]?.box).toBe(0);
    forgetDeck();
    expect(readDeck()).toEqual({});
    localStorage.setItem("qwirkle.deck", '{"cards": {"t1.1": {"box": "x"}, "t1.2": 5}}');
    expect(readDeck()).toEqual({});
  });
});

test("ten minutes are two puzzles and an ending that have no answer yet", async () => {
  localStorage.setItem(
    "qwirkle.puzzles",
    '{"2026-11-10": {"lost": 0, "on": "2026-11-10", "at": 1}}',
  );
  serve({
    "/api/puzzles/2026-11-09": puzzle(3),
    "/api/puzzles/2026-11-08": puzzle(0),
    "/api/puzzles/2026-11-07": puzzle(0),
    "/api/puzzles/2026-11-06": puzzle(9),
  });
  expect(await dailyPuzzles("2026-11-10")).toEqual({
    puzzles: ["2026-11-09", "2026-11-06"],
    ending: "2026-11-08",
  });
});
