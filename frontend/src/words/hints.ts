/** The reasons of hints in words, by the code of the adviser. */

import type { Hint } from "../api/types";
import { sentenceIn } from "./sentences";
import { HINTS } from "./sentences.gen";

/** Return the text of a hint, with the reasons of reviews, whose words are loaded on demand. */
export async function hintText(hint: Hint): Promise<string> {
  const { reasons } = hint;
  if (reasons.length === 0) return ownText(hint);
  try {
    const [{ hintReasonText }] = await Promise.all([
      import("../reviews/reasons"),
      import("../reviews/words"),
    ]);
    return [ownText(hint), ...reasons.map(hintReasonText)].join(" ");
  } catch {
    // Without a connection, a hint still gives the score of its turn.
    return ownText(hint);
  }
}

function ownText({ turn, points, code, params = {} }: Hint): string {
  const words = Number(params.qwirkles ?? 0) > 0 ? { ...params, case: "qwirkles" } : params;
  // A reason of a newer server: at least describe the act.
  const known = code in HINTS ? code : (Object.keys(turn)[0] ?? "");
  const gain = known.startsWith("place") && sentenceIn(HINTS, "points", { ...words, points });
  return [gain, sentenceIn(HINTS, known, words)].filter(Boolean).join(" ");
}
