/** The reasons why the rules refuse a turn, in words. */

import { Refusal } from "../api/client";
import type { Objection } from "../api/types";
import { settings } from "../settings/settings.svelte";
import { addReasons, errorText, refusalText } from "./refusals";
import { sentenceIn } from "./sentences";
import { DEMANDS, HERE, RULES } from "./sentences.gen";
import type { Params } from "./translate.svelte";

/**
 * Return the sentence for a reason of the rules; undefined if it is none of theirs. The visible
 * text has “this row” unless boards show the numbers of their rows; the spoken one has the number.
 */
export function ruleText(reason: string, params: Params = {}, spoken = false): string | undefined {
  const here = spoken || settings.coordinates ? undefined : sentenceIn(HERE, reason, params);
  return here ?? sentenceIn(RULES, reason, params);
}

addReasons(ruleText);

/** Return the demand of a rule, for a picture or a set that breaks it: without tiles or places to name. */
export function demandText(reason: string): string {
  return sentenceIn(DEMANDS, reason) ?? ruleText(reason) ?? "";
}

/** Return the sentence for an objection to a turn, for readers who see the tiles it is about. */
export function objectionText({ reason, params }: Pick<Objection, "reason" | "params">): string {
  return ruleText(reason, params) ?? refusalText("forbidden");
}

/** Like `objectionText`, for people who listen or type. */
export function spokenObjection({ reason, params }: Pick<Objection, "reason" | "params">): string {
  return ruleText(reason, params, true) ?? refusalText("forbidden");
}

/** Return the sentence for a turn that was refused, or that did not arrive. */
export function turnRefusal(error: unknown): string {
  if (!(error instanceof Refusal)) return errorText(error);
  const { objections, reason } = error.problem;
  const [first] = objections;
  return ruleText(first?.reason ?? reason, first?.params) ?? errorText(error);
}
