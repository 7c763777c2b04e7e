import { fireEvent, render, screen } from "@testing-library/svelte";
import { flushSync } from "svelte";
import { beforeEach, describe, expect, test, vi } from "vitest";
import type { Placed, Preview, Turn } from "../../api/types";
import { FakeTable } from "../../testing/fakeTable.svelte";
import { cardsGame, nowOf, tilesGame } from "../../testing/views";
import { CardsTurn } from "../cards/cardsTurn.svelte";
import Actions from "../placement/Actions.svelte";
import { PlacementTurn } from "../placement/placementTurn.svelte";

const HAND = ["Rs", "Rd", "Rx"];
const players = [{ name: "Ann", score: 0, tiles: 3, tokens: 0, actions: [] }];
const BEN = nowOf({ turn: 1 });
const ANN = nowOf({ turn: 0, seq: 2 });

beforeEach(() => {
  vi.useFakeTimers();
});

const answered = () => vi.advanceTimersByTimeAsync(0);

/** Set up a turn of Ann while Ben is thinking; `refused` returns the cells the rules object to. */
function waiting(refused: () => readonly string[] = () => []) {
  const rules = ({ place = [] }: Turn): Partial<Preview> => {
    const cells = place.filter(([x, y]) => refused().includes(`${x},${y}`));
    const wrong = cells.map(([x, y]) => [x, y] as const);
    return wrong.length === 0
      ? { legal: place.length > 0, points: place.length }
      : {
          legal: false,
          objections: [
            {
              reason: "line-mixed",
              message: "",
              cells: wrong,
              params: { axis: "row", at: 0, tiles: "Rs Gx" },
            },
          ],
        };
  };
  const you = { seats: [0], host: true, hands: [{ seat: 0, hand: HAND }] };
  const table = new FakeTable({ game: tilesGame({ players }), you, now: BEN }, rules);
  const turn = new PlacementTurn(table, 0);
  return { table, turn };
}

/** Lay the first tiles of the hand side by side. */
async function laid(turn: PlacementTurn, count: number): Promise<void> {
  turn.follow();
  for (let at = 0; at < count; at++) turn.put(turn.draft.hand[at]?.id ?? 0, [at + 1, 0]);
  void turn.ask();
  await answered();
}

/** Let Ben play. */
async function benPlays(table: FakeTable, turn: PlacementTurn, placed: Placed[]): Promise<void> {
  const board = [[0, 0, "Ro"] as Placed, ...placed];
  table.change({ game: tilesGame({ players, seq: 2, board }), now: ANN });
  turn.follow();
  await answered();
}

const lying = ({ draft }: PlacementTurn) => draft.laid.map(({ x, y, tile }) => [x, y, tile]);

describe("tiles laid out during another turn", () => {
  test("stay as long as they are legal", async () => {
    const { table, turn } = waiting();
    await laid(turn, 2);
    await benPlays(table, turn, [[9, 9, "Gx"]]);
    expect(lying(turn)).toEqual([
      [1, 0, "Rs"],
      [2, 0, "Rd"],
    ]);
    expect(turn.returned).toBe("");
  });

  test("whose place is taken go home, and say why", async () => {
    const { table, turn } = waiting();
    await laid(turn, 2);
    await benPlays(table, turn, [[2, 0, "Rc"]]);
    expect(lying(turn)).toEqual([[1, 0, "Rs"]]);
    expect(turn.returned).toBe(
      "Back in your hand: red diamond. There’s already a tile here: red clover.",
    );
  });

  test("that break a rule now go home alone", async () => {
    let wrong: string[] = [];
    const { table, turn } = waiting(() => wrong);
    await laid(turn, 3);
    wrong = ["2,0"];
    await benPlays(table, turn, [[2, 1, "Gx"]]);
    expect(lying(turn)).toEqual([
      [1, 0, "Rs"],
      [3, 0, "Rx"],
    ]);
    expect(turn.returned).toMatch(
      /^Back in your hand: red diamond\. Tiles in this row must all be/,
    );
    turn.draft.choose(turn.draft.hand[1]?.id ?? null);
    turn.put(turn.draft.hand[1]?.id ?? 0, [4, 0]);
    expect(turn.returned).toBe("");
  });

  test("stay where they are if they were no legal turn before", async () => {
    const { table, turn } = waiting(() => ["1,0"]);
    await laid(turn, 1);
    await benPlays(table, turn, [[9, 9, "Gx"]]);
    expect(lying(turn)).toEqual([[1, 0, "Rs"]]);
    expect(turn.returned).toBe("");
  });

  test("are judged after a reload too", async () => {
    let wrong: string[] = [];
    const first = waiting(() => wrong);
    await laid(first.turn, 1);
    wrong = ["1,0"];
    const later = waiting(() => wrong);
    later.turn.follow();
    await answered();
    expect(lying(later.turn)).toEqual([]);
    expect(later.turn.returned).toContain("red square");
  });
});

describe("a plan", () => {
  test("is played when the turn comes", async () => {
    const { table, turn } = waiting();
    await laid(turn, 1);
    expect(turn.mayPlan).toBe(true);
    turn.togglePlan();
    expect([turn.draft.planned, turn.planDue]).toEqual([true, false]);
    await benPlays(table, turn, [[9, 9, "Gx"]]);
    expect(turn.planDue).toBe(true);
    expect(await turn.playPlanned()).toBe(true);
    expect(table.do).toHaveBeenCalledExactlyOnceWith({
      do: "play",
      turn: { place: [[1, 0, "Rs"]] },
      seat: 0,
    });
  });

  test("is dropped if the rules no longer allow all of it", async () => {
    let wrong: string[] = [];
    const { table, turn } = waiting(() => wrong);
    await laid(turn, 2);
    turn.togglePlan();
    wrong = ["2,0"];
    await benPlays(table, turn, [[2, 1, "Gx"]]);
    expect(turn.planDue).toBe(false);
    expect(await turn.playPlanned()).toBe(false);
    expect(table.do).not.toHaveBeenCalled();
    expect(lying(turn)).toEqual([[1, 0, "Rs"]]);
  });

  test("ends when somebody moves a tile, or thinks again", async () => {
    const { turn } = waiting();
    await laid(turn, 1);
    turn.togglePlan();
    turn.put(turn.draft.hand[1]?.id ?? 0, [2, 0]);
    expect(turn.draft.planned).toBe(false);
    turn.undo();
    void turn.ask();
    await answered();
    expect(turn.draft.planned).toBe(true);
    turn.togglePlan();
    expect(turn.draft.planned).toBe(false);
  });

  test("stays on the device", async () => {
    const { turn } = waiting();
    await laid(turn, 1);
    turn.togglePlan();
    const later = waiting().turn;
    later.follow();
    expect(later.draft.planned).toBe(true);
  });

  test("cannot be made where people share a device, or of what is not allowed", async () => {
    const shared = waiting();
    shared.table.change({ you: { seats: [0, 1], host: true, hands: [{ seat: 0, hand: HAND }] } });
    await laid(shared.turn, 1);
    expect(shared.turn.mayPlan).toBe(false);
    localStorage.clear();
    const wrong = waiting(() => ["1,0"]).turn;
    await laid(wrong, 1);
    expect(wrong.mayPlan).toBe(false);
  });
});

describe("after a change of turn", () => {
  test("nothing can be played for 400 ms", async () => {
    const { table, turn } = waiting();
    await laid(turn, 1);
    await benPlays(table, turn, []);
    void turn.ask();
    await answered();
    expect([turn.myTurn, turn.settling, turn.ready]).toEqual([true, true, false]);
    expect(await turn.confirm()).toBe(false);
    await vi.advanceTimersByTimeAsync(399);
    expect(turn.ready).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    flushSync();
    expect(turn.ready).toBe(true);
    await turn.confirm();
    expect(table.do).toHaveBeenCalledOnce();
  });

  test("the time begins again with the next change, and not with other events", async () => {
    const { table, turn } = waiting();
    await laid(turn, 1);
    expect(turn.settling).toBe(false);
    table.change({ now: nowOf({ turn: 1, seq: 5 }) });
    turn.follow();
    expect(turn.settling).toBe(false);
    await benPlays(table, turn, []);
    await vi.advanceTimersByTimeAsync(300);
    table.change({ now: nowOf({ turn: 1, seq: 6 }) });
    turn.follow();
    await vi.advanceTimersByTimeAsync(300);
    expect(turn.settling).toBe(true);
    await vi.advanceTimersByTimeAsync(100);
    expect(turn.settling).toBe(false);
  });
});

describe("the buttons", () => {
  test("a plan is made with one tap, and undone with another", async () => {
    const { turn } = waiting();
    await laid(turn, 1);
    render(Actions, { turn, onplayed: () => {} });
    const plan = screen.getByRole("button", { name: "Play if still possible" });
    expect(plan).toHaveAttribute("aria-pressed", "false");
    await fireEvent.click(plan);
    expect(plan).toHaveAttribute("aria-pressed", "true");
    expect(turn.draft.planned).toBe(true);
    await fireEvent.click(plan);
    expect(turn.draft.planned).toBe(false);
  });

  test("the button that plays is dead for a moment after a change of turn", async () => {
    const { table, turn } = waiting();
    await laid(turn, 1);
    render(Actions, { turn, onplayed: () => {} });
    await benPlays(table, turn, []);
    void turn.ask();
    await answered();
    const button = screen.getByRole("button", { name: "Play +1" });
    expect(button).toBeDisabled();
    await vi.advanceTimersByTimeAsync(400);
    expect(button).toBeEnabled();
  });
});

describe("cards laid out during another turn", () => {
  const you = { seats: [0], host: true, hands: [{ seat: 0, hand: ["Rx", "Rd"] }] };
  const legal = () => ({ legal: true, played: ["Rx"], playable: ["Rx"] });
  const TABLE = [["Ro", "Rs", "Rb"]] as const;

  function drafted() {
    const table = new FakeTable({ game: cardsGame({ table: TABLE }), you, now: BEN }, legal);
    const turn = new CardsTurn(table, 0);
    turn.follow();
    turn.draft.move(
      [turn.draft.hand[0]].flatMap((card) => card ?? []),
      0,
    );
    return { table, turn };
  }

  test("stay in sets that nobody changed, and are played as planned", async () => {
    const { table, turn } = drafted();
    void turn.ask();
    await answered();
    turn.togglePlan();
    const sets = [...TABLE, ["Go", "Gs", "Gb"]];
    table.change({ game: cardsGame({ seq: 2, table: sets }), now: ANN });
    turn.follow();
    expect([turn.returned, turn.planDue]).toEqual(["", true]);
    expect(await turn.playPlanned()).toBe(true);
    expect(table.do.mock.calls[0]?.[0]).toMatchObject({
      turn: {
        after: [
          ["Ro", "Rs", "Rb", "Rx"],
          ["Go", "Gs", "Gb"],
        ],
      },
    });
  });

  test("go home from sets that have changed, and say why", () => {
    const { table, turn } = drafted();
    turn.draft.plan(true);
    table.change({ game: cardsGame({ seq: 2, table: [["Ro", "Rs", "Rb", "Rc"]] }), now: ANN });
    turn.follow();
    expect(turn.draft.played).toEqual([]);
    expect(turn.returned).toBe("Back in your hand: red cross. The sets they were in have changed.");
    expect(turn.planDue).toBe(false);
  });
});
