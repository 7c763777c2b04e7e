/**
 * Measures how a site without a server starts: processor time of each step in Node, without a browser.
 *
 *     node bench/site_start.mjs build/site
 *
 * A browser keeps the compiled WebAssembly where it can; Node compiles it every time.
 */

import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { gunzipSync } from "node:zlib";

const PACKAGES = "/lib/python3.14/site-packages";
const ENTRY = 0x04034b50;

const site = join(process.argv[2] ?? "build/site", "python");
const place = mkdtempSync(join(tmpdir(), "qwirkle-start-"));
const { parts, lock } = JSON.parse(readFileSync(join(site, "parts.json"), "utf8"));

let before;
function step(name) {
  const { user, system } = process.cpuUsage();
  const now = (user + system) / 1000;
  if (name) console.log(`${name.padEnd(24)}${(now - before).toFixed(0).padStart(6)} ms`);
  before = now;
}

step();
for (const { name, path } of parts)
  writeFileSync(join(place, name), gunzipSync(readFileSync(join(site, path))));
writeFileSync(join(place, "pyodide-lock.json"), JSON.stringify(lock));
step("unpack the parts");
const { loadPyodide } = await import(pathToFileURL(join(place, "pyodide.mjs")).href);
const python = await loadPyodide({
  indexURL: `${place}/`,
  stdLibURL: join(place, "python_stdlib.zip"),
  checkAPIVersion: false,
});
step("start Python");
const archive = readFileSync(join(place, "packages.zip"));
for (let at = 0; archive.readUInt32LE(at) === ENTRY; ) {
  const size = archive.readUInt32LE(at + 18);
  const name = archive.readUInt16LE(at + 26);
  const begins = at + 30 + name + archive.readUInt16LE(at + 28);
  const path = `${PACKAGES}/${archive.subarray(at + 30, at + 30 + name)}`;
  python.FS.mkdirTree(path.slice(0, path.lastIndexOf("/")));
  python.FS.writeFile(path, new Uint8Array(archive.subarray(begins, begins + size)));
  at = begins + size;
}
step("write the package");
python.runPython("import qwirkle.worker.main");
step("import the service");
await python.runPythonAsync(`
import json
from qwirkle.worker.backend import Backend, Page
from qwirkle.worker.database import MemoryDatabase

async def no_job(*_):
    raise RuntimeError

ignore = lambda *_: None
backend = Backend(MemoryDatabase(), Page(ignore, ignore, ignore, print), no_job)
await backend.start()
seats = [{"kind": "person", "name": "Ann"}, {"kind": "bot", "bot": "level:4"}]
async def ask(path, body):
    reply = await backend.answer("POST", path, json.dumps(body).encode())
    assert reply.status in (200, 201), reply
    return json.loads(reply.body)
opened = await ask("/api/tables", {"command_id": "open", "table": {"seats": seats}})
start = {"command_id": "start", "command": {"do": "start"}}
await ask(f"/api/tables/{opened['table']}/commands", start)
`);
step("deal a first game");
process.exit(0);
