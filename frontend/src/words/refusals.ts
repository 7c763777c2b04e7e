/** Errors in words: a sentence for a refusal of the server or a lost connection. */

import { NoAnswer, Refusal } from "../api/client";
import { ruleText } from "./reasons";
import { sentenceIn } from "./sentences";
import { TABLES, WEB } from "./sentences.gen";
import { type Params, t } from "./translate.svelte";

/** The more specific cases of a transport have the codes of tables. */
const REFUSALS = { ...TABLES, ...WEB };

/** Return the sentence for a reason of the rules, a table, an account or the server. */
export function refusalText(reason: string, params: Params = {}): string {
  return (
    sentenceIn(REFUSALS, reason, params) ??
    ruleText(reason, params) ??
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
