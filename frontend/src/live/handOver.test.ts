import { expect, test } from "vitest";
import { handOver } from "./handOver";

test("a player alone on a device always sees their hand", () => {
  expect(handOver([2], null, null)).toEqual({ shown: 2, handTo: null });
  expect(handOver([2], 2, null)).toEqual({ shown: 2, handTo: null });
});

test("a spectator sees no hand", () => {
  expect(handOver([], null, null)).toEqual({ shown: null, handTo: null });
});

test("on a shared device no hand is shown before its owner has it", () => {
  expect(handOver([0, 1], 0, null)).toEqual({ shown: null, handTo: 0 });
  expect(handOver([0, 1], 0, 0)).toEqual({ shown: 0, handTo: null });
  expect(handOver([0, 1], 1, 0)).toEqual({ shown: null, handTo: 1 });
});

test("while a bot plays the last one still has the device", () => {
  expect(handOver([0, 1], null, 1)).toEqual({ shown: 1, handTo: null });
  expect(handOver([0, 1], null, null)).toEqual({ shown: null, handTo: null });
});
