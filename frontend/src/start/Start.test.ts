import { render, screen, within } from "@testing-library/svelte";
import userEvent from "@testing-library/user-event";
import { flushSync, tick } from "svelte";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { settings } from "../settings/settings.svelte";
import { Problem, serve } from "../testing/server";
import { botOf, nowOf, seatOf, viewOf } from "../testing/views";
import { rememberTable } from "./recentTables";
import Start from "./Start.svelte";

const settled = async () => {
  // Lists of games are fetched only where there are games.
  await Promise.all([import("./RecentTables.svelte"), import("./FinishedTables.svelte")]);
  await new Promise((resolve) => setTimeout(resolve));
  await tick();
  flushSync();
};

describe("one click to a game", () => {
  test("opens a table with a bot, starts it and goes there", async () => {
    const requests = serve({ "/api/tables": { table: "t9" } });
    render(Start);
    await userEvent.click(screen.getByRole("button", { name: /^Play/ }));
    await settled();
    expect(requests.map(({ path }) => path)).toEqual(["/api/tables"]);
    expect(requests[0]?.body).toMatchObject({ table: { start: true } });
    expect(requests[0]?.body).toMatchObject({
      table: { game: "classic", seats: [{ kind: "person" }, { kind: "bot", bot: "level:1" }] },
    });
    expect(location.pathname).toBe("/t/t9");
  });

  test("against another opponent, at another game, next time too", async () => {
    const requests = serve({ "/api/tables": { table: "t9" } });
    render(Start);
    await userEvent.click(screen.getByRole("radio", { name: "Owl" }));
    await userEvent.click(screen.getByRole("radio", { name: "Cards" }));
    expect(screen.getByRole("radio", { name: "Owl" })).toBeChecked();
    await userEvent.click(screen.getByRole("button", { name: /^Play.*Cards, against Owl/ }));
    await settled();
    expect(requests[0]?.body).toMatchObject({
      table: { game: "cards", seats: [{ kind: "person" }, { kind: "bot", bot: "level:7" }] },
    });
    expect([settings.game, settings.opponent]).toEqual(["cards", "level:7"]);
    Object.assign(settings, { game: "classic", opponent: "level:1" });
  });

  test("against the opponent that fits now", async () => {
    const requests = serve({
      "/api/statistics/opponent": { bot: "level:4.3", level: 4.3, low: 3.6, high: 5, games: 7 },
      "/api/tables": { table: "t9" },
    });
    render(Start);
    await userEvent.click(screen.getByRole("radio", { name: "One that fits you" }));
    await userEvent.click(screen.getByRole("button", { name: /^Play/ }));
    await settled();
    expect(requests.at(-1)?.body).toMatchObject({
      table: { seats: [{ kind: "person" }, { kind: "bot", bot: "level:4.3" }] },
    });
    expect(settings.opponent).toBe("fitting");
    settings.opponent = "level:1";
  });

  test("that is refused says why, and can be tried again", async () => {
    serve({ "/api/tables": new Problem("too-often", 429) });
    render(Start);
    const button = screen.getByRole("button", { name: /^Play/ });
    await userEvent.click(button);
    expect(await screen.findByRole("alert")).toHaveTextContent("Too many attempts.");
    expect(button).toBeEnabled();
  });

  test("without a server the page says so", async () => {
    serve({});
    globalThis.fetch = () => Promise.reject(new TypeError("no network"));
    render(Start);
    await userEvent.click(screen.getByRole("button", { name: /^Play/ }));
    expect(await screen.findByRole("alert")).toHaveTextContent("Are you online?");
  });
});

describe("without a network", () => {
  const online = vi.spyOn(navigator, "onLine", "get");
  beforeEach(() => {
    online.mockReturnValue(false);
  });
  afterEach(() => {
    online.mockReturnValue(true);
  });

  test("the button says that it waits, and opens the game when the network is back", async () => {
    const requests = serve({ "/api/tables": { table: "t9" } });
    render(Start);
    const button = screen.getByRole("button", { name: /^Play/ });
    await userEvent.click(button);
    expect(button).toHaveTextContent("Waiting for the network …");
    expect(requests).toEqual([]);
    dispatchEvent(new Event("online"));
    await settled();
    expect(location.pathname).toBe("/t/t9");
    expect(button).not.toHaveTextContent("Waiting");
  });

  test("no game is opened for somebody who has left", async () => {
    const requests = serve({ "/api/tables": { table: "t9" } });
    const { unmount } = render(Start);
    await userEvent.click(screen.getByRole("button", { name: /^Play/ }));
    unmount();
    dispatchEvent(new Event("online"));
    await settled();
    expect(requests).toEqual([]);
  });
});

const RESULT = {
  id: "t0",
  at: 1,
  game: "classic",
  family: "placement",
  won: true,
  score: 90,
  margin: 3,
  opponents: [],
};
const puzzleOfToday = () => screen.findByRole("region", { name: "Puzzle of the day" });

describe("a first visit", () => {
  test("has two doors: a friendly game against the gentlest opponent, or the lesson", async () => {
    const requests = serve({
      "/api/tables/t9/commands": { seq: 2, first: 2 },
      "/api/tables": { table: "t9" },
    });
    render(Start);
    const doors = within(screen.getByRole("region", { name: "Your first game" }));
    expect(doors.getByRole("link", { name: "Show me: two minutes" })).toHaveAttribute(
      "href",
      "/learn/classic",
    );
    await userEvent.click(doors.getByRole("button", { name: "I know it: play" }));
    await settled();
    expect(requests[0]?.body).toMatchObject({
      table: { friendly_deal: true, seats: [{ kind: "person" }, { kind: "bot", bot: "level:1" }] },
    });
  });

  test("is over once a game was played: the puzzle of the day lies on the table", async () => {
    localStorage.setItem("qwirkle.results", JSON.stringify([RESULT]));
    const requests = serve({ "/api/tables": { table: "t9" } });
    render(Start);
    expect(screen.queryByRole("region", { name: "Your first game" })).not.toBeInTheDocument();
    expect(await puzzleOfToday()).toBeVisible();
    await userEvent.click(screen.getByRole("button", { name: /^Play/ }));
    await settled();
    const opened = requests.find(({ path }) => path === "/api/tables");
    expect(opened?.body).not.toHaveProperty("table.friendly_deal");
  });

  test("a puzzle that did not come can be asked for again", async () => {
    localStorage.setItem("qwirkle.results", JSON.stringify([RESULT]));
    const requests = serve({ "/api/puzzles/": new Problem("busy", 503) });
    render(Start);
    const today = within(await puzzleOfToday());
    const again = await today.findByRole("button", { name: "Try again" });
    const asked = () => requests.filter(({ path }) => path.startsWith("/api/puzzles/")).length;
    expect(asked()).toBe(1);
    await userEvent.click(again);
    await today.findByRole("alert");
    expect(asked()).toBe(2);
  });

  test("is over while a game runs, which lies on the table if it is the reader’s turn", async () => {
    const mine = viewOf({ table: "t5", now: nowOf({ seats: [seatOf("Ann"), botOf(4)], turn: 0 }) });
    rememberTable(mine);
    serve({ "/api/tables/t5": mine });
    render(Start);
    expect(screen.getByRole("region", { name: "Your turn" })).toBeVisible();
    expect(screen.queryByRole("region", { name: "Your first game" })).not.toBeInTheDocument();
  });
});

describe("games to go on with", () => {
  const seats = [seatOf("Ann"), botOf(4)];
  const running = (table: string, turn: number) =>
    viewOf({ table, now: nowOf({ seats, turn, turn_since: Date.now() }) });
  const region = () => screen.getByRole("region", { name: "Continue" });
  const hrefs = () =>
    within(region())
      .getAllByRole("link")
      .map((link) => link.getAttribute("href"));

  test("say who plays for how many points, and whose turn it is", async () => {
    rememberTable(running("t5", 0));
    serve({ "/api/tables/t5": running("t5", 0) });
    render(Start);
    await settled();
    const link = within(region()).getByRole("link");
    expect(link).toHaveAttribute("href", "/t/t5");
    expect(link).toHaveTextContent(/Classic.*You 12 · Otter 3\s*Your turn/);
  });

  test("can be removed and put back; the seat is never lost", async () => {
    rememberTable(running("t5", 0));
    serve({ "/api/tables/t5": running("t5", 0) });
    const { unmount } = render(Start);
    await settled();
    const remove = { name: "Remove Classic from this list" };
    await userEvent.click(within(region()).getByRole("button", remove));
    expect(within(region()).queryByRole("link")).not.toBeInTheDocument();
    expect(within(region()).getByRole("button", { name: "Undo" })).toHaveFocus();
    await userEvent.click(within(region()).getByRole("button", { name: "Undo" }));
    expect(hrefs()).toEqual(["/t/t5"]);
    await userEvent.click(within(region()).getByRole("button", remove));
    unmount();
    render(Start);
    expect(screen.queryByRole("region", { name: "Continue" })).not.toBeInTheDocument();
    await userEvent.click(await screen.findByRole("button", { name: "Bring back 1 removed game" }));
    await settled();
    expect(hrefs()).toEqual(["/t/t5"]);
  });

  test("keep their order, whichever answer comes first", async () => {
    let answer: (view: unknown) => void = () => {};
    serve({});
    globalThis.fetch = async (path) => {
      const id = String(path).slice("/api/tables/".length);
      if (id === "t6") await new Promise((resolve) => (answer = resolve));
      return new Response(JSON.stringify(running(id, id === "t7" ? 0 : 1)));
    };
    for (const table of ["t5", "t6", "t7"]) rememberTable(running(table, 1), Date.now() - 1000);
    rememberTable(running("t6", 1), Date.now() - 500);
    rememberTable(running("t7", 0), Date.now() - 2000);
    render(Start);
    await userEvent.click(await screen.findByRole("button", { name: /^Show \d more/ }));
    expect(hrefs()).toEqual(["/t/t7", "/t/t6", "/t/t5"]);
    await settled();
    expect(hrefs()).toEqual(["/t/t7", "/t/t6", "/t/t5"]);
    answer(null);
    await settled();
    expect(hrefs()).toEqual(["/t/t7", "/t/t6", "/t/t5"]);
  });

  test("that are over have a list of their own", async () => {
    const ended = {
      how: "finished" as const,
      at: Date.now(),
      scores: [80, 70],
      places: [1, 2],
      winners: [0],
    };
    const view = viewOf({ table: "t5", now: nowOf({ phase: "ended", turn: null, seats, ended }) });
    rememberTable(view);
    serve({ "/api/tables/t5": view });
    render(Start);
    await settled();
    expect(screen.queryByRole("region", { name: "Continue" })).not.toBeInTheDocument();
    await userEvent.click(screen.getByText("1 finished game"));
    expect(screen.getByRole("link", { name: /Classic.*You 80\s· Otter 70\s*Won/ })).toBeVisible();
  });

  test("that the server has forgotten are gone; without an answer they stay", async () => {
    rememberTable(viewOf({ table: "t5" }));
    rememberTable(viewOf({ table: "t6" }));
    serve({
      "/api/tables/t6": new Problem("no-such-table", 404),
      "/api/tables/t5": new Problem("busy", 503),
    });
    render(Start);
    await settled();
    expect(hrefs()).toEqual(["/t/t5"]);
  });
});
