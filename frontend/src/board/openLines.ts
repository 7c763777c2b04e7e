/** Lines of the table that can be extended, the longest first. */

import type { Cell, Placed } from "../api/types";

const FULL = 6;

export interface OpenLine {
  readonly tiles: readonly Placed[];
  readonly row: boolean;
}

/** Return the lines of two to five tiles. */
export function openLines(board: readonly Placed[]): readonly OpenLine[] {
  const at = new Map(board.map((placed) => [`${placed[0]},${placed[1]}`, placed]));
  const found = board.flatMap(([x, y]) =>
    [true, false].flatMap((row): OpenLine[] => {
      const [dx, dy] = row ? [1, 0] : [0, 1];
      if (at.has(`${x - dx},${y - dy}`)) return [];
      const tiles: Placed[] = [];
      for (let step = 0; ; step++) {
        const next = at.get(`${x + step * dx},${y + step * dy}`);
        if (next === undefined) break;
        tiles.push(next);
      }
      return tiles.length > 1 && tiles.length < FULL ? [{ tiles, row }] : [];
    }),
  );
  return found.sort((a, b) => b.tiles.length - a.tiles.length);
}

/** Return the cells of every line that lacks only one tile. */
export function nearlyFull(board: readonly Placed[]): readonly (readonly Cell[])[] {
  return openLines(board)
    .filter(({ tiles }) => tiles.length === FULL - 1)
    .map(({ tiles }) => tiles.map(([x, y]) => [x, y] as const));
}

/** Return the place of a tile in the longer of its two lines, from 0: the number of tiles beside it. */
export function placeInLine([x, y]: Cell, board: readonly (Cell | Placed)[]): number {
  const full = new Set(board.map((placed) => `${placed[0]},${placed[1]}`));
  const run = (dx: number, dy: number): number => {
    let count = 0;
    // A line has no more tiles than there are: not even at a place that is no number.
    while (count < full.size && full.has(`${x + (count + 1) * dx},${y + (count + 1) * dy}`))
      count++;
    return count;
  };
  return Math.max(run(1, 0) + run(-1, 0), run(0, 1) + run(0, -1));
}
