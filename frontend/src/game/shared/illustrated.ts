/** Sentences with pictures: where one names a tile, the tile itself is shown. */

import type { TileCode } from "../../api/types";

/** A piece of a sentence; with a tile, the piece is its name. */
export interface Piece {
  readonly words: string;
  readonly tile: TileCode | null;
}

/** Split a sentence into pieces that together have its text. Names that it does not contain are ignored; `formsOf` gives all forms of one. */
export function illustrated(
  sentence: string,
  tiles: readonly TileCode[],
  formsOf: (tile: TileCode) => readonly string[],
): readonly Piece[] {
  const pieces: Piece[] = [];
  const names = new Map(tiles.map((tile) => [tile, formsOf(tile)]));
  const left = [...tiles];
  let rest = sentence;
  for (let found = firstOf(left, names, rest); found !== null; found = firstOf(left, names, rest)) {
    const { tile, name, at } = found;
    if (at > 0) pieces.push({ words: rest.slice(0, at), tile: null });
    pieces.push({ words: name, tile });
    rest = rest.slice(at + name.length);
    left.splice(left.indexOf(tile), 1);
  }
  if (rest !== "") pieces.push({ words: rest, tile: null });
  return pieces;
}

/** Find the tile that the text names first. Sentences may name tiles in another order than the event. */
function firstOf(
  tiles: readonly TileCode[],
  names: ReadonlyMap<TileCode, readonly string[]>,
  text: string,
): { readonly tile: TileCode; readonly name: string; readonly at: number } | null {
  const found = tiles
    .flatMap((tile) => (names.get(tile) ?? []).map((name) => ({ tile, name })))
    .map((named) => ({ ...named, at: text.indexOf(named.name) }))
    .filter(({ at }) => at >= 0);
  return found.toSorted((a, b) => a.at - b.at || b.name.length - a.name.length)[0] ?? null;
}
