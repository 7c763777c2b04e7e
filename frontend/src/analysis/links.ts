/** Addresses of the analysis board. The position is behind the #, so no server ever sees it. */

import type { Game, PositionParts, TileCode } from "../api/types";
import { familyOf } from "../game/family";

export const ANALYSIS = "/analysis";

/** Return the address of a position, given as its text or as its parts. */
export function analysisPath(position: string | PositionParts): string {
  const text = typeof position === "string" ? position : JSON.stringify(position);
  return `${ANALYSIS}#${encodeURIComponent(text)}`;
}

/** Return the position in an address: a text, parts, or nothing. */
export function positionIn(hash: string): string | PositionParts | null {
  const text = decoded(hash.replace(/^#/, "")).trim();
  if (text === "") return null;
  if (!text.startsWith("{")) return text;
  try {
    return JSON.parse(text) as PositionParts;
  } catch {
    return text;
  }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Return the parts of a game as the seat to move sees it; null if the game is over. */
export function partsOf(game: Game, hand: readonly TileCode[]): PositionParts | null {
  if (game.turn === null) return null;
  const { game: code, options, turn } = game;
  const family = familyOf(game);
  return { game: code, options, turn, hand, hands: family.held(game), ...family.parts(game) };
}
