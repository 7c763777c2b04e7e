/** Places on the table, in words. */

import type { Cell, Placed } from "../api/types";
import { tileName } from "../tiles/tileNames";
import { placeWords } from "../words/places";
import { t } from "../words/translate.svelte";

export function placeName([x, y]: Cell | Placed): string {
  return t("column {x}, row {y}", { x, y });
}

/** List every tile with its place. */
export function tilesWithPlaces(tiles: readonly Placed[]): string {
  return tiles.map(([x, y, tile]) => placeWords(tileName(tile), [x, y])).join("; ");
}
