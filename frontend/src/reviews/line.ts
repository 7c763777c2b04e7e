/** The turns that follow a better turn, as pictures. */

import type { Turn } from "../api/types";
import type { ReviewedTurn } from "./judged";

/** Return one placement with the tiles of the best turn and of the line, up to a turn of it. */
export function lineUpTo(
  { best, line_turns }: Pick<ReviewedTurn, "best" | "line_turns">,
  number: number,
): Turn {
  const turns = [best.turn, ...line_turns.slice(0, number + 1).map(({ turn }) => turn)];
  return { place: turns.flatMap(({ place }) => place ?? []) };
}
