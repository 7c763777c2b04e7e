import { expect, test } from "vitest";
import { resetTokenIn } from "./account";

test("a link that sets a password carries its token behind the #", () => {
  expect(resetTokenIn("#reset=abc-1_2")).toBe("abc-1_2");
  expect(resetTokenIn("#reset=")).toBeNull();
  expect(resetTokenIn("#rated")).toBeNull();
  expect(resetTokenIn("")).toBeNull();
});
