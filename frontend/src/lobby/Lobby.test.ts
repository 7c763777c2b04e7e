import { render, screen, within } from "@testing-library/svelte";
import userEvent from "@testing-library/user-event";
import { flushSync } from "svelte";
import { beforeEach, describe, expect, test, vi } from "vitest";
import type { SeatView, TableView } from "../api/types";
import { FakeTable } from "../testing/fakeTable.svelte";
import { Problem, serve } from "../testing/server";
import { botOf, eventOf, nowOf, seatOf } from "../testing/views";
import Lobby from "./Lobby.svelte";
import { waiting } from "./waiting.svelte";

const FREE = seatOf("", { taken: false });

function lobby(seats: readonly SeatView[], more: Partial<TableView> = {}): FakeTable {
  const table = new FakeTable({
    now: nowOf({ phase: "lobby", turn: null, seats }),
    game: null,
    ...more,
  });
  render(Lobby, { table });
  return table;
}

const guest = { seats: [], host: false, hands: [] };

beforeEach(() => {
  serve({ "/api/tables/t1/invitation": { link: "https://example.org/t/t1" } });
});

describe("the host", () => {
  test("starts the game; bots fill the seats of those who have not come", async () => {
    const table = lobby([seatOf("Ann"), FREE]);
    await userEvent.click(
      screen.getByRole("button", { name: "Start now, with bots in the empty seats" }),
    );
    expect(table.do.mock.calls.map(([command]) => command)).toEqual([
      { do: "plan-seat", seat: 1, kind: "open" },
      { do: "start" },
    ]);
  });

  test("gives a seat to a bot", async () => {
    const table = lobby([seatOf("Ann"), FREE]);
    await userEvent.selectOptions(
      screen.getByRole("combobox", { name: "Who seat 2 is for" }),
      "level:5",
    );
    expect(table.do).toHaveBeenCalledExactlyOnceWith({
      do: "plan-seat",
      seat: 1,
      kind: "bot",
      bot: "level:5",
    });
  });

  test("waits for seats that are kept, and can free them", async () => {
    const table = lobby([seatOf("Ann"), seatOf("Ben", { reserved: true })]);
    expect(screen.getByRole("button", { name: "Start the game" })).toBeDisabled();
    await userEvent.click(screen.getByRole("button", { name: "Free the seat" }));
    expect(table.do).toHaveBeenCalledExactlyOnceWith({ do: "stand", seat: 1, name: "Ben" });
  });

  test("closes the table after a question", async () => {
    const table = lobby([seatOf("Ann"), FREE]);
    await userEvent.click(screen.getByRole("button", { name: "Close the table" }));
    const question = screen.getByRole("dialog", { name: "Close the table?" });
    await userEvent.click(within(question).getByRole("button", { name: "Close the table" }));
    expect(table.do).toHaveBeenCalledExactlyOnceWith({ do: "close" });
  });

  test("hears who has sat down", () => {
    const table = lobby([seatOf("Ann"), FREE]);
    const now = nowOf({ phase: "lobby", turn: null, seats: [seatOf("Ann"), seatOf("Ben <b>")] });
    table.tell(eventOf({ event: "seat-taken", seat: 1, name: "Ben <b>" }, { now }));
    flushSync();
    expect(screen.getByText("Ben <b> has taken a seat.")).toBeInTheDocument();
    expect(screen.getByRole("region", { name: "Seats" })).toHaveTextContent("Ben <b>");
  });
});

describe("the invitation", () => {
  test("comes before everything else for whoever invites", async () => {
    lobby([seatOf("Ann"), FREE]);
    const heading = screen.getByRole("heading", { level: 1 });
    expect(heading).toHaveTextContent("Invite your friends to Classic");
    await screen.findByRole("textbox", { name: "Invitation" });
    const [first] = screen.getAllByRole("region");
    expect(first).toHaveAccessibleName("Invitation");
  });

  test("says who invites to what", () => {
    lobby([seatOf("Ann"), FREE], { you: guest });
    const heading = screen.getByRole("heading", { level: 1 });
    expect(heading).toHaveTextContent("Ann invites you to Qwirkle – Classic");
    expect(document.title).toBe("Ann invites you to Qwirkle – Classic · Qwirkle");
  });

  test("leaves whoever waits something to do, and the seat kept", async () => {
    lobby([seatOf("Ann"), seatOf("Ben"), FREE], { you: { ...guest, seats: [1] } });
    const lesson = screen.getByRole("link", { name: "Learn in two minutes" });
    expect(lesson).toHaveAttribute("href", "/learn/classic");
    expect(lesson).not.toHaveAttribute("target");
    expect(screen.getByRole("link", { name: "Puzzle of the day" })).toHaveAttribute(
      "href",
      "/puzzle",
    );
    expect(waiting.table).toBeNull();
    await userEvent.click(lesson);
    expect(waiting.table).toBe("t1");
    await userEvent.click(screen.getByRole("button", { name: "Rules" }));
    expect(await screen.findByRole("dialog", { name: "Rules: Classic" })).toBeInTheDocument();
  });

  test("does not count the reader among those who watch", () => {
    const table = lobby([seatOf("Ann"), FREE], { you: guest });
    table.watching = 1;
    flushSync();
    expect(screen.queryByText(/watching/)).not.toBeInTheDocument();
    table.watching = 2;
    flushSync();
    expect(screen.getByText("1 person is watching.")).toBeInTheDocument();
  });

  test("warns when no other device can open it", async () => {
    serve({
      "/api/tables/t1/invitation": { link: "http://127.0.0.1:8000/t/t1" },
      "/api/network": { can_open: false, address: null },
    });
    lobby([seatOf("Ann"), FREE]);
    const note = await screen.findByRole("note");
    expect(note).toHaveTextContent("Only this computer can open this link.");
    await vi.waitFor(() => expect(note).toHaveTextContent("qwirkle serve --host 0.0.0.0"));
  });

  test("lets others in after a confirmation, and then shows the link for them", async () => {
    const links = ["http://127.0.0.1:8000/t/t1", "http://192.168.1.5:8000/t/t1"];
    const requests = serve({
      "/api/tables/t1/invitation": () => ({ link: links.shift() }),
      "/api/network": { can_open: true, address: null },
    });
    lobby([seatOf("Ann"), FREE]);
    await userEvent.click(await screen.findByRole("button", { name: "Let others in" }));
    const opened = () => requests.filter(({ method }) => method === "POST").length;
    expect(opened()).toBe(0);
    await userEvent.click(screen.getByRole("button", { name: "Let them in" }));
    await vi.waitFor(() =>
      expect(screen.getByRole("textbox", { name: "Invitation" })).toHaveValue(
        "http://192.168.1.5:8000/t/t1",
      ),
    );
    expect(opened()).toBe(1);
    expect(screen.queryByRole("note")).not.toBeInTheDocument();
  });

  test("needs no warning elsewhere", async () => {
    lobby([seatOf("Ann"), FREE]);
    await screen.findByRole("textbox", { name: "Invitation" });
    expect(screen.queryByRole("note")).not.toBeInTheDocument();
  });
});

describe("a guest", () => {
  test("takes a seat by name, and comes back as somebody who sits", async () => {
    const requests = serve({ "/api/tables/t1/commands": { seq: 2, first: 2 } });
    const table = lobby([seatOf("Ann"), FREE], { you: guest });
    await userEvent.type(screen.getByRole("textbox", { name: "Your name" }), " Ben ");
    await userEvent.click(screen.getByRole("button", { name: "Take a seat" }));
    await new Promise((resolve) => setTimeout(resolve));
    expect(requests.at(-1)?.body).toMatchObject({ command: { do: "sit", name: "Ben" } });
    expect(table.reconnect).toHaveBeenCalledOnce();
    expect(screen.queryByRole("button", { name: /^Start/ })).not.toBeInTheDocument();
  });

  test("sees that the name is taken", async () => {
    serve({ "/api/tables/t1/commands": new Problem("name-taken", 409, { name: "Ann" }) });
    const table = lobby([seatOf("Ann"), FREE], { you: guest });
    await userEvent.type(screen.getByRole("textbox", { name: "Your name" }), "Ann");
    await userEvent.click(screen.getByRole("button", { name: "Take a seat" }));
    expect(await screen.findByRole("alert")).toHaveTextContent(
      "The name “Ann” is taken. Choose another.",
    );
    expect(table.reconnect).not.toHaveBeenCalled();
  });

  test("can only watch when all seats are taken", () => {
    lobby([seatOf("Ann"), botOf(2)], { you: guest });
    expect(screen.getByText(/^All seats are taken/)).toBeInTheDocument();
    expect(screen.queryByRole("region", { name: "Invitation" })).not.toBeInTheDocument();
  });
});
