/** Why a hint is a good turn, for people: by the code of the adviser. */

import type { Hint } from "../api/types";
import { n, t } from "./translate.svelte";

type Params = NonNullable<Hint["params"]>;

const HINTS: Readonly<Record<string, (points: number, params: Params) => string>> = {
  "place-most": (points, params) => `${gain(points, params)} ${t("No turn scores more.")}`,
  "place-safe": (points, params) =>
    `${gain(points, params)} ${t("Another turn scores {most}, but this one is better.", { most: params.most ?? "" })}`,
  trade: () => t("Nothing good to play: trade these tiles."),
  take: () => t("Take this tile: it scores more elsewhere."),
  draw3: () => t("Draw three: you’ll have more tiles to choose from."),
  pass: () => t("Nothing fits and you can’t trade: pass."),
  "cards-play": (qwirkles) =>
    qwirkles > 0
      ? n("This makes {n} Qwirkle.", "This makes {n} Qwirkles.", qwirkles)
      : t("These cards can be played."),
  "cards-exchange": () => t("You can’t play any of your cards: draw a new hand."),
  "cards-pass": () => t("You can’t play any of your cards, and the deck is empty."),
};

/** What a hint says, with the reasons of reviews; their words come when they are needed. */
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
    // Without a connection, a hint still says what its turn scores.
    return ownText(hint);
  }
}

function ownText({ turn, points, code, params = {} }: Hint): string {
  const known = code === undefined ? undefined : HINTS[code];
  if (known !== undefined) return known(points, params);
  // A reason of a newer server: at least what is to be done.
  return (HINTS[Object.keys(turn)[0] ?? ""] ?? gain)(points, params);
}

function gain(points: number, params: Params): string {
  if (Number(params.qwirkles ?? 0) > 0)
    return n("A Qwirkle: {n} point.", "A Qwirkle: {n} points.", points);
  return n("This scores {n} point.", "This scores {n} points.", points);
}
