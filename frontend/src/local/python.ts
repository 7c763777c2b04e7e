/** Python in this worker: its parts are fetched once, kept, and unpacked here. */

import { BASE } from "../base";
import { filesIn } from "./archive";
import type { Loading } from "./messages";

/** What `qwirkle site` wrote. */
interface PartList {
  readonly parts: readonly { name: string; path: string; bytes: number; of: Loading }[];
  readonly lock: unknown;
}

/** The little that is used of Pyodide. */
export interface Python {
  pyimport(name: "qwirkle.worker.main"): {
    start(page: object): Promise<Service>;
    run(job: string, progress: (done: number, total: number) => void): string;
  };
  FS: {
    mkdirTree(path: string): void;
    writeFile(path: string, content: Uint8Array, options: { canOwn: boolean }): void;
  };
}

/** The service, as `qwirkle.worker.main` offers it. */
export interface Service {
  answer(method: string, path: string, body: string): Promise<string>;
  connect(id: number, table: string, since: string | undefined): void;
  receive(id: number, text: string): Promise<void>;
  disconnect(id: number): void;
  tell(table: string, seq: number): void;
}

interface Pyodide {
  loadPyodide(options: object): Promise<Python>;
}

export type Progress = (part: Loading, loaded: number, total: number) => void;

const FOLDER = `${BASE}/python/`;
const LIST = `${FOLDER}parts.json`;
/** Other sites of the same host have their own. */
const KEPT = `qwirkle-python${BASE}`;
const PACKAGES = "/lib/python3.14/site-packages";

export async function loadPython(progress: Progress): Promise<Python> {
  const kept = await caches.open(KEPT);
  const { parts, lock } = await partList(kept);
  const total = parts.reduce((sum, { bytes }) => sum + bytes, 0);
  let loaded = 0;
  const found = new Map<string, ArrayBuffer>();
  await Promise.all(
    parts.map(async ({ name, path, of }) => {
      const body = await part(kept, path, (bytes) => {
        loaded += bytes;
        progress(of, loaded, total);
      });
      found.set(name, await unpacked(body));
    }),
  );
  progress("start", total, total);
  await forgetOthers(
    kept,
    parts.map(({ path }) => path),
  );
  return started(found, lock);
}

/** The newest list, or without a network the last one. */
async function partList(kept: Cache): Promise<PartList> {
  try {
    const answer = await fetch(LIST, { cache: "no-cache" });
    if (answer.ok) await kept.put(LIST, answer.clone());
    else throw new Error(`${answer.status}`);
    return await answer.json();
  } catch (error) {
    const answer = await kept.match(LIST);
    if (answer === undefined) throw error;
    return answer.json();
  }
}

/** A part has the digest of its content in its name, so what is kept is right. */
async function part(kept: Cache, name: string, more: (bytes: number) => void): Promise<Blob> {
  const path = FOLDER + name;
  const had = await kept.match(path);
  if (had !== undefined) {
    const body = await had.blob();
    more(body.size);
    return body;
  }
  const answer = await fetch(path);
  if (!answer.ok || answer.body === null) throw new Error(`${path}: ${answer.status}`);
  const chunks: BlobPart[] = [];
  const reader = answer.body.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    chunks.push(value);
    more(value.length);
  }
  const body = new Blob(chunks);
  await kept.put(path, new Response(body));
  return body;
}

async function forgetOthers(kept: Cache, paths: readonly string[]): Promise<void> {
  const wanted = new Set([LIST, ...paths.map((path) => FOLDER + path)]);
  for (const request of await kept.keys()) {
    if (!wanted.has(new URL(request.url).pathname)) await kept.delete(request);
  }
}

function unpacked(body: Blob): Promise<ArrayBuffer> {
  const stream = body.stream().pipeThrough(new DecompressionStream("gzip"));
  return new Response(stream).arrayBuffer();
}

async function started(found: ReadonlyMap<string, ArrayBuffer>, lock: unknown): Promise<Python> {
  const part = (name: string) => found.get(name) as ArrayBuffer;
  const { loadPyodide } = await imported<Pyodide>(part("pyodide.mjs"));
  const { default: createPyodideModule } = await imported<{ default: unknown }>(
    part("pyodide.asm.mjs"),
  );
  const indexURL = new URL(FOLDER, location.href).href;
  // Pyodide fetches its binary by itself: it gets the one that is here.
  const ask = self.fetch;
  self.fetch = async (asked, init) =>
    String(asked).endsWith("/pyodide.asm.wasm")
      ? new Response(part("pyodide.asm.wasm"), { headers: { "Content-Type": "application/wasm" } })
      : ask(asked, init);
  const python = await loadPyodide({
    indexURL,
    createPyodideModule,
    stdLibURL: URL.createObjectURL(new Blob([part("python_stdlib.zip")])),
    lockFileContents: lock,
    checkAPIVersion: false,
  });
  self.fetch = ask;
  python.FS.mkdirTree(PACKAGES);
  for (const { path, content } of filesIn(part("packages.zip"))) {
    const place = `${PACKAGES}/${path}`;
    python.FS.mkdirTree(place.slice(0, place.lastIndexOf("/")));
    python.FS.writeFile(place, content, { canOwn: true });
  }
  return python;
}

async function imported<T>(code: ArrayBuffer): Promise<T> {
  const address = URL.createObjectURL(new Blob([code], { type: "text/javascript" }));
  return import(/* @vite-ignore */ address);
}
