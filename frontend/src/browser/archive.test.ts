import { expect, test } from "vitest";
import { filesIn } from "./archive";

/** Return one entry in the format of zip. */
function entry(path: string, content: string, method = 0): number[] {
  const name = [...new TextEncoder().encode(path)];
  const body = [...new TextEncoder().encode(content)];
  const two = (n: number) => [n & 255, n >> 8];
  const four = (n: number) => [...two(n & 65535), ...two(n >> 16)];
  const sizes = [...four(0), ...four(body.length), ...four(body.length)];
  const head = [...four(0x04034b50), ...two(20), ...two(0), ...two(method), ...four(0), ...sizes];
  return [...head, ...two(name.length), ...two(0), ...name, ...body];
}

const END = [0x50, 0x4b, 1, 2, ...Array(60).fill(0)];

function read(...entries: number[][]): [string, string][] {
  const bytes = Uint8Array.from([...entries.flat(), ...END]);
  const text = new TextDecoder();
  return [...filesIn(bytes.buffer)].map(({ path, content }) => [path, text.decode(content)]);
}

test("every file comes with its path and its content", () => {
  const files = read(entry("a.txt", "hello"), entry("b/ü.pyc", ""), entry("c", "x".repeat(70_000)));
  expect(files).toEqual([
    ["a.txt", "hello"],
    ["b/ü.pyc", ""],
    ["c", "x".repeat(70_000)],
  ]);
});

test("an archive that compresses its files is refused", () => {
  expect(() => read(entry("a.txt", "hello", 8))).toThrow("compressed");
});
