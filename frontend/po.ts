/**
 * Makes modules of a `.po` file: the catalogue of one language, with what is not translated left out.
 * `de.po?page` has what the page says at once, `de.po?learn` what only rules and lessons say.
 */

import { readFileSync } from "node:fs";
import { po as reader } from "gettext-parser";
import type { Plugin } from "vite";

/** A sentence, or its plural forms, by the English one. */
export type Catalogue = Record<string, readonly string[]>;
export type Part = "page" | "learn";

/** The help with keys is in the table's own code, so its words are there from the start. */
const LEARN = /^learn\/(?!keyHelp)/;

function partOf(references: string): Part {
  return references.split(/\s+/).every((file) => LEARN.test(file)) ? "learn" : "page";
}

export function catalogueOf(text: string, part: Part): Catalogue {
  const catalogue: Catalogue = {};
  const entries = reader.parse(text).translations[""] ?? {};
  for (const { msgid, msgstr, comments } of Object.values(entries)) {
    if (msgid === "" || partOf(comments?.reference ?? "") !== part) continue;
    if (msgstr.every((form) => form !== "")) catalogue[msgid] = msgstr;
  }
  return catalogue;
}

export function po(): Plugin {
  return {
    name: "po",
    load(id) {
      const [file, part] = id.split("?");
      if (file === undefined || !file.endsWith(".po")) return null;
      this.addWatchFile(file);
      const catalogue = catalogueOf(readFileSync(file, "utf-8"), part === "learn" ? part : "page");
      return `export default ${JSON.stringify(catalogue)}`;
    },
  };
}
