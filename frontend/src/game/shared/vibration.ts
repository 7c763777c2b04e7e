/** Light ticks under the finger, on devices that can. Browsers allow them after the first touch. */

import { settings } from "../../settings/settings.svelte";

const TICK = 8;
/** Two ticks: not to be mistaken for one's own tile. */
const YOUR_TURN = [TICK, 90, TICK];

export function canVibrate(): boolean {
  return typeof navigator.vibrate === "function";
}

/** Something snapped into place. */
export function vibrate(pattern: number | number[] = TICK): void {
  if (settings.vibration && canVibrate()) navigator.vibrate(pattern);
}

export function vibrateForYourTurn(): void {
  vibrate(YOUR_TURN);
}
