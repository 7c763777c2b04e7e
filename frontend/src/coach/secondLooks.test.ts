import { fireEvent, render, screen, within } from "@testing-library/svelte";
import userEvent from "@testing-library/user-event";
import { tick } from "svelte";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { Refusal } from "../api/client";
import type { Preview, SecondLook, TableView, Turn } from "../api/types";
import CardsPlay from "../game/cards/CardsPlay.svelte";
import { FAMILIES, type FamilyKey } from "../game/family";
import TilesPlay from "../game/placement/TilesPlay.svelte";
import { FakeTable } from "../testing/fakeTable.svelte";
import { serve } from "../testing/server";
import { cardsGame, problemOf, tilesGame } from "../testing/views";
import TextMode from "../text/TextMode.svelte";
import { lossIn, lossName, teachingPlan } from "./teaching";

const BETTER: SecondLook = {
  better: true,
  lost: 5,
  best: { turn: { trade: ["Rs", "Bd"] }, points: 0, lost: 0, lost_ci95: [0, 0] },
  reasons: [{ code: "draws-more", params: { more: 2 }, text: "It draws 2 more tiles." }],
};

function rules(turn: Turn): Partial<Preview> {
  if (turn.trade !== undefined || (turn.place ?? []).length > 0) return { legal: true, points: 2 };
  return { cells: { Rs: [[1, 0]] } };
}

async function settled(): Promise<void> {
  for (let turn = 0; turn < 4; turn++) {
    await new Promise((resolve) => setTimeout(resolve));
    await tick();
  }
}

async function taught(
  view: Partial<TableView> = {},
  look: SecondLook = BETTER,
  teaching: Partial<TableView> = { teaching: 3 },
): Promise<FakeTable> {
  const table = new FakeTable({ ...teaching, game: tilesGame(), ...view }, rules);
  table.lookAgain.mockResolvedValue(look);
  render(TilesPlay, { table });
  await settled();
  await userEvent.click(screen.getByRole("button", { name: "1: red square" }));
  await settled();
  const cell = document.querySelector('[data-cell="1,0"]');
  await fireEvent.click(cell as Element);
  await settled();
  return table;
}

const button = (name: string) => screen.getByRole("button", { name });
async function press(name: string): Promise<void> {
  await userEvent.click(button(name));
  await settled();
}

beforeEach(() => {
  serve({ "/api/tables/t1/story": { events: [] } });
});

describe("a teaching game", () => {
  test("asks once before a turn that loses much, and lets it be played anyway", async () => {
    const table = await taught();
    await press("Play +2");
    expect(table.lookAgain).toHaveBeenCalledExactlyOnceWith({ place: [[1, 0, "Rs"]] }, 0);
    expect(table.do).not.toHaveBeenCalled();
    expect(screen.getByText("There’s something better: look again?")).toBeVisible();
    await press("Play it anyway");
    expect(table.lookAgain).toHaveBeenCalledOnce();
    expect(table.do).toHaveBeenCalledExactlyOnceWith({
      do: "play",
      turn: { place: [[1, 0, "Rs"]] },
      seat: 0,
    });
  });

  test("lets the turn be taken back, and does not ask about the next one", async () => {
    const table = await taught();
    await press("Play +2");
    await press("Take back");
    expect(screen.queryByText(/look again/)).not.toBeInTheDocument();
    await userEvent.click(screen.getByRole("button", { name: "1: red square" }));
    await settled();
    await fireEvent.click(document.querySelector('[data-cell="1,0"]') as Element);
    await settled();
    await press("Play +2");
    expect(table.lookAgain).toHaveBeenCalledOnce();
    expect(table.do).toHaveBeenCalledOnce();
  });

  test("gives its hints in steps: where, which tiles, and the whole turn with its reason", async () => {
    const table = await taught();
    await press("Play +2");
    await press("Where?");
    expect(screen.getByText("Place nothing: trade instead.")).toBeVisible();
    await press("Which tiles?");
    expect(screen.getByText(/Use: .*red square.*blue diamond/)).toBeVisible();
    await press("Show the turn");
    const told = /The best turn found: .*It draws 2 more tiles\./;
    expect(await screen.findByText(told, {}, { timeout: 5000 })).toBeVisible();
    expect(button("Trade 2 tiles")).toBeEnabled();
    await press("Trade 2 tiles");
    expect(table.do).toHaveBeenCalledExactlyOnceWith({
      do: "play",
      turn: { trade: ["Rs", "Bd"] },
      seat: 0,
    });
  });

  test("says the place to those who listen, and marks it for those who see", async () => {
    const best = { turn: { place: [[0, 1, "Ro"]] }, points: 2, lost: 0, lost_ci95: [0, 0] };
    await taught({}, { ...BETTER, best } as unknown as SecondLook);
    await press("Play +2");
    await press("Where?");
    expect(screen.getByText("Look at the marked place.")).toBeVisible();
    const spoken = document.querySelector("[data-speech]");
    await vi.waitFor(() => expect(spoken).toHaveTextContent(/Look here: .*column 0/), 5000);
  });

  test("plays a turn that is good enough, and any turn when the coach has no time", async () => {
    const good = await taught({}, { better: false, lost: 0, best: null, reasons: [] });
    await press("Play +2");
    expect(good.do).toHaveBeenCalledOnce();
  });

  test("is not held up by a coach who has no time", async () => {
    const table = await taught();
    table.lookAgain.mockRejectedValue(new Refusal(problemOf("busy")));
    await press("Play +2");
    expect(table.do).toHaveBeenCalledOnce();
  });

  test("other games ask nobody", async () => {
    const plain = await taught({}, BETTER, {});
    await press("Play +2");
    expect(plain.lookAgain).not.toHaveBeenCalled();
    expect(plain.do).toHaveBeenCalledOnce();
  });
});

describe("by typing", () => {
  async function typing(family: FamilyKey, view: Partial<TableView>): Promise<FakeTable> {
    const table = new FakeTable({ teaching: 3, ...view }, () => ({ legal: true, points: 2 }));
    table.lookAgain.mockResolvedValue(BETTER);
    const { narrator, text } = FAMILIES[family];
    render(TextMode, { table, narrator, text: await text() });
    return table;
  }
  const log = () => screen.getByRole("log", { name: "Game log" });
  async function enter(text: string): Promise<void> {
    const line = screen.getByRole("textbox", { name: "Your turn, or a command" });
    await userEvent.type(line, `${text}{Enter}`);
    await settled();
  }

  test("the question, its hints and “play” are the same", async () => {
    const table = await typing("placement", {});
    await enter("play Rs 1,0");
    expect(table.do).not.toHaveBeenCalled();
    expect(log()).toHaveTextContent(
      "There’s something better: look again?Type play to play it anyway, hint for a hint, or another turn.",
    );
    await enter("hint");
    expect(log()).toHaveTextContent("Place nothing: trade instead.");
    await enter("play");
    expect(table.do).toHaveBeenCalledExactlyOnceWith({
      do: "play",
      turn: { place: [[1, 0, "Rs"]] },
      seat: 0,
    });
  });
});

describe("the card game", () => {
  test("asks in the same way", async () => {
    const you = { seats: [0], host: true, hands: [{ seat: 0, hand: ["Rx", "Go", "Yo", "Bo"] }] };
    const view = { teaching: 1, game: cardsGame(), you };
    const table = new FakeTable(view, () => ({
      legal: true,
      sets: [[]],
      played: ["Rx"],
      playable: ["Rx"],
      homes: { Rx: [0] },
    }));
    const { table: sets } = cardsGame();
    const after = sets.map((set, at) => (at === 0 ? [...set, "Go", "Yo"] : [...set]));
    const best = { turn: { after }, points: 1, lost: 0, lost_ci95: [0, 0] };
    table.lookAgain.mockResolvedValue({ ...BETTER, best, reasons: [] } as unknown as SecondLook);
    render(CardsPlay, { table });
    await settled();
    const hand = within(screen.getByRole("region", { name: /^Your hand/ }));
    await userEvent.click(hand.getByRole("button", { name: "red cross" }));
    await settled();
    const [first] = screen.getAllByRole("group", { name: /^Set / });
    await userEvent.click(first as Element);
    await settled();
    await press("Play 1 card");
    expect(table.do).not.toHaveBeenCalled();
    await press("Where?");
    expect(screen.getByText("You can play 2 cards.")).toBeVisible();
    await press("Which tiles?");
    expect(screen.getByText(/Use: .*green circle.*yellow circle/)).toBeVisible();
    await press("Play it anyway");
    expect(table.do).toHaveBeenCalledOnce();
  });
});

test("a plan says from which loss on a game teaches, in the unit of the game", () => {
  expect(teachingPlan("classic", 0)).toEqual({});
  expect(teachingPlan("classic", 4)).toEqual({ teaching: 4 });
  expect(teachingPlan("cards", 4)).toEqual({ teaching: 1 });
  expect(lossIn("classic", 1)).toBe(2);
  expect(lossName(1, "cards")).toBe("From 1 lost Qwirkle on");
  expect(lossName(4, "classic")).toBe("From 4 lost points on");
});
