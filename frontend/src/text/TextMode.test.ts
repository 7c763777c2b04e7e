import { render, screen } from "@testing-library/svelte";
import userEvent from "@testing-library/user-event";
import { tick } from "svelte";
import { describe, expect, test, vi } from "vitest";
import type { Act, Preview, TableView, Turn } from "../api/types";
import { FAMILIES, type FamilyKey } from "../game/family";
import { FakeTable } from "../testing/fakeTable.svelte";
import { cardsGame, eventOf, nowOf, tilesGame } from "../testing/views";
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
    table.tell(eventOf({ event: "turn-played", seat: 1, by: "person", acts: [act] }, { now }));
    await tick();
    expect(log()).toHaveTextContent(
      "Ben played a red square at column 1, row 0 for 2 points.Your turn.",
    );
  });
});

describe("questions", () => {
  test("own words are in the log, but not read out", async () => {
    await typing("placement");
    await enter("score");
    expect(screen.getByText("score")).toHaveAttribute("aria-live", "off");
    expect(screen.getByText("You: 12 points.")).not.toHaveAttribute("aria-live");
  });

  test("what is half said is asked for", async () => {
    await typing("placement");
    await enter("row");
    expect(log()).toHaveTextContent("Which row? For example: row 2");
    await enter("look");
    expect(log()).toHaveTextContent("Which square? For example: look 3,0");
    await enter("find");
    expect(log()).toHaveTextContent("Which tile? For example: find Ro");
  });

  test.each([
    ["find Ro", "red circle: column 0, row 0."],
    ["find blue square", "blue square: not on the table."],
    ["unseen", "90 tiles in the bag.Not seen yet: red circle 2, red cross 3"],
    ["unseen Ro", "Not seen yet: red circle 2."],
    ["lines", "There are no open lines."],
    ["players", "Ann (you) to move.Ben."],
    ["time", "There is no time limit."],
    ["rules", "The goal: "],
    ["Help!", "Colours: R red, O orange"],
    ["legal Rs", "red square: column 1, row 0 for 2 points."],
  ])("%s", async (typed, answer) => {
    await typing("placement", {}, () => ({ legal: true, points: 2, cells: { Rs: [[1, 0]] } }));
    await enter(typed);
    await vi.waitFor(() => expect(log()).toHaveTextContent(answer));
  });

  describe("where a tile fits", () => {
    /** A row of five: the last place is the best, and two more need a tile in between. */
    const CELLS = [1, 2, 3, 4, 5].map((y) => [1, y] as const);
    const FAR = [
      [9, 9],
      [9, 8],
    ] as const;
    const board = CELLS.map(([, y]) => [0, y, "Rd"] as const);
    const rules = ({ place = [] }: Turn): Partial<Preview> => {
      const [tile] = place;
      if (tile === undefined) return { cells: { Rs: [...CELLS, ...FAR], Bd: [...FAR] } };
      return tile[0] === 1 ? { legal: true, points: tile[1] } : { legal: false, points: 0 };
    };

    test("the best place of all comes first, and nothing is said to score nothing", async () => {
      await typing("placement", { game: tilesGame({ board }) }, rules);
      await enter("legal");
      await vi.waitFor(() =>
        expect(log()).toHaveTextContent(
          "red square: column 1, row 5 for 5 points; column 1, row 4 for 4 points; " +
            "column 1, row 3 for 3 points; and 2 more places; 2 places only with other tiles." +
            "blue diamond: 2 places only with other tiles.",
        ),
      );
      expect(log()).not.toHaveTextContent("0 points");
    });

    test("of a tile that is asked for every place is named", async () => {
      await typing("placement", { game: tilesGame({ board }) }, rules);
      await enter("legal Bd");
      await vi.waitFor(() =>
        expect(log()).toHaveTextContent(
          "blue diamond: only with other tiles: column 9, row 9; column 9, row 8.",
        ),
      );
    });

    test("a place that touches and is not allowed alone needs other tiles too", async () => {
      await typing("placement", { game: tilesGame({ board }) }, ({ place = [] }) =>
        place.length === 0 ? { cells: { Rs: [[1, 1]] } } : { legal: false },
      );
      await enter("legal");
      await vi.waitFor(() =>
        expect(log()).toHaveTextContent("red square: 1 place only with other tiles."),
      );
    });
  });

  test("a hint names its tiles and places", async () => {
    const table = await typing("placement");
    table.hint.mockResolvedValueOnce({
      turn: { place: [[1, 0, "Rs"]] },
      points: 2,
      reason: "",
      code: "place-most",
      params: {},
      reasons: [],
    });
    await enter("give me a hint");
    await vi.waitFor(() =>
      expect(log()).toHaveTextContent("No turn scores more. red square at column 1, row 0."),
    );
  });

  test("help speaks of what the game has", async () => {
    await typing("placement");
    await enter("help");
    expect(log()).not.toHaveTextContent("takes a tile from the table");
    expect(log()).not.toHaveTextContent("draws three tiles");
  });

  test("giving up is asked twice, and anything else keeps playing", async () => {
    const table = await typing("placement");
    await enter("resign");
    await enter("score");
    await enter("resign");
    expect(table.do).not.toHaveBeenCalled();
    expect(log()).toHaveTextContent("Type resign once more to confirm.");
    await enter("resign");
    expect(table.do).toHaveBeenCalledExactlyOnceWith({ do: "resign" });
  });

  test("a turn can be taken back, and the log says so", async () => {
    const table = await typing("placement");
    await enter("takeback");
    expect(table.do).toHaveBeenCalledExactlyOnceWith({ do: "take-back" });
    table.tell(eventOf({ event: "turns-taken-back", seat: 0, count: 2 }));
    await tick();
    expect(log()).toHaveTextContent("You’ve taken back your last turn.Your turn.");
  });

  test("again says the last words again", async () => {
    await typing("placement");
    await enter("find Ro");
    await enter("again");
    expect(screen.getAllByText("red circle: column 0, row 0.")).toHaveLength(2);
  });

  test("the opening is explained before anything is refused", async () => {
    const game = tilesGame({ board: [], opening_tiles: 2 });
    const you = { seats: [0], host: true, hands: [{ seat: 0, hand: ["Rs", "Rd", "Gc"] }] };
    await typing("placement", { game, you });
    expect(log()).toHaveTextContent(
      "Start with your largest set: 2 tiles. That is red square, red",
    );
  });

  test("the end is written to the log, which stays", async () => {
    const table = await typing("placement");
    const ended = {
      at: 0,
      how: "finished",
      places: [1, 2],
      scores: [12, 3],
      winners: [0],
    } as const;
    const now = nowOf({ seq: 2, phase: "ended", turn: null, ended });
    table.tell(eventOf({ event: "table-ended", ...ended }, { now }));
    await tick();
    expect(log()).toHaveTextContent("You win!The game is over.You: 12 points.Ben: 3 points.");
    expect(log()).toHaveTextContent("Type again to play again, or leave");
    expect(line()).toHaveFocus();
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

describe("the words of the terminal", () => {
  test("take a turn back, sort the hand, and undo and redo a draft", async () => {
    const table = await typing("placement");
    await enter("back");
    expect(table.do).toHaveBeenCalledExactlyOnceWith({ do: "take-back" });
    await enter("sort");
    expect(log()).toHaveTextContent(
      "6 tiles in your hand: red square Rs, orange starburst Ob, yellow circle Yo, green clover Gc, blue diamond Bd, purple cross Px.",
    );
    await enter("redo");
    expect(log()).toHaveTextContent("There’s nothing to redo.");
    await enter("Rs@1,0");
    await enter("undo");
    await enter("redo");
    expect(log().textContent?.match(/2 points\./g)).toHaveLength(2);
  });
});
