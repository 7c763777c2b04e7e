/** The supply of tiles: most editions have a bag, some have face-down piles. */

import type { EditionView } from "../api/types";
import { n } from "./translate.svelte";

type Edition = Pick<EditionView, "supply"> | null | undefined;

export function hasPiles(edition: Edition): boolean {
  return edition?.supply === "piles";
}

/** Describe how many tiles are left to draw. */
export function supplyWords(count: number, edition: Edition): string {
  return hasPiles(edition)
    ? n("{n} tile in the piles", "{n} tiles in the piles", count)
    : n("{n} tile in the bag", "{n} tiles in the bag", count);
}

/** Describe how many tiles the reader has not seen. */
export function hiddenWords(count: number, edition: Edition): string {
  return hasPiles(edition)
    ? n(
        "{n} tile is hidden: in the piles or in the other players’ hands.",
        "{n} tiles are hidden: in the piles or in the other players’ hands.",
        count,
      )
    : n(
        "{n} tile is hidden: in the bag or in the other players’ hands.",
        "{n} tiles are hidden: in the bag or in the other players’ hands.",
        count,
      );
}
