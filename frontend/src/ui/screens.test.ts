import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const files = readdirSync("src", { recursive: true, encoding: "utf-8" })
  .filter((name) => name.endsWith(".svelte"))
  .map((name) => ({ name, text: readFileSync(`src/${name}`, "utf-8") }));

test("a view as large as its window says so, and leaves low windows to the rules for all of them", () => {
  const views = files.filter(({ text }) => /<main\b/.test(text));
  expect(views.length).toBeGreaterThan(15);
  const style = (text: string) => text.slice(text.indexOf("<style>"));
  const alone = views.filter(({ text }) => /position: fixed/.test(style(text)));
  expect(alone.map(({ name }) => name)).toEqual([]);
  const screens = views.filter(({ text }) => /<main class="[^"]*\bscreen\b/.test(text));
  expect(screens.length).toBeGreaterThan(5);
  for (const { name, text } of screens) expect(text, name).toContain('ui/screens.css"');
});

test("every view that plays a turn is such a view, or scrolls as a sheet does", () => {
  const players = files.filter(({ text }) => /<(family\.Editor|family\.Play|Stage)\b/.test(text));
  const mains = players.filter(({ text }) => /<main\b/.test(text));
  expect(mains.length).toBeGreaterThan(3);
  for (const { name, text } of mains)
    expect(text, name).toMatch(/<main class="[^"]*\b(screen|sheet)\b/);
});
