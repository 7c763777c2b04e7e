import { render, screen, within } from "@testing-library/svelte";
import userEvent from "@testing-library/user-event";
import { flushSync } from "svelte";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { FakeTable } from "../testing/fakeTable.svelte";
import { Problem, serve } from "../testing/server";
import { botOf, eventOf, nowOf, problemOf, seatOf, viewOf } from "../testing/views";
import Clock from "./Clock.svelte";
import ConnectionNotice from "./ConnectionNotice.svelte";
import HandOver from "./HandOver.svelte";
import Invitation from "./Invitation.svelte";
import Reactions from "./Reactions.svelte";
import SeatLink from "./SeatLink.svelte";
import TableMenu from "./TableMenu.svelte";
import TurnStatus from "./TurnStatus.svelte";
import Votes from "./Votes.svelte";

const people = [seatOf("Ann"), seatOf("Ben"), seatOf("Cem")];

describe("the menu", () => {
  beforeEach(() => void serve({ "/api/tables/": { on: true, muted: false } }));

  async function opened(table: FakeTable) {
    render(TableMenu, { table });
    await userEvent.click(screen.getByRole("button", { name: "Menu" }));
    return screen.getByRole("dialog", { name: "Menu" });
  }

  test("a player can give up, after a question", async () => {
    const table = new FakeTable();
    const menu = await opened(table);
    await userEvent.click(within(menu).getByRole("button", { name: "Give up" }));
    expect(table.do).not.toHaveBeenCalled();
    const question = screen.getByRole("dialog", { name: "Give up?" });
    await userEvent.click(within(question).getByRole("button", { name: "Give up" }));
    expect(table.do).toHaveBeenCalledExactlyOnceWith({ do: "resign" });
    expect(question).not.toHaveAttribute("open");
  });

  test("whoever changes their mind plays on", async () => {
    const table = new FakeTable();
    const menu = await opened(table);
    await userEvent.click(within(menu).getByRole("button", { name: "Give up" }));
    await userEvent.click(screen.getByRole("button", { name: "No, keep playing" }));
    expect(table.do).not.toHaveBeenCalled();
  });

  test("a refusal stays on the screen", async () => {
    const table = new FakeTable();
    table.do.mockRejectedValueOnce(await refusal("seat-is-out"));
    const menu = await opened(table);
    await userEvent.click(within(menu).getByRole("button", { name: "Give up" }));
    const question = screen.getByRole("dialog", { name: "Give up?" });
    await userEvent.click(within(question).getByRole("button", { name: "Give up" }));
    expect(await screen.findByRole("alert")).toHaveTextContent("no longer in this game");
  });

  test("spectators find neither giving up nor another device", async () => {
    const menu = await opened(new FakeTable({ you: { seats: [], host: false, hands: [] } }));
    expect(within(menu).queryByRole("button", { name: "Give up" })).not.toBeInTheDocument();
    expect(
      within(menu).queryByRole("button", { name: "Play on another device" }),
    ).not.toBeInTheDocument();
    expect(
      within(menu).getByRole("button", { name: "Back to the start page" }),
    ).toBeInTheDocument();
  });

  test("the notices of a game with other people can be muted", async () => {
    const name = "Notifications about this game";
    const menu = await opened(new FakeTable());
    expect(await within(menu).findByRole("switch", { name })).toBeChecked();
  });

  test.each([
    ["alone", { now: nowOf({ seats: [seatOf("Ann"), botOf(3)] }) }],
    ["as a spectator", { you: { seats: [], host: false, hands: [] } }],
  ])("nothing can be muted %s", async (_, view) => {
    const requests = serve({});
    await opened(new FakeTable(view));
    expect(requests.filter(({ path }) => path.endsWith("/mute"))).toEqual([]);
  });

  test("the game can be ended only with other people", async () => {
    const alone = new FakeTable({ now: nowOf({ seats: [seatOf("Ann"), botOf(3)] }) });
    const menu = await opened(alone);
    expect(
      within(menu).queryByRole("button", { name: "Ask to end the game" }),
    ).not.toBeInTheDocument();
  });
});

/** Return a refusal in the form that the client throws. */
async function refusal(reason: string): Promise<Error> {
  const { Refusal } = await import("../api/client");
  return new Refusal(problemOf(reason));
}

describe("whose turn it is", () => {
  const said = (table: FakeTable) => render(TurnStatus, { table }).container.textContent?.trim();

  test.each([
    ["the own turn", { turn: 0 }, "Your turn"],
    ["a bot", { turn: 1, seats: [seatOf("Ann"), botOf(4)] }, "Otter is thinking"],
    ["somebody else", { turn: 1 }, "Waiting for Ben"],
  ])("%s", (_, now, words) => {
    vi.useFakeTimers({ now: 5_000 });
    expect(said(new FakeTable({ now: nowOf({ turn_since: 0, ...now }) }))).toBe(words);
  });

  test("somebody who is away, and for how long", () => {
    vi.useFakeTimers({ now: 120_000 });
    const table = new FakeTable({ now: nowOf({ turn: 1 }) });
    table.present = [0];
    expect(said(table)).toBe("Ben is away. Waited 2 minutes so far");
  });

  test("somebody who has just left has not been waited for yet", () => {
    vi.useFakeTimers({ now: 14_000 });
    const table = new FakeTable({ now: nowOf({ turn: 1 }) });
    table.present = [0];
    expect(said(table)).toBe("Waiting for Ben, who is away");
  });

  test("on a shared device the name says whose turn it is", () => {
    const table = new FakeTable({ you: { seats: [0, 1], host: true, hands: [] } });
    expect(said(table)).toBe("Ann, your turn");
  });
});

describe("a clock", () => {
  test("counts down for the seat whose turn it is", () => {
    vi.useFakeTimers({ now: 0 });
    const now = nowOf({ deadline: 90_000, seats: [seatOf("Ann"), seatOf("Ben")] });
    const { container } = render(Clock, { table: new FakeTable({ now }), seat: 0 });
    expect(container).toHaveTextContent("1:30");
    vi.advanceTimersByTime(31_000);
    flushSync();
    expect(container).toHaveTextContent("0:59");
  });

  test("is not shown where there is none", () => {
    const { container } = render(Clock, { table: new FakeTable(), seat: 0 });
    expect(container).toHaveTextContent("");
  });
});

describe("a lost connection", () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });

  test("is announced after a moment, and no longer when it is back", () => {
    const table = new FakeTable();
    render(ConnectionNotice, { table });
    const notice = screen.getByRole("status");
    table.connection = "waiting";
    flushSync();
    vi.advanceTimersByTime(1000);
    flushSync();
    expect(notice).toHaveTextContent("");
    vi.advanceTimersByTime(1000);
    flushSync();
    expect(notice).toHaveTextContent("Reconnecting …");
    table.connection = "open";
    flushSync();
    expect(notice).toHaveTextContent("");
  });
});

describe("one device for two people", () => {
  const table = () =>
    new FakeTable({
      you: {
        seats: [0, 1],
        host: true,
        hands: [
          { seat: 0, hand: ["Ro"] },
          { seat: 1, hand: ["Bs"] },
        ],
      },
    });

  test("goes to the next one before a hand is shown", async () => {
    const shared = table();
    render(HandOver, { table: shared, seat: null });
    expect(screen.getByRole("status")).toHaveTextContent("Pass the device to Ann");
    await userEvent.click(screen.getByRole("button", { name: /^I’m Ann/ }));
    expect(screen.queryByRole("status")).not.toBeInTheDocument();
    shared.change({ now: nowOf({ turn: 1 }) });
    flushSync();
    expect(screen.getByRole("status")).toHaveTextContent("Pass the device to Ben");
    expect(screen.getByRole("button", { name: /^I’m Ben/ })).toHaveFocus();
  });

  test("is not handed over by somebody who plays alone on it", () => {
    render(HandOver, { table: new FakeTable(), seat: null });
    expect(screen.queryByRole("button")).not.toBeInTheDocument();
  });
});

describe("votes", () => {
  test("somebody else asks to end the game", async () => {
    const table = new FakeTable({
      now: nowOf({ vote: { about: "end", agreed: [1], gone: null, seat: null } }),
    });
    render(Votes, { table });
    expect(screen.getByText(/^Ben would like to end the game here/)).toBeInTheDocument();
    await userEvent.click(screen.getByRole("button", { name: "I agree" }));
    expect(table.do).toHaveBeenCalledExactlyOnceWith({ do: "vote", agree: true });
  });

  test("one's own wish can be taken back", async () => {
    const table = new FakeTable({
      now: nowOf({ vote: { about: "end", agreed: [0], gone: null, seat: null } }),
    });
    render(Votes, { table });
    await userEvent.click(screen.getByRole("button", { name: "Withdraw" }));
    expect(table.do).toHaveBeenCalledExactlyOnceWith({ do: "vote", agree: false });
  });

  test("among three, one who is gone can be left out", async () => {
    vi.useFakeTimers({ now: 1_000_000, shouldAdvanceTime: true });
    const now = nowOf({ seats: people, turn: 1, gone_at: 900_000 });
    const table = new FakeTable({ now });
    render(Votes, { table });
    await userEvent.click(screen.getByRole("button", { name: "Continue without Ben" }));
    expect(table.do).toHaveBeenCalledExactlyOnceWith({ do: "call-vote", about: "remove" });
  });

  test("nothing is offered while nobody waits too long", () => {
    vi.useFakeTimers({ now: 800_000 });
    render(Votes, { table: new FakeTable({ now: nowOf({ turn: 1, gone_at: 900_000 }) }) });
    expect(screen.queryByRole("button")).not.toBeInTheDocument();
  });
});

describe("reactions", () => {
  test("those of others are shown for a moment", () => {
    vi.useFakeTimers();
    const table = new FakeTable();
    render(Reactions, { table });
    table.tell(eventOf({ event: "reacted", seat: 1, what: "well-played" }));
    flushSync();
    expect(screen.getByRole("status")).toHaveTextContent("Ben Well played!");
    vi.advanceTimersByTime(5000);
    flushSync();
    expect(screen.getByRole("status")).toHaveTextContent("");
  });

  test("there is nobody to react to among bots", () => {
    render(Reactions, {
      table: new FakeTable({ now: nowOf({ seats: [seatOf("Ann"), botOf(1)] }) }),
    });
    expect(screen.queryByRole("button", { name: "Say something" })).not.toBeInTheDocument();
  });

  test("one is sent from the own seat", async () => {
    const table = new FakeTable();
    render(Reactions, { table });
    HTMLElement.prototype.hidePopover = vi.fn();
    await userEvent.click(screen.getByRole("button", { name: "Wow!" }));
    expect(table.do).toHaveBeenCalledExactlyOnceWith({ do: "react", what: "wow", seat: 0 });
  });
});

describe("links", () => {
  test("an invitation is the link of the server, and a picture of it", async () => {
    serve({ "/api/tables/t1/invitation": { link: "https://example.org/t/t1" } });
    render(Invitation, { to: { table: "t1" } });
    expect(await screen.findByRole("textbox", { name: "Invitation" })).toHaveValue(
      "https://example.org/t/t1",
    );
    expect(screen.getByRole("img")).toHaveAttribute("src", "/api/tables/t1/invitation.svg?0");
  });

  test("without an answer the address of the page is the invitation", async () => {
    serve({});
    render(Invitation, { to: { table: "t1" } });
    expect(await screen.findByRole("textbox", { name: "Invitation" })).toHaveValue(
      location.origin + location.pathname,
    );
  });

  test("a seat that cannot be carried says why", async () => {
    serve({ "/api/tables/t1/recovery": new Problem("not-seated", 403) });
    render(SeatLink, { table: new FakeTable(viewOf()), open: true });
    expect(await screen.findByRole("alert")).toHaveTextContent(
      "You don’t have a seat at this table.",
    );
  });
});
