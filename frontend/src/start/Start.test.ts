import { render, screen, within } from "@testing-library/svelte";
import userEvent from "@testing-library/user-event";
import { flushSync, tick } from "svelte";
import { describe, expect, test } from "vitest";
import { settings } from "../settings/settings.svelte";
import { Problem, serve } from "../testing/server";
import { botOf, nowOf, seatOf, viewOf } from "../testing/views";
import { rememberTable } from "./recentTables";
import Start from "./Start.svelte";

const settled = async () => {
  await new Promise((resolve) => setTimeout(resolve));
  await tick();
  flushSync();
};

describe("one click to a game", () => {
  test("opens a table with a bot, starts it and goes there", async () => {
    const requests = serve({
      "/api/tables/t9/commands": { seq: 2, first: 2 },
      "/api/tables": { table: "t9" },
    });
    render(Start);
    await userEvent.click(screen.getByRole("button", { name: /^Play/ }));
    await settled();
    expect(requests.map(({ path }) => path)).toEqual(["/api/tables", "/api/tables/t9/commands"]);
    expect(requests[0]?.body).toMatchObject({
      table: { game: "classic", seats: [{ kind: "person" }, { kind: "bot", bot: "level:4" }] },
    });
    expect(location.pathname).toBe("/t/t9");
  });

  test("against another opponent, at another game, next time too", async () => {
    const requests = serve({ "/api/tables": { table: "t9" } });
    render(Start);
    await userEvent.click(screen.getByRole("radio", { name: "Owl", hidden: true }));
    await userEvent.selectOptions(
      screen.getByRole("combobox", { name: "Game", hidden: true }),
      "cards",
    );
    await userEvent.click(screen.getByRole("button", { name: /^Play.*Cards, against Owl/ }));
    await settled();
    expect(requests[0]?.body).toMatchObject({
      table: { game: "cards", seats: [{ kind: "person" }, { kind: "bot", bot: "level:7" }] },
    });
    expect([settings.game, settings.opponent]).toEqual(["cards", "level:7"]);
    Object.assign(settings, { game: "classic", opponent: "level:4" });
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

describe("games to go on with", () => {
  test("are listed with whose turn it is, and can be taken from the list", async () => {
    const now = nowOf({ seats: [seatOf("Ann"), botOf(4)], turn: 0 });
    rememberTable(viewOf({ table: "t5", now }));
    serve({ "/api/tables/t5": viewOf({ table: "t5", now }) });
    render(Start);
    await settled();
    const list = screen.getByRole("region", { name: "Continue" });
    const link = within(list).getByRole("link");
    expect(link).toHaveAttribute("href", "/t/t5");
    expect(link).toHaveTextContent(/Classic\s*Otter\s*Your turn/);
    await userEvent.click(
      within(list).getByRole("button", { name: "Remove Classic from this list" }),
    );
    expect(screen.queryByRole("region", { name: "Continue" })).not.toBeInTheDocument();
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
    const links = within(screen.getByRole("region", { name: "Continue" })).getAllByRole("link");
    expect(links.map((link) => link.getAttribute("href"))).toEqual(["/t/t5"]);
  });
});
