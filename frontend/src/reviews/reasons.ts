/** The reasons why one turn is better than another, in words. */

import type { ReviewReason } from "../api/types";
import { sentenceIn } from "../words/sentences";
import { HINTED, MOST_POINTS, REASONS } from "./sentences.gen";

/** Return the sentence for a reason; one of a newer server is in English. */
export function reasonText(reason: ReviewReason): string {
  return sentenceIn(REASONS, reason.code, reason.params) ?? reason.text;
}

/** Return why the best turn is better than the one with the most points, which nobody has played. */
export function pointsReason({ code, params, text }: ReviewReason): string {
  return sentenceIn(MOST_POINTS, code, params) ?? reasonText({ code, params, text });
}

/** Return the sentence for a reason of a hint, which addresses the player. */
export function hintReasonText({ code, params, text }: ReviewReason): string {
  return sentenceIn(HINTED, code, params) ?? reasonText({ code, params, text });
}
