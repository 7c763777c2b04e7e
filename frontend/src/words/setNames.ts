/** The names of sets of cards, by what their cards share. */

import type { TileCode } from "../api/types";
import { sentenceIn } from "./sentences";
import { IN_SHORT } from "./sentences.gen";
import { t } from "./translate.svelte";

const COLOURS: Readonly<Record<string, () => string>> = {
  R: () => t("red cards"),
  O: () => t("orange cards"),
  Y: () => t("yellow cards"),
  G: () => t("green cards"),
  B: () => t("blue cards"),
  P: () => t("purple cards"),
};
const SHAPES: Readonly<Record<string, () => string>> = {
  o: () => t("circles"),
  x: () => t("crosses"),
  d: () => t("diamonds"),
  s: () => t("squares"),
  b: () => t("starbursts"),
  c: () => t("clovers"),
};

/** Return “blue cards”, “squares”, “one card”; “mixed cards” if they share nothing. */
export function setName(cards: readonly TileCode[]): string {
  const [first = ""] = cards;
  if (cards.length === 1) return t("one card");
  const shared =
    COLOURS[cards.every((card) => card[0] === first[0]) ? (first[0] ?? "") : ""] ??
    SHAPES[cards.every((card) => card[1] === first[1]) ? (first[1] ?? "") : ""];
  return shared?.() ?? t("mixed cards");
}

/** Return why a pile is no set yet, in two words that fit beside it. */
export function shortFault(reasons: readonly string[]): string {
  const worst = Object.keys(IN_SHORT).find((reason) => reasons.includes(reason)) ?? "";
  return sentenceIn(IN_SHORT, worst) ?? "";
}
