/** Series of games, in words. */

import { n, t } from "./translate.svelte";

const KINDS: Readonly<Record<string, () => string>> = {
  "best-of-3": () => t("Best of three"),
  "best-of-5": () => t("Best of five"),
  evening: () => t("An evening"),
  swiss: () => t("Tournament"),
};

export function seriesName(kind: string): string {
  return KINDS[kind]?.() ?? kind;
}

export function winsText(count: number): string {
  return n("{n} win", "{n} wins", count);
}
