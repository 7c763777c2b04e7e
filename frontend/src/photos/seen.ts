/** Tiles seen in a photo, as values. Places are fractions of the picture's width and height. */

import type { Cell, PhotoReading, Placed, TileCode } from "../api/types";

export type Point = readonly [number, number];
export type Outline = NonNullable<PhotoReading["frame"]>;

/** The certainty below which a tile should be checked. */
const UNCERTAIN = 0.5;

export interface Seen {
  readonly cell: Cell;
  /** Null once the reader has removed it. */
  readonly tile: TileCode | null;
  /** The most likely reading. */
  readonly read: TileCode;
  /** The second most likely reading. */
  readonly second: TileCode;
  readonly outline: Outline;
  readonly uncertain: boolean;
  /** Whether the reader has decided what it is. */
  readonly decided: boolean;
}

export function seenIn({ board, certainty, second, outlines }: PhotoReading): readonly Seen[] {
  return board.flatMap(([x, y, tile], at) => {
    const outline = outlines[at];
    if (outline === undefined) return [];
    return {
      cell: [x, y] as const,
      tile,
      read: tile,
      second: second[at] ?? tile,
      outline,
      uncertain: (certainty[at] ?? 0) < UNCERTAIN,
      decided: false,
    };
  });
}

/** Set a tile to the reader's decision; null if it is none. */
export function decided(seen: readonly Seen[], at: number, tile: TileCode | null): readonly Seen[] {
  return seen.map((each, place) =>
    place === at ? { ...each, tile, uncertain: false, decided: true } : each,
  );
}

/** Carry decisions about a picture over to another reading of it: places in it are the same. */
export function carriedOver(before: readonly Seen[], after: readonly Seen[]): readonly Seen[] {
  const said = before.filter((each) => each.decided);
  return after.map((each) => {
    const known = said.find(({ outline }) => isInside(centreOf(each.outline), outline));
    return known === undefined
      ? each
      : { ...each, tile: known.tile, uncertain: false, decided: true };
  });
}

export function boardOf(seen: readonly Seen[]): readonly Placed[] {
  return seen.flatMap(({ cell: [x, y], tile }) => (tile === null ? [] : [[x, y, tile] as const]));
}

export function uncertainOf(seen: readonly Seen[]): readonly number[] {
  return seen.flatMap(({ uncertain }, at) => (uncertain ? [at] : []));
}

/** Return the next tile to check, wrapping around at the end; undefined if there is none. */
export function nextUncertain(seen: readonly Seen[], after: number): number | undefined {
  const all = uncertainOf(seen);
  return all.find((at) => at > after) ?? all[0];
}

export function centreOf(outline: Outline): Point {
  const mean = (axis: 0 | 1) => outline.reduce((sum, point) => sum + point[axis], 0) / 4;
  return [mean(0), mean(1)];
}

/** Return whether a point is inside a convex outline of either orientation. */
export function isInside([x, y]: Point, outline: Outline): boolean {
  const sides = outline.map(([ax, ay], at) => {
    const [bx, by] = outline[(at + 1) % 4] as Point;
    return (bx - ax) * (y - ay) - (by - ay) * (x - ax);
  });
  return sides.every((side) => side >= 0) || sides.every((side) => side <= 0);
}

/**
 * Return the tile that the reader points at: the nearest one, if it is near enough.
 * @param size the width and height of the picture on the screen
 * @param reach how far beside a tile a finger may be
 */
export function pointedAt(
  seen: readonly Seen[],
  [x, y]: Point,
  [width, height]: Point,
  reach: number,
): number | undefined {
  let best: number | undefined;
  let least = Number.POSITIVE_INFINITY;
  seen.forEach(({ outline }, at) => {
    const [cx, cy] = centreOf(outline);
    const distance = Math.hypot((cx - x) * width, (cy - y) * height);
    const near = isInside([x, y], outline) || distance <= reach;
    if (near && distance < least) {
      best = at;
      least = distance;
    }
  });
  return best;
}

/** A part of a picture. */
export interface Part {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

export const WHOLE: Part = { left: 0, top: 0, width: 1, height: 1 };
/** The margin around the tiles that is shown. */
const MARGIN = 0.03;
/** The smallest part shown, so that a few tiles do not become too large. */
const LEAST = 0.25;

/** Return the part of a picture that is worth seeing: the board, and all tiles. */
export function partOf(seen: readonly Seen[], frame: Outline | null): Part {
  const points = [...(frame ?? []), ...seen.flatMap(({ outline }) => outline)];
  if (points.length === 0) return WHOLE;
  const [left, width] = extent(points.map(([x]) => x));
  const [top, height] = extent(points.map(([, y]) => y));
  return { left, top, width, height };
}

/** Return where a part begins and its length, inside the picture. */
function extent(shares: readonly number[]): readonly [number, number] {
  const [from, to] = [Math.min(...shares) - MARGIN, Math.max(...shares) + MARGIN];
  const more = Math.max(0, LEAST - (to - from)) / 2;
  const start = Math.max(0, from - more);
  return [start, Math.min(1, to + more) - start];
}

/** The assumed place of a board until the reader marks its corners. */
export const ASSUMED: Outline = [
  [0.1, 0.1],
  [0.9, 0.1],
  [0.9, 0.9],
  [0.1, 0.9],
];

/** Move one corner, inside the picture. */
export function withCorner(corners: Outline, at: number, [x, y]: Point): Outline {
  const inside = (share: number) => Math.min(1, Math.max(0, share));
  const place: Point = [inside(x), inside(y)];
  const [a, b, c, d] = corners.map((corner, other) => (other === at ? place : corner));
  return [a, b, c, d] as Outline;
}

/** Return the corners in the form of a query parameter. */
export function cornersText(corners: Outline): string {
  return corners.map((corner) => corner.map((share) => share.toFixed(4)).join(",")).join(",");
}

/** Return the transformation that puts a drawing of 100 by 100 approximately onto an outline. */
export function matrixOf(outline: Outline, width: number, height: number): string {
  const [[ax, ay], [bx, by], [cx, cy], [dx, dy]] = outline;
  // The mean of opposite sides: the outline is nearly a parallelogram.
  const right: Point = [((bx - ax + cx - dx) / 2) * width, ((by - ay + cy - dy) / 2) * height];
  const down: Point = [((dx - ax + cx - bx) / 2) * width, ((dy - ay + cy - by) / 2) * height];
  const [x, y] = centreOf(outline);
  const left = x * width - (right[0] + down[0]) / 2;
  const top = y * height - (right[1] + down[1]) / 2;
  const parts = [right[0] / 100, right[1] / 100, down[0] / 100, down[1] / 100, left, top];
  return `matrix(${parts.map((part) => part.toFixed(4)).join(" ")})`;
}

/** Return the side of a tile in pixels of the picture. */
export function sideOf(outline: Outline, width: number, height: number): number {
  const lengths = outline.map(([ax, ay], at) => {
    const [bx, by] = outline[(at + 1) % 4] as Point;
    return Math.hypot((bx - ax) * width, (by - ay) * height);
  });
  return lengths.reduce((sum, length) => sum + length, 0) / 4;
}
