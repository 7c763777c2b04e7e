/** A better turn in three hints: where to look, which tiles, and the whole turn with its reasons. */

import { cardsGame } from "../api/games";
import type { Cell, Game, JudgedTurn, ReviewReason, TileCode, Turn } from "../api/types";
import { placeName } from "../board/places";
import { tileList } from "../tiles/tileNames";
import { n, t } from "../words/translate.svelte";

/** Return the cell that shows where the turn is; null if it is not in one place. */
export function placeToLook(turn: Turn): Cell | null {
  const first = turn.take ?? turn.place?.[0];
  return first === undefined ? null : [first[0], first[1]];
}

/** Say where to look; `heard` names the place, which the eye sees marked. */
export function whereToLook(turn: Turn, game: Game, heard: boolean): string {
  const place = placeToLook(turn);
  if (place !== null) {
    const words = { place: placeName(place) };
    if (turn.take !== undefined)
      return heard
        ? t("First take the tile here: {place}.", words)
        : t("First take the marked tile.");
    return heard ? t("Look here: {place}.", words) : t("Look at the marked place.");
  }
  if (turn.trade !== undefined) return t("Place nothing: trade instead.");
  if (turn.draw3 !== undefined) return t("First draw three tiles.");
  const { length } = usedTiles(turn, game);
  return n("You can play {n} card.", "You can play {n} cards.", length);
}

export function tilesToUse(turn: Turn, game: Game): string {
  const tiles = usedTiles(turn, game);
  if (tiles.length === 0) return t("It needs no tile of your hand.");
  return t("Use: {tiles}.", { tiles: tileList(tiles) });
}

/** Return the tiles or cards of the hand that a turn uses. */
export function usedTiles(turn: Turn, game: Game): readonly TileCode[] {
  if (turn.trade !== undefined) return turn.trade as TileCode[];
  const table = cardsGame(game)?.table;
  if (turn.after === undefined || table === undefined)
    return (turn.place ?? []).map(([, , tile]) => tile as TileCode);
  const lying = table.flat() as TileCode[];
  const used: TileCode[] = [];
  for (const card of (turn.after as TileCode[][]).flat()) {
    const at = lying.indexOf(card);
    if (at < 0) used.push(card);
    else lying.splice(at, 1);
  }
  return used;
}

/** Say all of it, with the reasons of reviews, whose words are loaded on demand. */
export async function wholeTurn(
  { turn, points }: JudgedTurn,
  reasons: readonly ReviewReason[],
  game: Game,
  heard: boolean,
): Promise<string> {
  // The family has turns, and turns have these hints.
  const { familyOf } = await import("../game/family");
  const score = familyOf(game).narrator.score(points);
  try {
    const [{ reasonText }, { turnWords }] = await Promise.all([
      import("../reviews/reasons"),
      import("../reviews/turnWords"),
      import("../reviews/words"),
    ]);
    const words = `${turnWords(turn, game, heard)} (${score})`;
    return [t("The best turn found: {turn}.", { turn: words }), ...reasons.map(reasonText)].join(
      " ",
    );
  } catch {
    // Without a connection, the turn is laid out all the same.
    return t("The best turn found: {turn}.", { turn: score });
  }
}
