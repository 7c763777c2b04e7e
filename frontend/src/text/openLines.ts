/** Lines of the table that can be extended, the longest first, and the tiles they lack. */

import type { Placed, TileCode } from "../api/types";
import { COLOURS, SHAPES } from "../tiles/tileCodes";
import { tileName } from "../tiles/tileNames";
import { t } from "../words/translate.svelte";

const FULL = 6;

interface OpenLine {
  readonly tiles: readonly Placed[];
  readonly row: boolean;
}

/** Return the lines of two to five tiles. */
export function openLines(board: readonly Placed[]): readonly OpenLine[] {
  const at = new Map(board.map((placed) => [`${placed[0]},${placed[1]}`, placed]));
  const found = board.flatMap(([x, y]) =>
    [true, false].flatMap((row): OpenLine[] => {
      const [dx, dy] = row ? [1, 0] : [0, 1];
      if (at.has(`${x - dx},${y - dy}`)) return [];
      const tiles: Placed[] = [];
      for (let step = 0; ; step++) {
        const next = at.get(`${x + step * dx},${y + step * dy}`);
        if (next === undefined) break;
        tiles.push(next);
      }
      return tiles.length > 1 && tiles.length < FULL ? [{ tiles, row }] : [];
    }),
  );
  return found.sort((a, b) => b.tiles.length - a.tiles.length);
}

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
