import { render, screen } from "@testing-library/svelte";
import userEvent from "@testing-library/user-event";
import { tick } from "svelte";
import { describe, expect, test } from "vitest";
import type { Act, Preview, TableView, Turn } from "../api/types";
import { FAMILIES, type FamilyKey } from "../game/family";
import { FakeTable } from "../testing/fakeTable.svelte";
import { cardsGame, nowOf, toldOf } from "../testing/views";
import TextMode from "./TextMode.svelte";

async function typing(
  family: FamilyKey,
  view: Partial<TableView> = {},
  rules: (turn: Turn) => Partial<Preview> = () => ({ legal: true, points: 2 }),
): Promise<FakeTable> {
  const table = new FakeTable(view, rules);
  const { narrator, text } = FAMILIES[family];
  render(TextMode, { table, narrator, text: await text() });
  return table;
}

const line = () => screen.getByRole("textbox", { name: "Your turn, or a command" });
const log = () => screen.getByRole("log", { name: "Game log" });
async function enter(text: string): Promise<void> {
  await userEvent.type(line(), `${text}{Enter}`);
  await new Promise((resolve) => setTimeout(resolve));
  await tick();
}

describe("tiles by typing", () => {
  test("a turn is described first, and Enter plays it", async () => {
    const table = await typing("placement");
    expect(log()).toHaveTextContent("6 tiles in your hand: red square Rs");
    expect(line()).toHaveFocus();
    await enter("Rs 1,0");
    expect(log()).toHaveTextContent("2 points.Press Enter to play it, or type undo.");
    expect(table.do).not.toHaveBeenCalled();
    await enter("");
    expect(table.do).toHaveBeenCalledExactlyOnceWith({
      do: "play",
      turn: { place: [[1, 0, "Rs"]] },
      seat: 0,
    });
  });

  test("what cannot be read, and what is not allowed, is said in words", async () => {
    await typing("placement", {}, () => ({
      objections: [{ reason: "no-contact", message: "", cells: [], params: {} }],
    }));
    await enter("gibberish");
    expect(log()).toHaveTextContent("“gibberish”");
    await enter("Rs 7,7");
    expect(log()).toHaveTextContent(
      "At least one of your tiles must touch a tile on the table (corners don’t count).",
    );
  });

  test("the arrow keys bring back what was typed", async () => {
    await typing("placement");
    await enter("score");
    await enter("board");
    await userEvent.keyboard("{ArrowUp}{ArrowUp}");
    expect(line()).toHaveValue("score");
    await userEvent.keyboard("{ArrowDown}");
    expect(line()).toHaveValue("board");
  });

  test("turns of others are announced with their places", async () => {
    const table = await typing("placement", { now: nowOf({ turn: 1 }) });
    const act: Act = {
      event: "tiles-placed",
      seat: 1,
      tiles: [[1, 0, "Rs"]],
      lines: [],
      bonus: 0,
      points: 2,
    };
    const now = nowOf({ seq: 2, turn: 0 });
    table.tell(toldOf({ event: "turn-played", seat: 1, by: "person", acts: [act] }, { now }));
    await tick();
    expect(log()).toHaveTextContent("Ben played red square for 2 points.");
    expect(log()).toHaveTextContent("Placed: Rs 1,0.");
    expect(log()).toHaveTextContent("Your turn.");
  });
});

describe("cards by typing", () => {
  const you = { seats: [0], host: true, hands: [{ seat: 0, hand: ["Rx", "Go"] }] };

  test("a card goes to a set, and Enter plays it", async () => {
    const table = await typing("cards", { game: cardsGame(), you });
    await enter("Rx 1");
    expect(log()).toHaveTextContent("You play red cross Rx.Press Enter to play it");
    await enter("");
    expect(table.do.mock.calls[0]?.[0]).toMatchObject({
      turn: { after: [["Ro", "Rs", "Rb", "Rx"]] },
    });
  });

  test("spectators hear the sets on the table", async () => {
    await typing("cards", { game: cardsGame(), you: { seats: [], host: false, hands: [] } });
    await enter("board");
    expect(log()).toHaveTextContent(
      "Set 1, red cards: red circle Ro, red square Rs, red starburst Rb.",
    );
    await enter("Rx 1");
    expect(log()).toHaveTextContent("You’re watching.");
  });
});
