/** What lessons say. Their English comes with each step from the server. */

import { objectionText } from "../words/reasons";
import { t } from "../words/translate.svelte";
import type { Answer, Step } from "./lessonSteps";

/** What a step asks for. */
export function stepText(step: Step): string {
  return textOf(step.step, step) ?? "";
}

/** What is said to a turn: by the lesson, or by the rules where it has nothing to add. */
export function answerText({ say, preview }: Answer, step: Step): string {
  const [objection] = preview.objections;
  return textOf(say, step) ?? (objection === undefined ? "" : objectionText(objection));
}

function textOf(code: string, { texts, params }: Step): string | undefined {
  const text = texts[code];
  // words: passed on
  return text === undefined ? undefined : t(text, params);
}
