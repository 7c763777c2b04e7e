/**
 * The deck of one's own costly turns, repeated at growing distances (Leitner's boxes). A turn that was found goes one
 * box up; one that was missed goes back to the first. Stored on this device.
 */

export interface Card {
  /** The number of times in a row that the turn was found. */
  readonly box: number;
  /** The day on which it is due, such as 2026-11-16. */
  readonly due: string;
}

export type Deck = Readonly<Record<string, Card>>;

const KEY = "qwirkle.deck";
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
  return { box, due: later(today, DAYS[box] ?? 1) };
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
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? "{}");
    if (typeof stored !== "object" || stored === null) return {};
    return Object.fromEntries(Object.entries(stored).filter(([, card]) => isCard(card)));
  } catch {
    return {};
  }
}

/** Store the answer to a turn; the cards that are due last make room. */
export function noteAnswer(key: string, found: boolean, today: string): Deck {
  const known = readDeck();
  const all = Object.entries({ ...known, [key]: answered(known[key], found, today) });
  all.sort(([, one], [, other]) => one.due.localeCompare(other.due));
  const deck = Object.fromEntries(all.slice(0, MOST_CARDS));
  try {
    localStorage.setItem(KEY, JSON.stringify(deck));
  } catch {
    // Private windows may refuse: then every turn is new.
  }
  return deck;
}

export function forgetDeck(): void {
  localStorage.removeItem(KEY);
}

function later(day: string, days: number): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + days);
  return date.toISOString().slice(0, 10);
}

function isCard(stored: unknown): stored is Card {
  const card = stored as Partial<Card> | null;
  const { box, due } = card ?? {};
  return Number.isInteger(box) && typeof due === "string" && /^\d{4}-\d{2}-\d{2}$/.test(due);
}
