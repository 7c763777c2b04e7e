/** One's own costly turn, to find a better one in its position. */

import type { Game, TurnToTry } from "../api/types";
import { viewOfPosition } from "../live/position";
import type { ReviewedTurn } from "../reviews/judged";
import { PastTurnTable } from "../reviews/pastTurnTable.svelte";

export function deckTable(
  { table, number }: TurnToTry,
  game: Game,
  judged: (turn: ReviewedTurn) => void,
): PastTurnTable {
  const seat = game.turn ?? 0;
  const { hand } = game;
  const view = viewOfPosition(table, { game, seat, hand, host: false, fromPosition: true });
  return new PastTurnTable({ table, number, seat, openHands: false }, view, judged);
}
