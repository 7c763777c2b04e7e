import { Blob } from "node:buffer";
import { CompressionStream, DecompressionStream } from "node:stream/web";
import { beforeEach, expect, test, vi } from "vitest";
import { linkTo, readAddress, readLink } from "./packing";

// The tests' document has no streams.
beforeEach(() => {
  vi.stubGlobal("Blob", Blob);
  vi.stubGlobal("CompressionStream", CompressionStream);
  vi.stubGlobal("DecompressionStream", DecompressionStream);
});

const RECORD = `Qwirkle-Record: 1\nPlayer-1: Zoë\n\n${"1 | 1 | Ro Rs | 0,0> Ro Rs | 2 | 2\n".repeat(40)}`;

test("a link carries a game and the way back", async () => {
  const link = await linkTo("https://club.example/qwirkle", {
    record: RECORD,
    from: "https://site.example",
  });
  expect(link).toMatch(/^https:\/\/club\.example\/qwirkle\/continue#game=[\w-]+&from=/);
  expect(link.length).toBeLessThan(400);
  const read = await readLink(new URL(link).hash);
  expect(read).toEqual({ record: RECORD, from: "https://site.example" });
});

test("there is no game in another link, and a broken one is refused", async () => {
  expect(await readLink("")).toBeNull();
  expect(await readLink("#device")).toBeNull();
  await expect(readLink("#game=!!")).rejects.toThrow();
  await expect(readLink("#game=AAAA")).rejects.toThrow();
});

test("what unpacks to far more than a game is not unpacked to its end", async () => {
  const bomb = await linkTo("http://a", { record: "x".repeat(1_000_000), from: "" });
  expect(bomb.length).toBeLessThan(3_000);
  await expect(readLink(new URL(bomb).hash)).rejects.toThrow("too large");
});

test("the way back is an address of the web and nothing else", async () => {
  const link = await linkTo("http://a", { record: RECORD, from: "javascript:alert(1)" });
  expect((await readLink(new URL(link).hash))?.from).toBe("");
});

test("an address is read as people type it", () => {
  expect(readAddress("club.example")).toBe("https://club.example");
  expect(readAddress(" https://club.example/qwirkle/ ")).toBe("https://club.example/qwirkle");
  expect(readAddress("192.168.0.7:8000")).toBe("http://192.168.0.7:8000");
  expect(readAddress("localhost:8000/")).toBe("http://localhost:8000");
  expect(readAddress("")).toBeNull();
  expect(readAddress("a b")).toBeNull();
});
