/** The sets a hand could begin with: of one colour or one shape, and none of a kind twice. */

import type { TileCode } from "../../api/types";
import { tileName } from "../../tiles/tileNames";
import { n, t } from "../../words/translate.svelte";

/** Return all sets of this size, each in the order of the hand. Two of a kind make no second set. */
export function setsOfSize(hand: readonly TileCode[], size: number): readonly TileCode[][] {
  const kinds = [...new Set(hand)];
  return [0, 1].flatMap((part) =>
    [...new Set(kinds.map((kind) => kind[part]))]
      .map((shared) => kinds.filter((kind) => kind[part] === shared))
      .filter((set) => set.length === size),
  );
}

/** Describe the requirement of the first turn; empty if there is none. */
export function openingWords(size: number, hand: readonly TileCode[], cards = false): string {
  if (size < 2) return "";
  const sets = setsOfSize(hand, size).map((set) => set.map((tile) => tileName(tile)).join(", "));
  const start = cards
    ? n("Start with your largest set: {n} card.", "Start with your largest set: {n} cards.", size)
    : n("Start with your largest set: {n} tile.", "Start with your largest set: {n} tiles.", size);
  if (sets.length === 0) return start;
  const [first = "", ...others] = sets;
  const which = others.reduce(
    (all, set) => t("{set}; or {other}", { set: all, other: set }),
    first,
  );
  return `${start} ${t("That is {set}.", { set: which })}`;
}
