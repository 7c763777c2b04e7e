/** The contents of a cell, in words for screen readers. */

import type { Cell, Placed, Squares } from "../api/types";
import { tileName } from "../tiles/tileNames";
import { t } from "../words/translate.svelte";
import { keyOf } from "./cells";
import { placeName } from "./places";
import { squareName } from "./squareNames";

export interface Shown {
  readonly tiles: readonly Placed[];
  readonly tentative: readonly Placed[];
  readonly glowing: readonly Cell[];
  readonly possible: readonly Cell[];
  readonly marked: readonly Cell[];
  readonly squares: Squares | undefined;
}

/** Return a function that describes a cell: its contents, its use, and its place. */
export function speaker(shown: Shown): (cell: Cell) => string {
  const laid = new Map(shown.tiles.map((tile) => [keyOf(tile), tile[2]]));
  const drafted = new Map(shown.tentative.map((tile) => [keyOf(tile), tile[2]]));
  const glows = new Set(shown.glowing.map(keyOf));
  const later = new Set(shown.possible.map(keyOf));
  const marks = new Set(shown.marked.map(keyOf));

  const what = (cell: Cell): readonly string[] => {
    const key = keyOf(cell);
    const mine = drafted.get(key);
    if (mine !== undefined) return [tileName(mine), t("not played yet")];
    const tile = laid.get(key);
    if (tile !== undefined) {
      if (glows.has(key)) return [tileName(tile), t("can be taken")];
      return marks.has(key) ? [tileName(tile), t("just played")] : [tileName(tile)];
    }
    const square = squareName(shown.squares, cell);
    if (later.has(key)) return [square, t("fits later")];
    return glows.has(key) ? [square, t("fits here")] : [square];
  };
  return (cell) => [...what(cell), placeName(cell)].join(", ");
}
