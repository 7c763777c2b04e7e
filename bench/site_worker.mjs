/** Runs a Python program as a site's worker would; returns its output, and whether it ended well. */

import { install } from "./site_install.mjs";

if (self.document === undefined) onmessage = async ({ data }) => postMessage(await run(data));

export async function run({ program, args }) {
  let said = "";
  try {
    const python = await startPython((line) => {
      said += `${line}\n`;
    });
    python.globals.set("PROGRAM", program);
    python.globals.set("ARGUMENTS", python.toPy(["program", ...args]));
    python.runPython(`
import sys
sys.argv = list(ARGUMENTS)
exec(compile(PROGRAM, "program.py", "exec"), {"__name__": "__main__"})
`);
    return { ok: true, said };
  } catch (error) {
    return { ok: false, said: said + String(error) };
  }
}

async function startPython(stdout) {
  const { parts, lock } = await (await fetch("/python/parts.json")).json();
  const found = {};
  for (const { name, path } of parts) {
    const { body } = await fetch(`/python/${path}`);
    const unpacked = new Response(body.pipeThrough(new DecompressionStream("gzip")));
    const type = name.endsWith(".wasm") ? "application/wasm" : "text/javascript";
    found[name] = new Blob([await unpacked.arrayBuffer()], { type });
  }
  const packages = new Uint8Array(await found["packages.zip"].arrayBuffer());
  const { loadPyodide } = await import(URL.createObjectURL(found["pyodide.mjs"]));
  const { default: create } = await import(URL.createObjectURL(found["pyodide.asm.mjs"]));
  const ask = self.fetch;
  self.fetch = async (asked, init) =>
    String(asked).endsWith("/pyodide.asm.wasm")
      ? new Response(found["pyodide.asm.wasm"])
      : ask(asked, init);
  return loadPyodide({
    indexURL: new URL("/python/", location.href).href,
    stdLibURL: URL.createObjectURL(found["python_stdlib.zip"]),
    lockFileContents: lock,
    checkAPIVersion: false,
    stdout,
    createPyodideModule: (settings) => {
      settings.preRun.push((module) => install(module, packages));
      return create(settings);
    },
  });
}
