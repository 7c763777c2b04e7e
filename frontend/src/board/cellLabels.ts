/** What is on a cell, in words for screen readers. */

import type { Cell, Placed, Squares } from "../api/types";
import { tileName } from "../ui/tileNames";
import { t } from "../words/translate.svelte";
import { keyOf } from "./cells";
import { squareName } from "./squareNames";

export interface Shown {
  readonly tiles: readonly Placed[];
  readonly tentative: readonly Placed[];
  readonly glowing: readonly Cell[];
  readonly possible: readonly Cell[];
  readonly marked: readonly Cell[];
  readonly squares: Squares | undefined;
}

/** Says of every cell what is there and what could be done with it. */
export function speaker(shown: Shown): (cell: Cell) => string {
  const laid = new Map(shown.tiles.map((tile) => [keyOf(tile), tile[2]]));
  const drafted = new Map(shown.tentative.map((tile) => [keyOf(tile), tile[2]]));
  const glows = new Set(shown.glowing.map(keyOf));
  const later = new Set(shown.possible.map(keyOf));
  const marks = new Set(shown.marked.map(keyOf));
  return (cell) => {
    const key = keyOf(cell);
    const where = { x: cell[0], y: cell[1] };
    const mine = drafted.get(key);
    if (mine !== undefined)
      return t("{tile}, not played yet, {x}, {y}", { tile: tileName(mine), ...where });
    const tile = laid.get(key);
    if (tile !== undefined) {
      const words = { tile: tileName(tile), ...where };
      if (glows.has(key)) return t("{tile}, can be taken, {x}, {y}", words);
      if (marks.has(key)) return t("{tile}, just played, {x}, {y}", words);
      return t("{tile}, {x}, {y}", words);
    }
    const words = { square: squareName(shown.squares, cell), ...where };
    if (later.has(key)) return t("{square}, fits later, {x}, {y}", words);
    if (glows.has(key)) return t("{square}, fits here, {x}, {y}", words);
    return t("{square}, {x}, {y}", words);
  };
}
