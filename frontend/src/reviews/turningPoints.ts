/** The turns after which a game looked different. */

import type { JudgedMoment } from "./judged";

export interface TurningPoint {
  readonly found: JudgedMoment;
  /** The chance of winning of the seat that played, before and after. */
  readonly from: number;
  readonly to: number;
}

const MOST = 5;
/** The smallest change of chances that people notice. */
const LEAST = 0.06;

/** Return the turning points in the order of the game. `chances` are those after each moment. */
export function turningPoints(
  judged: readonly (JudgedMoment | null)[],
  chances: readonly (readonly number[])[],
): readonly TurningPoint[] {
  return judged
    .flatMap((found): TurningPoint[] => {
      if (found === null) return [];
      const { seat } = found.turn;
      const from = chances[found.at - 1]?.[seat] ?? 0;
      return [{ found, from, to: chances[found.at]?.[seat] ?? from }];
    })
    .filter((point) => swing(point) >= LEAST)
    .sort((a, b) => swing(b) - swing(a))
    .slice(0, MOST)
    .sort((a, b) => a.found.at - b.found.at);
}

function swing({ from, to }: TurningPoint): number {
  return Math.abs(to - from);
}
