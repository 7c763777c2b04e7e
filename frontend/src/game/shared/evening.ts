/** The evening at the table: it grows as the bag or the deck empties. */

/** Return how far the evening is, from 0 to 1, by the pieces left to draw and those that lie on the table. */
export function eveningOf(left: number, laid: number): number {
  return left + laid === 0 ? 0 : Math.round((100 * laid) / (left + laid)) / 100;
}
