/** A sentence with pictures: where it names a tile, the tile itself is shown. */

import type { TileCode } from "../../api/types";

/** A piece of a sentence; with a tile, the piece is its name. */
export interface Piece {
  readonly words: string;
  readonly tile: TileCode | null;
}

/** Pieces that say the same as the sentence. Names that it does not contain are not missed. */
export function illustrated(
  sentence: string,
  tiles: readonly TileCode[],
  nameOf: (tile: TileCode) => string,
): readonly Piece[] {
  const pieces: Piece[] = [];
  let rest = sentence;
  for (const tile of tiles) {
    const name = nameOf(tile);
    const at = rest.indexOf(name);
    if (at < 0) continue;
    if (at > 0) pieces.push({ words: rest.slice(0, at), tile: null });
    pieces.push({ words: name, tile });
    rest = rest.slice(at + name.length);
  }
  if (rest !== "") pieces.push({ words: rest, tile: null });
  return pieces;
}
