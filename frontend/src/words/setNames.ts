/** The names of sets of cards, by what their cards share. */

import type { TileCode } from "../api/types";
import { say } from "./narration";
import { sentenceIn } from "./sentences";
import { IN_SHORT } from "./sentences.gen";

const COLOURS = ["R", "O", "Y", "G", "B", "P"] as const;
const SHAPES = ["o", "x", "d", "s", "b", "c"] as const;

/** Return “blue cards”, “squares”, “one card”; “mixed cards” if they share nothing. */
export function setName(cards: readonly TileCode[]): string {
  if (cards.length === 1) return say("one");
  const shared =
    COLOURS.find((colour) => cards.every((card) => card[0] === colour)) ??
    SHAPES.find((shape) => cards.every((card) => card[1] === shape));
  return say(shared ?? "mixed");
}

/** Return why a pile is no set yet, in two words that fit beside it. */
export function shortFault(reasons: readonly string[]): string {
  const worst = Object.keys(IN_SHORT).find((reason) => reasons.includes(reason)) ?? "";
  return sentenceIn(IN_SHORT, worst) ?? "";
}
