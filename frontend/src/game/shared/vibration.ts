/** Light ticks under the finger, on devices that support them. Browsers allow them after the first touch. */

import { settings } from "../../settings/settings.svelte";

const TICK = 8;
/** Two ticks, which cannot be mistaken for those of one's own tile. */
const YOUR_TURN = [TICK, 90, TICK];
const QWIRKLE = [TICK, 60, TICK, 60, 2 * TICK];

export function canVibrate(): boolean {
  return typeof navigator.vibrate === "function";
}

/** Vibrate, by default as for a piece that snaps into place. */
export function vibrate(pattern: number | number[] = TICK): void {
  // Before the first touch, browsers would refuse, and warn.
  const touched = navigator.userActivation?.hasBeenActive ?? true;
  if (settings.atmosphere && settings.vibration && canVibrate() && touched)
    navigator.vibrate(pattern);
}

export function vibrateForQwirkle(): void {
  vibrate(QWIRKLE);
}

export function vibrateForYourTurn(): void {
  vibrate(YOUR_TURN);
}
