/** How fast the page tells what happened. */

import { type Settings, settings, still } from "../../settings/settings.svelte";

const FACTORS: Readonly<Record<Settings["pace"], number>> = {
  slow: 1.5,
  normal: 1,
  fast: 0.7,
  off: 0,
};

/** What to multiply durations by; 0 if nothing moves: reduced motion, or a page nobody looks at. */
export function pace(): number {
  return still() || document.visibilityState === "hidden" ? 0 : FACTORS[settings.pace];
}
