/** Which tiles begin the game, in words. */

import type { TileCode } from "../api/types";
import { t } from "./translate.svelte";

const COLOURS: Readonly<Record<string, (n: number) => string>> = {
  R: (n) => t("Your {n} red tiles begin.", { n }),
  O: (n) => t("Your {n} orange tiles begin.", { n }),
  Y: (n) => t("Your {n} yellow tiles begin.", { n }),
  G: (n) => t("Your {n} green tiles begin.", { n }),
  B: (n) => t("Your {n} blue tiles begin.", { n }),
  P: (n) => t("Your {n} purple tiles begin.", { n }),
};
const SHAPES: Readonly<Record<string, (n: number) => string>> = {
  o: (n) => t("Your {n} circles begin.", { n }),
  x: (n) => t("Your {n} crosses begin.", { n }),
  d: (n) => t("Your {n} diamonds begin.", { n }),
  s: (n) => t("Your {n} squares begin.", { n }),
  b: (n) => t("Your {n} starbursts begin.", { n }),
  c: (n) => t("Your {n} clovers begin.", { n }),
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
