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

/**
 * Return the marks for a turn that was not played, by the sets after it: cards that are new on the table,
 * and those that come from another set. A set continues the one that it shares the most cards with.
 */
export function marksBetween(before: Sets, after: Sets): ReadonlyMap<string, Mark> {
  const kept = keptCards(before, after);
  const moved = before.flatMap((set, from) => {
    const stays = [...(kept.find(({ source }) => source === from)?.cards ?? [])];
    return set.filter((card) => !stays.includes(card));
  });
  const found = new Map<string, Mark>();
  for (const [place, set] of after.entries()) {
    const stays = kept.find(({ target }) => target === place)?.cards ?? [];
    for (const card of set) {
      if (stays.includes(card)) continue;
      const known = moved.indexOf(card);
      found.set(`${place}${card}`, known < 0 ? "played" : "switched");
      if (known >= 0) moved.splice(known, 1);
    }
  }
  return found;
}

interface Kept {
  readonly source: number;
  readonly target: number;
  readonly cards: readonly TileCode[];
}

/** Pair sets before and after a turn, those with the most cards in common first. */
function keptCards(before: Sets, after: Sets): readonly Kept[] {
  const pairs = before.flatMap((old, source) =>
    after.map(
      (set, target): Kept => ({ source, target, cards: set.filter((card) => old.includes(card)) }),
    ),
  );
  const found: Kept[] = [];
  for (const pair of pairs.sort((a, b) => b.cards.length - a.cards.length))
    if (
      pair.cards.length > 0 &&
      found.every(({ source, target }) => source !== pair.source && target !== pair.target)
    )
      found.push(pair);
  return found;
}
