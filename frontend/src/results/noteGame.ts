/** Stores what a finished game means for the progress of this device. */

import { WITHOUT_SERVER } from "../api/transport";
import { familyOf } from "../game/family";
import { qwirklesIn } from "../game/shared/narrator";
import type { TableState } from "../live/tableState.svelte";
import type { GameHistory } from "../replay/gameHistory.svelte";
import { type GameResult, noteResult, noteTurns, results } from "./results";

/** Store the result of a table, and the facts about its turns once they are known; return all results. */
export function noteGame(table: TableState, history: GameHistory): readonly GameResult[] {
  if (table.view === null) return results();
  noteResult(table.view);
  // The first game that could be lost.
  if (WITHOUT_SERVER && results().length > 0)
    void import("../browser/offline.svelte").then(({ offline }) => offline.keepGames());
  if (history.loaded && table.game !== null) {
    const own = history.moments.filter(({ seat }) => seat === table.view?.you.seats[0]);
    const { narrator } = familyOf(table.game);
    const qwirkles = own.reduce((sum, { event }) => sum + qwirklesIn(event, narrator), 0);
    noteTurns(table.id, Math.max(0, ...own.map(({ points }) => points)), qwirkles);
  }
  return results();
}
