/** Which cards of the table came to their set in the last turn. */

import type { Game, TileCode } from "../../api/types";
import type { Sets } from "./piles";

interface Switch {
  readonly card: TileCode;
  readonly source: number | null;
  readonly target: number;
}

export interface LastCards {
  readonly seat: number;
  readonly played?: readonly TileCode[];
  readonly after?: Sets;
  readonly switches?: readonly Switch[];
  readonly qwirkles?: Sets;
  readonly exchanged?: boolean;
  readonly passed?: boolean;
  readonly drew?: number;
}

export type Mark = "played" | "switched";

/** By the ids of the cards as `pilesOf` makes them. */
export function marksOf(game: Game): ReadonlyMap<string, Mark> {
  const last = game.last as LastCards | null;
  const found = new Map<string, Mark>();
  if (last === null) return found;
  const taken = (last.qwirkles ?? []).map((set) => [...set].sort().join());
  let place = 0;
  for (const [target, set] of (last.after ?? []).entries()) {
    const gone = taken.indexOf([...set].sort().join());
    if (gone >= 0) {
      // A Qwirkle has left the table, and the sets behind it have moved up.
      taken.splice(gone, 1);
      continue;
    }
    for (const { card, source, target: to } of last.switches ?? [])
      if (to === target) found.set(`${place}${card}`, source === null ? "played" : "switched");
    place += 1;
  }
  return found;
}
