/** People who play without giving a name. */

import { t } from "./translate.svelte";

/** What a seat is called in stores and records if its person gave no name. */
export const GUEST = "Guest";

/** What earlier pages called their reader, in the languages of the page. */
const PRONOUNS: ReadonlySet<string> = new Set(["you", "du", "toi", "tu", "tú"]);

/** What a guest is called in the reader's language, with a number if there are several. */
export function guestName(name: string): string | undefined {
  const number = name === GUEST ? "" : /^Guest( \d)$/.exec(name)?.[1];
  if (number !== undefined) return t("Guest") + number;
  return PRONOUNS.has(name.toLowerCase()) ? t("Guest") : undefined;
}
