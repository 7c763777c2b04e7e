/** The hand in the order its owner likes, as values. */

import type { TileCode } from "../../api/types";

/** A tile of the hand. Two of a kind differ in their id. */
export interface Slot {
  readonly id: number;
  readonly tile: TileCode;
}

export type SortKey = "colour" | "shape";

/**
 * Return the hand after a change: every tile stays in place, and new ones take the places of those that
 * are gone. Of two of a kind, the one that was laid out is gone.
 */
export function rearranged(
  slots: readonly Slot[],
  laid: readonly Slot[],
  hand: readonly TileCode[],
  newId: () => number,
): readonly Slot[] {
  const left = counted(hand);
  const outside = new Set(laid.map((slot) => slot.id));
  const staying = new Set<number>();
  const inOrder = [...slots].sort((a, b) => Number(outside.has(a.id)) - Number(outside.has(b.id)));
  for (const { id, tile } of inOrder) if (take(left, tile)) staying.add(id);
  const fresh = hand.filter((tile) => take(left, tile)).map((tile) => ({ id: newId(), tile }));
  const filled = slots.flatMap((slot) => {
    if (staying.has(slot.id)) return [slot];
    const next = fresh.shift();
    return next === undefined ? [] : [next];
  });
  return [...filled, ...fresh];
}

export function moved<T>(list: readonly T[], from: number, to: number): readonly T[] {
  const [item, ...others] = [list[from], ...list.filter((_, index) => index !== from)];
  return item === undefined ? list : ([...others.slice(0, to), item, ...others.slice(to)] as T[]);
}

const COLOURS = "ROYGBP";
const SHAPES = "oxdsbc";

export function sorted(hand: readonly Slot[], by: SortKey): readonly Slot[] {
  const rank = ({ tile }: Slot): number => {
    const colour = COLOURS.indexOf(tile[0] ?? "");
    const shape = SHAPES.indexOf(tile[1] ?? "");
    return by === "colour" ? 6 * colour + shape : 6 * shape + colour;
  };
  return [...hand].sort((a, b) => rank(a) - rank(b));
}

export function shuffled<T>(list: readonly T[], random = Math.random): readonly T[] {
  const mixed = [...list];
  for (let last = mixed.length - 1; last > 0; last--) {
    const other = Math.floor(random() * (last + 1));
    [mixed[last], mixed[other]] = [mixed[other] as T, mixed[last] as T];
  }
  return mixed;
}

function counted(tiles: readonly TileCode[]): Map<TileCode, number> {
  const counts = new Map<TileCode, number>();
  for (const tile of tiles) counts.set(tile, (counts.get(tile) ?? 0) + 1);
  return counts;
}

function take(counts: Map<TileCode, number>, tile: TileCode): boolean {
  const count = counts.get(tile) ?? 0;
  if (count > 0) counts.set(tile, count - 1);
  return count > 0;
}

/** Return the tiles without those that are gone, one for one. */
export function without(
  tiles: readonly TileCode[],
  gone: readonly TileCode[],
): readonly TileCode[] {
  const left = [...tiles];
  for (const tile of gone) {
    const at = left.indexOf(tile);
    if (at >= 0) left.splice(at, 1);
  }
  return left;
}
