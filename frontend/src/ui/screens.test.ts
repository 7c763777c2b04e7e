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
  for (const { name, text } of screens)
    expect(text, name).toMatch(/import "[./a-z]*\/screens\.css"/);
});

test("every view that plays a turn is such a view, or scrolls as a sheet does", () => {
  const players = files.filter(({ text }) => /<(family\.Editor|family\.Play|Stage)\b/.test(text));
  const views = players.filter(({ text }) => /<(main|TaskScreen)\b/.test(text));
  expect(views.length).toBeGreaterThan(5);
  for (const { name, text } of views)
    expect(text, name).toMatch(/<main class="[^"]*\b(screen|sheet)\b|<TaskScreen\b/);
});

test("where there is nothing to show, there is a picture of it", () => {
  const said =
    /\bt\("(?:No moves yet|Nobody has|There are no cards on|There’s no game|Games you finish|Finish a game|No single turn)/;
  const lines = files.flatMap(({ name, text }) =>
    text.split("\n").flatMap((line) => (said.test(line) ? [{ name, line }] : [])),
  );
  expect(lines.length).toBeGreaterThan(8);
  for (const { name, line } of lines) expect(line, name).toMatch(/<Nothing\b|nothing=/);
});

const THEME = readFileSync("src/ui/theme.css", "utf-8");

/** Return a colour of the theme, by day or in the evening, as its relative luminance (WCAG 2). */
function luminance(name: string, evening: 0 | 1): number {
  const [, ...both] = new RegExp(`--${name}: light-dark\\(#(\\w+), #(\\w+)\\)`).exec(THEME) ?? [];
  const colour = both[evening] ?? "";
  const [red = 0, green = 0, blue = 0] = [0, 2, 4].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Return the contrast of two of its colours. */
function contrast(one: string, other: string, evening: 0 | 1): number {
  const [first, second] = [luminance(one, evening), luminance(other, evening)];
  return (Math.max(first, second) + 0.05) / (Math.min(first, second) + 0.05);
}

test.each([0, 1] as const)(
  "edges of fields, stars and squares stand out (evening: %s)",
  (evening) => {
    for (const ground of ["ground", "raised", "table", "board"])
      expect(contrast("printed", ground, evening), ground).toBeGreaterThanOrEqual(3);
  },
);

test("in the evening the rim of a tile stands out from the wood", () => {
  for (const ground of ["table", "board"])
    expect(contrast("rim", ground, 1), ground).toBeGreaterThanOrEqual(3);
});
