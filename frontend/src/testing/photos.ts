/** The server's reading of a photo. */

import type { PhotoReading } from "../api/types";
import type { Outline } from "../photos/seen";

export const square = (left: number, top: number, side = 0.1): Outline => [
  [left, top],
  [left + side, top],
  [left + side, top + side],
  [left, top + side],
];

export const READING: PhotoReading = {
  board: [
    [0, 0, "Ro"],
    [1, 0, "Rs"],
    [2, 0, "Rb"],
  ],
  certainty: [0.97, 0.3, 0.5],
  second: ["Rc", "Rd", "Rx"],
  outlines: [square(0.3, 0.5), square(0.4, 0.5), square(0.5, 0.5)],
  frame: null,
  options: null,
  problems: [],
};
