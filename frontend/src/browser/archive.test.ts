import { expect, test } from "vitest";
import { archiveOf, entry } from "../testing/archives";
import { filesIn } from "./archive";

function read(...entries: number[][]): [string, string][] {
  const text = new TextDecoder();
  return [...filesIn(archiveOf(entries))].map(({ path, content }) => [path, text.decode(content)]);
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
