/** Makes a module of a `.po` file: the catalogue of one language, with what is not translated left out. */

import { readFileSync } from "node:fs";
import { po as reader } from "gettext-parser";
import type { Plugin } from "vite";

/** A sentence, or its plural forms, by the English one. */
export type Catalogue = Record<string, readonly string[]>;

export function catalogueOf(text: string): Catalogue {
  const catalogue: Catalogue = {};
  const entries = reader.parse(text).translations[""] ?? {};
  for (const { msgid, msgstr } of Object.values(entries)) {
    if (msgid !== "" && msgstr.every((form) => form !== "")) catalogue[msgid] = msgstr;
  }
  return catalogue;
}

export function po(): Plugin {
  return {
    name: "po",
    load(id) {
      const [file] = id.split("?");
      if (file === undefined || !file.endsWith(".po")) return null;
      this.addWatchFile(file);
      return `export default ${JSON.stringify(catalogueOf(readFileSync(file, "utf-8")))}`;
    },
  };
}
