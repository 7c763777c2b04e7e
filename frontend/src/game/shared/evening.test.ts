import { expect, test } from "vitest";
import { eveningOf } from "./evening";

test("the evening comes as the bag empties", () => {
  expect(eveningOf(90, 0)).toBe(0);
  expect(eveningOf(54, 54)).toBe(0.5);
  expect(eveningOf(0, 96)).toBe(1);
  expect(eveningOf(0, 0)).toBe(0);
});
