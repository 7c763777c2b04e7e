/** The fold of a table: the view after an event. */

import { placementGame } from "../api/games";
import type { EventView, Game, TableEvent, TableView } from "../api/types";

/** Return the view after an event. */
export function folded(view: TableView, event: EventView): TableView {
  const { options } = view.you;
  // Options are of a position: they stay until the game changes.
  const you = event.game === null && options ? { ...event.you, options } : event.you;
  return { ...view, now: event.now, you, game: gameAfter(view.game, event) };
}

/** Return the kind of an event. */
export function kindOf({ event }: EventView): TableEvent["event"] {
  return event.event;
}

export function gameAfter(game: Game | null, event: EventView): Game | null {
  if (game === null && event.game === null) return null;
  // The first change has every field, so the result is always a whole game.
  const after = { ...game, ...event.game } as Game;
  const tiles = placementGame(after);
  const board = placementGame(game)?.board;
  if (tiles === undefined || board === undefined || event.board === null) return after;
  const gone = new Set(event.board.remove.map(String));
  const left = gone.size ? board.filter(([x, y]) => !gone.has(`${x},${y}`)) : board;
  return { ...tiles, board: [...left, ...event.board.add] };
}
