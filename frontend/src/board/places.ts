/** Places on the table, in words. */

import type { Cell, Placed } from "../api/types";
import { tileName } from "../tiles/tileNames";
import { say } from "../words/narration";
import { placeWords } from "../words/places";

export function placeName([x, y]: Cell | Placed): string {
  return say("place", { x, y });
}

/** List every tile with its place. */
export function tilesWithPlaces(tiles: readonly Placed[]): string {
  return tiles.map(([x, y, tile]) => placeWords(tileName(tile), [x, y])).join("; ");
}
