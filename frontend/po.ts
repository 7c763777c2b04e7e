/**
 * Makes modules of a `.po` file: the catalogue of one language, with what is not translated left out.
 * `de.po?page` has what the page says at once, `de.po?learn` what only rules and lessons say, `de.po?review`
 * what only reviews and puzzles say, `de.po?analysis` what only the analysis board says. What only the server says
 * is in none of them.
 */

import { readFileSync } from "node:fs";
import { po as reader } from "gettext-parser";
import type { Plugin } from "vite";

/** A sentence, or its plural forms, by the English one; gettext puts a context before it, and U+0004 between. */
export type Catalogue = Record<string, readonly string[]>;
export type Part = "page" | "learn" | "review" | "analysis";
type AnyPart = Part | "server";

/** By the files that say it: those of the page, and those of the package. */
const LATER: readonly (readonly [AnyPart, RegExp])[] = [
  // The help with keys is in the table's own code, so its words are there from the start.
  ["learn", /^(learning\/(?!keyHelp|puzzles\/)|qwirkle\/tables\/learning\/)/],
  ["review", /^((reviews|learning\/puzzles)\/(?!links)|qwirkle\/analysis\/reasons\/)/],
  ["analysis", /^((analysis|photos)\/(?!links)|qwirkle\/(rules\/positions|analysis\/photos\/))/],
  ["server", /^qwirkle\/tables\/notices\//],
];

function partOf(references: string): AnyPart {
  const files = references.split(/\s+/);
  return LATER.find(([, mine]) => files.every((file) => mine.test(file)))?.[0] ?? "page";
}

export function catalogueOf(text: string, part: AnyPart): Catalogue {
  const catalogue: Catalogue = {};
  const entries = Object.values(reader.parse(text).translations).flatMap((entries) =>
    Object.values(entries),
  );
  for (const { msgctxt, msgid, msgstr, comments } of entries) {
    if (msgid === "" || partOf(comments?.reference ?? "") !== part) continue;
    const key = msgctxt === undefined ? msgid : `${msgctxt}\u0004${msgid}`;
    if (msgstr.every((form) => form !== "")) catalogue[key] = msgstr;
  }
  return catalogue;
}

function partNamed(name: string | undefined): AnyPart {
  return LATER.find(([part]) => part === name)?.[0] ?? "page";
}

export function po(): Plugin {
  return {
    name: "po",
    load(id) {
      const [file, part] = id.split("?");
      if (file === undefined || !file.endsWith(".po")) return null;
      this.addWatchFile(file);
      const catalogue = catalogueOf(readFileSync(file, "utf-8"), partNamed(part));
      return `export default ${JSON.stringify(catalogue)}`;
    },
  };
}
