/** Lists in words. */

import { t } from "./translate.svelte";

/** Join names, with “and” before the last one. */
export function listed(names: readonly string[]): string {
  if (names.length < 2) return names[0] ?? "";
  return t("{names} and {last}", {
    names: names.slice(0, -1).join(", "),
    last: names.at(-1) ?? "",
  });
}
