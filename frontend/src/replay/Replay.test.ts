import { fireEvent, render, screen, within } from "@testing-library/svelte";
import userEvent from "@testing-library/user-event";
import { flushSync, tick } from "svelte";
import { describe, expect, test, vi } from "vitest";
import { FakeTable } from "../testing/fakeTable.svelte";
import { EVENTS } from "../testing/reviews";
import { Problem, serve } from "../testing/server";
import { GameHistory } from "./gameHistory.svelte";
import Replay from "./Replay.svelte";

async function replayed(answer: unknown = { events: EVENTS }, table = new FakeTable()) {
  serve({ "/api/tables/t1/story": answer });
  const history = new GameHistory(table);
  render(Replay, { table, history });
  await history.load();
  await tick();
  flushSync();
  return { table, history };
}

const at = () => screen.getByRole("slider", { name: "Position in the game" });
const press = (name: string) => userEvent.click(screen.getByRole("button", { name }));

describe("a replay", () => {
  test("begins at the last turn and steps through the game", async () => {
    await replayed();
    expect(at()).toHaveValue("2");
    expect(at()).toHaveAttribute("aria-valuetext", "2 of 2. Ben played a red square for 2 points.");
    await press("Previous turn");
    expect(at()).toHaveValue("1");
    await press("Go to the start");
    expect(at()).toHaveAttribute("aria-valuetext", "0 of 2. The game begins.");
    const previous = screen.getByRole("button", { name: "Previous turn" });
    expect(previous).toHaveAttribute("aria-disabled", "true");
    // It keeps the focus, and has no effect.
    await userEvent.click(previous);
    expect(previous).toHaveFocus();
    expect(at()).toHaveValue("0");
    await press("Go to the end");
    expect(at()).toHaveValue("2");
  });

  test("goes by the arrow keys, and to a move of the list", async () => {
    await replayed();
    const moves = screen.getByRole("list", { name: "Moves" });
    await fireEvent.keyDown(moves, { key: "ArrowLeft" });
    expect(at()).toHaveValue("1");
    await userEvent.click(within(moves).getByRole("button", { name: /Ben played/ }));
    expect(at()).toHaveValue("2");
    expect(within(moves).getByRole("button", { current: "step" })).toHaveTextContent("Ben played");
  });

  test("runs by itself", async () => {
    await replayed();
    vi.useFakeTimers();
    await fireEvent.click(screen.getByRole("button", { name: "Play the replay" }));
    expect(at()).toHaveValue("0");
    vi.advanceTimersByTime(1500);
    flushSync();
    expect(at()).toHaveValue("1");
    await fireEvent.click(screen.getByRole("button", { name: "Pause" }));
    vi.advanceTimersByTime(5000);
    flushSync();
    expect(at()).toHaveValue("1");
  });

  test("shows the scores as a table, too", async () => {
    await replayed();
    const rows = screen.getAllByRole("row", { hidden: true });
    expect(rows.at(-1)).toHaveTextContent("2 1 2".replaceAll(" ", ""));
  });

  test("that cannot be loaded says why, and can be tried again", async () => {
    const answers = [new Problem("store-away", 503), { events: EVENTS }];
    await replayed(() => answers.shift());
    expect(screen.getByRole("alert")).toHaveTextContent("The server can’t reach its database");
    await press("Try again");
    expect(await screen.findByRole("slider")).toHaveValue("2");
  });

  test("shows no hands while several people share the device", async () => {
    const hand = (seat: number) => ({ seat, hand: ["Ro", "Gx"] });
    const you = { seats: [0, 1], host: true, hands: [hand(0), hand(1)] };
    const events = EVENTS.map((event) => ({ ...event, you }));
    await replayed({ events }, new FakeTable({ you }));
    expect(screen.queryByText("Ben held:")).not.toBeInTheDocument();
  });
});
