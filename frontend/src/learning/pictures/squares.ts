/** The squares a board can have, each as a board of its own. */

import type { Cell, Squares } from "../../api/types";
import type { Box } from "../../board/cells";

export type SquareKind = "token" | "centre" | "black" | "one" | "two";

const HERE: readonly Cell[] = [[0, 0]];
const SQUARES: Readonly<Record<SquareKind, Squares>> = {
  token: { star: HERE, stars_left: HERE },
  centre: { centre: HERE },
  black: { black: HERE },
  one: { "1": HERE },
  two: { "2": HERE },
};

export function squareOf(kind: SquareKind): { readonly box: Box; readonly squares: Squares } {
  return {
    box: { left: 0, top: 0, right: 1, bottom: 1 },
    squares: { ...SQUARES[kind], width: 1, height: 1 },
  };
}

/** The kinds of squares on the board of a game, in the order of a legend. */
export const KINDS_OF: Readonly<Record<string, readonly SquareKind[]>> = {
  select: ["token", "centre"],
  connect: ["black", "one", "two"],
  combined: ["token", "black", "one", "two"],
};
