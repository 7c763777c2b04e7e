import { expect, test } from "vitest";
import { isLocal, tokenIn } from "./links";

test("a link that carries seats has its token behind the hash", () => {
  expect(tokenIn("#recover=abc-1_2")).toBe("abc-1_2");
  expect(tokenIn("#recover=")).toBeNull();
  expect(tokenIn("#else")).toBeNull();
  expect(tokenIn("")).toBeNull();
});

test("a link to the own computer is known", () => {
  for (const host of ["127.0.0.1:8000", "localhost", "[::1]:8000", "127.1.2.3"])
    expect(isLocal(`http://${host}/t/x`)).toBe(true);
  for (const host of ["192.168.1.7:8000", "example.org", "localhost.example.org"])
    expect(isLocal(`http://${host}/t/x`)).toBe(false);
});
