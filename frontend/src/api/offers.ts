/** What the server offers to play, asked for once. */

import { get } from "./client";
import type { Offers } from "./types";

let asked: Promise<Offers> | undefined;

export function offers(): Promise<Offers> {
  asked ??= get("/api/offers").catch((error) => {
    // Asked again next time.
    asked = undefined;
    throw error;
  });
  return asked;
}

/** What is printed on the tiles of a game; null if that is not known. */
export async function tileFacesOf(game: string): Promise<string | null> {
  try {
    return (await offers()).games.find((offer) => offer.game === game)?.faces ?? null;
  } catch {
    return null;
  }
}
