/** Numbers of a review, in the format of the reader's language. */

import { region } from "../words/translate.svelte";

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
