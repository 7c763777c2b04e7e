/** Compiles Python modules in some folders with the Python that will run them: node compile.mjs PYODIDE FOLDER… */

import { pathToFileURL } from "node:url";

const [pyodide, ...folders] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${pyodide}/pyodide.mjs`).href);
const python = await loadPyodide({ indexURL: `${pyodide}/` });
for (const [number, folder] of folders.entries()) {
  const place = `/sources-${number}`;
  python.mountNodeFS(place, folder);
  const compiled = python.runPython(`
import compileall, py_compile
mode = py_compile.PycInvalidationMode.UNCHECKED_HASH
compileall.compile_dir("${place}", quiet=2, legacy=True, optimize=2, stripdir="${place}", invalidation_mode=mode)
`);
  if (!compiled) {
    console.error(`${folder} cannot be compiled`);
    process.exit(1);
  }
}
