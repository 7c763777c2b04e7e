/** The turns that stand, because they were not taken back. */

import type { EventView } from "../api/types";

/** Return the events without the turns that were taken back later. */
export function standing(events: readonly EventView[]): readonly EventView[] {
  const gone = new Set<number>();
  const played: number[] = [];
  for (const { seq, event } of events) {
    if (event.event === "turn-played") played.push(seq);
    if (event.event === "turns-taken-back")
      for (const taken of played.splice(-event.count)) gone.add(taken);
  }
  return gone.size === 0 ? events : events.filter(({ seq }) => !gone.has(seq));
}
