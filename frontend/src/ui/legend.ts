/** The meaning of the letters of tiles, in the reader's language. */

import { COLOURS, codeOf, colourLetter, SHAPES } from "../tiles/tileCodes";
import { t } from "../words/translate.svelte";

const COLOUR_NAMES = [
  () => t("red"),
  () => t("orange"),
  () => t("yellow"),
  () => t("green"),
  () => t("blue"),
  () => t("purple"),
];
const SHAPE_NAMES = [
  () => t("circle"),
  () => t("cross"),
  () => t("diamond"),
  () => t("square"),
  () => t("starburst"),
  () => t("clover"),
];

/** Return “R red, O orange, …”; a letter stays with its word. */
export function colourLegend(): string {
  return [...COLOURS]
    .map((colour, at) => `${colourLetter(colour)}\u00a0${COLOUR_NAMES[at]?.()}`)
    .join(", ");
}

/** Return “o circle, x cross, …”. */
export function shapeLegend(): string {
  return [...SHAPES]
    .map((shape, at) => `${codeOf(`R${shape}`)[1]}\u00a0${SHAPE_NAMES[at]?.()}`)
    .join(", ");
}
