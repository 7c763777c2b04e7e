/** The reactions people send instead of chatting. */

import { t } from "./translate.svelte";

const REACTIONS: Readonly<Record<string, () => string>> = {
  hello: () => t("Hello!"),
  "well-played": () => t("Well played!"),
  wow: () => t("Wow!"),
  thinking: () => t("I’m thinking …"),
  oops: () => t("Oops!"),
  thanks: () => t("Thank you!"),
  "good-game": () => t("Good game!"),
};

export const REACTION_CODES: readonly string[] = Object.keys(REACTIONS);

export function reactionText(code: string): string {
  return REACTIONS[code]?.() ?? "";
}
