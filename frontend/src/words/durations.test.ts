import { expect, test } from "vitest";
import { countdown, spelled } from "./durations";

test.each([
  [0, "0:00"],
  [1, "0:01"],
  [59_001, "1:00"],
  [754_000, "12:34"],
  [3_600_000, "1 h 0 min"],
  [90 * 60_000, "1 h 30 min"],
  [3 * 24 * 3_600_000 + 5 * 3_600_000, "3 d 5 h"],
  [-5, "0:00"],
])("a clock shows %d ms as %s", (ms, shown) => {
  expect(countdown(ms)).toBe(shown);
});

test.each([
  [0, "0 seconds"],
  [1000, "1 second"],
  [61_000, "1 minute"],
  [3_600_000, "1 hour"],
  [100 * 60_000, "100 minutes"],
  [24 * 3_600_000, "1 day"],
  [30 * 3_600_000, "30 hours"],
  [3 * 24 * 3_600_000, "3 days"],
])("%d ms are %s", (ms, words) => {
  expect(spelled(ms)).toBe(words);
});
