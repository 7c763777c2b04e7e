/** The number of unseen tiles of each kind: three of each, less the table and the own hand. */

import type { Placed, TileCode } from "../../api/types";

export const COLOURS = ["R", "O", "Y", "G", "B", "P"] as const;
export const SHAPES = ["o", "x", "d", "s", "b", "c"] as const;
const OF_EACH = 3;

export function unseenKinds(
  board: readonly Placed[],
  hand: readonly TileCode[],
): ReadonlyMap<TileCode, number> {
  const left = new Map<TileCode, number>();
  for (const colour of COLOURS) for (const shape of SHAPES) left.set(colour + shape, OF_EACH);
  for (const tile of [...board.map((placed) => placed[2]), ...hand])
    left.set(tile, Math.max(0, (left.get(tile) ?? 0) - 1));
  return left;
}
