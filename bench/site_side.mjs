/**
 * A player of `site_match.py` in Node, with the Python and the package of a site: each line is Python
 * that is evaluated, and its value is the answer.
 */

import { readFileSync, writeSync } from "node:fs";
import { createInterface } from "node:readline";
import { processorTime, startPython, unpackParts } from "./site_python.mjs";

const [site, program] = process.argv.slice(2);
// Threads have no clocks of their own here. Other programs must not take time from this player alone.
performance.now = processorTime;
const python = await startPython(unpackParts(site));
python.runPython(readFileSync(program, "utf8"));
for await (const line of createInterface({ input: process.stdin })) {
  writeSync(1, `${python.runPython(line)}\n`);
}
