/** A table after an event: what the server said folded into what was known. */

import type { Game, TableView, Told } from "../api/types";

/** The view after an event. */
export function folded(view: TableView, told: Told): TableView {
  return { ...view, now: told.now, you: told.you, game: gameAfter(view.game, told) };
}

export function gameAfter(game: Game | null, told: Told): Game | null {
  if (game === null && told.game === null) return null;
  // The first change brings every field, so that this is always a whole game.
  const after = { ...game, ...told.game } as Game;
  if (game?.family !== "placement" || after.family !== "placement" || told.board === null)
    return after;
  const gone = new Set(told.board.remove.map(String));
  const left = gone.size ? game.board.filter(([x, y]) => !gone.has(`${x},${y}`)) : game.board;
  return { ...after, board: [...left, ...told.board.add] };
}
