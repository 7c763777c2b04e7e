import { expect, test } from "vitest";
import { placementGame } from "../api/games";
import type { EventView } from "../api/types";
import { tileNarrator } from "../game/placement/narrator";
import { sentences } from "../game/shared/narrator";
import { momentsOf } from "./moments";

const seats = ["Ann", "Ben"].map((name) => ({ kind: "person", name, bot: "", out: null }));
const players = (one: number, other: number) => [
  { name: "Ann", score: one, tiles: 6 },
  { name: "Ben", score: other, tiles: 6 },
];

function event(seq: number, event: object, more: object = {}): EventView {
  return {
    seq,
    at: 1000 * seq,
    event,
    now: { seq, seats },
    game: null,
    board: null,
    you: { seats: [0], host: true, hands: [] },
    ...more,
  } as unknown as EventView;
}

const EVENTS = [
  event(1, { event: "table-opened" }),
  event(
    2,
    { event: "game-started" },
    {
      game: { family: "placement", game: "classic", board: [], players: players(0, 0), bag: 96 },
      you: { seats: [0], host: true, hands: [{ seat: 0, hand: ["Ro", "Rs", "Gx"] }] },
    },
  ),
  event(
    3,
    { event: "reacted", seat: 1, what: "hello" },
    {
      you: { seats: [0], host: true, hands: [{ seat: 0, hand: ["Ro", "Rs", "Gx"] }] },
    },
  ),
  event(
    4,
    {
      event: "turn-played",
      seat: 0,
      by: "person",
      acts: [
        {
          event: "tiles-placed",
          seat: 0,
          tiles: [
            [0, 0, "Ro"],
            [1, 0, "Rs"],
          ],
          lines: [
            {
              cells: [
                [0, 0],
                [1, 0],
              ],
              points: 2,
              qwirkle: false,
            },
          ],
          bonus: 0,
          points: 2,
        },
      ],
    },
    {
      game: { players: players(2, 0), bag: 94 },
      board: {
        add: [
          [0, 0, "Ro"],
          [1, 0, "Rs"],
        ],
        remove: [],
      },
    },
  ),
  event(
    5,
    { event: "turn-played", seat: 1, by: "bot", acts: [{ event: "put-aside", seat: 1, count: 3 }] },
    {
      game: { players: players(2, 0), bag: 94 },
    },
  ),
  event(6, { event: "seat-out", seat: 1, why: "resigned" }),
];

test("a game is a sequence of moments from the deal on", () => {
  const moments = momentsOf(EVENTS);
  const textOf = (moment: (typeof moments)[0] | undefined) =>
    moment === undefined ? "" : sentences(moment.event, tileNarrator).join(" ");
  expect(moments.map(({ event }) => event.seq)).toEqual([2, 4, 5, 6]);
  expect(moments.map(({ scores }) => scores)).toEqual([
    [0, 0],
    [2, 0],
    [2, 0],
    [2, 0],
  ]);
  expect(moments.map(({ points }) => points)).toEqual([0, 2, 0, 0]);
  expect(moments.map(({ game }) => placementGame(game)?.board.length)).toEqual([0, 2, 2, 2]);
  expect(moments[1]?.marked).toEqual([
    [0, 0],
    [1, 0],
  ]);
  expect(moments[1]?.lines).toHaveLength(1);
  expect(textOf(moments[1])).toContain("You played a red circle and a red square");
  expect(textOf(moments[3])).toContain("Ben");
});

test("what somebody held is shown if it may be known", () => {
  expect(momentsOf(EVENTS).map(({ held }) => held)).toEqual([null, ["Ro", "Rs", "Gx"], null, null]);
  const all = new Map([[4, [["Gx"], ["Bo", "Bs"]]]]);
  expect(momentsOf(EVENTS, all)[2]?.held).toEqual(["Bo", "Bs"]);
});

test("without its beginning there is nothing to show", () => {
  expect(momentsOf(EVENTS.slice(3))).toEqual([]);
});
