/** Descriptions of a possible turn, and the pieces it plays. */

import { cardsGame, placementGame } from "../api/games";
import type { Game, TileCode, Turn } from "../api/types";
import { tileList, tileName } from "../tiles/tileNames";
import { placedWords } from "../words/places";
import { n, t } from "../words/translate.svelte";

/** Return the tiles or cards that leave the hand. */
export function piecesOf(turn: Turn, before: Game): readonly TileCode[] {
  if (turn.place !== undefined) return turn.place.map(([, , tile]) => tile);
  if (turn.trade !== undefined) return turn.trade;
  if (turn.after === undefined) return [];
  const lying = (cardsGame(before)?.table ?? []).flat();
  return turn.after.flat().filter((card) => {
    const known = lying.indexOf(card);
    if (known >= 0) lying.splice(known, 1);
    return known < 0;
  });
}

const QWIRKLE = 6;

/**
 * Return a text that two turns share if they are the same: tiles in whichever order, and cards in
 * whichever sets, as long as the same ones are played and taken.
 */
export function turnKey(turn: Turn | undefined): string {
  const { place = [], trade = [], after = [], ...rest } = turn ?? {};
  const taken = after.filter((set) => set.length === QWIRKLE).map((set) => [...set].sort());
  return JSON.stringify([
    [...place].sort(),
    [...trade].sort(),
    after.flat().sort(),
    taken.sort(),
    rest,
  ]);
}

/** Describe a turn in a few words; `places` includes where, for readers who do not see the table. */
export function turnWords(turn: Turn, before: Game, places = false): string {
  const taken = turn.take === undefined ? undefined : takenTile(turn.take, before);
  const done = actWords(turn, before, places);
  if (taken === undefined) return done;
  const first = t("take {tile:a}", { tile: tileList([taken]) });
  return done === "" ? first : t("{first}, then {second}", { first, second: done });
}

function actWords(turn: Turn, before: Game, places: boolean): string {
  const names = () =>
    piecesOf(turn, before)
      .map((tile) => tileName(tile))
      .join(", ");
  // In English a sentence that goes on needs the comma; here it ends.
  if (turn.place !== undefined) return places ? placedWords(turn.place).replace(/,$/, "") : names();
  if (turn.trade !== undefined)
    return n("trade {n} tile: {tiles}", "trade {n} tiles: {tiles}", turn.trade.length, {
      tiles: names(),
    });
  if (turn.after !== undefined) return names();
  if (turn.draw3) return t("draw three tiles");
  if (turn.exchange) return t("draw a new hand");
  return turn.pass ? t("pass") : "";
}

function takenTile([x, y]: readonly [number, number], before: Game): TileCode | undefined {
  return placementGame(before)?.board.find((tile) => tile[0] === x && tile[1] === y)?.[2];
}
