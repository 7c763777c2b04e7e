/** What the server has to offer, asked for once. */

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
