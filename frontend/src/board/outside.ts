/** Cells that are out of sight, by the edge of the window they are beyond. */

import type { Cell } from "../api/types";

export type Side = "left" | "right" | "top" | "bottom";

interface Sight {
  readonly width: number;
  readonly height: number;
  readonly scale: number;
  at(cell: Cell): { readonly left: number; readonly top: number };
}

/** A cell counts as seen if its middle is in the window. */
export function outside(
  cells: readonly Cell[],
  sight: Sight,
): readonly { readonly side: Side; readonly cells: readonly Cell[] }[] {
  const found = new Map<Side, Cell[]>();
  if (sight.width === 0 || sight.height === 0) return [];
  for (const cell of cells) {
    const { left, top } = sight.at(cell);
    const side = beyond(left + sight.scale / 2, top + sight.scale / 2, sight);
    if (side !== null) found.set(side, [...(found.get(side) ?? []), cell]);
  }
  return [...found].map(([side, there]) => ({ side, cells: there }));
}

/** The edge that a point is furthest beyond. */
function beyond(x: number, y: number, { width, height }: Sight): Side | null {
  const sides: readonly (readonly [Side, number])[] = [
    ["left", -x],
    ["right", x - width],
    ["top", -y],
    ["bottom", y - height],
  ];
  const [side, by] = sides.reduce((most, next) => (next[1] > most[1] ? next : most));
  return by > 0 ? side : null;
}
