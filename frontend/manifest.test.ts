import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

interface Icon {
  readonly src: string;
  readonly sizes: string;
  readonly type: string;
  readonly purpose?: string;
}

const manifest = JSON.parse(readFileSync("public/manifest.webmanifest", "utf-8"));
const icons: readonly Icon[] = manifest.icons;

/** Width and height stand at the same place of every PNG. */
function sizeOf(file: string): string {
  const bytes = readFileSync(`public/${file}`);
  return `${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`;
}

/** Width and height stand at the same place of every simple WebP. */
function pictureSize(file: string): string {
  const bytes = readFileSync(`public/${file}`);
  return `${bytes.readUInt16LE(26) & 0x3fff}x${bytes.readUInt16LE(28) & 0x3fff}`;
}

test("the page can be installed: a name, a start and the icons that systems ask for", () => {
  expect(manifest).toMatchObject({
    name: "Qwirkle",
    start_url: "./",
    scope: "./",
    display: "standalone",
  });
  const sizes = icons.filter(({ purpose }) => purpose === undefined).map(({ sizes }) => sizes);
  expect(sizes).toEqual(expect.arrayContaining(["192x192", "512x512"]));
  expect(icons.some(({ purpose }) => purpose === "maskable")).toBe(true);
});

test("the installed page has an identity, pictures that are there, and ways into the game", () => {
  expect(manifest.id).toBe("qwirkle");
  const shown: readonly (Icon & { form_factor: string })[] = manifest.screenshots;
  expect(shown.map(({ form_factor }) => form_factor)).toEqual(["wide", "narrow"]);
  for (const { src, sizes } of shown) expect(pictureSize(src)).toBe(sizes);
  for (const { name, name_localized, url } of manifest.shortcuts) {
    expect(name).not.toBe("");
    expect(Object.keys(name_localized)).toEqual(Object.keys(manifest.description_localized));
    expect(url).toMatch(/^\.\//);
  }
});

test("icons are as large as they say", () => {
  for (const { src, sizes, type } of icons)
    if (type === "image/png") expect(sizeOf(src)).toBe(sizes);
  expect(sizeOf("apple-touch-icon.png")).toBe("180x180");
});
