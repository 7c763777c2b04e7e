/** Views of tables for tests: complete, with the parts that a test cares about given. */

import type {
  CardsGame,
  EditionView,
  EventView,
  Now,
  PlacementGame,
  Preview,
  Problem,
  SeatView,
  TableView,
} from "../api/types";
import { BLANK } from "../game/shared/options";

export function seatOf(name: string, more: Partial<SeatView> = {}): SeatView {
  return {
    kind: "person",
    name,
    face: "",
    bot: "",
    taken: true,
    reserved: false,
    account: false,
    out: null,
    missed: 0,
    left_ms: null,
    ...more,
  };
}

export function botOf(level: number, more: Partial<SeatView> = {}): SeatView {
  return seatOf("Bot", { kind: "bot", bot: `level:${level}`, ...more });
}

export function nowOf(more: Partial<Now> = {}): Now {
  return {
    seq: 1,
    phase: "playing",
    seats: [seatOf("Ann"), seatOf("Ben")],
    turn: 0,
    turn_since: 0,
    deadline: null,
    gone_at: null,
    vote: null,
    may_take_back: [],
    taken_back: 0,
    rated: false,
    ended: null,
    seed: null,
    rematch: null,
    host: 0,
    ratings: [],
    ...more,
  };
}

export function tilesGame(more: Partial<PlacementGame> = {}): PlacementGame {
  return {
    family: "placement",
    game: "classic",
    seat: null,
    hand: [],
    turns_played: 4,
    opening_tiles: 0,
    used: null,
    taken: null,
    idle: 0,
    passes: 0,
    options: {},
    seq: 1,
    players: [
      { name: "Ann", score: 12, tiles: 6, tokens: 0, actions: [] },
      { name: "Ben", score: 3, tiles: 5, tokens: 0, actions: [] },
    ],
    turn: 0,
    last: null,
    result: null,
    board: [[0, 0, "Ro"]],
    squares: {},
    bag: 90,
    ...more,
  };
}

export function cardsGame(more: Partial<CardsGame> = {}): CardsGame {
  return {
    family: "cards",
    game: "cards",
    seat: null,
    hand: [],
    turns_played: 4,
    opening_cards: 0,
    turns_left: null,
    idle: 0,
    options: {},
    seq: 1,
    players: [
      { name: "Ann", score: 1, cards: 9, qwirkles: [["Ro", "Rx", "Rd", "Rs", "Rb", "Rc"]] },
      { name: "Ben", score: 0, cards: 9, qwirkles: [] },
    ],
    turn: 0,
    last: null,
    result: null,
    table: [["Ro", "Rs", "Rb"]],
    deck: 80,
    ...more,
  };
}

export function editionOf(more: Partial<EditionView> = {}): EditionView {
  return {
    game: "classic",
    family: "placement",
    name: "Classic",
    about: "",
    faces: "colour",
    options: {},
    house_rule: null,
    supply: "bag",
    ...more,
  };
}

/** Return Ann's table, seen by Ann. */
export function viewOf(more: Partial<TableView> = {}): TableView {
  return {
    table: "t1",
    at: 0,
    edition: editionOf(),
    clock: null,
    spectators: "anyone",
    listing: "nobody",
    hints: true,
    patience_ms: 600_000,
    commitment: "",
    from_position: false,
    before: null,
    now: nowOf(),
    game: tilesGame(),
    you: {
      seats: [0],
      host: true,
      hands: [{ seat: 0, hand: ["Rs", "Bd", "Gc", "Px", "Yo", "Ob"] }],
    },
    ...more,
  };
}

export function previewOf(more: Partial<Preview> = {}): Preview {
  return { ...BLANK, ...more };
}

export function problemOf(reason: string): Problem {
  return { type: "about:blank", title: "", status: 409, detail: "", reason, objections: [] };
}

export function eventOf(event: EventView["event"], more: Partial<EventView> = {}): EventView {
  const { now, you } = viewOf();
  return { seq: 2, at: 0, event, now, game: null, board: null, you, ...more };
}
