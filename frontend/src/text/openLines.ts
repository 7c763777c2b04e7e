/** Lines of the table that can be extended, and the tiles they lack, in words. */

import type { TileCode } from "../api/types";
import type { OpenLine } from "../board/openLines";
import { COLOURS, SHAPES } from "../tiles/tileCodes";
import { tileName } from "../tiles/tileNames";
import { t } from "../words/translate.svelte";

export function openLineWords({ tiles, row }: OpenLine): string {
  const [first, last] = [tiles[0], tiles.at(-1)];
  if (first === undefined || last === undefined) return "";
  const missing = lacking(tiles.map((placed) => placed[2]))
    .map((tile) => tileName(tile))
    .join(", ");
  const named = { tiles: tiles.map((placed) => tileName(placed[2])).join(", "), missing };
  return row
    ? t("Row {row}, columns {from} to {to}: {tiles}. Missing: {missing}.", {
        ...named,
        row: first[1],
        from: first[0],
        to: last[0],
      })
    : t("Column {column}, rows {from} to {to}: {tiles}. Missing: {missing}.", {
        ...named,
        column: first[0],
        from: first[1],
        to: last[1],
      });
}

/** Return the kinds that a line of one colour or one shape still lacks. */
function lacking(tiles: readonly TileCode[]): readonly TileCode[] {
  const [first = ""] = tiles;
  const one = tiles.every((tile) => tile[0] === first[0]);
  const kinds = one
    ? [...SHAPES].map((shape) => `${first[0]}${shape}`)
    : [...COLOURS].map((colour) => `${colour}${first[1]}`);
  return kinds.filter((kind) => !tiles.includes(kind));
}
