/** Which of the cells where a tile could go lie beside a tile already. */

import type { Cell } from "../../api/types";
import { keyOf } from "../../board/cells";

/** Cells beside a tile, apart from those that need others in between. */
export function besideTiles(
  cells: readonly Cell[],
  tiles: readonly (readonly [number, number, ...unknown[]])[],
): { readonly near: readonly Cell[]; readonly far: readonly Cell[] } {
  const full = new Set(tiles.map(([x, y]) => `${x},${y}`));
  if (full.size === 0) return { near: cells, far: [] };
  const beside = ([x, y]: Cell) =>
    full.has(keyOf([x - 1, y])) ||
    full.has(keyOf([x + 1, y])) ||
    full.has(keyOf([x, y - 1])) ||
    full.has(keyOf([x, y + 1]));
  return { near: cells.filter(beside), far: cells.filter((cell) => !beside(cell)) };
}
