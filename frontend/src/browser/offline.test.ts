import { DecompressionStream, TransformStream } from "node:stream/web";
import { gzipSync } from "node:zlib";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { zipped } from "../testing/archives";

const LIST = {
  parts: [{ path: "packages.zip.1.bin", bytes: 5 }],
  site: { path: "site.zip.2.bin", bytes: 7 },
};
const FILES = [
  ["assets/a.js", "1"],
  ["docs/guide/index.html", "<p>"],
] as const;

let stored: Map<string, Map<string, Response>>;
let fetched: string[];
let persist: ReturnType<typeof vi.fn>;
let offline: typeof import("./offline.svelte").offline;

function cache(name: string): Map<string, Response> {
  const found = stored.get(name) ?? new Map<string, Response>();
  stored.set(name, found);
  return found;
}

beforeEach(async () => {
  stored = new Map();
  fetched = [];
  persist = vi.fn(async () => true);
  localStorage.clear();
  vi.stubGlobal("navigator", {
    serviceWorker: { ready: Promise.resolve() },
    storage: { persist, persisted: async () => false },
  });
  vi.stubGlobal("caches", {
    open: async (name: string) => ({
      match: async (key: string) => cache(name).get(key)?.clone(),
      put: async (key: string, value: Response) => void cache(name).set(key, value),
    }),
  });
  // happy-dom has neither.
  vi.stubGlobal("DecompressionStream", DecompressionStream);
  vi.stubGlobal("TransformStream", TransformStream);
  const archive = gzipSync(new Uint8Array(zipped(FILES)));
  vi.stubGlobal("fetch", async (path: string) => {
    fetched.push(path);
    return path.endsWith(".json") ? Response.json(LIST) : new Response(archive);
  });
  vi.resetModules();
  ({ offline } = await import("./offline.svelte"));
});

afterEach(() => vi.unstubAllGlobals());

/** Python is kept by whoever starts it. */
function keepPython(): void {
  cache("qwirkle-python").set("/python/parts.json", Response.json(LIST));
  cache("qwirkle-python").set("/python/packages.zip.1.bin?unpacked", new Response());
}

test("one archive is fetched, once, and then the device is ready", async () => {
  await offline.check();
  expect(offline.ready).toBe(false);
  keepPython();
  await offline.prepare();
  expect(offline.ready).toBe(true);
  expect(fetched).toEqual(["/python/parts.json", "/python/site.zip.2.bin"]);
  const page = cache("qwirkle-page/");
  expect([...page.keys()]).toEqual([
    "/assets/a.js",
    "/docs/guide/index.html",
    "/python/site.zip.2.bin?kept",
  ]);
  expect(page.get("/assets/a.js")?.headers.get("Content-Type")).toContain("text/javascript");
  await offline.prepare();
  expect(fetched.filter((path) => path.endsWith(".bin"))).toHaveLength(1);
});

test("a device with a part missing is not ready", async () => {
  await offline.prepare();
  expect(offline.ready).toBe(false);
  keepPython();
  await offline.check();
  expect(offline.ready).toBe(true);
  cache("qwirkle-page/").delete("/python/site.zip.2.bin?kept");
  await offline.check();
  expect(offline.ready).toBe(false);
});

test("without a network nothing is kept, and it is tried again", async () => {
  const works = globalThis.fetch;
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("no network")));
  keepPython();
  await offline.prepare();
  expect([offline.ready, offline.total]).toEqual([false, 0]);
  vi.stubGlobal("fetch", works);
  await offline.prepare();
  expect(offline.ready).toBe(true);
});

test("the browser is asked once to keep the games, and again only when the reader wants it", async () => {
  await offline.check();
  expect([offline.promised, persist.mock.calls.length]).toEqual([false, 0]);
  await offline.keepGames();
  await offline.keepGames();
  expect([offline.promised, persist.mock.calls.length]).toEqual([true, 1]);
  await offline.keepGames(true);
  expect(persist.mock.calls.length).toBe(2);
});
