import { render, screen, within } from "@testing-library/svelte";
import userEvent from "@testing-library/user-event";
import { describe, expect, test } from "vitest";
import type { EventView, TableEvent } from "../api/types";
import { tileNarrator } from "../game/placement/narrator";
import { sentences } from "../game/shared/narrator";
import { recentTurns } from "../game/shared/recentTurns";
import { momentsOf } from "../replay/moments";
import { FakeTable } from "../testing/fakeTable.svelte";
import { EVENTS } from "../testing/reviews";
import { botOf, eventOf, nowOf, problemOf, seatOf, tilesGame } from "../testing/views";
import TakeBack from "./TakeBack.svelte";
import { standing } from "./takebacks";
import Votes from "./Votes.svelte";

const BUTTON = { name: "Take back my last turn" };
const alone = { seats: [seatOf("Ann"), botOf(3)], may_take_back: [0] };

describe("the button", () => {
  test("alone against bots one tap is enough", async () => {
    const table = new FakeTable({ now: nowOf(alone) });
    render(TakeBack, { table });
    await userEvent.click(screen.getByRole("button", BUTTON));
    expect(table.do).toHaveBeenCalledExactlyOnceWith({ do: "take-back" });
  });

  test("other people are asked, after a question that says what follows", async () => {
    const table = new FakeTable({ now: nowOf({ may_take_back: [0], turn: 1, rated: true }) });
    render(TakeBack, { table });
    await userEvent.click(screen.getByRole("button", BUTTON));
    expect(table.do).not.toHaveBeenCalled();
    const question = screen.getByRole("dialog", { name: "Take back your last turn?" });
    expect(question).toHaveTextContent("no longer rated");
    await userEvent.click(within(question).getByRole("button", { name: "Ask the others" }));
    expect(table.do).toHaveBeenCalledExactlyOnceWith({ do: "take-back" });
    expect(question).not.toHaveAttribute("open");
  });

  test.each([
    ["there is nothing to take back", { may_take_back: [] }],
    ["the last turn is somebody else’s", { may_take_back: [1] }],
    [
      "the others are being asked",
      {
        may_take_back: [0],
        vote: { about: "take-back" as const, agreed: [0], gone: null, seat: 0 },
      },
    ],
    ["the game is over", { may_take_back: [0], phase: "ended" as const }],
  ])("is not there when %s", (_, now) => {
    render(TakeBack, { table: new FakeTable({ now: nowOf(now) }) });
    expect(screen.queryByRole("button", BUTTON)).not.toBeInTheDocument();
  });

  test("a refusal is shown", async () => {
    const { Refusal } = await import("../api/client");
    const table = new FakeTable({ now: nowOf(alone) });
    table.do.mockRejectedValueOnce(new Refusal(problemOf("nothing-to-take-back")));
    render(TakeBack, { table });
    await userEvent.click(screen.getByRole("button", BUTTON));
    expect(await screen.findByRole("alert")).toHaveTextContent("no turn to take back");
  });
});

describe("the request", () => {
  const vote = { about: "take-back" as const, agreed: [1], gone: null, seat: 1 };

  test("says who asks for what, and takes an answer", async () => {
    const table = new FakeTable({ now: nowOf({ vote, rated: true }) });
    const { container } = render(Votes, { table });
    expect(container).toHaveTextContent(
      "Ben would like to take back their last turn. Then the game is no longer rated.",
    );
    await userEvent.click(screen.getByRole("button", { name: "I agree" }));
    expect(table.do).toHaveBeenLastCalledWith({ do: "vote", agree: true });
    await userEvent.click(screen.getByRole("button", { name: "No, keep playing" }));
    expect(table.do).toHaveBeenLastCalledWith({ do: "vote", agree: false });
  });

  test("whoever asked waits, and may withdraw", () => {
    const own = { ...vote, agreed: [0], seat: 0 };
    const { container } = render(Votes, { table: new FakeTable({ now: nowOf({ vote: own }) }) });
    expect(container).toHaveTextContent("You’d like to take back your last turn.");
    expect(screen.getByRole("button", { name: "Withdraw" })).toBeInTheDocument();
  });
});

describe("what was taken back", () => {
  const back: EventView = eventOf(
    { event: "turns-taken-back", seat: 1, count: 1 },
    { seq: 4, game: tilesGame({ board: [[0, 0, "Ro"]] }), now: nowOf({ seq: 4, taken_back: 1 }) },
  );
  const events = [...EVENTS, back];

  test("no longer stands", () => {
    expect(standing(EVENTS)).toBe(EVENTS);
    expect(standing(events).map(({ seq }) => seq)).toEqual([1, 2, 4]);
    expect(momentsOf(events).map(({ event }) => event.seq)).toEqual([1, 2]);
    expect(recentTurns(events, null, 2).map(({ seat }) => seat)).toEqual([0]);
  });

  test("the turn played instead follows the one before", () => {
    const [third] = EVENTS.slice(-1);
    if (third === undefined) throw new Error("there are events");
    const again = { ...third, seq: 5, board: { add: [[0, 1, "Rx"] as const], remove: [] } };
    const moments = momentsOf([...events, again]);
    expect(moments.map(({ event }) => event.seq)).toEqual([1, 2, 5]);
    const last = moments.at(-1)?.game;
    expect(last?.family === "placement" && last.board.map((placed) => placed[2])).toEqual([
      "Ro",
      "Rx",
    ]);
  });

  test.each<[string, TableEvent, string]>([
    [
      "somebody else",
      { event: "turns-taken-back", seat: 1, count: 1 },
      "Ben has taken back a turn.",
    ],
    [
      "the reader",
      { event: "turns-taken-back", seat: 0, count: 2 },
      "You’ve taken back your last turn.",
    ],
    [
      "a refusal",
      { event: "vote-given", seats: [1], agree: false },
      "Ben would rather keep playing.",
    ],
  ])("is said: %s", (_, event, words) => {
    expect(sentences(eventOf(event), tileNarrator)).toEqual([words]);
  });
});
