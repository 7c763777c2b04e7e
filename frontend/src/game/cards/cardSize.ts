/** The size of cards: as large as fits, then overlapping; only then does a table scroll. */

export interface CardSize {
  /** The width of a card in pixels. */
  readonly card: number;
  /** The distance from the left edge of a card to that of the next. */
  readonly step: number;
}

export interface Room {
  readonly width: number;
  readonly height: number;
}

/** The pixels of a set besides its cards. The styles of CardSet and CardSets have the same values. */
const TRAY = 3;
const GAP = 4;
const NOTE = 20;
const NEW_SET = 72;

/** The smallest card: large enough for a finger; of a covered one, half stays visible. */
const SMALLEST = 44;
const NARROWEST = 24;
const SPACED = 2;

export interface SetShape {
  readonly cards: number;
  /** Whether there are words below its cards. */
  readonly note: boolean;
}

/** Return the size at which all sets, and a place for a new one, are in sight. */
export function sizeOnTable(sets: readonly SetShape[], room: Room, largest: number): CardSize {
  for (const size of sizes(largest))
    if (heightOf(sets, size, room.width) <= room.height) return size;
  return { card: SMALLEST, step: NARROWEST + SPACED };
}

function* sizes(largest: number): Generator<CardSize> {
  for (let card = largest; card >= SMALLEST; card -= 4) yield { card, step: card + SPACED };
  for (let step = SMALLEST - 4; step >= NARROWEST; step -= 4) yield { card: SMALLEST, step };
}

/** Return the height of the sets when they fill rows of this width. */
function heightOf(sets: readonly SetShape[], size: CardSize, width: number): number {
  const rows: number[] = [];
  let left = 0;
  const add = (wide: number, high: number): void => {
    if (rows.length === 0 || wide > left) {
      rows.push(high);
      left = width - 2 * GAP - wide;
    } else {
      rows.push(Math.max(rows.pop() ?? 0, high));
      left -= wide;
    }
    left -= GAP;
  };
  const high = 1.4 * size.card + 2 * TRAY;
  for (const { cards, note } of sets)
    add(widthOf(cards, size) + 2 * TRAY, high + (note ? NOTE : 0));
  add(NEW_SET, high);
  return rows.reduce((sum, row) => sum + row + GAP, GAP);
}

function widthOf(cards: number, { card, step }: CardSize): number {
  return card + Math.max(0, cards - 1) * step;
}

/** Return the size at which a hand is one row: its cards overlap if they must. */
export function sizeInHand(cards: number, width: number, largest: number): CardSize {
  const whole = (width - (cards - 1) * SPACED) / Math.max(1, cards);
  const card = Math.min(largest, Math.max(SMALLEST + 4, whole));
  const shared = cards > 1 ? (width - card) / (cards - 1) : card;
  return { card, step: Math.max(NARROWEST, Math.min(card + SPACED, shared)) };
}
