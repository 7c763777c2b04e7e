/** The time, for components: everything that reads it is updated every second. */

import { createSubscriber } from "svelte/reactivity";

const everySecond = createSubscriber((update) => {
  const timer = setInterval(update, 1000);
  return () => clearInterval(timer);
});

/** Return the current time in milliseconds since 1970, by the clock of this device. */
export function moment(): number {
  everySecond();
  return Date.now();
}
