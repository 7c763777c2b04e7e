/**
 * Measures how a site without a server starts: processor time of each step in Node, without a browser.
 *
 *     node bench/site_start.mjs build/site
 *
 * First as on the first visit, then with the memory that the browser keeps. `site_start.py` measures the same in
 * a browser, as people wait for it.
 */

import { processorTime, startPython, unpackParts } from "./site_python.mjs";

let before;
function step(name) {
  const now = processorTime();
  if (name) console.log(`${name.padEnd(32)}${(now - before).toFixed(0).padStart(6)} ms`);
  before = processorTime();
}

step();
const place = unpackParts(process.argv[2] ?? "build/site");
step("unpack the parts, once");
let python = await startPython(place, { _makeSnapshot: true });
step("start Python");
python.runPython("import qwirkle.browser.main");
step("import the service");
const memory = python.makeMemorySnapshot();
step("keep the memory, once");
python = await startPython(place, { _loadSnapshot: memory });
step("start from the kept memory");
await python.runPythonAsync(`
import json
from qwirkle.browser.backend import Backend, Page
from qwirkle.browser.database import MemoryDatabase

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
