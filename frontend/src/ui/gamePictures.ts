/** The little picture of each game: a corner of its table, on a grid of five by five. */

import type { Cell, Placed } from "../api/types";
import type { TileFace } from "../tiles/art.gen";

export interface GamePicture {
  readonly tiles: readonly Placed[];
  /** Sets of cards instead of tiles, row by row. */
  readonly sets?: readonly (readonly string[])[];
  /** The face of the tiles in this edition. */
  readonly face?: TileFace;
  /** Whether there is a printed board, with its stars and bonus squares. */
  readonly board?: boolean;
  readonly stars?: readonly Cell[];
  readonly bonus?: readonly (readonly [x: number, y: number, points: 1 | 2])[];
  /** Action tiles beside the table. */
  readonly actions?: boolean;
}

const CLASSIC: GamePicture = {
  tiles: [
    [0, 2, "Ro"],
    [1, 2, "Rs"],
    [2, 2, "Rd"],
    [3, 2, "Rb"],
    [3, 1, "Yb"],
    [3, 0, "Gb"],
    [4, 0, "Gc"],
    [3, 3, "Bb"],
    [4, 3, "Bx"],
    [0, 3, "Yo"],
    [0, 4, "Po"],
  ],
};

const PICTURES: Readonly<Record<string, GamePicture>> = {
  classic: CLASSIC,
  "colour-blind": {
    face: "two-shape",
    tiles: [
      [1, 2, "Go"],
      [2, 2, "Gs"],
      [3, 2, "Gd"],
      [1, 1, "Po"],
      [1, 0, "Yo"],
      [3, 3, "Rd"],
      [3, 4, "Bd"],
      [4, 4, "Bc"],
      [0, 0, "Yx"],
    ],
  },
  schmidt: {
    tiles: [
      [0, 1, "Yx"],
      [1, 1, "Yo"],
      [2, 1, "Yd"],
      [2, 2, "Pd"],
      [2, 3, "Od"],
      [3, 3, "Os"],
      [4, 3, "Ob"],
      [4, 2, "Rb"],
      [4, 1, "Bb"],
      [0, 2, "Bx"],
      [0, 3, "Gx"],
    ],
  },
  mini: {
    actions: true,
    tiles: [
      [0, 1, "Pc"],
      [1, 1, "Ps"],
      [2, 1, "Px"],
      [3, 1, "Pd"],
      [3, 0, "Gd"],
      [1, 2, "Bs"],
      [1, 3, "Rs"],
      [1, 4, "Ys"],
      [0, 4, "Yo"],
    ],
  },
  select: {
    board: true,
    stars: [
      [0, 0],
      [4, 1],
      [1, 4],
      [4, 4],
    ],
    tiles: [
      [1, 2, "Bo"],
      [2, 2, "Bs"],
      [3, 2, "Bd"],
      [3, 1, "Gd"],
      [3, 3, "Yd"],
      [1, 1, "Ro"],
    ],
  },
  connect: {
    board: true,
    bonus: [
      [2, 0, 1],
      [4, 2, 1],
      [0, 2, 2],
      [2, 4, 2],
    ],
    tiles: [
      [0, 0, "Rb"],
      [4, 0, "Yo"],
      [0, 4, "Gx"],
      [4, 4, "Pc"],
      [1, 2, "Os"],
      [2, 2, "Oc"],
      [3, 2, "Ox"],
    ],
  },
  combined: {
    board: true,
    stars: [
      [0, 0],
      [4, 4],
    ],
    bonus: [
      [4, 0, 1],
      [0, 4, 2],
      [2, 1, 1],
    ],
    tiles: [
      [1, 2, "Gb"],
      [2, 2, "Yb"],
      [3, 2, "Rb"],
      [1, 3, "Go"],
      [3, 3, "Rc"],
      [2, 4, "Bx"],
    ],
  },
  cards: {
    tiles: [],
    sets: [
      ["Gd", "Go", "Gc"],
      ["Rb", "Yb", "Pb", "Bb"],
    ],
  },
};

/** Return the picture of a game; a house rule shows tiles on an open table. */
export function gamePicture(game: string): GamePicture {
  return PICTURES[game] ?? CLASSIC;
}
