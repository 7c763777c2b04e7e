/** The texts of lessons. Their English comes from the server with each step. */

import { objectionText } from "../words/reasons";
import { t } from "../words/translate.svelte";
import type { Answer, Step } from "./lessonSteps";

/** Return the task of a step. */
export function stepText(step: Step): string {
  return textOf(step.step, step) ?? "";
}

/** Return the reply to a turn: that of the lesson, or of the rules where it has nothing to add. */
export function answerText({ say, preview }: Answer, step: Step): string {
  const [objection] = preview.objections;
  return textOf(say, step) ?? (objection === undefined ? "" : objectionText(objection));
}

function textOf(code: string, { texts, params }: Step): string | undefined {
  const text = texts[code];
  // words: passed on
  return text === undefined ? undefined : t(text, params);
}
