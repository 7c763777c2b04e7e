/** Sentences with pictures: where one names a tile, the tile itself is shown. */

import type { TileCode } from "../../api/types";

/** A piece of a sentence; with tiles, the piece is their name, such as “two red circles”. */
export interface Piece {
  readonly words: string;
  readonly tiles: readonly TileCode[];
}

/** Returns all forms of the name of a tile, or of several alike. */
type FormsOf = (tile: TileCode, count: number) => readonly string[];

/** Split a sentence into pieces that together have its text. Names that it does not contain are ignored. */
export function illustrated(
  sentence: string,
  tiles: readonly TileCode[],
  formsOf: FormsOf,
): readonly Piece[] {
  const pieces: Piece[] = [];
  const left = [...tiles];
  let rest = sentence;
  for (
    let found = firstOf(left, formsOf, rest);
    found !== null;
    found = firstOf(left, formsOf, rest)
  ) {
    const { tile, count, name, at } = found;
    if (at > 0) pieces.push({ words: rest.slice(0, at), tiles: [] });
    pieces.push({ words: name, tiles: Array.from({ length: count }, () => tile) });
    rest = rest.slice(at + name.length);
    for (let shown = 0; shown < count; shown++) left.splice(left.indexOf(tile), 1);
  }
  if (rest !== "") pieces.push({ words: rest, tiles: [] });
  return pieces;
}

/** Find the tiles that the text names first. Sentences may name them in another order than the event. */
function firstOf(tiles: readonly TileCode[], formsOf: FormsOf, text: string) {
  const counts = new Map<TileCode, number>();
  const named = tiles.flatMap((tile) => {
    const count = (counts.get(tile) ?? 0) + 1;
    counts.set(tile, count);
    return formsOf(tile, count).map((name) => ({ tile, count, name, at: text.indexOf(name) }));
  });
  const found = named.filter(({ at }) => at >= 0);
  return found.toSorted((a, b) => a.at - b.at || b.name.length - a.name.length)[0] ?? null;
}
