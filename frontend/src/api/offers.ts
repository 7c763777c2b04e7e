/** What the server offers to play, asked for once. */

import { get } from "./client";

export interface OptionOffer {
  readonly name: string;
  /** Empty if it is free. The first one is the usual. */
  readonly choices: readonly unknown[];
}

export interface GameOffer {
  readonly game: string;
  readonly name: string;
  readonly about: string;
  readonly faces: string;
  readonly fewest_players: number;
  readonly most_players: number;
  readonly options: readonly OptionOffer[];
}

export interface Offers {
  readonly games: readonly GameOffer[];
  readonly bounds: { readonly name: number };
}

let asked: Promise<Offers> | undefined;

export function offers(): Promise<Offers> {
  asked ??= get<Offers>("/api/offers").catch((error) => {
    // Asked again next time.
    asked = undefined;
    throw error;
  });
  return asked;
}

/** What is printed on the tiles of a game; null if that is not known. */
export async function facesOf(game: string): Promise<string | null> {
  try {
    return (await offers()).games.find((offer) => offer.game === game)?.faces ?? null;
  } catch {
    return null;
  }
}
