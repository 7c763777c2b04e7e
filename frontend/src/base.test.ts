import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { withoutBase } from "./base";

test("a path of the host becomes one of the page", () => {
  expect(withoutBase("/qwirkle/t/1", "/qwirkle")).toBe("/t/1");
  expect(withoutBase("/qwirkle/", "/qwirkle")).toBe("/");
  expect(withoutBase("/qwirkle", "/qwirkle")).toBe("/");
  expect(withoutBase("/qwirkles/t/1", "/qwirkle")).toBe("/qwirkles/t/1");
  expect(withoutBase("/t/1", "")).toBe("/t/1");
});

test("no link forgets that the page may be under a path", () => {
  const files = readdirSync("src", { recursive: true, encoding: "utf-8" }).filter((name) =>
    name.endsWith(".svelte"),
  );
  expect(files.length).toBeGreaterThan(50);
  const forgetful = files.filter((name) =>
    /\b(href|src|action)=(["'`{]|\{["'`])\//.test(readFileSync(`src/${name}`, "utf-8")),
  );
  expect(forgetful).toEqual([]);
});
