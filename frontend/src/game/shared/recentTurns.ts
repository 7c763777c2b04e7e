/** The recent turns: since the own last turn, or in the last round. */

import type { Cell, EventView, TileCode } from "../../api/types";
import { standing } from "../../live/takebacks";
import { actsOf, pointsIn } from "./narrator";

/** One turn of a seat. Taking a tile or drawing three are separate events in it. */
export interface RecentTurn {
  readonly seat: number;
  readonly events: readonly EventView[];
}

/** Return all turns that were not taken back, in their order. */
export function turnsOf(events: readonly EventView[]): readonly RecentTurn[] {
  const turns: { seat: number; events: EventView[] }[] = [];
  for (const event of standing(events)) {
    const { event: happened } = event;
    if (happened.event !== "turn-played") continue;
    const { seat } = happened;
    const last = turns.at(-1);
    if (last?.seat === seat) last.events.push(event);
    else turns.push({ seat, events: [event] });
  }
  return turns;
}

/**
 * Return the last turn of `self` and all after it, the newest first. For a spectator, return the last
 * turn of everybody.
 */
export function recentTurns(
  events: readonly EventView[],
  self: number | null,
  players: number,
): readonly RecentTurn[] {
  const newestFirst = turnsOf(events).toReversed();
  const own = newestFirst.findIndex(({ seat }) => seat === self);
  return newestFirst.slice(0, own < 0 ? Math.max(1, players) : own + 1);
}

export function cellsOf({ events }: RecentTurn): readonly Cell[] {
  return events
    .flatMap(actsOf)
    .flatMap((act) =>
      act.event === "tiles-placed" ? act.tiles.map(([x, y]): Cell => [x, y]) : [],
    );
}

export function pointsOf({ events }: RecentTurn): number {
  return events.flatMap(actsOf).reduce((sum, act) => sum + pointsIn(act), 0);
}

/** Return whether an event is one of the card game, whose pictures are upright. */
export function isOfCards(event: EventView): boolean {
  return actsOf(event).some(({ event }) => event.startsWith("cards."));
}

/** Return the tiles or cards that sentences about an event name. */
export function tilesNamed(event: EventView): readonly TileCode[] {
  return actsOf(event).flatMap((act) => {
    if (act.event === "tiles-placed") return act.tiles.map(([, , tile]) => tile);
    if (act.event === "took") return [act.tile[2]];
    return act.event === "cards.cards-played" ? act.played : [];
  });
}
