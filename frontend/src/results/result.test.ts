import { render, screen, within } from "@testing-library/svelte";
import userEvent from "@testing-library/user-event";
import { flushSync } from "svelte";
import { describe, expect, test } from "vitest";
import type { Ended, Now } from "../api/types";
import { settings } from "../settings/settings.svelte";
import { FakeTable } from "../testing/fakeTable.svelte";
import { serve } from "../testing/server";
import { botOf, eventOf, nowOf, seatOf, tilesGame, viewOf } from "../testing/views";
import EndedTable from "./EndedTable.svelte";
import Rematch from "./Rematch.svelte";
import Result from "./Result.svelte";

const ENDED: Ended = { at: 0, how: "finished", places: [1, 2], scores: [12, 3], winners: [0] };
const over = (ended: Partial<Ended> = {}, more: Partial<Now> = {}) =>
  nowOf({ phase: "ended", turn: null, ended: { ...ENDED, ...ended }, ...more });

describe("the result", () => {
  test("says who has won, in the order of the places", () => {
    render(Result, { table: new FakeTable({ now: over() }) });
    expect(screen.getByRole("heading", { level: 1 })).toHaveTextContent("You win!");
    const [first, second] = screen.getAllByRole("listitem");
    expect(first).toHaveTextContent(/1\.\s*Ann.*12 points/);
    expect(second).toHaveTextContent(/2\.\s*Ben.*3 points/);
  });

  test("to the others it names the winner", () => {
    const you = { seats: [1], host: false, hands: [] };
    render(Result, { table: new FakeTable({ now: over(), you }) });
    expect(screen.getByRole("heading", { level: 1 })).toHaveTextContent("Ann wins");
  });

  test("somebody who gave up is named", () => {
    const seats = [seatOf("Ann"), seatOf("Ben", { out: "resigned" })];
    render(Result, { table: new FakeTable({ now: over({ how: "resigned" }, { seats }) }) });
    expect(screen.getByText("Ben gave up.")).toBeVisible();
    expect(screen.getAllByRole("listitem")[1]).toHaveTextContent("gave up");
  });
});

describe("a rematch", () => {
  test("is asked for once, and followed when it is there", async () => {
    serve({});
    const table = new FakeTable({ now: over() });
    render(Rematch, { table });
    const button = screen.getByRole("button", { name: "Play again" });
    await userEvent.click(button);
    expect(button).toBeDisabled();
    expect(table.do).toHaveBeenCalledExactlyOnceWith({ do: "rematch" });
    table.change({ now: over({}, { rematch: "t2" }) });
    flushSync();
    await new Promise((resolve) => setTimeout(resolve));
    expect(location.pathname).toBe("/t/t2");
  });

  test("of others is joined, or watched by spectators", async () => {
    const table = new FakeTable({ now: over({}, { rematch: "t2" }) });
    render(Rematch, { table });
    expect(screen.getByRole("link", { name: "Join the rematch" })).toHaveAttribute("href", "/t/t2");
    table.change({ you: { seats: [], host: false, hands: [] } });
    flushSync();
    expect(screen.getByRole("link", { name: "Watch the rematch" })).toBeInTheDocument();
  });

  test("against bots starts at once", async () => {
    const requests = serve({ "/api/tables/t2/commands": { seq: 1, first: 1 } });
    const seats = [seatOf("Ann"), botOf(2)];
    const table = new FakeTable({ now: over({}, { seats }) });
    render(Rematch, { table });
    await userEvent.click(screen.getByRole("button", { name: "Play again" }));
    table.change({ now: over({}, { seats, rematch: "t2" }) });
    flushSync();
    await new Promise((resolve) => setTimeout(resolve));
    expect(requests.map(({ path }) => path)).toEqual(["/api/tables/t2/commands"]);
    expect(requests[0]?.body).toMatchObject({ command: { do: "start" } });
  });

  test("against an opponent that fits is against the one that fits after this game", async () => {
    const requests = serve({
      "/api/statistics/opponent": { bot: "level:4.6", level: 4.6, low: 4, high: 5, games: 8 },
      "/api/tables/t2/commands": { seq: 1, first: 1 },
    });
    settings.opponent = "fitting";
    const seats = [seatOf("Ann"), botOf(2)];
    const table = new FakeTable({ now: over({}, { seats }) });
    render(Rematch, { table });
    await userEvent.click(screen.getByRole("button", { name: "Play again" }));
    table.change({ now: over({}, { seats, rematch: "t2" }) });
    flushSync();
    await expect.poll(() => requests.length).toBe(3);
    expect(requests.map(({ body }) => body).slice(1)).toMatchObject([
      { command: { do: "plan-seat", seat: 1, kind: "bot", bot: "level:4.6" } },
      { command: { do: "start" } },
    ]);
    settings.opponent = "level:1";
  });
});

describe("an ended table", () => {
  test("without a game there is only the way back", () => {
    serve({});
    const now = over({ how: "closed", winners: [], scores: [], places: [] });
    render(EndedTable, { table: new FakeTable({ ...viewOf(), now, game: null }) });
    expect(screen.getByRole("link", { name: "Back to the start page" })).toBeInTheDocument();
    expect(screen.queryByRole("link", { name: "Download the record" })).not.toBeInTheDocument();
  });

  test("the replay is shared only if anybody may watch", async () => {
    serve({
      "/api/tables/t1/story": { events: [] },
      "/api/tables/t1/record": "",
      "/api/tables/t1/invitation": { link: "http://127.0.0.1:8000/t/t1" },
      "/api/network": { can_open: false, address: null },
    });
    const table = new FakeTable({ now: over() });
    render(EndedTable, { table });
    expect(screen.queryByRole("button", { name: "Share the replay" })).not.toBeInTheDocument();
    const more = screen.getByRole("button", { name: "More" });
    expect(more).toHaveAttribute("aria-expanded", "false");
    await userEvent.click(more);
    expect(more).toHaveAttribute("aria-expanded", "true");
    await userEvent.click(screen.getByRole("button", { name: "Share the replay" }));
    const dialog = screen.getByRole("dialog", { name: "Share the replay" });
    expect(await within(dialog).findByRole("textbox")).toHaveValue(
      "http://127.0.0.1:8000/t/t1#replay",
    );
    expect(within(dialog).getByRole("note")).toHaveTextContent("Only this computer can open");
    table.change({ spectators: "nobody" });
    flushSync();
    expect(screen.queryByRole("button", { name: "Share the replay" })).not.toBeInTheDocument();
  });

  test("its card is a dialog; Escape shows the table, and the focus follows", async () => {
    serve({});
    render(EndedTable, { table: new FakeTable({ now: over() }) });
    const card = screen.getByRole("dialog", { name: "You win!" });
    expect(within(card).getByRole("button", { name: "Play again" })).toBeVisible();
    expect(within(card).getByRole("link", { name: "Review the game" })).toBeVisible();
    await userEvent.keyboard("{Escape}");
    expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
    const back = screen.getByRole("button", { name: "Show the result" });
    expect(back).toHaveFocus();
    await userEvent.click(back);
    expect(screen.getByRole("heading", { level: 1 })).toHaveFocus();
  });

  test("Escape in another dialog leaves the card where it is", async () => {
    serve({ "/api/tables/t1/story": { events: [] } });
    render(EndedTable, { table: new FakeTable({ now: over() }) });
    await userEvent.click(screen.getByRole("button", { name: "More" }));
    await userEvent.click(screen.getByRole("button", { name: "Share the replay" }));
    await userEvent.keyboard("{Escape}");
    expect(screen.getByRole("dialog", { name: "You win!" })).toBeInTheDocument();
  });

  test("a tournament is the way on from its games", () => {
    serve({});
    const series = { kind: "swiss", number: 1, wins: null, standings: [], tournament: "s1" };
    const now = over({}, { series: series as never });
    render(EndedTable, { table: new FakeTable({ now }) });
    const card = screen.getByRole("dialog", { name: "You win!" });
    expect(within(card).getByRole("link", { name: "Back to the tournament" })).toHaveAttribute(
      "href",
      "/swiss/s1",
    );
    expect(within(card).queryByRole("button", { name: "Play again" })).not.toBeInTheDocument();
  });

  test("what luck did is told, and the best turn is played again behind the card", async () => {
    settings.pace = "off";
    const game = tilesGame({
      seq: 1,
      players: tilesGame().players.map((player) => ({ ...player, score: 0 })),
    });
    const scored = {
      ...game,
      seq: 2,
      players: game.players.map((player, seat) => ({ ...player, score: seat === 0 ? 7 : 0 })),
    };
    const acts = [
      { event: "tiles-placed", seat: 0, tiles: [[1, 0, "Rs"]], lines: [], points: 7, stars: [] },
    ];
    const events = [
      eventOf({ event: "game-started" } as never, {
        seq: 1,
        game: game as never,
        board: game.board as never,
      }),
      eventOf({ event: "turn-played", seat: 0, acts, by: "player" } as never, {
        seq: 2,
        game: scored as never,
      }),
    ];
    serve({
      "/api/tables/t1/story": { events, hands: null },
      "/api/tables/t1/luck": {
        players: [
          { luck: 1, margin_without_luck: 20 },
          { luck: 1, margin_without_luck: -20 },
        ],
        spread: 15,
      },
    });
    render(EndedTable, { table: new FakeTable({ now: over() }) });
    expect(
      await screen.findByText(
        "Without luck you would be ahead by 20 points, give or take 15 points.",
      ),
    ).toBeVisible();
    const best = await screen.findByRole("button", { name: /Best turn: Ann, 7 points/ });
    await userEvent.click(best);
    expect(best).toHaveAttribute("aria-pressed", "true");
    expect(await screen.findByText(/^You played .* for 7 points\.$/)).toBeVisible();
    await userEvent.click(best);
    expect(best).toHaveAttribute("aria-pressed", "false");
    expect(screen.queryByText(/^You played .* for 7 points\.$/)).not.toBeInTheDocument();
  });
});
