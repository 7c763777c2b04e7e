/** The print of a square, in words. */

import type { Cell, Placed, Squares } from "../api/types";
import { t } from "../words/translate.svelte";
import { sameCell } from "./cells";

export function squareName(squares: Squares | undefined, cell: Cell): string {
  const has = (cells: readonly Cell[] | undefined) =>
    cells?.some((square) => sameCell(square, cell));
  if (has(squares?.stars_left)) return t("star with a token");
  if (has(squares?.star)) return t("star without a token");
  if (has(squares?.["1"])) return t("one bonus point");
  if (has(squares?.["2"])) return t("two bonus points");
  if (has(squares?.black)) return t("empty black square");
  if (has(squares?.centre)) return t("empty, in the centre");
  return t("empty");
}

/** Return the bonus points that are printed on a square. */
export function bonusAt(squares: Squares | undefined, [x, y]: Cell | Placed): number {
  const has = (cells: readonly Cell[] | undefined) => cells?.some((cell) => sameCell(cell, [x, y]));
  if (has(squares?.["1"])) return 1;
  return has(squares?.["2"]) ? 2 : 0;
}
