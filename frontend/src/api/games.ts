/** A game as one of its family: what belongs to tiles or to cards alone is asked for through these. */

import type { CardsGame, Game, PlacementGame } from "./types";

export function placementGame(game: Game | null | undefined): PlacementGame | undefined {
  return game?.family === "placement" ? game : undefined;
}

export function cardsGame(game: Game | null | undefined): CardsGame | undefined {
  return game?.family === "cards" ? game : undefined;
}
