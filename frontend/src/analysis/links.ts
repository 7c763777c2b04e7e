/** Addresses of the analysis board. The position is behind the #, so no server ever sees it. */

import type { Game, PositionParts, TileCode } from "../api/types";
import { familyOf } from "../game/family";
import { type Tree, treeIn, treeText } from "./variations";

export const ANALYSIS = "/analysis";

/** What separates a position from the lines that were played. Neither has it. */
const LINES = "~";

/** Return the address of a position, given as its text or as its parts, and of the lines played. */
export function analysisPath(position: string | PositionParts, tree: Tree | null = null): string {
  const text = typeof position === "string" ? position : JSON.stringify(position);
  const lines = tree === null ? "" : LINES + encodeURIComponent(treeText(tree));
  return `${ANALYSIS}#${encodeURIComponent(text)}${lines}`;
}

/** Return the lines in an address; null if there are none. */
export function variationsIn(hash: string): Tree | null {
  const [, text = ""] = hash.split(LINES);
  return text === "" ? null : treeIn(decoded(text));
}

/** Return the position in an address: a text, parts, or nothing. */
export function positionIn(hash: string): string | PositionParts | null {
  const [position = ""] = hash.replace(/^#/, "").split(LINES);
  const text = decoded(position).trim();
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
