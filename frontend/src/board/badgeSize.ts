/** How much larger than usual points are drawn where cells are small, so that they can be read. */

import { UNIT } from "./camera.svelte";

/** No digit is smaller than this, in pixels, unless its badge would outgrow a cell. */
const READABLE = 13;
const LARGEST = 1.42;

/** The factor for letters of `font` units where a cell has `scale` pixels. */
export function badgeGrowth(font: number, scale: number): number {
  return Math.max(1, Math.min(LARGEST, (READABLE * UNIT) / (font * scale)));
}
