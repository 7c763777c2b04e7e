/** The moments of a replay together with what the review says about them. */

import type { Review, ReviewedTurn, Told } from "../api/types";
import { actsOf } from "../game/shared/narrator";
import type { Moment } from "../replay/moments";

export interface JudgedMoment {
  /** Its place among the moments of the replay. */
  readonly at: number;
  readonly moment: Moment;
  /** The moment before it: the position that the seat had in front of it. */
  readonly before: Moment;
  /** The place in the review of what was done first, from 1. */
  readonly number: number;
  readonly turn: ReviewedTurn;
}

/** By moment: what the review says; null for moments that are no turn. */
export function judgedMoments(
  moments: readonly Moment[],
  turns: readonly ReviewedTurn[],
): readonly (JudgedMoment | null)[] {
  let next = 0;
  return moments.map((moment, at) => {
    const before = moments[at - 1];
    if (before === undefined || moment.told.event.event !== "turn-played") return null;
    const number = next + 1;
    next += actsIn(moment.told);
    const turn = turns[next - 1];
    return turn === undefined ? null : { at, moment, before, number, turn };
  });
}

const FIRST = new Set(["took", "drew-three"]);
const THEN = new Set(["tiles-placed", "put-aside", "passed"]);

/** A tile that is taken in the same breath as others are placed is an act of its own in a review. */
function actsIn(told: Told): number {
  const kinds = actsOf(told).map(({ event }) => event);
  const both = kinds.some((kind) => FIRST.has(kind)) && kinds.some((kind) => THEN.has(kind));
  return both ? 2 : 1;
}

/** The chances of winning after each moment, seat by seat, from 0 to 1. */
export function chancesAfter(
  judged: readonly (JudgedMoment | null)[],
  review: Pick<Review, "turns">,
): readonly (readonly number[])[] {
  const rows: (readonly number[])[] = [];
  let after = review.turns.at(-1)?.chance_after ?? [];
  for (const found of judged.toReversed()) {
    rows.unshift(after);
    if (found !== null) after = found.turn.chance;
  }
  return rows;
}
