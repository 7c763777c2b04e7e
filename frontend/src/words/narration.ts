/** The sentences about turns that the page and the terminal share, in the reader's language. */

import { NARRATION } from "./narration.gen";
import { n, type Params, t } from "./translate.svelte";

type Key = keyof typeof NARRATION;
/** The acts that have a sentence for the reader's own turn and one for that of somebody else. */
export type Act = Key extends infer K ? (K extends `${infer Code}/you` ? Code : never) : never;

/** Return a sentence, or a part of one. */
export function say(key: Key, params: Params = {}): string {
  const sentence = NARRATION[key];
  // words: passed on
  if (typeof sentence === "string") return t(sentence, params);
  // words: passed on
  return n(sentence.one, sentence.other, Number(params[sentence.number]), params);
}

/** Return the sentence about an act of a player; the reader is “you”. */
export function tell(act: Act, me: boolean, params: Params): string {
  return say(me ? `${act}/you` : act, params);
}
