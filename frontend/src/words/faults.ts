/** What a rule demands, for a picture or a set that breaks it: without tiles or places to name. */

import { ruleText } from "./reasons";
import { t } from "./translate.svelte";

const FAULTS: Readonly<Record<string, () => string>> = {
  gap: () => t("Close the gap: your tiles must form one unbroken line."),
  "line-mixed": () => t("Tiles in a line must all be one colour or all be one shape."),
  "line-duplicate": () => t("This line would have the same tile twice."),
  "line-too-long": () => t("A line can’t be longer than six tiles."),
  "played-mixed": () => t("Your tiles must all be one colour or all be one shape."),
  "played-duplicate": () => t("You can’t play two identical tiles in one turn."),
  "set-too-small": () => t("A set needs at least three cards."),
  "set-duplicate": () => t("This set has the same card twice."),
  "set-mixed": () => t("The cards in a set must all be one colour or all be one shape."),
};

export function faultText(reason: string): string {
  return FAULTS[reason]?.() ?? ruleText(reason) ?? "";
}
