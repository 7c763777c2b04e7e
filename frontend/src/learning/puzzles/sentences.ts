/** What is said about an answer. */

import type { ReviewReason } from "../../api/types";
import { decimal } from "../../reviews/formats";
import { reasonText } from "../../reviews/reasons";
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

/** Why the best turn is better than the one with the most points, which nobody has played. */
export function pointsReason(reason: ReviewReason): string {
  if (reason.code !== "leaves-five") return reasonText(reason);
  const { deals = "", of = "" } = reason.params;
  if (deals === of)
    return t(
      "The turn with the most points leaves a line that’s one tile short of a Qwirkle; the next player can almost always complete it.",
    );
  return t(
    "The turn with the most points leaves a line that’s one tile short of a Qwirkle; the next player can complete it in {deals} of {of} cases.",
    { deals, of },
  );
}

/** A message for friends that gives nothing away. */
export function shareText(day: string, lost: number, streak: number): string {
  const points = decimal(lost);
  return t("Qwirkle puzzle {day}: {points} points lost, streak {streak}", { day, points, streak });
}
