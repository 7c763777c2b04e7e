/** The turns of a game that are worth playing again. */

import type { JudgedMoment } from "../../reviews/judged";
import type { Mark } from "../../reviews/marks";

const WORTH: readonly Mark[] = ["costly", "blunder"];

/** A seat's own costly turns and blunders, in the order of the game; without a seat, everybody's. */
export function lessonsOf(
  judged: readonly (JudgedMoment | null)[],
  seat: number | null,
): readonly JudgedMoment[] {
  return judged.filter(
    (found): found is JudgedMoment =>
      found !== null &&
      WORTH.includes(found.turn.mark) &&
      (seat === null || found.turn.seat === seat),
  );
}
