/** Why a hint is a good turn, for people. */

import type { Hint } from "../api/types";
import { n, t } from "./words.svelte";

export function hintText(hint: Hint): string {
  const { turn, points } = hint;
  if (turn.draw3 !== undefined) return t("Draw three: more tiles give more to choose from.");
  if (turn.trade !== undefined) return t("Nothing good fits: trade these tiles.");
  if (turn.pass !== undefined) return t("Nothing fits and nothing can be traded: pass.");
  if (turn.place === undefined) return t("That tile brings more points elsewhere.");
  return n("This makes {n} point.", "This makes {n} points.", points);
}
