/**
 * The deck of one's own costly turns, repeated at growing distances (Leitner's boxes). A turn that was found goes one
 * box up; one that was missed goes back to the first.
 */

import { noteChange, STORED, store, stored } from "../training/training.svelte";

export interface Card {
  /** The number of times in a row that the turn was found. */
  readonly box: number;
  /** The day on which it is due, such as 2026-11-16. */
  readonly due: string;
  /** The moment of the answer, so that devices of an account agree which one was the last. */
  readonly at: number;
}

export type Deck = Readonly<Record<string, Card>>;

/** What is stored: the deck, and when one before it was forgotten; 0 for never. */
export interface StoredDeck {
  readonly cards: Deck;
  readonly forgotten: number;
}

/** Days until a turn comes again, by box. */
export const DAYS = [1, 3, 7, 14, 30, 90] as const;
const MOST_CARDS = 500;

/** Return the key of a turn: the table, and its place in the review. */
export function cardKey(turn: { readonly table: string; readonly number: number }): string {
  return `${turn.table}.${turn.number}`;
}

/** Return the card after an answer on a day. */
export function answered(card: Card | undefined, found: boolean, today: string): Card {
  const box = found ? Math.min((card?.box ?? -1) + 1, DAYS.length - 1) : 0;
  return { box, due: later(today, DAYS[box] ?? 1), at: Date.now() };
}

/** Return the turns that are due on a day: those longest due first, then new ones in their order. */
export function dueTurns<T extends { readonly table: string; readonly number: number }>(
  turns: readonly T[],
  deck: Deck,
  today: string,
): readonly T[] {
  const known = turns.filter((turn) => (deck[cardKey(turn)]?.due ?? "9") <= today);
  const due = (turn: T) => deck[cardKey(turn)]?.due ?? "";
  known.sort((one, other) => due(one).localeCompare(due(other)));
  return [...known, ...turns.filter((turn) => deck[cardKey(turn)] === undefined)];
}

export function readDeck(): Deck {
  return storedDeck().cards;
}

export function storedDeck(): StoredDeck {
  try {
    const found: unknown = JSON.parse(stored(STORED.deck));
    const { cards = {}, forgotten } = (found ?? {}) as Partial<StoredDeck>;
    const known = Object.entries(cards).filter(([, card]) => isCard(card));
    return {
      cards: Object.fromEntries(known),
      forgotten: Number.isInteger(forgotten) ? Number(forgotten) : 0,
    };
  } catch {
    return { cards: {}, forgotten: 0 };
  }
}

/** Store a deck; the cards that are due last make room. */
export function storeDeck(all: Deck, forgotten: number): Deck {
  const inOrder = Object.entries(all).sort(([, one], [, other]) =>
    one.due.localeCompare(other.due),
  );
  const cards = Object.fromEntries(inOrder.slice(0, MOST_CARDS));
  store(STORED.deck, { cards, forgotten });
  return cards;
}

/** Store the answer to a turn. */
export function noteAnswer(key: string, found: boolean, today: string): Deck {
  const { cards, forgotten } = storedDeck();
  const deck = storeDeck({ ...cards, [key]: answered(cards[key], found, today) }, forgotten);
  noteChange(`turn:${key}`);
  return deck;
}

/** Forget all cards, on all devices of an account. */
export function forgetDeck(): void {
  storeDeck({}, Date.now());
  noteChange("forgotten");
}

function later(day: string, days: number): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + days);
  return date.toISOString().slice(0, 10);
}

function isCard(stored: unknown): stored is Card {
  const card = stored as Partial<Card> | null;
  const { box, due, at } = card ?? {};
  return (
    Number.isInteger(box) &&
    Number.isInteger(at) &&
    typeof due === "string" &&
    /^\d{4}-\d{2}-\d{2}$/.test(due)
  );
}
