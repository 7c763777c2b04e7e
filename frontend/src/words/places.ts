/** Tiles and their places, for readers who do not see the table. */

import type { Cell, Placed } from "../api/types";
import { tileList } from "../tiles/tileNames";
import { listed } from "./lists";
import { say } from "./narration";
import type { Inflected } from "./translate.svelte";

/** Describe something at one place of the table. */
export function placeWords(what: string | Inflected, [x, y]: Cell): string {
  return say("at", { what, x, y });
}

/** Return the tiles of one turn from left to right, or from top to bottom. */
export function inOrder(tiles: readonly Placed[]): readonly Placed[] {
  return [...tiles].sort((a, b) => a[0] - b[0] || a[1] - b[1]);
}

/** Describe the tiles of one turn and their places, in their order; `form` is that of their names. */
export function placedWords(tiles: readonly Placed[], form = ""): string {
  const ordered = inOrder(tiles);
  const [first] = ordered;
  if (first === undefined) return "";
  const [x, y] = first;
  const names = tileList(
    ordered.map(([, , tile]) => tile),
    form,
  );
  if (ordered.length === 1) return placeWords(names, [x, y]);
  if (ordered.every((placed) => placed[1] === y)) {
    const columns = listed(ordered.map((placed) => `${placed[0]}`));
    return say("in-row", { tiles: names, row: y, columns });
  }
  const rows = listed(ordered.map((placed) => `${placed[1]}`));
  return say("in-column", { tiles: names, column: x, rows });
}
