/** Sentences about an answer. */

import { FAMILIES, type Family } from "../../game/family";
import { decimal } from "../../reviews/formats";
import { DOT } from "../../words/dot";
import { n, t } from "../../words/translate.svelte";

/** What an answer loses is counted in points, or in Qwirkles. */
type Counts = Pick<Family, "narrator">;

export function lostText(lost: number, family: Counts = FAMILIES.placement): string {
  return lost === 0
    ? t("You lost nothing.")
    : t("You lost {amount}.", { amount: amountOf(lost, family) });
}

function amountOf(lost: number, { narrator }: Counts): string {
  return lost === 1 ? narrator.score(1) : narrator.amount(decimal(lost));
}

export function streakText(days: number): string {
  return n("Streak: {n} day", "Streak: {n} days", days);
}

/** Return a message for friends that gives nothing away, with the last weeks as rows of squares. */
export function shareText(
  day: string,
  lost: number,
  streak: number,
  grid: string,
  family: Counts,
): string {
  const words = { day, amount: amountOf(lost, family), streak };
  return `${t("Qwirkle puzzle {day}: {amount} lost, streak {streak}", words)}\n${grid}`;
}

const KINDS: Readonly<Record<string, () => string>> = {
  ending: () => t("an ending"),
  late: () => t("few tiles in the bag"),
  taking: () => t("taking a tile"),
  drawing: () => t("drawing three tiles"),
  "hard-to-see": () => t("a turn that is hard to see"),
  "final-turns": () => t("the last round"),
  "last-card": () => t("who draws the last card"),
  "several-qwirkles": () => t("several Qwirkles in one turn"),
  "moves-cards": () => t("moving cards on the table"),
  denial: () => t("leaving nothing to the next player"),
  building: () => t("preparing a Qwirkle of one’s own"),
};

/** Return what kind of position a puzzle is, in words; reasons are themes too, and said elsewhere. */
export function themeWords(themes: readonly string[]): string {
  return themes.flatMap((theme) => KINDS[theme]?.() ?? []).join(DOT);
}
