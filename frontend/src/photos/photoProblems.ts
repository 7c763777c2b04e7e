/**
 * What is wrong with a photo, for people. The keys are those of `photo/reading.py`; what is wrong with
 * the position in it has the words of the analysis board.
 */

import { problemText } from "../analysis/problems";
import { Refusal } from "../api/client";
import type { Objection } from "../api/types";
import { tileName } from "../ui/tileNames";
import { listed } from "../words/lists";
import { type Sentences, sentenceIn } from "../words/reasons";
import { errorText } from "../words/refusals";
import { n, t } from "../words/translate.svelte";
import { NoPicture } from "./picture";

const PHOTOS: Sentences = {
  "not-a-picture": () => t("This isn’t a picture. Choose a photo in JPEG, PNG or WebP."),
  "picture-too-large": ({ unit, most = "" }) =>
    unit === "pixels"
      ? t("The picture is too large: it can have at most {most} million pixels.", { most })
      : t("The picture is too large: it can have at most {most} MB.", { most }),
  "picture-too-large/side": ({ most = "" }) =>
    t("The picture is too long: each side can have at most {most} pixels.", { most }),
  "picture-too-large/effort": () =>
    t("This picture takes too long to read. Choose a smaller one, as JPEG."),
  "picture-too-small": () =>
    t("The picture is too small. Take the photo itself, not a preview of it."),
  "too-dark": () => t("The picture is too dark. Turn on a light and take it again."),
  "too-blurred": () => t("The picture is too blurred. Hold the camera still and take it again."),
  "no-tiles": () =>
    t("There are no tiles in the picture. Take it from above, with all tiles in it."),
  "no-board": () => t("The edge of the board wasn’t found. Point out its four corners."),
  "tiles-apart": ({ tiles = "" }) =>
    t("These tiles are apart from the others and were left out: {tiles}.", {
      tiles: listed(String(tiles).split(" ").map(tileName)),
    }),
  "tiles-cut": ({ count = 1 }) =>
    n(
      "The edge of the photo cuts off {n} tile. Take it again with all tiles in it.",
      "The edge of the photo cuts off {n} tiles. Take it again with all tiles in it.",
      Number(count),
    ),
  "not-a-hand": ({ most = "", count = "" }) =>
    t("A hand has at most {most} tiles, and there are {count} in a row.", { most, count }),
};

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
