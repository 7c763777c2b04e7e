/** Which tiles begin the game, in words. */

import type { TileCode } from "../api/types";
import { t } from "./translate.svelte";

const COLOURS: Readonly<Record<string, (n: number) => string>> = {
  R: (n) => t("Start with your {n} red tiles.", { n }),
  O: (n) => t("Start with your {n} orange tiles.", { n }),
  Y: (n) => t("Start with your {n} yellow tiles.", { n }),
  G: (n) => t("Start with your {n} green tiles.", { n }),
  B: (n) => t("Start with your {n} blue tiles.", { n }),
  P: (n) => t("Start with your {n} purple tiles.", { n }),
};
const SHAPES: Readonly<Record<string, (n: number) => string>> = {
  o: (n) => t("Start with your {n} circles.", { n }),
  x: (n) => t("Start with your {n} crosses.", { n }),
  d: (n) => t("Start with your {n} diamonds.", { n }),
  s: (n) => t("Start with your {n} squares.", { n }),
  b: (n) => t("Start with your {n} starbursts.", { n }),
  c: (n) => t("Start with your {n} clovers.", { n }),
};

/** The tiles that may begin, and how many of them are played: one set, or several of equal size. */
export function openingText(tiles: readonly TileCode[], count: number): string {
  const [first = ""] = tiles;
  if (tiles.length === count) {
    if (tiles.every((tile) => tile[0] === first[0])) return COLOURS[first[0] ?? ""]?.(count) ?? "";
    return SHAPES[first[1] ?? ""]?.(count) ?? "";
  }
  return t("Start with your largest set: {n} of the marked tiles.", { n: count });
}
