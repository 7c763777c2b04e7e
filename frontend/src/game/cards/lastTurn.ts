/** The cards of the table that came to their set in the last turn. */

import type { Game, TileCode } from "../../api/types";
import type { Sets } from "./piles";

export interface Switch {
  readonly card: TileCode;
  readonly source: number | null;
  readonly target: number;
}

export interface LastCards {
  readonly seat: number;
  readonly before?: Sets;
  readonly played?: readonly TileCode[];
  readonly after?: Sets;
  readonly switches?: readonly Switch[];
  readonly qwirkles?: Sets;
  readonly exchanged?: boolean;
  readonly passed?: boolean;
  readonly drew?: number;
}

export type Mark = "played" | "switched";

/**
 * Return the place of every set of a turn on the table after it: a Qwirkle has left the table, so it
 * has none, and the sets behind it have moved up.
 */
export function placesAfter(after: Sets, qwirkles: Sets): readonly (number | undefined)[] {
  const taken = qwirkles.map((set) => [...set].sort().join());
  let place = 0;
  return after.map((set) => {
    const gone = taken.indexOf([...set].sort().join());
    if (gone >= 0) {
      taken.splice(gone, 1);
      return undefined;
    }
    place += 1;
    return place - 1;
  });
}

/** Return the marks of the last turn, by the ids of the cards that `pilesOf` gives them. */
export function marksOf(game: Game): ReadonlyMap<string, Mark> {
  const last = game.last as LastCards | null;
  const found = new Map<string, Mark>();
  if (last === null) return found;
  const places = placesAfter(last.after ?? [], last.qwirkles ?? []);
  for (const { card, source, target } of last.switches ?? []) {
    const place = places[target];
    if (place !== undefined) found.set(`${place}${card}`, source === null ? "played" : "switched");
  }
  return found;
}

/** Return the marks for a turn that was not played: cards that are new on the table, by the sets after it. */
export function marksBetween(before: Sets, after: Sets): ReadonlyMap<string, Mark> {
  const lying = before.flat();
  const found = new Map<string, Mark>();
  for (const [place, set] of after.entries())
    for (const card of set) {
      const known = lying.indexOf(card);
      if (known < 0) found.set(`${place}${card}`, "played");
      else lying.splice(known, 1);
    }
  return found;
}
