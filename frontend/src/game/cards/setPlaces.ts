/** Where cards went, in words: into which set, and from which one. */

import type { Act, TileCode } from "../../api/types";
import { tileName } from "../../ui/tileNames";
import { setName } from "../../words/setNames";
import { t } from "../../words/translate.svelte";
import type { Card, Pile } from "./piles";

type CardsPlayed = Extract<Act, { event: "cards.cards-played" }>;

/** “set 2, red cards” */
export function setWords(number: number, cards: readonly TileCode[]): string {
  return t("set {n}, {what}", { n: number, what: setName(cards) });
}

/** Into which sets the cards of a turn went. Sets have the numbers they had in that turn. */
export function targetsOf({ after, switches }: CardsPlayed): string {
  const targets = [...new Set(switches.map(({ target }) => target))].sort((a, b) => a - b);
  const [only, ...others] = targets.map((target) => setWords(target + 1, after[target] ?? []));
  if (only === undefined) return "";
  if (others.length === 0 && switches.every(({ source }) => source === null))
    return t("Into {set}.", { set: only });
  const moves = targets.map((target) => {
    const cards = switches
      .filter((step) => step.target === target)
      .map(({ card }) => tileName(card));
    const set = setWords(target + 1, after[target] ?? []);
    return t("{cards} into {set}", { cards: cards.join(", "), set });
  });
  return t("In detail: {moves}.", { moves: moves.join("; ") });
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
