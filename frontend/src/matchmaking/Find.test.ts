import { render, screen, within } from "@testing-library/svelte";
import userEvent from "@testing-library/user-event";
import { tick } from "svelte";
import { beforeEach, describe, expect, test, vi } from "vitest";
import type { ListedTable, TableView } from "../api/types";
import { settings } from "../settings/settings.svelte";
import { Problem, type Request, serve } from "../testing/server";
import { botOf, nowOf, seatOf, tilesGame, viewOf } from "../testing/views";
import { companions, noteCompanions } from "./companions";
import Find from "./Find.svelte";
import { invite } from "./invitations";

const free = seatOf("", { taken: false });

function listedOf(table: string, more: Partial<ListedTable> = {}): ListedTable {
  const { edition } = viewOf();
  const now = nowOf({ phase: "lobby", turn: null, seats: [seatOf("Ann"), free] });
  return { table, opened_at: 1, edition, clock: null, hints: true, now, ...more };
}

const settled = async () => {
  await new Promise((resolve) => setTimeout(resolve));
  await tick();
};

const ended = { how: "finished", winners: [0], places: [1, 2], scores: [9, 3], at: 50 } as const;

function over(more: Partial<TableView> = {}): TableView {
  return viewOf({ now: nowOf({ phase: "ended", turn: null, ended }), game: tilesGame(), ...more });
}

beforeEach(() => {
  settings.game = "classic";
});

describe("open tables", () => {
  test("say what is played and by whom, and lead there", async () => {
    serve({
      "/api/tables?listing=open": { tables: [listedOf("t7")], before: null },
      "/api/tables?listing=watch": { tables: [], before: null },
    });
    render(Find, { what: "" });
    const region = await screen.findByRole("region", { name: "Open tables" });
    const link = await within(region).findByRole("link", { name: /Classic.*Ann.*1 free seat/s });
    expect(link).toHaveAttribute("href", "/t/t7");
    expect(await screen.findByText("There’s no game to watch right now.")).toBeInTheDocument();
  });

  test("come page by page", async () => {
    const requests = serve({
      "/api/tables?listing=open&before=9.t7": { tables: [listedOf("t6")], before: null },
      "/api/tables?listing=open": { tables: [listedOf("t7")], before: "9.t7" },
      "/api/tables?listing=watch": { tables: [], before: null },
    });
    render(Find, { what: "" });
    const region = screen.getByRole("region", { name: "Open tables" });
    await userEvent.click(await within(region).findByRole("button", { name: "Show more" }));
    await settled();
    expect(within(region).getAllByRole("link", { name: /Ann/ })).toHaveLength(2);
    expect(within(region).queryByRole("button", { name: "Show more" })).not.toBeInTheDocument();
    expect(requests.some(({ path }) => path.endsWith("&before=9.t7"))).toBe(true);
  });

  test("are asked for again while somebody looks", async () => {
    vi.useFakeTimers();
    let tables: readonly ListedTable[] = [];
    serve({ "/api/tables": () => ({ tables, before: null }) });
    render(Find, { what: "" });
    await vi.advanceTimersByTimeAsync(0);
    expect(screen.getByText(/^Nobody is waiting at an open table/)).toBeInTheDocument();
    expect(screen.getByRole("link", { name: /Play a bot meanwhile/ })).toHaveAttribute("href", "/");
    tables = [listedOf("t7")];
    await vi.advanceTimersByTimeAsync(10_000);
    expect(screen.getAllByRole("link", { name: /Ann/ })[0]).toHaveAttribute("href", "/t/t7");
  });

  test("a server that refuses says why", async () => {
    serve({ "/api/tables": new Problem("too-often", 429) });
    render(Find, { what: "" });
    expect((await screen.findAllByRole("alert"))[0]).toHaveTextContent("Wait a moment");
  });
});

describe("a quick rated game", () => {
  const lists = { "/api/tables": { tables: [], before: null } };

  test("is one tap for people with an account", async () => {
    localStorage.setItem("qwirkle.signed-in", "1");
    const requests = serve({
      "/api/account": { account: "a", name: "Ann", ratings: {} },
      "/api/quick": { table: "q1", seq: 1, first: 1 },
      ...lists,
    });
    render(Find, { what: "" });
    await userEvent.click(await screen.findByRole("button", { name: "Play Classic" }));
    await settled();
    const wish = requests.find(({ path }) => path === "/api/quick");
    expect(wish?.body).toMatchObject({ game: "classic", face: "" });
    expect(location.pathname).toBe("/t/q1");
  });

  test("everybody else is asked to sign in", async () => {
    serve(lists);
    render(Find, { what: "" });
    const region = screen.getByRole("region", { name: "Quick rated game" });
    expect(await within(region).findByRole("link")).toHaveAttribute("href", "/account");
    expect(within(region).queryByRole("button")).not.toBeInTheDocument();
  });
});

describe("people one has played with", () => {
  test("are noted when a game is over, the latest first, each group once", () => {
    noteCompanions(viewOf());
    expect(companions()).toEqual([]);
    noteCompanions(over());
    noteCompanions(over({ table: "t2", now: nowOf({ ended: { ...ended, at: 60 } }) }));
    expect(companions()).toEqual([{ names: ["Ben"], faces: [""], table: "t2", at: 60 }]);
    // An earlier table does not replace a later one, and bots and spectators cannot be invited.
    noteCompanions(over());
    noteCompanions(over({ you: { seats: [], host: false, hands: [] } }));
    noteCompanions(over({ now: nowOf({ ended, seats: [seatOf("Ann"), botOf(3)] }) }));
    const seats = [seatOf("Ann"), seatOf("Ben"), seatOf("Cem")];
    noteCompanions(over({ table: "t3", now: nowOf({ ended, seats }) }));
    expect(companions().map(({ table }) => table)).toEqual(["t2", "t3"]);
  });

  test("are invited again with one tap: a rematch keeps their seats", async () => {
    noteCompanions(over({ table: "t2" }));
    let asked = false;
    const requests = serve({
      "/api/tables/t2/commands": (_: Request) => {
        asked = true;
        return { seq: 9, first: 9 };
      },
      "/api/tables/t2": () =>
        over({ table: "t2", now: nowOf({ phase: "ended", ended, rematch: asked ? "t3" : null }) }),
      "/api/tables/t3": viewOf({ table: "t3", now: nowOf({ phase: "lobby" }), game: null }),
      "/api/tables": { tables: [], before: null },
    });
    render(Find, { what: "" });
    await userEvent.click(await screen.findByRole("button", { name: "Invite again: Ben" }));
    await settled();
    await settled();
    expect(requests.find(({ path }) => path.endsWith("/commands"))?.body).toMatchObject({
      command: { do: "rematch" },
    });
    expect(location.pathname).toBe("/t/t3");
  });

  test("whoever was invited joins", async () => {
    noteCompanions(over({ table: "t2" }));
    const now = nowOf({
      phase: "lobby",
      turn: null,
      seats: [seatOf("Ann", { reserved: true }), seatOf("Ben")],
    });
    serve({
      "/api/tables/t2": over({ table: "t2", now: nowOf({ ended, rematch: "t3" }) }),
      "/api/tables/t3": viewOf({ table: "t3", now, game: null }),
      "/api/tables": { tables: [], before: null },
    });
    render(Find, { what: "" });
    const link = await screen.findByRole("link", { name: /Play again with Ben/ });
    expect(link).toHaveAttribute("href", "/t/t3");
  });

  test("an invitation can be declined, and muted", async () => {
    noteCompanions(over({ table: "t2" }));
    const seats = [seatOf("Ann", { reserved: true }), seatOf("Ben")];
    const now = nowOf({ phase: "lobby", turn: null, seats });
    const requests = serve({
      "/api/tables/t2/mute": { reaches: true, muted: true },
      "/api/tables/t2": over({ table: "t2", now: nowOf({ ended, rematch: "t3" }) }),
      "/api/tables/t3/commands": { seq: 9, first: 9 },
      "/api/tables/t3": viewOf({ table: "t3", now, game: null }),
      "/api/tables": { tables: [], before: null },
    });
    const { unmount } = render(Find, { what: "" });
    await userEvent.click(await screen.findByRole("button", { name: "Mute invitations from Ben" }));
    expect(screen.queryByRole("link", { name: /Play again with Ben/ })).toBeNull();
    unmount();
    render(Find, { what: "" });
    await userEvent.click(
      await screen.findByRole("button", { name: "Show invitations from Ben again" }),
    );
    const no = await screen.findByRole("button", { name: "Decline the invitation of Ben" });
    await userEvent.click(no);
    await vi.waitFor(() => expect(no).not.toBeInTheDocument());
    const muted = requests.filter(({ path }) => path === "/api/tables/t2/mute");
    expect(muted.map(({ method }) => method)).toEqual(["POST", "DELETE"]);
    expect(requests.find(({ path }) => path === "/api/tables/t3/commands")?.body).toMatchObject({
      command: { do: "stand", seat: 0 },
    });
  });

  test("who is here is shown first, if the reader shows it too", async () => {
    noteCompanions(over({ table: "t2" }));
    const group = { table: "t9", game: "classic", at: 1 };
    const requests = serve({
      "/api/people": ({ body }: Request) => ({
        groups: [
          {
            ...group,
            people: [{ name: "Cem", seat: 1, here: (body as { show: boolean }).show }],
          },
        ],
      }),
      "/api/tables/": over({ now: nowOf({ phase: "ended", ended }) }),
      "/api/tables": { tables: [], before: null },
    });
    const { unmount } = render(Find, { what: "" });
    expect(await screen.findByText("Cem is here")).toBeInTheDocument();
    const names = () =>
      screen
        .getAllByRole("button", { name: /^Invite again/ })
        .map((button) => button.getAttribute("aria-label"));
    expect(names()).toEqual(["Invite again: Cem", "Invite again: Ben"]);
    unmount();
    settings.present = false;
    render(Find, { what: "" });
    await vi.waitFor(() => expect(screen.queryByText("Cem is here")).toBeNull());
    expect(requests.filter(({ path }) => path === "/api/people").at(-1)?.body).toEqual({
      show: false,
    });
    settings.present = true;
  });

  test("an invitation follows the games that were played since", async () => {
    serve({
      "/api/tables/t2": over({ now: nowOf({ phase: "ended", ended, rematch: "t3" }) }),
      "/api/tables/t3": over({ now: nowOf({ phase: "ended", ended, rematch: "t4" }) }),
      "/api/tables/t4": viewOf({ now: nowOf({ phase: "lobby" }), game: null }),
    });
    expect(await invite("t2")).toBe("t4");
  });

  test("those whose table is gone are forgotten", async () => {
    noteCompanions(over({ table: "t2" }));
    serve({ "/api/tables?": { tables: [], before: null } });
    render(Find, { what: "" });
    await settled();
    await settled();
    expect(companions()).toEqual([]);
  });
});
