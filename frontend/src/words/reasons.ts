/** Why the rules refuse a turn, for people. */

import { Refusal } from "../api/client";
import type { Objection } from "../api/types";
import { errorText } from "./refusals";
import { sentenceIn } from "./sentences";
import { DEMANDS, HERE, RULES } from "./sentences.gen";
import { type Params, t } from "./translate.svelte";

/**
 * The sentence for a reason of the rules; undefined if it is none of theirs. No view shows the numbers
 * of rows and columns, so for eyes a line is “this row”; those who listen know it by its number.
 */
export function ruleText(reason: string, params: Params = {}, spoken = false): string | undefined {
  const here = spoken ? undefined : sentenceIn(HERE, reason, params);
  return here ?? sentenceIn(RULES, reason, params);
}

/** What a rule demands, for a picture or a set that breaks it: without tiles or places to name. */
export function demandText(reason: string): string {
  return sentenceIn(DEMANDS, reason) ?? ruleText(reason) ?? "";
}

/** The sentence for an objection to a turn, for eyes that see the tiles it is about. */
export function objectionText({ reason, params }: Pick<Objection, "reason" | "params">): string {
  return ruleText(reason, params) ?? t("That’s not allowed.");
}

/** As `objectionText`, for those who listen or type. */
export function spokenObjection({ reason, params }: Pick<Objection, "reason" | "params">): string {
  return ruleText(reason, params, true) ?? t("That’s not allowed.");
}

/** The sentence for a turn that was refused, or that did not arrive. */
export function turnRefusal(error: unknown): string {
  if (!(error instanceof Refusal)) return errorText(error);
  const { objections, reason } = error.problem;
  const [first] = objections;
  return ruleText(first?.reason ?? reason, first?.params) ?? errorText(error);
}
