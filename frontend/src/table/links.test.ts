import { expect, test } from "vitest";
import { tokenIn } from "./links";

test("a link that carries seats has its token behind the hash", () => {
  expect(tokenIn("#recover=abc-1_2")).toBe("abc-1_2");
  expect(tokenIn("#recover=")).toBeNull();
  expect(tokenIn("#else")).toBeNull();
  expect(tokenIn("")).toBeNull();
});
