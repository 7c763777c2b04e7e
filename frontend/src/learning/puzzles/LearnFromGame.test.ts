import { render, screen } from "@testing-library/svelte";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { FAMILIES } from "../../game/family";
import { GameHistory } from "../../replay/gameHistory.svelte";
import { judgedMoments, mistakesOf } from "../../reviews/judged";
import { FakeTable } from "../../testing/fakeTable.svelte";
import { STORY, turnOf } from "../../testing/reviews";
import { serve } from "../../testing/server";
import { nowOf } from "../../testing/views";
import LearnFromGame from "./LearnFromGame.svelte";

const TURNS = [
  turnOf({ mark: "blunder", lost: 6 }),
  turnOf({ number: 2, seat: 1, mark: "costly", lost: 2.5 }),
];

async function moments() {
  serve({ "/api/tables/t1/story": STORY });
  const table = new FakeTable({ now: nowOf({ phase: "ended", turn: null }) });
  const history = new GameHistory(table);
  await history.load();
  return { table, judged: judgedMoments(history.moments, TURNS) };
}

test("one's own costly turns and blunders are the mistakes of a game", async () => {
  const { judged } = await moments();
  expect(mistakesOf(judged, 0).map(({ turn }) => turn.number)).toEqual([1]);
  expect(mistakesOf(judged, 1).map(({ turn }) => turn.number)).toEqual([2]);
  expect(mistakesOf(judged, null)).toHaveLength(2);
});

test("mistakes come one after the other, and then the review again", async () => {
  const { table, judged } = await moments();
  const onback = vi.fn();
  const mistakes = mistakesOf(judged, null);
  const family = FAMILIES.placement;
  render(LearnFromGame, { table, mistakes, family, openHands: false, onback });
  expect(screen.getByText("1 of 2")).toBeVisible();
  expect(screen.getByText(/lost 6 points. Find a better one/)).toBeVisible();
  await userEvent.click(screen.getByRole("button", { name: "Skip" }));
  expect(screen.getByText(/lost 2.5 points/)).toBeVisible();
  const [, back] = screen.getAllByRole("button", { name: "Back to the review" });
  await userEvent.click(back as HTMLElement);
  expect(onback).toHaveBeenCalledOnce();
});
