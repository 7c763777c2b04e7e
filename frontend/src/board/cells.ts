/** Cells and the boxes around them. A box counts cells: its right and bottom are the first outside. */

import type { Cell, Placed, Squares } from "../api/types";

export interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

export function keyOf(cell: Cell | Placed): string {
  return `${cell[0]},${cell[1]}`;
}

export function sameCell(a: Cell | Placed | null, b: Cell | Placed | null): boolean {
  return a !== null && b !== null && a[0] === b[0] && a[1] === b[1];
}

/** Return the smallest box around cells; null without any. */
export function boxAround(cells: Iterable<Cell | Placed>): Box | null {
  let box: Box | null = null;
  for (const [x, y] of cells) {
    box =
      box === null
        ? { left: x, top: y, right: x + 1, bottom: y + 1 }
        : {
            left: Math.min(box.left, x),
            top: Math.min(box.top, y),
            right: Math.max(box.right, x + 1),
            bottom: Math.max(box.bottom, y + 1),
          };
  }
  return box;
}

export function grown(box: Box, by: number): Box {
  return {
    left: box.left - by,
    top: box.top - by,
    right: box.right + by,
    bottom: box.bottom + by,
  };
}

/** Return the part that two boxes share. */
export function overlap(a: Box, b: Box): Box {
  return {
    left: Math.max(a.left, b.left),
    top: Math.max(a.top, b.top),
    right: Math.min(a.right, b.right),
    bottom: Math.min(a.bottom, b.bottom),
  };
}

export function isInside(box: Box, [x, y]: Cell | Placed): boolean {
  return x >= box.left && x < box.right && y >= box.top && y < box.bottom;
}

/** Return the box of the printed board, if there is one. */
export function printedBox(squares: Squares | undefined): Box | null {
  if (squares?.width === undefined || squares.height === undefined) return null;
  return { left: 0, top: 0, right: squares.width, bottom: squares.height };
}

/** Return the part of the table to show: the printed board, or all tiles with a little room around. */
export function tableBox(
  squares: Squares | undefined,
  cells: Iterable<Cell | Placed>,
  room: number,
): Box {
  const printed = printedBox(squares);
  if (printed !== null) return printed;
  return grown(boxAround(cells) ?? { left: 0, top: 0, right: 1, bottom: 1 }, room);
}
