/** Tiles typed as two letters, in the reader's language or in English: `Ro` is the red circle. */

import type { TileCode } from "../api/types";
import { tilesIn } from "../tiles/tileCodes";

/** The longest pause between the two letters of a tile, in milliseconds. */
const PATIENCE = 1500;

export class TypedTile {
  #first = "";
  #at = Number.NEGATIVE_INFINITY;

  /** Add a letter; return the tile, if it is the second letter of one. */
  type(letter: string, now = performance.now()): TileCode | null {
    if (!/^\p{L}$/u.test(letter)) return null;
    const first = now - this.#at < PATIENCE ? this.#first : "";
    const tile = first === "" ? undefined : tilesIn(first + letter)?.[0];
    this.#first = tile === undefined ? letter : "";
    this.#at = now;
    return tile ?? null;
  }
}
