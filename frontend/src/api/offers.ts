/** The games that the server offers, requested once. */

import { get } from "./client";
import type { Offers } from "./types";

let asked: Promise<Offers> | undefined;

export function offers(): Promise<Offers> {
  asked ??= get("/api/offers").catch((error) => {
    // Requested again next time.
    asked = undefined;
    throw error;
  });
  return asked;
}

/** Return the print on the tiles of a game; null if it is not known. */
export async function tileFacesOf(game: string): Promise<string | null> {
  try {
    return (await offers()).games.find((offer) => offer.game === game)?.faces ?? null;
  } catch {
    return null;
  }
}
