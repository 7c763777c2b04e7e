/** The enlargement of points where cells are small, so that they stay legible. */

import { UNIT } from "./camera.svelte";

/** The smallest size of a digit in pixels, unless its badge would outgrow a cell. */
const READABLE = 13;
const LARGEST = 1.42;

/** Return the factor for letters of `font` units where a cell has `scale` pixels. */
export function badgeGrowth(font: number, scale: number): number {
  return Math.max(1, Math.min(LARGEST, (READABLE * UNIT) / (font * scale)));
}
