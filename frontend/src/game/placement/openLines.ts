/** Lines of the table in words: those that can be extended, the longest first, and those through a cell. */

import type { Cell, Placed, TileCode } from "../../api/types";
import { type OpenLine, openLines } from "../../board/openLines";
import { COLOURS, SHAPES } from "../../tiles/tileCodes";
import { tileName } from "../../tiles/tileNames";
import { n, t } from "../../words/translate.svelte";

/** The number of open lines that are read out at once. */
const READ = 5;

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

/** Read out the longest open lines, and how many more there are. */
export function longestLines(board: readonly Placed[]): readonly string[] {
  const lines = openLines(board);
  if (lines.length === 0) return [t("There are no open lines.")];
  const more = lines.length - READ;
  const rest = more > 0 ? [n("And {n} more open line.", "And {n} more open lines.", more)] : [];
  return [...lines.slice(0, READ).map(openLineWords), ...rest];
}

/** Count the open lines, and say where the longest is; empty if there are none. */
export function openLinesInShort(board: readonly Placed[]): string {
  const lines = openLines(board);
  const [longest] = lines;
  const [first, last] = [longest?.tiles[0], longest?.tiles.at(-1)];
  if (longest === undefined || first === undefined || last === undefined) return "";
  const line = longest.row
    ? t("row {row}, columns {from} to {to}", { row: first[1], from: first[0], to: last[0] })
    : t("column {column}, rows {from} to {to}", { column: first[0], from: first[1], to: last[1] });
  return n("{n} open line: {line}.", "{n} open lines; the longest is {line}.", lines.length, {
    line,
  });
}

/** Read the row and the column through a cell: everything that touches it on either side. */
export function linesThrough(board: readonly Placed[], cell: Cell): readonly string[] {
  return [rowThrough(board, cell), columnThrough(board, cell)];
}

function rowThrough(board: readonly Placed[], [x, y]: Cell): string {
  const { from, names } = stretch(board, [x, y], [1, 0]);
  if (names.length < 2) return t("Row {row}: nothing beside it.", { row: y });
  return t("Row {row}, columns {from} to {to}: {tiles}.", {
    row: y,
    from: x - from,
    to: x - from + names.length - 1,
    tiles: names.join(", "),
  });
}

function columnThrough(board: readonly Placed[], [x, y]: Cell): string {
  const { from, names } = stretch(board, [x, y], [0, 1]);
  if (names.length < 2) return t("Column {column}: nothing above or below.", { column: x });
  return t("Column {column}, rows {from} to {to}: {tiles}.", {
    column: x,
    from: y - from,
    to: y - from + names.length - 1,
    tiles: names.join(", "),
  });
}

/** Return what touches a cell in one direction and its opposite, and how many of it come before the cell. */
function stretch(
  board: readonly Placed[],
  [x, y]: Cell,
  [right, down]: Cell,
): { readonly from: number; readonly names: readonly string[] } {
  const at = (step: number) =>
    board.find((placed) => placed[0] === x + step * right && placed[1] === y + step * down)?.[2];
  const beside = (direction: 1 | -1) => {
    const found: string[] = [];
    for (let step = direction; ; step += direction) {
      const tile = at(step);
      if (tile === undefined) return found;
      found.push(tileName(tile));
    }
  };
  const before = beside(-1).reverse();
  const here = at(0);
  const names = [...before, here === undefined ? t("empty") : tileName(here), ...beside(1)];
  return { from: before.length, names };
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
