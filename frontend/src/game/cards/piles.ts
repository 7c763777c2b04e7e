/** Cards in piles and their moves: a draft of the table as values. Knows no rules. */

import type { TileCode } from "../../api/types";
import type { Slot } from "../shared/hand";

/** A card that can be moved. Two of a kind differ in their id. */
export interface Card {
  readonly id: string;
  readonly card: TileCode;
  /** The set of the table it was in before the turn; null for a card of the hand. */
  readonly from: number | null;
}

export interface Pile {
  readonly id: number;
  readonly cards: readonly Card[];
}

export type Target = number | "new" | "hand";
export type Sets = readonly (readonly TileCode[])[];

/** Return the piles of the table before the turn. */
export function pilesOf(table: Sets): readonly Pile[] {
  return table.map((cards, id) => ({
    id,
    cards: cards.map((card) => ({ id: `${id}${card}`, card, from: id })),
  }));
}

export function heldCard({ id, tile }: Slot): Card {
  return { id: `hand${id}`, card: tile, from: null };
}

export function setsOf(piles: readonly Pile[]): Sets {
  return piles.map((pile) => pile.cards.map(({ card }) => card));
}

/** Return the cards of the hand that are laid out on the table. */
export function playedOf(piles: readonly Pile[]): readonly Card[] {
  return piles.flatMap((pile) => pile.cards.filter(({ from }) => from === null));
}

export function pileWith(piles: readonly Pile[], id: string): Pile | undefined {
  return piles.find((pile) => pile.cards.some((card) => card.id === id));
}

/** Move cards elsewhere. Only cards from the hand can return to it; emptied piles are removed. */
export function moved(
  piles: readonly Pile[],
  cards: readonly Card[],
  target: Target,
): readonly Pile[] {
  const going = target === "hand" ? cards.filter(({ from }) => from === null) : cards;
  const ids = new Set(going.map(({ id }) => id));
  if (ids.size === 0) return piles;
  const left = piles.map((pile) => ({
    ...pile,
    cards:
      pile.id === target
        ? [...pile.cards.filter(({ id }) => !ids.has(id)), ...going]
        : pile.cards.filter(({ id }) => !ids.has(id)),
  }));
  const fresh = target === "new" ? [{ id: nextId(piles), cards: going }] : [];
  return [...left, ...fresh].filter((pile) => pile.cards.length > 0);
}

function nextId(piles: readonly Pile[]): number {
  // Above all sets of the table, including those that are emptied now.
  const table = piles.flatMap((pile) => pile.cards.map(({ from }) => from ?? 0));
  return Math.max(0, ...table, ...piles.map(({ id }) => id)) + 1;
}

/**
 * Return the piles of a whole turn, given by its sets: every set takes the place of the one it has the
 * most cards of, and its cards come from there, then from other sets, then from the hand.
 */
export function laidAs(table: Sets, hand: readonly Slot[], after: Sets): readonly Pile[] {
  const before = pilesOf(table);
  const places = placesOf(before, after);
  const onTable = new Map(before.flatMap(({ cards }) => cards.map((card) => [card.id, card])));
  const held = new Map(hand.map((slot) => [slot.id, slot]));
  const found: Card[][] = after.map((set, which) =>
    set.flatMap((code) => {
      const stays = onTable.get(`${places[which]}${code}`);
      if (stays !== undefined) onTable.delete(stays.id);
      return stays === undefined ? [] : [stays];
    }),
  );
  for (const [which, set] of after.entries()) {
    const missing = [...set];
    for (const { card } of found[which] ?? []) missing.splice(missing.indexOf(card), 1);
    for (const code of missing) {
      const other = [...onTable.values()].find(({ card }) => card === code);
      const slot = [...held.values()].find(({ tile }) => tile === code);
      if (other !== undefined) {
        onTable.delete(other.id);
        found[which]?.push(other);
      } else if (slot !== undefined) {
        held.delete(slot.id);
        found[which]?.push(heldCard(slot));
      }
    }
  }
  let fresh = table.length;
  return after
    .map((_, which) => {
      fresh += 1;
      return { id: places[which] ?? fresh, cards: found[which] ?? [] };
    })
    .filter(({ cards }) => cards.length > 0)
    .sort((a, b) => a.id - b.id);
}

function placesOf(before: readonly Pile[], after: Sets): readonly (number | undefined)[] {
  const pairs = after.flatMap((set, which) =>
    before.map(({ id, cards }) => ({
      which,
      id,
      shared: cards.filter(({ card }) => set.includes(card)).length,
    })),
  );
  const places: (number | undefined)[] = after.map(() => undefined);
  const taken = new Set<number>();
  for (const { which, id, shared } of pairs.sort((a, b) => b.shared - a.shared)) {
    if (shared === 0 || taken.has(id) || places[which] !== undefined) continue;
    places[which] = id;
    taken.add(id);
  }
  return places;
}

/**
 * Return a draft on a table that has changed: own cards stay in sets that have not changed, and in
 * sets of their own; switched cards go back, as others may have switched them too.
 */
export function rebased(
  piles: readonly Pile[],
  before: Sets,
  after: Sets,
  hand: readonly Slot[],
): readonly Pile[] {
  const held = new Set(hand.map((slot) => heldCard(slot).id));
  if (JSON.stringify(before) === JSON.stringify(after)) {
    const gone = playedOf(piles).filter(({ id }) => !held.has(id));
    return moved(piles, gone, "hand");
  }
  let found = pilesOf(after);
  for (const pile of piles) {
    const own = pile.cards.filter(({ id, from }) => from === null && held.has(id));
    if (own.length === 0) continue;
    if (own.length === pile.cards.length) found = moved(found, own, "new");
    const same = after.findIndex((set) => sameCards(set, before[pile.id] ?? []));
    if (same >= 0) found = moved(found, own, same);
  }
  return found;
}

function sameCards(a: readonly TileCode[], b: readonly TileCode[]): boolean {
  return a.length > 0 && [...a].sort().join() === [...b].sort().join();
}
