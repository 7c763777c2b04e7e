/** Sentences about an answer. */

import { decimal } from "../../reviews/formats";
import { n, t } from "../../words/translate.svelte";

export function lostText(lost: number): string {
  if (lost === 0) return t("You lost nothing.");
  return lost === 1
    ? t("You lost 1 point.")
    : t("You lost {points} points.", { points: decimal(lost) });
}

export function streakText(days: number): string {
  return n("Streak: {n} day", "Streak: {n} days", days);
}

/** Return a message for friends that gives nothing away. */
export function shareText(day: string, lost: number, streak: number): string {
  const points = decimal(lost);
  return t("Qwirkle puzzle {day}: {points} points lost, streak {streak}", { day, points, streak });
}
