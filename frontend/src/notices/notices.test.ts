import { fireEvent, render, screen } from "@testing-library/svelte";
import userEvent from "@testing-library/user-event";
import { flushSync } from "svelte";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { FakeTable } from "../testing/fakeTable.svelte";
import { noticeServer, notPushing, pushing } from "../testing/push";
import { Problem, serve } from "../testing/server";
import { viewOf } from "../testing/views";
import MuteTable from "./MuteTable.svelte";
import NoticeChoices from "./NoticeChoices.svelte";
import { Notices, notices } from "./notices.svelte";
import TableNotices from "./TableNotices.svelte";
import { minutesOf, timeOf } from "./times";

beforeEach(() => {
  notices.standing = "unknown";
  notices.quiet = null;
  notices.errorMessage = "";
});
afterEach(notPushing);

const DAY = { per: "turn", ms: 86_400_000, added_ms: 0 } as const;

describe("notices", () => {
  test("are turned on by a tap, which asks for permission and subscribes", async () => {
    const browser = pushing();
    const requests = serve({ "/api/notices": noticeServer(2) });
    const mine = new Notices();
    await mine.look();
    expect(mine.standing).toBe("off");
    expect(browser.asked).not.toHaveBeenCalled();
    await mine.toggle();
    expect(mine.standing).toBe("on");
    expect(browser.subscribe).toHaveBeenCalledExactlyOnceWith({
      userVisibleOnly: true,
      applicationServerKey: "server-key",
    });
    expect(requests.at(-1)).toMatchObject({
      method: "POST",
      body: {
        endpoint: "https://push.example/1",
        keys: { p256dh: "point", auth: "secret" },
        language: "en",
        quiet: null,
      },
    });
    expect(browser.badge).toHaveBeenLastCalledWith(2);
  });

  test("are turned off by a tap, in the browser and on the server", async () => {
    const browser = pushing();
    const requests = serve({ "/api/notices": noticeServer() });
    const mine = new Notices();
    await mine.turnOn();
    await mine.toggle();
    expect(mine.standing).toBe("off");
    expect(browser.unsubscribe).toHaveBeenCalledOnce();
    expect(requests.at(-1)?.method).toBe("DELETE");
    expect(browser.cleared).toHaveBeenCalled();
  });

  test("stay off for a reader who says no to the browser", async () => {
    const browser = pushing();
    browser.asked.mockResolvedValue("denied");
    const requests = serve({ "/api/notices": noticeServer() });
    const mine = new Notices();
    await mine.turnOn();
    expect(mine.standing).toBe("blocked");
    expect(requests.every(({ method }) => method === "GET")).toBe(true);
  });

  test("are not possible without a push service, or where the server has none", async () => {
    serve({ "/api/notices": { key: null, endpoint: null, quiet: null, waiting: 0 } });
    const mine = new Notices();
    await mine.look();
    expect(mine.standing).toBe("impossible");
    pushing();
    await mine.look();
    expect(mine.standing).toBe("impossible");
    pushing("denied");
    await mine.look();
    expect(mine.standing).toBe("blocked");
  });

  test("need the home screen on an iPhone", async () => {
    Object.defineProperty(navigator, "standalone", { value: false, configurable: true });
    const mine = new Notices();
    await mine.look();
    expect(mine.standing).toBe("home-screen");
    Reflect.deleteProperty(navigator, "standalone");
  });

  test("say what is wrong when the server refuses", async () => {
    pushing();
    const answer = noticeServer();
    serve({
      "/api/notices": (request: { method: string; body: unknown }) =>
        request.method === "POST" ? new Problem("not-found/notices", 404) : answer(request),
    });
    const mine = new Notices();
    await mine.turnOn();
    expect(mine.errorMessage).not.toBe("");
    expect(mine.standing).not.toBe("on");
  });

  test("are renewed with what the browser has now", async () => {
    const browser = pushing("granted");
    const requests = serve({ "/api/notices": noticeServer(1) });
    const mine = new Notices();
    await mine.renew();
    expect(requests.map(({ method }) => method)).toEqual(["GET"]);
    await mine.turnOn();
    await mine.renew();
    expect(requests.at(-1)?.method).toBe("POST");
    expect(browser.subscribe).toHaveBeenCalledOnce();
  });
});

describe("the choices", () => {
  test("have a switch, and quiet hours when it is on", async () => {
    pushing();
    const requests = serve({ "/api/notices": noticeServer() });
    render(NoticeChoices);
    const name = "Notify me when it’s my turn";
    await userEvent.click(await screen.findByRole("switch", { name }));
    await userEvent.click(await screen.findByRole("switch", { name: "Quiet hours" }));
    await vi.waitFor(() =>
      expect(requests.at(-1)?.body).toMatchObject({ quiet: { begin: 1320, end: 420 } }),
    );
    const from = await screen.findByLabelText("From");
    expect(from).toHaveValue("22:00");
    await fireEvent.change(from, { target: { value: "23:30" } });
    await vi.waitFor(() =>
      expect(requests.at(-1)?.body).toMatchObject({ quiet: { begin: 1410, end: 420 } }),
    );
  });

  test("tell a reader of an iPhone what to do first", async () => {
    Object.defineProperty(navigator, "standalone", { value: false, configurable: true });
    render(NoticeChoices);
    expect(await screen.findByText(/home screen/)).toBeInTheDocument();
    expect(screen.queryByRole("switch")).not.toBeInTheDocument();
    Reflect.deleteProperty(navigator, "standalone");
  });

  test("know times", () => {
    expect(timeOf(425)).toBe("07:05");
    expect(minutesOf("07:05")).toBe(425);
    expect(minutesOf("")).toBeNull();
  });
});

describe("at a table", () => {
  function turn(table: FakeTable, seat: number): void {
    const { now } = viewOf(table.view ?? {});
    table.change({ now: { ...now, turn: seat } });
    flushSync();
  }

  test("they are offered after the first own turn, and never again", async () => {
    const browser = pushing();
    serve({ "/api/notices": noticeServer() });
    const table = new FakeTable({ clock: DAY });
    turn(table, 0);
    render(TableNotices, { table });
    await notices.look();
    expect(screen.queryByRole("button", { name: "Turn on notifications" })).toBeNull();
    turn(table, 1);
    await userEvent.click(await screen.findByRole("button", { name: "Turn on notifications" }));
    await vi.waitFor(() => expect(notices.on).toBe(true));
    expect(browser.asked).toHaveBeenCalledOnce();
    await notices.turnOff();
    turn(table, 0);
    turn(table, 1);
    await notices.look();
    expect(screen.queryByRole("button", { name: "Turn on notifications" })).toBeNull();
  });

  test.each([
    ["with a short clock", { clock: { ...DAY, ms: 60_000 } }],
    ["without a clock", { clock: null }],
  ])("they are not offered %s", async (_, view) => {
    pushing();
    serve({ "/api/notices": noticeServer() });
    const table = new FakeTable(view);
    turn(table, 0);
    render(TableNotices, { table });
    turn(table, 1);
    await notices.look();
    flushSync();
    expect(screen.queryByRole("button", { name: "Turn on notifications" })).toBeNull();
  });

  test("a notice of the table goes when the table is open", async () => {
    const browser = pushing();
    serve({ "/api/notices": noticeServer() });
    render(TableNotices, { table: new FakeTable() });
    // Its own, and one about several tables.
    await vi.waitFor(() => expect(browser.closed).toHaveBeenCalledTimes(2));
  });

  test("the badge follows the turns", async () => {
    const browser = pushing();
    serve({ "/api/notices": noticeServer(3) });
    await notices.turnOn();
    browser.badge.mockClear();
    const table = new FakeTable();
    turn(table, 0);
    render(TableNotices, { table });
    flushSync();
    await vi.waitFor(() => expect(browser.badge).toHaveBeenCalledWith(3));
  });
});

describe("a table", () => {
  const name = "Notifications about this game";
  const path = "/api/tables/t1/mute";

  /** A server at which the seat is muted, or not. */
  function muting(muted: boolean) {
    return ({ method }: { method: string }) => {
      if (method !== "GET") muted = method === "POST";
      return { on: true, muted };
    };
  }

  test("is muted and unmuted by a switch", async () => {
    const requests = serve({ [path]: muting(false) });
    render(MuteTable, { table: "t1" });
    const choice = await screen.findByRole("switch", { name });
    expect(choice).toBeChecked();
    await userEvent.click(choice);
    expect(requests.at(-1)).toMatchObject({ method: "POST", path });
    await vi.waitFor(() => expect(choice).not.toBeChecked());
    await userEvent.click(choice);
    expect(requests.at(-1)).toMatchObject({ method: "DELETE", path });
    await vi.waitFor(() => expect(choice).toBeChecked());
  });

  test("that was muted shows it", async () => {
    serve({ [path]: muting(true) });
    render(MuteTable, { table: "t1" });
    expect(await screen.findByRole("switch", { name })).not.toBeChecked();
  });

  test.each([
    ["that reaches nobody with notices", { on: false, muted: false }],
    ["that does not answer", new Problem("not-seated", 403)],
  ])("%s has no switch", async (_, answer) => {
    const requests = serve({ [path]: answer });
    render(MuteTable, { table: "t1" });
    await vi.waitFor(() => expect(requests).toHaveLength(1));
    // Everything that waits for the answer runs before this does.
    await new Promise((done) => setTimeout(done));
    flushSync();
    expect(screen.queryByRole("switch")).toBeNull();
  });

  test("that refuses leaves the switch as it was, and says why", async () => {
    serve({
      [path]: ({ method }: { method: string }) =>
        method === "GET" ? { on: true, muted: false } : new Problem("table-ended", 409),
    });
    render(MuteTable, { table: "t1" });
    const choice = await screen.findByRole("switch", { name });
    await userEvent.click(choice);
    expect(await screen.findByRole("alert")).not.toBeEmptyDOMElement();
    expect(choice).toBeChecked();
  });

  test("that is muted does not count on the app’s icon", async () => {
    const browser = pushing();
    serve({ "/api/notices": noticeServer(2), [path]: muting(false) });
    await notices.turnOn();
    browser.badge.mockClear();
    render(MuteTable, { table: "t1" });
    await userEvent.click(await screen.findByRole("switch", { name }));
    await vi.waitFor(() => expect(browser.badge).toHaveBeenCalledWith(2));
  });
});
