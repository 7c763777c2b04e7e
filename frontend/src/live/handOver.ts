/** Several people with one device: whose hand may be shown, and who must get the device. */

export interface HandOver {
  /** The own seat whose hand may be shown. */
  readonly shown: number | null;
  /** The own seat that must take the device first. */
  readonly handTo: number | null;
}

/**
 * Decide whose hand may be shown.
 * @param own seats of this device that are in the game
 * @param onTurn the own seat whose turn it is
 * @param taken the seat that last confirmed that it has the device
 */
export function handOver(
  own: readonly number[],
  onTurn: number | null,
  taken: number | null,
): HandOver {
  if (own.length < 2) return { shown: own[0] ?? null, handTo: null };
  if (onTurn !== null && onTurn !== taken) return { shown: null, handTo: onTurn };
  return { shown: taken !== null && own.includes(taken) ? taken : null, handTo: null };
}
