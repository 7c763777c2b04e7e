/** People who play without giving a name. */

import { t } from "./translate.svelte";

/** The name of a seat in stores and records if its person gave none. */
export const GUEST = "Guest";

/** The names that earlier pages gave their reader, in the languages of the page. */
const PRONOUNS: ReadonlySet<string> = new Set(["you", "du", "toi", "tu", "tú"]);

/** Return the name of a guest in the reader's language, with a number if there are several. */
export function guestName(name: string): string | undefined {
  const number = name === GUEST ? "" : /^Guest( \d)$/.exec(name)?.[1];
  if (number !== undefined) return t("Guest") + number;
  return PRONOUNS.has(name.toLowerCase()) ? t("Guest") : undefined;
}
