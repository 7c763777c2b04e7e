/** Python in this worker: its parts are fetched once and cached, and so is its memory after a start. */

import { BASE } from "../base";
import { filesIn } from "./archive";
import type { Loading } from "./messages";

/** The file that `qwirkle site` writes. */
interface PartList {
  readonly parts: readonly Part[];
  readonly lock: unknown;
}

interface Part {
  readonly name: string;
  readonly path: string;
  readonly bytes: number;
  readonly of: Loading;
}

/** The part of Pyodide that is used here. */
export interface Python {
  pyimport(name: "qwirkle.browser.main"): {
    start(page: object): Promise<Service>;
    run(job: string, progress: (done: number, total: number) => void): string;
  };
  runPython(code: string): unknown;
  makeMemorySnapshot(): Uint8Array<ArrayBuffer>;
}

/** The service, as `qwirkle.browser.main` offers it. */
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

interface Files {
  mkdirTree(path: string): void;
  writeFile(path: string, content: Uint8Array, options: { canOwn: boolean }): void;
}

interface Library {
  global: boolean;
  exports: unknown;
}

/** Emscripten's module, before Python runs in it. */
export interface Module {
  readonly FS: Files;
  readonly HEAP8: Int8Array;
  growMemory(bytes: number): void;
  newDSO(path: string, handle: undefined, exports: "loading"): Library;
  loadWebAssemblyModule(code: Uint8Array, how: object, path: string, scope: object): unknown;
}

type CreateModule = (settings: { preRun: ((module: Module) => void)[] }) => Promise<Module>;

export type Progress = (part: Loading, loaded: number, total: number) => void;

export interface Loaded {
  readonly python: Python;
  /** Whether its memory was copied from an earlier start. */
  readonly copied: boolean;
}

const FOLDER = `${BASE}/python/`;
const LIST = `${FOLDER}parts.json`;
/** The name of the cache; other sites of the same host have their own. */
const KEPT = `qwirkle-python${BASE}`;
const PACKAGES = "/lib/python3.14/site-packages";
const CORE = "qwirkle/engine/";
const TYPES: Record<string, string> = { wasm: "application/wasm", mjs: "text/javascript" };

export async function loadPython(progress: Progress): Promise<Loaded> {
  const kept = await caches.open(KEPT);
  const { parts, lock } = await partList(kept);
  const memory = kept.match(memoryKey(parts)).then((had) => had?.arrayBuffer());
  const found = await allParts(kept, parts, progress);
  const had = await memory;
  if (had !== undefined) {
    try {
      return { python: await started(found, lock, { _loadSnapshot: had }), copied: true };
    } catch (error) {
      console.warn("the kept memory cannot be used", error);
      await kept.delete(memoryKey(parts));
      return { python: await started(await allParts(kept, parts, progress), lock), copied: false };
    }
  }
  await forgetOthers(kept, parts);
  return { python: await started(found, lock), copied: false };
}

/**
 * Save the memory of a Python that has imported everything and holds no personal data: the next start
 * copies it, which takes a fifth of the processor time.
 */
export async function keepMemory(): Promise<void> {
  const kept = await caches.open(KEPT);
  const { parts, lock } = await partList(kept);
  const found = await allParts(kept, parts, () => {});
  const python = await started(found, lock, { _makeSnapshot: true });
  python.runPython("import qwirkle.browser.main");
  await kept.put(memoryKey(parts), new Response(python.makeMemorySnapshot()));
}

/** Return the key of the memory: another browser may run the same parts in another way. */
function memoryKey(parts: readonly Part[]): string {
  const of = [...parts.map(({ path }) => path), navigator.userAgent];
  return `${FOLDER}memory?${encodeURIComponent(of.join())}`;
}

async function allParts(
  kept: Cache,
  parts: readonly Part[],
  progress: Progress,
): Promise<ReadonlyMap<string, Response>> {
  const total = parts.reduce((sum, { bytes }) => sum + bytes, 0);
  let loaded = 0;
  const found = await Promise.all(
    parts.map(async (part): Promise<[string, Response]> => {
      const response = await unpackedPart(kept, part, (bytes) => {
        loaded += bytes;
        progress(part.of, loaded, total);
      });
      return [part.name, response];
    }),
  );
  progress("start", total, total);
  return new Map(found);
}

/** Return the newest list, or without a network the last one. */
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

function unpackedKey({ path }: Part): string {
  return `${FOLDER}${path}?unpacked`;
}

/** Return a part from the cache or the network; its name has the digest of its content, so a cached one is valid. */
async function unpackedPart(
  kept: Cache,
  part: Part,
  more: (bytes: number) => void,
): Promise<Response> {
  const had = await kept.match(unpackedKey(part));
  if (had !== undefined) {
    more(part.bytes);
    return had;
  }
  const answer = await fetch(FOLDER + part.path);
  if (!answer.ok || answer.body === null) throw new Error(`${part.path}: ${answer.status}`);
  const counted = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(chunk, controller) {
      more(chunk.length);
      controller.enqueue(chunk);
    },
  });
  const stream = answer.body.pipeThrough(counted).pipeThrough(new DecompressionStream("gzip"));
  const body = await new Response(stream).blob();
  const type = TYPES[part.name.slice(part.name.lastIndexOf(".") + 1)] ?? "application/zip";
  const unpacked = new Response(body, { headers: { "Content-Type": type } });
  await kept.put(unpackedKey(part), unpacked.clone());
  return unpacked;
}

async function forgetOthers(kept: Cache, parts: readonly Part[]): Promise<void> {
  const paths = [LIST, memoryKey(parts), ...parts.map(unpackedKey)];
  const wanted = new Set(paths.map((path) => new URL(path, location.href).href));
  for (const request of await kept.keys()) {
    if (!wanted.has(request.url)) await kept.delete(request);
  }
}

async function started(
  found: ReadonlyMap<string, Response>,
  lock: unknown,
  memory: { _loadSnapshot?: ArrayBuffer; _makeSnapshot?: boolean } = {},
): Promise<Python> {
  const part = (name: string) => found.get(name) as Response;
  const [{ loadPyodide }, { default: create }, library, packages] = await Promise.all([
    imported<Pyodide>(part("pyodide.mjs")),
    imported<{ default: CreateModule }>(part("pyodide.asm.mjs")),
    part("python_stdlib.zip").blob(),
    part("packages.zip").arrayBuffer(),
  ]);
  const indexURL = new URL(FOLDER, location.href).href;
  // Pyodide fetches its binary itself: it gets the one in the cache.
  const ask = self.fetch;
  self.fetch = async (asked, init) =>
    String(asked).endsWith("/pyodide.asm.wasm") ? part("pyodide.asm.wasm") : ask(asked, init);
  try {
    return await loadPyodide({
      indexURL,
      createPyodideModule: async (settings: Parameters<CreateModule>[0]) => {
        settings.preRun.push((module) => install(module, packages));
        const module = await create(settings);
        const bytes = memory._loadSnapshot?.byteLength ?? 0;
        if (bytes > module.HEAP8.length) module.growMemory(bytes);
        return module;
      },
      stdLibURL: URL.createObjectURL(library),
      lockFileContents: lock,
      checkAPIVersion: false,
      ...memory,
    });
  } finally {
    self.fetch = ask;
  }
}

/**
 * Write the packages, and load their libraries before Python runs, so that they are at the same place in
 * memory each time, where copied memory finds them. A browser too old for the compiled core runs its
 * Python source: a core with a library missing counts as not built.
 */
export function install(module: Module, packages: ArrayBuffer): void {
  for (const { path, content } of filesIn(packages)) {
    const place = `${PACKAGES}/${path}`;
    module.FS.mkdirTree(place.slice(0, place.lastIndexOf("/")));
    if (path.endsWith(".so")) {
      try {
        loadLibrary(module, content, place);
      } catch (error) {
        if (!path.startsWith(CORE)) throw error;
        console.warn("the compiled core cannot be used", error);
        continue;
      }
    }
    module.FS.writeFile(place, content, { canOwn: true });
  }
}

function loadLibrary(module: Module, code: Uint8Array, place: string): void {
  const how = { loadAsync: false, nodelete: true, allowUndefined: true };
  const exports = module.loadWebAssemblyModule(code, how, place, {});
  const library = module.newDSO(place, undefined, "loading");
  library.global = false;
  library.exports = exports;
}

async function imported<T>(code: Response): Promise<T> {
  return import(/* @vite-ignore */ URL.createObjectURL(await code.blob()));
}
