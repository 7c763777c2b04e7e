/** Errors in words: a sentence for a refusal of the server or a lost connection. */

import { NoAnswer, Refusal } from "../api/client";
import { TABLES, WEB } from "./refusals.gen";
import { sentenceIn } from "./sentences";
import { type Params, t } from "./translate.svelte";

/** The more specific cases of a transport have the codes of tables. */
const REFUSALS = { ...TABLES, ...WEB };

type Lookup = (reason: string, params: Params) => string | undefined;

/** The reasons of the rules. A first visit does without them: `reasons.ts` adds them when it is loaded. */
let ofTheRules: Lookup = () => undefined;

export function addReasons(lookup: Lookup): void {
  ofTheRules = lookup;
}

/** Return the sentence for a reason of the rules, a table, an account or the server. */
export function refusalText(reason: string, params: Params = {}): string {
  return (
    sentenceIn(REFUSALS, reason, params) ??
    ofTheRules(reason, params) ??
    t("That didn’t work. Try again in a moment.")
  );
}

/** Return the sentence for any error that was thrown. */
export function errorText(error: unknown): string {
  if (error instanceof Refusal) {
    const { reason, objections } = error.problem;
    return refusalText(reason, objections[0]?.params);
  }
  if (error instanceof NoAnswer) return t("The server isn’t answering. Are you online?");
  throw error;
}
