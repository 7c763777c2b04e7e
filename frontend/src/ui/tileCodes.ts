/**
 * The letters of tiles. English codes are those of docs/notation.md: `Ro` is the red circle. Every
 * other language has letters of its own words, chosen so that none of them is an English letter for
 * something else: what is typed means the same in both, and nobody has to say which they use.
 */

import { type Language, language } from "../words/translate.svelte";

export const COLOURS = "ROYGBP";
export const SHAPES = "oxdsbc";

/** In the order of `COLOURS` and `SHAPES`. Circle and cross look like their letters everywhere. */
const LETTERS: Readonly<Record<Language, readonly [string, string]>> = {
  en: [COLOURS, SHAPES],
  // rot, orange, gElb, grün, blau, lila; o, x, Raute, Quadrat, sTern, Kleeblatt
  de: ["ROEGBL", "oxrqtk"],
  // rouge, orange, jaune, vert, bleu, vioLet; o, x, losange, carRé, étoilE or solEil, trèfle
  fr: ["ROJVBL", "oxlret"],
  // rosso, arancione, gIallo, verde, blu, vioLa; o, x, rombo, quadrato, sTella, quadriFoglio
  it: ["RAIVBL", "oxrqtf"],
  // rojo, naranja, amarillo, verde, aZul, morado; o, x, rombo, cUadrado, estreLla or soL, trébol
  es: ["RNAVZM", "oxrult"],
};

/** The letter for a colour, as the tiles of the letters face show it. */
export function colourLetter(colour: string): string {
  return LETTERS[language()][0][COLOURS.indexOf(colour)] ?? colour;
}

/** What a tile is called in two letters. */
export function codeOf(tile: string): string {
  const shape = LETTERS[language()][1][SHAPES.indexOf(tile[1] ?? "")] ?? "";
  return colourLetter(tile[0] ?? "") + shape;
}

/** The tiles that are written one after the other, `RoRs`; null if it is anything else. */
export function tilesIn(letters: string): readonly string[] | null {
  const tiles: string[] = [];
  for (let at = 0; at < letters.length; at += 2) {
    const colour = known(letters[at]?.toUpperCase(), 0);
    const shape = known(letters[at + 1]?.toLowerCase(), 1);
    if (colour === undefined || shape === undefined) return null;
    tiles.push(colour + shape);
  }
  return tiles.length > 0 ? tiles : null;
}

/** The English letter for one of either language. */
function known(letter: string | undefined, part: 0 | 1): string | undefined {
  if (letter === undefined) return undefined;
  const english = LETTERS.en[part];
  if (english.includes(letter)) return letter;
  return english[LETTERS[language()][part].indexOf(letter)];
}
