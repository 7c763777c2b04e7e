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

/** Return a message for friends that gives nothing away, with the last weeks as rows of squares. */
export function shareText(day: string, lost: number, streak: number, grid: string): string {
  const points = decimal(lost);
  const words = { day, points, streak };
  return `${t("Qwirkle puzzle {day}: {points} points lost, streak {streak}", words)}\n${grid}`;
}

const KINDS: Readonly<Record<string, () => string>> = {
  ending: () => t("an ending"),
  late: () => t("few tiles in the bag"),
  taking: () => t("taking a tile"),
  drawing: () => t("drawing three tiles"),
};

/** Return what kind of position a puzzle is, in words; reasons are themes too, and said elsewhere. */
export function themeWords(themes: readonly string[]): string {
  return themes.flatMap((theme) => KINDS[theme]?.() ?? []).join(" · ");
}
