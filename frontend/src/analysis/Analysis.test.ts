import { cleanup, fireEvent, render, screen, within } from "@testing-library/svelte";
import userEvent from "@testing-library/user-event";
import { flushSync, tick } from "svelte";
import { beforeEach, describe, expect, test } from "vitest";
import type { components } from "../api/schema.gen";
import type { CheckedPosition, Laboratory, PositionParts, Turn } from "../api/types";
import { go } from "../router.svelte";
import { serve } from "../testing/server";
import { cardsGame, tilesGame } from "../testing/views";
import Analysis from "./Analysis.svelte";
import { variationsIn } from "./links";

type RankRequest = components["schemas"]["RankRequest"];

interface Body {
  readonly parts?: PositionParts;
  readonly position?: string;
}

const LINE = "classic 0,0:RoRs BsGs 98 4-2 1";

/** Answer like a server that has read the position and found these faults in it. */
function checked(body: Body, problems: CheckedPosition["problems"] = []): CheckedPosition {
  const { parts } = body;
  const game =
    parts?.game === "cards"
      ? cardsGame({ table: parts.table ?? [], hand: parts.hand ?? [], turn: parts.turn ?? 0 })
      : tilesGame({
          board: parts?.board ?? [
            [0, 0, "Ro"],
            [1, 0, "Rs"],
          ],
          hand: parts?.hand ?? ["Bs", "Gs"],
          turn: parts?.turn ?? 0,
        });
  const position = body.position ?? `classic ${parts?.board?.length} ${parts?.hand?.join("")}`;
  return { position, problems, game, actions: [] };
}

const settled = async () => {
  for (let round = 0; round < 3; round++) {
    await new Promise((resolve) => setTimeout(resolve));
    await tick();
    flushSync();
  }
};

async function opened(hash = "", problems: CheckedPosition["problems"] = [], more = {}) {
  go(`/analysis${hash}`);
  const requests = serve({
    "/api/analysis/check": ({ body }: { body: unknown }) => checked(body as Body, problems),
    ...more,
  });
  render(Analysis, { what: "" });
  await settled();
  return requests;
}

const sent = (requests: readonly { readonly body: unknown }[]) =>
  (requests.at(-1)?.body as Body | undefined)?.parts;
/** Find a button by name; querying the roles of a hundred elements takes long. */
function button(name: string): HTMLElement {
  const named = (element: Element) =>
    element.getAttribute("aria-label") ?? element.textContent?.trim();
  const found = [...document.querySelectorAll("button")].find((element) => named(element) === name);
  if (found === undefined) throw new Error(`there is no button “${name}”`);
  return found;
}
const press = async (name: string) => {
  await fireEvent.click(button(name));
  await settled();
};

beforeEach(() => go("/"));

describe("the analysis board", () => {
  test("puts tiles from the box on the table and in the hand, and undoes it", async () => {
    const requests = await opened();
    await press("red circle, 3 left");
    await fireEvent.click(document.querySelector('[data-cell="0,0"]') as Element);
    await settled();
    expect(sent(requests)?.board).toEqual([[0, 0, "Ro"]]);
    expect(button("red circle, 2 left")).toBePressed();
    await userEvent.click(screen.getByRole("radio", { name: "Hand" }));
    await press("blue square, 3 left");
    expect(sent(requests)?.hand).toEqual(["Bs"]);
    await press("Undo");
    expect(sent(requests)?.hand).toEqual([]);
    await press("Redo");
    await press("Take blue square out of the hand");
    expect(sent(requests)?.hand).toEqual([]);
  });

  test("takes tiles that are typed where the focus is", async () => {
    const requests = await opened();
    (document.querySelector('[data-cell="0,0"]') as SVGElement).focus();
    await userEvent.keyboard("Ro");
    await settled();
    expect(sent(requests)?.board).toEqual([[0, 0, "Ro"]]);
    (document.querySelector('[data-cell="0,0"]') as SVGElement).focus();
    await userEvent.keyboard("{Delete}");
    await settled();
    expect(sent(requests)?.board).toEqual([]);
  });

  test("a link without a position leads to an empty table that can be used", async () => {
    const wrong = { reason: "bad-position", message: "", cells: [], params: {} };
    const requests = await opened(`#${encodeURIComponent("cards - ? 0-0 1")}`, [], {
      "/api/analysis/check": ({ body }: { body: unknown }) =>
        "position" in (body as Body)
          ? { position: null, problems: [wrong], game: null, actions: [] }
          : checked(body as Body),
    });
    expect(screen.getByText("This isn’t a valid position.")).toBeVisible();
    await press("red circle, 3 left");
    await fireEvent.click(document.querySelector('[data-cell="0,0"]') as Element);
    await settled();
    expect(sent(requests)?.board).toEqual([[0, 0, "Ro"]]);
    expect(screen.queryByText("This isn’t a valid position.")).not.toBeInTheDocument();
  });

  test("says what is wrong next to what it is about", async () => {
    const problem = (reason: string, params = {}) => ({ reason, message: "", cells: [], params });
    await opened("", [
      problem("hand-empty"),
      problem("score-too-high", { most: 9999, seat: 1, count: 10000 }),
      problem("not-connected", { tiles: "Ro Gs" }),
    ]);
    const hand = screen.getByRole("region", { name: "Hand" });
    expect(within(hand).getByText("Put at least one tile in the hand.")).toBeVisible();
    const players = screen.getByRole("region", { name: "Players" });
    expect(
      within(players).getByText("A score can be at most 9999. Player 1 has 10000."),
    ).toBeVisible();
    expect(screen.getByText(/aren’t connected.*red circle and green square/)).toBeVisible();
    expect(button("Find the best turns")).toBeDisabled();
    expect(button("Play on from here")).toBeDisabled();
  });

  test("does not call what is still to be entered wrong", async () => {
    const cells = [[0, 0]] as const;
    await opened("", [
      { reason: "hand-empty", message: "", cells: [], params: {} },
      { reason: "black-square-empty", message: "", cells, params: { count: 1 } },
      {
        reason: "score-too-high",
        message: "",
        cells: [],
        params: { most: 9999, seat: 1, count: 10000 },
      },
    ]);
    expect(screen.getByText("Put at least one tile in the hand.")).not.toHaveClass("wrong");
    expect(screen.getByText(/^Every black square has a tile/)).not.toHaveClass("wrong");
    expect(screen.getByText("A score can be at most 9999. Player 1 has 10000.")).toHaveClass(
      "wrong",
    );
    expect(document.querySelector("svg .wrong")).toBeNull();
    expect(button("Find the best turns")).toBeDisabled();
  });

  test("reads a link, finds the best turns, and shows them as ghosts", async () => {
    const best = {
      position: LINE,
      turns: [
        {
          turn: { place: [[2, 0, "Rb"]] },
          text: "Rb@2,0",
          points: 3,
          lost: 0,
          lost_ci95: [0, 0],
          reasons: [],
        },
        {
          turn: { pass: true },
          text: "pass",
          points: 0,
          lost: 1.5,
          lost_ci95: [1, 2],
          reasons: [{ code: "places", params: {}, text: "It places tiles." }],
        },
      ],
      forced: false,
      exact: false,
      chance: [0.6, 0.4],
    };
    await opened(`#${encodeURIComponent(LINE)}`, [], { "/api/analysis/best": best });
    await press("Find the best turns");
    expect(screen.getByText("Player 1 wins in about 60% of games from here.")).toBeVisible();
    const first = screen.getByRole("button", {
      name: /red starburst at column 2, row 0, 3 points, best/,
    });
    expect(first).toBePressed();
    expect(document.querySelectorAll(".tentative")).toHaveLength(1);
    screen.getByRole("button", { name: /pass.*1.5 points less/ }).focus();
    await settled();
    expect(document.querySelectorAll(".tentative")).toHaveLength(0);
    expect(screen.getByText(/Why the best turn is better:/)).toBeVisible();
  });

  /** Answer like a server that has ranked two turns, and the reader's own, with this effort. */
  function ranked({ body }: { body: unknown }): Laboratory {
    const { effort = 0, turns = [] } = body as RankRequest;
    const width = 4 / 2 ** effort;
    const first = { lost: 0, lost_ci95: [0, 0] as const, alike: 1, deals: 6 * 2 ** effort };
    const own = turns.map((turn) => ({ ...first, turn: turn as Turn, text: "own", points: 2 }));
    return {
      position: LINE,
      effort,
      exact: false,
      asked: own.map((_, place) => 2 + place),
      turns: [
        { ...first, turn: { place: [[2, 0, "Rb"]] }, text: "Rb@2,0", points: 3 },
        {
          ...first,
          turn: { place: [[0, 1, "Bs"]] },
          text: "Bs@0,1",
          points: 2,
          lost: 2,
          lost_ci95: [2 - width, 2 + width],
          alike: 3,
        },
        ...own.map((turn) => ({ ...turn, lost: 3, lost_ci95: [1, 5] as const })),
      ],
    };
  }

  test("ranks all turns with more and more effort, and deeper if asked", async () => {
    const requests = await opened(`#${encodeURIComponent(LINE)}`, [], {
      "/api/analysis/rank": ranked,
    });
    await press("Rank all turns");
    await settled();
    const efforts = () =>
      requests
        .filter(({ path }) => path.endsWith("rank"))
        .map(({ body }) => (body as RankRequest).effort);
    expect(efforts()).toEqual([0, 1, 2, 3]);
    const all = screen.getByRole("region", { name: "All turns" });
    expect(all).toHaveTextContent("between 1.5 and 2.5");
    expect(all).toHaveTextContent("3 ways");
    expect(all).toHaveTextContent("Compared on 48 deals.");
    await press("Look deeper");
    await settled();
    expect(efforts()).toEqual([0, 1, 2, 3, 4, 5, 6]);
    expect(all).toHaveTextContent("between 1.9 and 2.1");
  });

  test("ranks a turn of one's own, and supposes what the next player holds", async () => {
    const requests = await opened(`#${encodeURIComponent(LINE)}`, [], {
      "/api/analysis/rank": ranked,
    });
    await fireEvent.click(screen.getByRole("switch", { name: "Lay a turn of your own" }));
    await press("green square, 2 left");
    await fireEvent.click(document.querySelector('[data-cell="1,1"]') as Element);
    await settled();
    expect(document.querySelectorAll(".tentative")).toHaveLength(1);
    await fireEvent.click(screen.getByRole("radio", { name: "Next player’s hand" }));
    await press("purple square, 3 left");
    await press("Rank all turns");
    const { turns, held } = (requests.at(-1)?.body ?? {}) as RankRequest;
    expect(turns).toEqual([{ place: [[1, 1, "Gs"]] }]);
    expect(held).toEqual(["Ps"]);
    expect(screen.getByRole("region", { name: "All turns" })).toHaveTextContent("Yours");
  });

  test("plays a turn, goes back, and keeps both in the link", async () => {
    await opened(`#${encodeURIComponent(LINE)}`, [], { "/api/analysis/rank": ranked });
    await press("Rank all turns");
    await settled();
    screen.getAllByText("red starburst at column 2, row 0")[0]?.closest("button")?.focus();
    await settled();
    await press("Play this turn here");
    await settled();
    const lines = screen.getByRole("region", { name: "Lines played" });
    const [first, second] = within(lines).getAllByRole("button");
    expect(second).toHaveTextContent("red starburst +3");
    expect(second).toHaveAttribute("aria-current", "step");
    expect(variationsIn(location.hash)?.nodes).toHaveLength(2);
    await fireEvent.click(first as Element);
    await settled();
    expect(variationsIn(location.hash)).toMatchObject({ at: 0, nodes: [{ text: LINE }, {}] });
  });

  test("plays on at a table that begins in the position", async () => {
    const requests = await opened(`#${encodeURIComponent(LINE)}`, [], {
      "/api/tables/t7/commands": { seq: 2, first: 2 },
      "/api/tables": { table: "t7" },
    });
    await userEvent.selectOptions(screen.getByRole("combobox", { name: "Opponent" }), "level:6");
    await press("Play on from here");
    const opening = requests.find(({ path }) => path === "/api/tables");
    expect(opening?.body).toMatchObject({
      table: { position: LINE, seats: [{ kind: "person" }, { kind: "bot", bot: "level:6" }] },
    });
    expect(location.pathname).toBe("/t/t7");
  });

  test("enters sets of cards", async () => {
    const requests = await opened();
    await userEvent.selectOptions(screen.getByRole("combobox", { name: "Game" }), "cards");
    await settled();
    await press("red circle, 3 left");
    await press("New set");
    await press("Add a card to set 1");
    expect(sent(requests)?.table).toEqual([["Ro", "Ro"]]);
  });

  test("offers to read a photo where the server can, and of tiles with one shape only", async () => {
    await opened();
    expect(screen.queryByText("From a photo")).toBeNull();
    cleanup();
    const games = [
      { game: "classic", faces: "colour" },
      { game: "colour-blind", faces: "two-shape" },
      { game: "cards", faces: "colour" },
    ];
    await opened("", [], { "/api/offers": { games, bots: [], photos: true } });
    expect(button("From a photo")).toBeVisible();
    expect(screen.queryByRole("dialog")).toBeNull();
    await import("../photos/PhotoDialog.svelte"); // loading it takes longer than the test waits
    await press("From a photo");
    expect(await screen.findByRole("dialog", { name: "From a photo" })).toBeVisible();
    await press("Close");
    for (const game of ["cards", "colour-blind"]) {
      await userEvent.selectOptions(screen.getByRole("combobox", { name: "Game" }), game);
      await settled();
      expect(screen.queryByText("From a photo")).toBeNull();
    }
  });
});
