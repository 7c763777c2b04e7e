/** Where things are on the table, in words. */

import type { Cell, Placed } from "../api/types";
import { tileName } from "../ui/tileNames";
import { t } from "../words/translate.svelte";

export function placeName([x, y]: Cell | Placed): string {
  return t("column {x}, row {y}", { x, y });
}

/** Every tile with its place. */
export function tilesWithPlaces(tiles: readonly Placed[]): string {
  return tiles
    .map((placed) =>
      t("{tile} at {place}", { tile: tileName(placed[2]), place: placeName(placed) }),
    )
    .join("; ");
}

/** Where tiles went that have been named already, in the same order. */
export function placesOf(cells: readonly (Cell | Placed)[]): string {
  const [first] = cells;
  if (first === undefined) return "";
  const columns = cells.map(([x]) => x);
  const rows = cells.map(([, y]) => y);
  if (cells.length === 1) return t("Column {x}, row {y}.", { x: first[0], y: first[1] });
  if (rows.every((row) => row === first[1]))
    return t("Row {row}, columns {columns}.", { row: first[1], columns: numbers(columns) });
  return t("Column {column}, rows {rows}.", { column: first[0], rows: numbers(rows) });
}

/** “3 to 5” if they follow each other, else “3, 4, 6”. */
function numbers(list: readonly number[]): string {
  const [from = 0] = list;
  const to = list.at(-1) ?? 0;
  const step = Math.sign(to - from);
  if (list.length > 2 && list.every((number, at) => number === from + step * at))
    return t("{from} to {to}", { from, to });
  return list.join(", ");
}
