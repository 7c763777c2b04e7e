/** Numbers of a review, as the reader's language writes them. */

import { language } from "../words/translate.svelte";

/** With one decimal. */
export function decimal(value: number): string {
  return minus(
    new Intl.NumberFormat(language(), { maximumFractionDigits: 1 }).format(rounded(value)),
  );
}

/** With one decimal and its sign. */
export function signed(value: number): string {
  const format = new Intl.NumberFormat(language(), {
    maximumFractionDigits: 1,
    signDisplay: "exceptZero",
  });
  return minus(format.format(rounded(value)));
}

export function percent(share: number): string {
  return new Intl.NumberFormat(language(), { style: "percent" }).format(share);
}

/** A sign as long as a plus, which readers say as one. */
function minus(written: string): string {
  return written.replace("-", "−");
}

/** What rounds to nothing has no sign. */
function rounded(value: number): number {
  return Math.round(value * 10) / 10 || 0;
}
