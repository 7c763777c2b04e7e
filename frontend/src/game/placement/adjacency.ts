/** The cells for a tile that are next to another tile already. */

import type { Cell } from "../../api/types";
import { keyOf } from "../../board/cells";

/** Split cells into those next to a tile (`near`), and those that need others in between (`far`). */
export function splitByAdjacency(
  cells: readonly Cell[],
  tiles: readonly (readonly [number, number, ...unknown[]])[],
): { readonly near: readonly Cell[]; readonly far: readonly Cell[] } {
  const full = new Set(tiles.map(([x, y]) => `${x},${y}`));
  if (full.size === 0) return { near: cells, far: [] };
  const isNear = ([x, y]: Cell) =>
    full.has(keyOf([x - 1, y])) ||
    full.has(keyOf([x + 1, y])) ||
    full.has(keyOf([x, y - 1])) ||
    full.has(keyOf([x, y + 1]));
  return { near: cells.filter(isNear), far: cells.filter((cell) => !isNear(cell)) };
}
