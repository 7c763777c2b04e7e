/** Durations in words and figures. */

import { n, t } from "./translate.svelte";

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Return the text of a clock: days and hours, hours and minutes, then minutes and seconds. */
export function countdown(ms: number): string {
  const left = Math.max(0, ms);
  if (left >= DAY)
    return t("{days} d {hours} h", {
      days: Math.floor(left / DAY),
      hours: Math.floor((left % DAY) / HOUR),
    });
  if (left >= HOUR)
    return t("{hours} h {minutes} min", {
      hours: Math.floor(left / HOUR),
      minutes: Math.floor((left % HOUR) / MINUTE),
    });
  // A clock that shows 0:00 has run out.
  const seconds = Math.ceil(left / SECOND);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/** Return an approximate duration, in the largest unit that fits. */
export function spelled(ms: number): string {
  if (ms >= 2 * DAY || (ms >= DAY && ms % DAY === 0))
    return n("{n} day", "{n} days", Math.floor(ms / DAY));
  if (ms >= 2 * HOUR || (ms >= HOUR && ms % HOUR === 0))
    return n("{n} hour", "{n} hours", Math.floor(ms / HOUR));
  if (ms >= MINUTE) return n("{n} minute", "{n} minutes", Math.floor(ms / MINUTE));
  return n("{n} second", "{n} seconds", Math.max(0, Math.floor(ms / SECOND)));
}
