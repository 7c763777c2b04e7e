/** Python as a site starts it, in Node: its parts unpacked into a folder, and the package installed. */

import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { gunzipSync } from "node:zlib";
import { install } from "./site_install.mjs";

export function unpackParts(site) {
  const folder = join(site, "python");
  const place = mkdtempSync(join(tmpdir(), "qwirkle-site-"));
  const { parts, lock } = JSON.parse(readFileSync(join(folder, "parts.json"), "utf8"));
  for (const { name, path } of parts)
    writeFileSync(join(place, name), gunzipSync(readFileSync(join(folder, path))));
  writeFileSync(join(place, "pyodide-lock.json"), JSON.stringify(lock));
  return place;
}

/** Starts Python; `memory` is what a browser keeps of a start, or says that it will be kept. */
export async function startPython(place, memory = {}) {
  const { loadPyodide } = await import(pathToFileURL(join(place, "pyodide.mjs")).href);
  const { default: create } = await import(pathToFileURL(join(place, "pyodide.asm.mjs")).href);
  return loadPyodide({
    indexURL: `${place}/`,
    stdLibURL: join(place, "python_stdlib.zip"),
    checkAPIVersion: false,
    createPyodideModule: async (settings) => {
      settings.preRun.push((module) => install(module, readFileSync(join(place, "packages.zip"))));
      const module = await create(settings);
      const bytes = memory._loadSnapshot?.byteLength ?? 0;
      if (bytes > module.HEAP8.length) module.growMemory(bytes);
      return module;
    },
    ...memory,
  });
}

/** Milliseconds of processor time so far. */
export function processorTime() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
