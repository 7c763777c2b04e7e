/** What is wrong with a photo, for people; what is wrong with the position in it has the words of the analysis board. */

import { problemText } from "../analysis/problems";
import { PHOTOS } from "../analysis/sentences.gen";
import { Refusal } from "../api/client";
import type { Objection } from "../api/types";
import { errorText } from "../words/refusals";
import { sentenceIn } from "../words/sentences";
import { NoPicture } from "./picture";

/** Whether something is wrong with the photo itself, not with the position in it. */
export const isOfPhoto = ({ reason }: Pick<Objection, "reason">): boolean => reason in PHOTOS;

export function photoProblemText(problem: Pick<Objection, "reason" | "params">): string {
  return sentenceIn(PHOTOS, problem.reason, problem.params) ?? problemText(problem);
}

/** The sentence for a picture that could not be read at all. */
export function photoErrorText(error: unknown): string {
  if (error instanceof NoPicture) return photoProblemText({ reason: "not-a-picture", params: {} });
  if (error instanceof Refusal) {
    const [first] = error.problem.objections;
    if (first !== undefined && isOfPhoto(first)) return photoProblemText(first);
  }
  return errorText(error);
}
