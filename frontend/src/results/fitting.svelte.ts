/** The opponent that fits the reader, as the server knows it from their games. */

import { get } from "../api/client";
import type { FittingOpponent } from "../api/types";
import { FITTING, USUAL_BOT } from "../words/bots";

const known = $state<Record<string, FittingOpponent>>({});

/** Return what was known the last time; undefined before the first answer. */
export function lastFitting(game: string): FittingOpponent | undefined {
  return known[game];
}

/** Ask which opponent fits now; every game changes it. */
export async function fittingOpponent(game: string): Promise<FittingOpponent> {
  const found = await get("/api/statistics/opponent", { query: { game } });
  known[game] = found;
  return found;
}

/** Return the bot whose face stands for an opponent: for one that fits, the last one that did. */
export function faceOf(bot: string, game: string): string {
  return bot === FITTING ? (lastFitting(game)?.bot ?? USUAL_BOT) : bot;
}
