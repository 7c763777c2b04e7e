import { beforeEach, expect, test } from "vitest";
import { noncesFor, note, noted, noteNonce, withNonce } from "./commitments";

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

test("a device offers the same nonce again, and another one for another deal", () => {
  const nonceOf = (table: string, command: Parameters<typeof withNonce>[1]) =>
    (withNonce(table, command) as { nonce?: string }).nonce;
  const seat = nonceOf("a", { do: "sit", name: "Ann" });
  expect(seat).toMatch(/^[0-9a-f]{32}$/);
  expect(nonceOf("a", { do: "sit", name: "Ann" })).toBe(seat);
  expect(nonceOf("b", { do: "sit", name: "Ann" })).not.toBe(seat);
  const start = nonceOf("a", { do: "start" });
  expect(start).not.toBe(seat);
  expect(noncesFor("a", null)).toEqual([seat, start]);
  expect(withNonce("a", { do: "close" })).toEqual({ do: "close" });
  const next = nonceOf("a", { do: "rematch" });
  expect(noncesFor("c", "a")).toEqual([next]);
  noteNonce("d", "00".repeat(16));
  expect(noncesFor("d", null)).toEqual(["00".repeat(16)]);
});
