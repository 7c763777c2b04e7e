/** The pace at which the page narrates events. */

import { type Settings, settings, still } from "../../settings/settings.svelte";

const FACTORS: Readonly<Record<Settings["pace"], number>> = {
  slow: 1.5,
  normal: 1,
  fast: 0.7,
  off: 0,
};

/** Return the factor of durations; 0 if nothing moves: with reduced motion, or in a hidden page. */
export function pace(): number {
  return still() || document.visibilityState === "hidden" ? 0 : FACTORS[settings.pace];
}
