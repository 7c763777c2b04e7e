/**
 * Runs a Python program with the Python and the package of a site, in Node:
 *
 *     node bench/site_run.mjs build/site tests/engine/turns.py 10
 *
 * `site_run.py` does so in a browser.
 */

import { readFileSync } from "node:fs";
import { startPython, unpackParts } from "./site_python.mjs";

const [site, program, ...words] = process.argv.slice(2);
const python = await startPython(unpackParts(site));
python.globals.set("PROGRAM", readFileSync(program, "utf8"));
python.globals.set("ARGUMENTS", python.toPy([program, ...words]));
python.runPython(`
import sys
sys.argv = list(ARGUMENTS)
exec(compile(PROGRAM, sys.argv[0], "exec"), {"__name__": "__main__"})
`);
process.exit(0);
