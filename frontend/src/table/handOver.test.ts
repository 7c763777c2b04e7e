import { expect, test } from "vitest";
import { passing } from "./handOver";

test("whoever is alone on a device always sees the own hand", () => {
  expect(passing([2], null, null)).toEqual({ shown: 2, handTo: null });
  expect(passing([2], 2, null)).toEqual({ shown: 2, handTo: null });
});

test("a spectator sees no hand", () => {
  expect(passing([], null, null)).toEqual({ shown: null, handTo: null });
});

test("on a shared device no hand is shown before its owner has it", () => {
  expect(passing([0, 1], 0, null)).toEqual({ shown: null, handTo: 0 });
  expect(passing([0, 1], 0, 0)).toEqual({ shown: 0, handTo: null });
  expect(passing([0, 1], 1, 0)).toEqual({ shown: null, handTo: 1 });
});

test("while a bot plays the last one still has the device", () => {
  expect(passing([0, 1], null, 1)).toEqual({ shown: 1, handTo: null });
  expect(passing([0, 1], null, null)).toEqual({ shown: null, handTo: null });
});
