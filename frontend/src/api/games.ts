/** A game as one of its family: access to the parts that only tiles or only cards have. */

import type { CardsGame, Game, PlacementGame } from "./types";

export function placementGame(game: Game | null | undefined): PlacementGame | undefined {
  return game?.family === "placement" ? game : undefined;
}

export function cardsGame(game: Game | null | undefined): CardsGame | undefined {
  return game?.family === "cards" ? game : undefined;
}
