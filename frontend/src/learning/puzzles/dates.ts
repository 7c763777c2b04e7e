/** The days of puzzles as a reader writes them. */

import { region } from "../../words/translate.svelte";

/** Return a day, which is the same everywhere, in the language and order of the page. */
export function dateOf(
  day: string,
  format: Intl.DateTimeFormatOptions = { dateStyle: "medium" },
): string {
  return new Intl.DateTimeFormat(region(), { ...format, timeZone: "UTC" }).format(
    new Date(`${day}T00:00:00Z`),
  );
}
