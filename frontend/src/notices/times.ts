/** Times of day: minutes after midnight, and what a field for a time says. */

export function timeOf(minutes: number): string {
  const two = (number: number) => String(number).padStart(2, "0");
  return `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}

/** Null for a field that is not filled in. */
export function minutesOf(text: string): number | null {
  const found = /^(\d{2}):(\d{2})/.exec(text);
  return found === null ? null : Number(found[1]) * 60 + Number(found[2]);
}
