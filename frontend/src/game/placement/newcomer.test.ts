import { fireEvent, render, screen } from "@testing-library/svelte";
import userEvent from "@testing-library/user-event";
import { tick } from "svelte";
import { beforeEach, describe, expect, test, vi } from "vitest";
import type { EventView, Preview, Turn } from "../../api/types";
import { settings } from "../../settings/settings.svelte";
import { FakeTable } from "../../testing/fakeTable.svelte";
import { serve } from "../../testing/server";
import { eventOf } from "../../testing/views";
import TilesPlay from "./TilesPlay.svelte";

/** Longer than newcomers hesitate, in ms. */
const LATER = 2000;
const HAND = ".ghost-hand";

function rules(turn: Turn): Partial<Preview> {
  return (turn.place ?? []).length === 0
    ? { cells: { Rs: [[1, 0]] } }
    : { legal: true, points: 2, lines: [] };
}

const playedBy = (seat: number): EventView =>
  eventOf({ event: "turn-played", seat, by: "person", acts: [] });

async function seated(events: readonly EventView[] = []): Promise<void> {
  serve({ "/api/tables/t1/story": { events } });
  render(TilesPlay, { table: new FakeTable({}, rules) });
  await passed(50);
}

async function passed(milliseconds: number): Promise<void> {
  await vi.advanceTimersByTimeAsync(milliseconds);
  await tick();
}

const shown = () => document.querySelector(HAND);
const status = () => document.querySelector(".status");

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  settings.motion = "auto";
  // Here the hand stays until the player acts.
  Object.assign(Element.prototype, { animate: () => ({ cancel: () => {} }) });
});

describe("a newcomer", () => {
  test("who hesitates is shown once how a tile is dragged", async () => {
    await seated();
    expect(shown()).toBeNull();
    await passed(LATER);
    expect(shown()).toBeInTheDocument();
    expect(status()).toHaveTextContent("Choose a tile, then a place.");
    await fireEvent.pointerDown(document.body);
    expect(shown()).toBeNull();
    await passed(LATER);
    expect(shown()).toBeNull();
  });

  test("gets a tip for each step", async () => {
    await seated();
    const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime });
    await user.click(screen.getByRole("button", { name: "1: red square" }));
    await passed(50);
    expect(status()).toHaveTextContent("It fits where the table glows.");
    const cell = document.querySelector('[data-cell="1,0"]') as Element;
    await fireEvent.click(cell);
    await passed(500);
    expect(status()).toHaveTextContent("Now play, or add tiles to the same line.");
  });

  test("who wants no motion gets the tips alone", async () => {
    settings.motion = "reduced";
    await seated();
    await passed(LATER);
    expect(shown()).toBeNull();
    expect(status()).toHaveTextContent("Choose a tile");
  });
});

test("whoever has played a turn is never shown how again", async () => {
  await seated([playedBy(0)]);
  await passed(LATER);
  expect(shown()).toBeNull();
  expect(status()).toHaveTextContent("Your turn");
  expect(localStorage.getItem("qwirkle.has-played")).not.toBeNull();
});

test("a turn of somebody else is not the own first turn", async () => {
  await seated([playedBy(1)]);
  await passed(LATER);
  expect(shown()).toBeInTheDocument();
});
