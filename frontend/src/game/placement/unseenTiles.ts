/** The number of unseen tiles of each kind: those of the box, less the table and the own hand. */

import type { Placed, PlacementGame, TileCode } from "../../api/types";

export const COLOURS = ["R", "O", "Y", "G", "B", "P"] as const;
export const SHAPES = ["o", "x", "d", "s", "b", "c"] as const;
/** How many tiles of each kind there are, if no house rule says otherwise. */
const OF_EACH = 3;

/** Return how many tiles of each kind there are; a few special tiles, or a few that are missing, change nothing. */
export function copiesIn({ board, bag, players }: PlacementGame): number {
  const held = players.reduce((sum, player) => sum + player.tiles, 0);
  return Math.round((board.length + bag + held) / (COLOURS.length * SHAPES.length));
}

export function unseenKinds(
  board: readonly Placed[],
  hand: readonly TileCode[],
  copies = OF_EACH,
): ReadonlyMap<TileCode, number> {
  const left = new Map<TileCode, number>();
  for (const colour of COLOURS) for (const shape of SHAPES) left.set(colour + shape, copies);
  for (const tile of [...board.map((placed) => placed[2]), ...hand])
    left.set(tile, Math.max(0, (left.get(tile) ?? 0) - 1));
  return left;
}
