/** Where cards went, in words: into which set, and from which one. */

import type { TileCode } from "../../api/types";
import { tileName } from "../../ui/tileNames";
import { setName } from "../../words/setNames";
import { t } from "../../words/translate.svelte";
import type { Card, Pile } from "./piles";

/** “set 2, red cards” */
export function setWords(number: number, cards: readonly TileCode[]): string {
  return t("set {n}, {what}", { n: number, what: setName(cards) });
}

/** Every card of a draft that is not where it was, with where it is now. */
export function movesOf(before: readonly Pile[], after: readonly Pile[]): string {
  const placeIn = (piles: readonly Pile[], id: string): number =>
    piles.findIndex(({ cards }) => cards.some((card) => card.id === id));
  const all = new Map(
    [...before, ...after].flatMap(({ cards }) =>
      cards.map((card): [string, Card] => [card.id, card]),
    ),
  );
  const targets = new Map<number, string[]>();
  for (const card of all.values()) {
    const [from, to] = [placeIn(before, card.id), placeIn(after, card.id)];
    if (after[to]?.id !== before[from]?.id)
      targets.set(to, [...(targets.get(to) ?? []), tileName(card.card)]);
  }
  return [...targets]
    .sort(([a], [b]) => a - b)
    .map(([to, names]) => {
      const target = after[to]?.cards.map(({ card }) => card);
      const cards = names.join(", ");
      if (target === undefined) return t("{card} back to your hand", { card: cards });
      return t("{cards} into {set}", { cards, set: setWords(to + 1, target) });
    })
    .join("; ");
}
