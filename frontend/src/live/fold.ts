/** A table after an event: what the server said folded into what was known. */

import { placementGame } from "../api/games";
import type { Game, TableView, Told } from "../api/types";

/** The view after an event. */
export function folded(view: TableView, told: Told): TableView {
  return { ...view, now: told.now, you: told.you, game: gameAfter(view.game, told) };
}

export function gameAfter(game: Game | null, told: Told): Game | null {
  if (game === null && told.game === null) return null;
  // The first change brings every field, so that this is always a whole game.
  const after = { ...game, ...told.game } as Game;
  const tiles = placementGame(after);
  const board = placementGame(game)?.board;
  if (tiles === undefined || board === undefined || told.board === null) return after;
  const gone = new Set(told.board.remove.map(String));
  const left = gone.size ? board.filter(([x, y]) => !gone.has(`${x},${y}`)) : board;
  return { ...tiles, board: [...left, ...told.board.add] };
}
