/** The moments of a replay together with the review's verdicts on them. */

import type { components } from "../api/schema.gen";
import type { EventView } from "../api/types";
import { actsOf } from "../game/shared/narrator";
import { kindOf } from "../live/fold";
import type { Moment } from "../replay/moments";
import type { Mark } from "./marks";

type Schemas = components["schemas"];
type Known<T, Keys extends keyof T> = Omit<T, Keys> & {
  readonly [Key in Keys]: NonNullable<T[Key]>;
};
/** The fields of a verdict: unknown where a record lacks the hand, so never at a table. */
const JUDGED = ["forced", "best", "lost", "lost_ci95", "mark", "chance", "chance_after"] as const;

export type ReviewedTurn = Known<Schemas["ReviewedTurn"], (typeof JUDGED)[number]>;
export type Review = Omit<Schemas["Review"], "turns"> & { readonly turns: readonly ReviewedTurn[] };

export function isJudged(turn: Schemas["ReviewedTurn"]): turn is ReviewedTurn {
  return JUDGED.every((key) => turn[key] !== null);
}

/** Return whether every turn of a review is judged. */
export function isComplete(review: Schemas["Review"]): review is Review {
  return review.turns.every(isJudged);
}

export interface JudgedMoment {
  /** Its place among the moments of the replay. */
  readonly at: number;
  readonly moment: Moment;
  /** The moment before it: the position that the seat faced. */
  readonly before: Moment;
  /** The number in the review of its first act, from 1. */
  readonly number: number;
  readonly turn: ReviewedTurn;
}

/** Return the verdict on each moment; null for moments that are no turn. */
export function judgedMoments(
  moments: readonly Moment[],
  turns: readonly ReviewedTurn[],
): readonly (JudgedMoment | null)[] {
  let next = 0;
  return moments.map((moment, at) => {
    const before = moments[at - 1];
    if (before === undefined || kindOf(moment.event) !== "turn-played") return null;
    const number = next + 1;
    next += actsIn(moment.event);
    const turn = turns[next - 1];
    return turn === undefined ? null : { at, moment, before, number, turn };
  });
}

const MISTAKES: readonly Mark[] = ["costly", "blunder"];

/** Return a seat's own costly turns and blunders, in the order of the game; without a seat, everybody's. */
export function mistakesOf(
  judged: readonly (JudgedMoment | null)[],
  seat: number | null,
): readonly JudgedMoment[] {
  return judged.filter(
    (found): found is JudgedMoment =>
      found !== null &&
      MISTAKES.includes(found.turn.mark) &&
      (seat === null || found.turn.seat === seat),
  );
}

const FIRST = new Set(["took", "drew-three"]);
const THEN = new Set(["tiles-placed", "put-aside", "passed"]);

/** Return the number of acts: in a review, taking a tile together with a placement is an act of its own. */
function actsIn(event: EventView): number {
  const kinds = actsOf(event).map(({ event }) => event);
  const both = kinds.some((kind) => FIRST.has(kind)) && kinds.some((kind) => THEN.has(kind));
  return both ? 2 : 1;
}

/** Return the chances of winning after each moment, seat by seat, from 0 to 1. */
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
