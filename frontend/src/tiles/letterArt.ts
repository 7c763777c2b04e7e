/** The letters of the letters face as strokes around the middle of a tile: English from the shared
 * drawing, and those that other languages need besides, in the same size. */

import { LETTER } from "./art.gen";

export const LETTER_PATHS: Readonly<Record<string, string>> = {
  ...LETTER,
  A: "M-12 17L0-17L12 17M-7.5 5H7.5",
  C: "M11-10A13 17 0 1 0 11 10",
  E: "M10-17H-9V17H10M-9 0H7",
  F: "M10-17H-9V17M-9 0H7",
  I: "M-8-17H8M0-17V17M-8 17H8",
  J: "M-4-17H9V6A9.5 11 0 0 1-10 7",
  L: "M-9-17V17H11",
  M: "M-13 17V-17L0 5L13-17V17",
  N: "M-11 17V-17L11 17V-17",
  T: "M-12-17H12M0-17V17",
  V: "M-13-17L0 17L13-17",
  X: "M-12-17L12 17M12-17L-12 17",
  Z: "M-11-17H11L-11 17H11",
};
