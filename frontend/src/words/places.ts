/** Tiles and their places, for readers who do not see the table. */

import type { Cell, Placed } from "../api/types";
import { tileList } from "../tiles/tileNames";
import { listed } from "./lists";
import { type Inflected, t } from "./translate.svelte";

/** Describe something at one place of the table. */
export function placeWords(what: string | Inflected, [x, y]: Cell): string {
  return t("{what} at column {x}, row {y}", { what, x, y });
}

/** Describe the tiles of one turn and their places, from left to right or from top to bottom; `form` is that of their names. */
export function placedWords(tiles: readonly Placed[], form = ""): string {
  const inOrder = [...tiles].sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  const [first] = inOrder;
  if (first === undefined) return "";
  const [x, y] = first;
  const names = tileList(
    inOrder.map(([, , tile]) => tile),
    form,
  );
  if (inOrder.length === 1) return placeWords(names, [x, y]);
  if (inOrder.every((placed) => placed[1] === y)) {
    const columns = listed(inOrder.map((placed) => `${placed[0]}`));
    return t("{tiles} in row {row}, columns {columns},", { tiles: names, row: y, columns });
  }
  const rows = listed(inOrder.map((placed) => `${placed[1]}`));
  return t("{tiles} in column {column}, rows {rows},", { tiles: names, column: x, rows });
}
