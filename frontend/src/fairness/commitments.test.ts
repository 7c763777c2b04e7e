import { beforeEach, expect, test } from "vitest";
import { note, noted } from "./commitments";

beforeEach(() => localStorage.clear());

test("the first promise stays, whatever is shown later", () => {
  expect(noted("a")).toBeUndefined();
  note("a", "1111");
  note("a", "2222");
  expect(noted("a")).toBe("1111");
});

test("old ones are forgotten, and what cannot be read is nothing", () => {
  for (let table = 0; table < 70; table++) note(`t${table}`, String(table));
  expect(noted("t0")).toBeUndefined();
  expect(noted("t69")).toBe("69");
  localStorage.setItem("qwirkle.promises", "nonsense");
  expect(noted("t69")).toBeUndefined();
  expect(noted("constructor")).toBeUndefined();
});
