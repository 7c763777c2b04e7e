/** A game as a row of moments, folded from its events: one for each act. */

import type { Cell, EventView, Game, Line, TileCode, Turn } from "../api/types";
import { actsOf } from "../game/shared/narrator";
import { gameAfter, kindOf } from "../live/fold";
import { standing } from "../live/takebacks";

export interface Moment {
  readonly event: EventView;
  readonly game: Game;
  /** The seat that acted; null if none did. */
  readonly seat: number | null;
  readonly scores: readonly number[];
  /** The points of the act. */
  readonly points: number;
  readonly marked: readonly Cell[];
  readonly lines: readonly Line[];
  /** The hand of that seat before, if it may be known. */
  readonly held: readonly TileCode[] | null;
}

/** The properties of a family's stage. */
export interface StageProps {
  readonly moment: Pick<Moment, "game" | "seat" | "marked" | "lines">;
  /** Another turn to show at that moment, as if it came next. */
  readonly instead?: Turn | undefined;
  /** Whether the whole table is shown, even if it is too small to read. */
  readonly whole?: boolean;
  /** The name of the table, where there are two of them. */
  readonly label?: string;
}

/** All hands after an event, seat by seat, which are known when a table has ended. */
export type Hands = ReadonlyMap<number, readonly (readonly TileCode[])[]>;

const SHOWN = new Set(["game-started", "turn-played", "seat-out"]);

/** Return every moment from the deal on; none if the beginning is missing. */
export function momentsOf(events: readonly EventView[], hands: Hands = new Map()): Moment[] {
  const moments: Moment[] = [];
  let game: Game | null = null;
  let before: EventView | null = null;
  for (const event of standing(events)) {
    const kind = kindOf(event);
    if (game === null && kind !== "game-started") continue;
    const after: Game | null = gameAfter(game, event);
    if (after === null) continue;
    const seat = seatIn(event);
    const held = before === null || seat === null ? null : heldBy(seat, before, hands);
    if (SHOWN.has(kind)) moments.push(momentOf(event, after, moments.at(-1), held));
    game = after;
    before = event;
  }
  return moments;
}

/** Return the seat that an event is about. */
function seatIn({ event }: EventView): number | null {
  return "seat" in event ? event.seat : null;
}

/** Return the hand of a seat after an event. */
function heldBy(seat: number, { seq, you }: EventView, hands: Hands): readonly TileCode[] | null {
  return hands.get(seq)?.[seat] ?? you.hands.find((own) => own.seat === seat)?.hand ?? null;
}

function momentOf(
  event: EventView,
  game: Game,
  before: Moment | undefined,
  held: readonly TileCode[] | null,
): Moment {
  const seat = seatIn(event);
  const scores = game.players.map(({ score }) => score);
  const acts = actsOf(event);
  return {
    event,
    game,
    seat,
    scores,
    points: seat === null ? 0 : (scores[seat] ?? 0) - (before?.scores[seat] ?? 0),
    marked: acts.flatMap((act) =>
      act.event === "tiles-placed" ? act.tiles.map(([x, y]) => [x, y] as const) : [],
    ),
    lines: acts.flatMap((act) => (act.event === "tiles-placed" ? act.lines : [])),
    held: kindOf(event) === "turn-played" ? held : null,
  };
}
