/** The choice of a teaching game: from which loss on it asks to look again. */

import type { TablePlan } from "../api/types";
import { n, t } from "../words/translate.svelte";

/** Lost points from which on the coach speaks up; 0 for a game without one. */
const LOSSES = [0, 2, 4, 6] as const;
/** In the card game losses are counted in Qwirkles, and a whole one is a blunder. */
const OF_CARDS = [0, 1] as const;

export function lossesOf(game: string): readonly number[] {
  return game === "cards" ? OF_CARDS : LOSSES;
}

/** Return the choice for a game that is closest to a loss chosen for another. */
export function lossIn(game: string, chosen: number): number {
  const losses = lossesOf(game);
  return losses.includes(chosen) ? chosen : (losses[1] ?? 0);
}

export function lossName(lost: number, game: string): string {
  if (lost === 0) return t("Off");
  return game === "cards"
    ? n("From {n} lost Qwirkle on", "From {n} lost Qwirkles on", lost)
    : n("From {n} lost point on", "From {n} lost points on", lost);
}

/** Return what a plan for a table says about teaching. */
export function teachingPlan(game: string, chosen: number): Pick<TablePlan, "teaching"> {
  return chosen === 0 ? {} : { teaching: lossIn(game, chosen) };
}
