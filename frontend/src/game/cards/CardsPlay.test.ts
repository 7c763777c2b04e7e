import { fireEvent, render, screen, within } from "@testing-library/svelte";
import userEvent from "@testing-library/user-event";
import { tick } from "svelte";
import { beforeEach, describe, expect, test, vi } from "vitest";
import type { Act, Preview, TableView, Turn } from "../../api/types";
import { settings } from "../../settings/settings.svelte";
import { FakeTable } from "../../testing/fakeTable.svelte";
import { serve } from "../../testing/server";
import { cardsGame, eventOf, nowOf } from "../../testing/views";
import CardsPlay from "./CardsPlay.svelte";

const HAND = ["Rx", "Go", "Yo", "Bo"];
const you = { seats: [0], host: true, hands: [{ seat: 0, hand: HAND }] };

/** Answer that a set of one card is too small; everything else is legal. */
function rules(turn: Turn): Partial<Preview> {
  const after = (turn.after ?? []) as readonly (readonly string[])[];
  const sets = after.map((set) => (set.length < 3 ? ["set-too-small"] : []));
  const legal = sets.every((faults) => faults.length === 0);
  const held = after.flat().length - 3;
  return { legal, sets, played: HAND.slice(0, held), playable: HAND, homes: { Rx: [0] } };
}

async function settled(): Promise<void> {
  for (let turn = 0; turn < 3; turn++) {
    await new Promise((resolve) => setTimeout(resolve));
    await tick();
  }
}

async function played(view: Partial<TableView> = {}, previews = rules): Promise<FakeTable> {
  const table = new FakeTable({ game: cardsGame(), you, ...view }, previews);
  render(CardsPlay, { table });
  await settled();
  return table;
}

const hand = () => screen.getByRole("region", { name: /^Your hand/ });
const inHand = (name: string | RegExp) => within(hand()).getByRole("button", { name });
const sets = () => screen.getAllByRole("group", { name: /^Set / });
const status = () =>
  screen.getByRole("group", { name: "Your turn" }).querySelector("p") as HTMLElement;

beforeEach(() => {
  serve({ "/api/tables/t1/story": { events: [] } });
});

describe("a turn with cards", () => {
  test("a chosen card shows which set it fits, and is played there", async () => {
    const table = await played();
    await userEvent.click(inHand("red cross"));
    await settled();
    expect(sets()[0]).toHaveAccessibleName(/The chosen cards fit here\./);
    await userEvent.click(sets()[0] as Element);
    await settled();
    expect(
      within(sets()[0] as HTMLElement).getByRole("button", { name: "red cross, from your hand" }),
    ).toBeInTheDocument();
    await userEvent.click(screen.getByRole("button", { name: "Play 1 card" }));
    await settled();
    expect(table.do).toHaveBeenCalledExactlyOnceWith({
      do: "play",
      turn: { after: [["Ro", "Rs", "Rb", "Rx"]] },
      seat: 0,
    });
  });

  test("cards of the table and of the hand are chosen together", async () => {
    await played();
    await userEvent.click(
      within(sets()[0] as HTMLElement).getByRole("button", { name: "red circle" }),
    );
    await userEvent.click(inHand("green circle"));
    await userEvent.click(inHand("yellow circle"));
    for (const name of ["green circle", "yellow circle"])
      expect(inHand(name)).toHaveAttribute("aria-pressed", "true");
    await userEvent.click(screen.getByRole("button", { name: "New set" }));
    await settled();
    expect(within(sets()[1] as HTMLElement).getAllByRole("button")).toHaveLength(3);
  });

  test("what to do is shown in one's turn only, and not read out each time", async () => {
    const table = await played();
    expect(screen.getByText("Choose cards, then where they go.")).toBeInTheDocument();
    expect(screen.getByRole("log")).not.toHaveTextContent("then where they go");
    table.change({ now: nowOf({ turn: 1 }) });
    await settled();
    expect(screen.queryByText("Choose cards, then where they go.")).not.toBeInTheDocument();
  });

  test("every tool has its word, and there are only those that can be used", async () => {
    await played();
    const bar = () => within(screen.getByRole("group", { name: "Your turn" }));
    const words = () =>
      bar()
        .getAllByRole("button")
        .map(({ textContent }) => textContent?.trim());
    expect(words()).toEqual(["Sort", "Arrange", "Hint", "Play"]);
    await userEvent.keyboard("2n");
    await settled();
    expect(words()).toEqual(["Undo", "Recall", "Arrange", "Play"]);
  });

  test("without the button a second tap on what was laid last plays it", async () => {
    const table = await played();
    settings.confirm = false;
    await userEvent.click(inHand("red cross"));
    await userEvent.click(sets()[0] as Element);
    await settled();
    await userEvent.click(screen.getByRole("button", { name: "red cross, from your hand" }));
    await settled();
    settings.confirm = true;
    expect(table.do).toHaveBeenCalledOnce();
  });

  test("an unfinished set says what is wrong, and undo and redo step through the draft", async () => {
    await played();
    await userEvent.keyboard("2n");
    await settled();
    expect(sets()).toHaveLength(2);
    expect(sets()[1]).toHaveAccessibleName(/A set needs at least three cards\./);
    expect(status()).toHaveTextContent("1 set isn’t right yet.");
    expect(screen.getByRole("button", { name: "Play" })).toBeDisabled();
    await userEvent.keyboard("{Backspace}");
    await settled();
    expect(sets()).toHaveLength(1);
    await userEvent.keyboard("{Control>}y{/Control}");
    await settled();
    expect(sets()).toHaveLength(2);
  });

  test("Escape first lets go of what is chosen, then takes the draft back", async () => {
    await played();
    await userEvent.keyboard("2n1");
    await settled();
    expect(inHand(/red cross/)).toHaveAttribute("aria-pressed", "true");
    await userEvent.keyboard("{Escape}");
    await settled();
    expect(inHand(/red cross/)).toHaveAttribute("aria-pressed", "false");
    expect(sets()).toHaveLength(2);
    await userEvent.keyboard("{Escape}");
    await settled();
    expect(sets()).toHaveLength(1);
  });

  test("the server arranges the chosen cards", async () => {
    const table = await played();
    const after = [
      ["Ro", "Rs", "Rb"],
      ["Go", "Yo", "Bo"],
    ];
    table.arrange.mockResolvedValueOnce({ possible: true, after, qwirkles: 0, moved: 0 });
    await userEvent.keyboard("234a");
    await settled();
    expect(table.arrange).toHaveBeenCalledExactlyOnceWith(["Go", "Yo", "Bo"], 0);
    expect(status()).toHaveTextContent("Arranged.");
    expect(screen.getByRole("button", { name: "Play 3 cards" })).toBeEnabled();
  });

  test("when no card can be played a new hand is offered", async () => {
    const stuck = (turn: Turn): Partial<Preview> =>
      turn.exchange === true ? { legal: true } : { playable: [] };
    const table = await played({}, stuck);
    expect(status()).toHaveTextContent("You can’t play any of your cards: draw a new hand.");
    await userEvent.click(screen.getByRole("button", { name: "Draw a new hand" }));
    expect(table.do.mock.calls[0]?.[0]).toMatchObject({ turn: { exchange: true } });
  });

  test("a card is dragged into a set", async () => {
    const table = await played();
    const at = { pointerId: 1, isPrimary: true, button: 0 };
    vi.spyOn(document, "elementFromPoint").mockImplementation(() => sets()[0] ?? null);
    await fireEvent.pointerDown(inHand(/red cross/), { ...at, clientX: 5, clientY: 200 });
    await fireEvent.pointerMove(window, { ...at, clientX: 5, clientY: 20 });
    await fireEvent.pointerUp(window, { ...at, clientX: 5, clientY: 20 });
    await settled();
    expect(within(sets()[0] as HTMLElement).getAllByRole("button")).toHaveLength(4);
    expect(table.do).not.toHaveBeenCalled();
  });

  test("where the table scrolls, a finger that moves up or down drags nothing unless it has held", async () => {
    await played();
    const [scrollHeight, clientHeight] = [300, 200];
    Object.defineProperties(HTMLElement.prototype, {
      scrollHeight: { value: scrollHeight, configurable: true },
      clientHeight: { value: clientHeight, configurable: true },
    });
    await userEvent.keyboard("2n");
    await settled();
    vi.spyOn(document, "elementFromPoint").mockImplementation(() => sets()[1] ?? null);
    const card = () => within(sets()[0] as HTMLElement).getAllByRole("button")[0] as Element;
    const at = { pointerId: 1, isPrimary: true, button: 0, pointerType: "touch" };
    const swipe = async (dx: number, dy: number, held: number) => {
      await fireEvent.pointerDown(card(), { ...at, clientX: 50, clientY: 100 });
      await new Promise((resolve) => setTimeout(resolve, held));
      await fireEvent.pointerMove(window, { ...at, clientX: 50 + dx, clientY: 100 + dy });
      await fireEvent.pointerUp(window, { ...at, clientX: 50 + dx, clientY: 100 + dy });
      await settled();
      return within(sets()[0] as HTMLElement).getAllByRole("button").length;
    };
    expect(await swipe(2, -60, 0)).toBe(3);
    expect(await swipe(60, -10, 0)).toBe(2);
    await userEvent.keyboard("{Backspace}");
    await settled();
    expect(await swipe(0, -60, 260)).toBe(2);
    Reflect.deleteProperty(HTMLElement.prototype, "scrollHeight");
    Reflect.deleteProperty(HTMLElement.prototype, "clientHeight");
  });

  test("Escape gives up a drag and leaves the draft alone", async () => {
    await played();
    await userEvent.keyboard("2n");
    await settled();
    const at = { pointerId: 1, isPrimary: true, button: 0 };
    vi.spyOn(document, "elementFromPoint").mockImplementation(() => sets()[0] ?? null);
    await fireEvent.pointerDown(inHand(/red cross/), { ...at, clientX: 5, clientY: 200 });
    await fireEvent.pointerMove(window, { ...at, clientX: 5, clientY: 20 });
    await fireEvent.keyDown(document.body, { key: "Escape" });
    await fireEvent.pointerUp(window, { ...at, clientX: 5, clientY: 20 });
    await settled();
    expect(within(sets()[0] as HTMLElement).getAllByRole("button")).toHaveLength(3);
    expect(sets()).toHaveLength(2);
  });
});

describe("around the turn with cards", () => {
  test("the players show Qwirkles and cards", async () => {
    await played();
    const [ann] = within(screen.getByRole("list", { name: "Players" })).getAllByRole("listitem");
    expect(ann).toHaveTextContent("1 Qwirkle");
    expect(ann).toHaveTextContent("9 cards in hand");
  });

  test("collected Qwirkles can be looked at", async () => {
    await played();
    await userEvent.click(screen.getByRole("button", { name: "Deck: 80" }));
    const dialog = screen.getByRole("dialog", { name: "Collected Qwirkles" });
    expect(within(dialog).getByRole("heading", { name: "Ann" })).toBeInTheDocument();
    expect(within(dialog).getByRole("img", { name: "red cards" })).toBeInTheDocument();
  });

  test("a Qwirkle of another is announced and celebrated", async () => {
    const table = await played();
    const made = ["Ro", "Rx", "Rd", "Rs", "Rb", "Rc"];
    const switches = made.map((card) => ({ card, source: null, target: 0 }));
    const acts: Act[] = [
      { event: "cards.cards-played", seat: 1, played: made, after: [made], switches },
      { event: "cards.qwirkles-taken", seat: 1, sets: [made] },
    ];
    const now = nowOf({ seq: 2, turn: 0 });
    table.tell(eventOf({ event: "turn-played", seat: 1, by: "person", acts }, { now, you }));
    await settled();
    await vi.waitFor(() =>
      expect(screen.getByRole("log")).toHaveTextContent("Ben made a Qwirkle: set 1, red cards!"),
    );
    expect(document.querySelector(".celebration")).not.toBeNull();
  });

  test("spectators see the sets and no hand", async () => {
    await played({ you: { seats: [], host: false, hands: [] } });
    expect(sets()).toHaveLength(1);
    expect(screen.queryByRole("region", { name: /^Your hand/ })).not.toBeInTheDocument();
    expect(screen.queryByRole("button", { name: "New set" })).not.toBeInTheDocument();
  });
});
