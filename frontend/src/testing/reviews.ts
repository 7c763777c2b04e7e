/** Reviewed games for tests: two turns of Ann and Ben, and the review of them. */

import type { Act, EventView, ReviewState } from "../api/types";
import type { Review, ReviewedTurn } from "../reviews/judged";
import { eventOf, nowOf, tilesGame } from "./views";

const players = (ann: number, ben: number) => [
  { name: "Ann", score: ann, tiles: 6, tokens: 0, actions: [] },
  { name: "Ben", score: ben, tiles: 6, tokens: 0, actions: [] },
];
/** The fields of a game in every event, without its board. */
const { board: _board, ...MOMENT } = tilesGame();

function played(
  seq: number,
  seat: number,
  tile: [number, number, string],
  points: number,
): EventView {
  const act: Act = { event: "tiles-placed", seat, tiles: [tile], lines: [], bonus: 0, points };
  return eventOf(
    { event: "turn-played", seat, by: "person", acts: [act] },
    {
      seq,
      now: nowOf({ seq }),
      game: { ...MOMENT, seq, players: players(1, seq === 3 ? points : 0) },
      board: { add: [tile], remove: [] },
    },
  );
}

/** The deal, a red circle of Ann, a red square of Ben. */
export const EVENTS: readonly EventView[] = [
  eventOf(
    { event: "game-started", names: ["Ann", "Ben"], bots: [] },
    { seq: 1, game: tilesGame({ board: [], players: players(0, 0) }) },
  ),
  played(2, 0, [0, 0, "Ro"], 1),
  played(3, 1, [1, 0, "Rs"], 2),
];

const HANDS = [
  ["Ro", "Gx", "Gd"],
  ["Rs", "Rx", "Yo"],
];
export const STORY = { events: EVENTS, hands: EVENTS.map(() => HANDS) };

export function turnOf(more: Partial<ReviewedTurn> = {}): ReviewedTurn {
  const turn = { place: [[0, 0, "Ro"] as const] };
  return {
    number: 1,
    seat: 0,
    turn,
    points: 1,
    forced: false,
    best: { turn, points: 1, lost: 0, lost_ci95: [0, 0] },
    lost: 0,
    lost_ci95: [0, 0],
    mark: "best",
    chance: [0.5, 0.5],
    chance_after: [0.5, 0.5],
    changes: null,
    luck: null,
    exact: false,
    considered: [],
    reasons: [],
    line: [],
    line_turns: [],
    follows: [],
    ...more,
  };
}

const BETTER = {
  turn: { place: [[1, 0, "Rx"] as const, [2, 0, "Rs"] as const] },
  points: 3,
  lost: 0,
  lost_ci95: [0, 0] as const,
};

export function reviewOf(more: Partial<Review> = {}): Review {
  const player = {
    accuracy: 81.24,
    level: 5,
    level_range: [4, 6] as const,
    decisions: 1,
    points_lost: 2.1,
    luck: 2.5,
    deal: 1,
    score: 2,
    score_without_luck: -1.5,
    spread: 15.2,
    margin: 1,
    margin_without_luck: -2.4,
    remainder: 0.3,
    changes: { turn: -0.124, draw: 0.094, rival_turns: 0.104, rival_draws: 0.126 },
  };
  const second = {
    number: 2,
    seat: 1,
    turn: { place: [[1, 0, "Rs"] as const] },
    points: 2,
    best: BETTER,
    lost: 2.1,
    lost_ci95: [1.2, 3] as const,
    mark: "costly" as const,
    chance: [0.45, 0.55] as const,
    chance_after: [0.7, 0.3] as const,
    changes: { turn: -0.21, draw: 0.064, rival_turns: 0, rival_draws: -0.104 },
    luck: -1.5,
    considered: [BETTER],
    reasons: [{ code: "of-a-newer-server", params: {}, text: "It scores more." }],
    line: ["Rb@0,1"],
    line_turns: [{ seat: 0, turn: { place: [[0, 1, "Rb"] as const] }, points: 2 }],
    follows: [
      {
        code: "answer-adds",
        params: { deals: 4, of: 10, points: 2, tiles: "Ro Rx" },
        text: "",
      },
    ],
  };
  return {
    game: "classic",
    family: "placement",
    players: [
      { name: "Ann", ...player },
      {
        name: "Ben",
        ...player,
        accuracy: null,
        level: null,
        level_range: null,
        changes: null,
        margin: -1,
        score_without_luck: 0.9,
        margin_without_luck: 2.4,
      },
    ],
    turns: [turnOf(), turnOf(second)],
    summary: {
      code: "luck-against",
      params: { name: "Ann", rival: "Ben", seat: 0, rival_seat: 1 },
      text: "Ann won, although Ben was luckier.",
    },
    turning_points: [
      { number: 2, part: "turn", change: -0.21 },
      { number: 2, part: "draw", change: 0.064 },
    ],
    open_hands: false,
    deep: false,
    ...more,
  };
}

export function stateOf(more: Partial<ReviewState> = {}): ReviewState {
  return { state: "ready", done: 0, total: 0, ahead: 0, review: reviewOf(), ...more };
}
