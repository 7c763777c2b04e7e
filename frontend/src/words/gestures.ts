/** The gestures people make instead of chatting. */

import { t } from "./words.svelte";

const GESTURES: Readonly<Record<string, () => string>> = {
  hello: () => t("Hello!"),
  "well-played": () => t("Well played!"),
  wow: () => t("Wow!"),
  thinking: () => t("I’m thinking …"),
  oops: () => t("Oops!"),
  thanks: () => t("Thank you!"),
  "good-game": () => t("Good game!"),
};

export const GESTURE_CODES: readonly string[] = Object.keys(GESTURES);

export function gestureText(code: string): string {
  return GESTURES[code]?.() ?? "";
}
