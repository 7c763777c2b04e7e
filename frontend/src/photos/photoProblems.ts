/** The faults of a photo in words; those of the position in it have the words of the analysis board. */

import { problemText } from "../analysis/problems";
import { PHOTOS } from "../analysis/sentences.gen";
import { Refusal } from "../api/client";
import type { Objection } from "../api/types";
import { errorText } from "../words/refusals";
import { sentenceIn } from "../words/sentences";
import { NoPicture } from "./picture";

/** Return whether the fault is one of the photo itself, not of the position in it. */
export const isOfPhoto = ({ reason }: Pick<Objection, "reason">): boolean => reason in PHOTOS;

export function photoProblemText(problem: Pick<Objection, "reason" | "params">): string {
  return sentenceIn(PHOTOS, problem.reason, problem.params) ?? problemText(problem);
}

/** Return the sentence for a picture that could not be read at all. */
export function photoErrorText(error: unknown): string {
  if (error instanceof NoPicture) return photoProblemText({ reason: "not-a-picture", params: {} });
  if (error instanceof Refusal) {
    const [first] = error.problem.objections;
    if (first !== undefined && isOfPhoto(first)) return photoProblemText(first);
  }
  return errorText(error);
}
