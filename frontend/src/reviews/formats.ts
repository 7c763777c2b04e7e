/** Numbers of a review, in the format of the reader's language. */

import { region } from "../words/translate.svelte";

/** A chance below this would be rounded to none. */
const LEAST = 0.005;
/** Parts of a chance that add up to certainty may miss it by this much. */
const SUM_ERROR = 1e-9;

/** Format a number with one decimal. */
export function decimal(value: number): string {
  return minus(
    new Intl.NumberFormat(region(), { maximumFractionDigits: 1 }).format(rounded(value)),
  );
}

/** Format a number with one decimal and its sign. */
export function signed(value: number): string {
  const format = new Intl.NumberFormat(region(), {
    maximumFractionDigits: 1,
    signDisplay: "exceptZero",
  });
  return minus(format.format(rounded(value)));
}

/** Format a number without decimals. */
export function whole(value: number): string {
  return minus(new Intl.NumberFormat(region(), { maximumFractionDigits: 0 }).format(value));
}

export function percent(share: number): string {
  return new Intl.NumberFormat(region(), { style: "percent" }).format(share);
}

/** Format a chance; only what is certain is 0 or 100 %. */
export function chance(share: number): string {
  const shown = percent(percentOf(share) / 100);
  if (isCertain(share)) return shown;
  if (share < LEAST) return `<${shown}`;
  return share > 1 - LEAST ? `>${shown}` : shown;
}

/** Round a chance to whole percent: from 1 to 99, unless it is certain. */
export function percentOf(share: number): number {
  const rounded = Math.round(100 * share);
  return isCertain(share) ? rounded : Math.min(99, Math.max(1, rounded));
}

function isCertain(share: number): boolean {
  return share < SUM_ERROR || share > 1 - SUM_ERROR;
}

/** Format a change of a chance in whole percentage points, with its sign. */
export function points(change: number): string {
  const format = new Intl.NumberFormat(region(), {
    style: "percent",
    signDisplay: "exceptZero",
  });
  return minus(format.format(change / 100));
}

/** Replace the hyphen by a sign as long as a plus, which screen readers speak as a minus. */
function minus(written: string): string {
  return written.replace("-", "−");
}

/** Round a number; one that rounds to zero has no sign. */
function rounded(value: number): number {
  return Math.round(value * 10) / 10 || 0;
}
