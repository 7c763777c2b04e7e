/**
 * The letters of tiles. English codes are those of docs/notation.md: `Ro` is the red circle. Every
 * other language has letters of its own words, chosen so that none of them is an English letter for
 * something else: typed letters mean the same in both, and nobody has to specify which they use.
 */

import { p } from "../words/translate.svelte";

export const COLOURS = "ROYGBP";
export const SHAPES = "oxdsbc";

/** In the order of `COLOURS` and `SHAPES`. Circle and cross look like their letters everywhere. */
const LETTERS = {
  colours: () =>
    p(
      "letters for red, orange, yellow, green, blue and purple; none may be another colour in English",
      "ROYGBP",
    ),
  shapes: () =>
    p(
      "letters for circle, cross, diamond, square, starburst and clover; none may be another shape in English",
      "oxdsbc",
    ),
};

/** Return the letter for a colour, as on the tiles of the letters face. */
export function colourLetter(colour: string): string {
  return LETTERS.colours()[COLOURS.indexOf(colour)] ?? colour;
}

/** Return the two letters of a tile. */
export function codeOf(tile: string): string {
  const shape = LETTERS.shapes()[SHAPES.indexOf(tile[1] ?? "")] ?? "";
  return colourLetter(tile[0] ?? "") + shape;
}

/** Return the tiles that are written one after the other, `RoRs`; null for any other text. */
export function tilesIn(letters: string): readonly string[] | null {
  const tiles: string[] = [];
  for (let at = 0; at < letters.length; at += 2) {
    const colour = known(letters[at]?.toUpperCase(), COLOURS, LETTERS.colours);
    const shape = known(letters[at + 1]?.toLowerCase(), SHAPES, LETTERS.shapes);
    if (colour === undefined || shape === undefined) return null;
    tiles.push(colour + shape);
  }
  return tiles.length > 0 ? tiles : null;
}

/** Return the English letter for one of either language. */
function known(letter: string | undefined, english: string, own: () => string): string | undefined {
  if (letter === undefined || english.includes(letter)) return letter;
  return english[own().indexOf(letter)];
}
