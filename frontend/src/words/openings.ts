/** The tiles that begin the game, in words. */

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

/** Describe the sets that may begin, all of one size: the first of them is marked. */
export function openingText(sets: readonly (readonly TileCode[])[]): string {
  const [first = []] = sets;
  const [tile = "", other = ""] = first;
  const n = first.length;
  if (sets.length > 1)
    return t("Start with your largest set: {n} tiles, such as the marked ones.", { n });
  if (tile[0] === other[0]) return COLOURS[tile[0] ?? ""]?.(n) ?? "";
  return SHAPES[tile[1] ?? ""]?.(n) ?? "";
}
