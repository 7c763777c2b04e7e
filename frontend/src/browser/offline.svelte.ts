/**
 * Everything that a device needs to play without a network, kept after its first game: all parts of the
 * page and the documentation, in one archive. Parts that nobody has opened are kept, too: a lesson or a
 * review may be opened for the first time on a train.
 */

import { BASE } from "../base";
import { filesIn } from "./archive";

interface Part {
  readonly path: string;
  readonly bytes: number;
}

/** The file that `qwirkle site` writes. */
interface PartList {
  readonly parts: readonly Part[];
  readonly site: Part;
}

const FOLDER = `${BASE}/python/`;
const LIST = `${FOLDER}parts.json`;
/** The cache of the service worker, which drops it with the build of the page. */
const PAGE = `qwirkle-page${BASE}/`;
/** The cache of `python.ts`. */
const PYTHON = `qwirkle-python${BASE}`;
const ASKED = "qwirkle.storage-asked";
const TYPES: Readonly<Record<string, string>> = {
  css: "text/css; charset=utf-8",
  html: "text/html; charset=utf-8",
  js: "text/javascript; charset=utf-8",
  json: "application/json",
  mp3: "audio/mpeg",
  ogg: "audio/ogg",
  png: "image/png",
  svg: "image/svg+xml",
  txt: "text/plain; charset=utf-8",
  wav: "audio/wav",
  webmanifest: "application/manifest+json",
  webp: "image/webp",
  woff2: "font/woff2",
};

class Offline {
  /** Whether everything is on this device; undefined until it is known. */
  ready = $state<boolean>();
  /** The bytes that were fetched so far, and all of them; zero while nothing is fetched. */
  loaded = $state(0);
  total = $state(0);
  /** Whether the browser has promised to keep the games; undefined where it makes no such promise. */
  promised = $state<boolean>();

  /** Look what is on this device. */
  async check(): Promise<void> {
    this.promised = await navigator.storage?.persisted?.();
    this.ready = await isReady().catch(() => false);
  }

  /** Fetch what is missing. Without a network it is tried again at the next start. */
  async prepare(): Promise<void> {
    if (!("serviceWorker" in navigator) || this.total > 0) return;
    try {
      // It begins by removing the files of an earlier build.
      await navigator.serviceWorker.ready;
      const { site }: PartList = await (await fetch(LIST)).json();
      const kept = await caches.open(PAGE);
      if ((await kept.match(marker(site))) === undefined) {
        this.total = site.bytes;
        await keep(kept, site, (bytes) => {
          this.loaded += bytes;
        });
      }
    } catch {
      // No network.
    } finally {
      this.loaded = this.total = 0;
      await this.check();
    }
  }

  /**
   * Ask the browser to keep the games even if space runs out. Some browsers pass the question on, so it is
   * asked when there is something to lose, and once unless the reader wants it again.
   */
  async keepGames(again = false): Promise<void> {
    if (!again && localStorage.getItem(ASKED) !== null) return;
    localStorage.setItem(ASKED, "1");
    this.promised = await navigator.storage?.persist?.();
  }
}

export const offline = new Offline();

/** Return the key that stands for a whole archive. */
function marker({ path }: Part): string {
  return `${FOLDER}${path}?kept`;
}

async function isReady(): Promise<boolean> {
  const [page, python] = await Promise.all([caches.open(PAGE), caches.open(PYTHON)]);
  const list = await python.match(LIST);
  if (list === undefined || !("serviceWorker" in navigator)) return false;
  const { parts, site }: PartList = await list.json();
  const wanted = parts.map(({ path }) => python.match(`${FOLDER}${path}?unpacked`));
  return (await Promise.all([page.match(marker(site)), ...wanted])).every(Boolean);
}

async function keep(kept: Cache, site: Part, more: (bytes: number) => void): Promise<void> {
  const answer = await fetch(FOLDER + site.path);
  if (!answer.ok || answer.body === null) throw new Error(`${site.path}: ${answer.status}`);
  const counted = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(chunk, controller) {
      more(chunk.length);
      controller.enqueue(chunk);
    },
  });
  const stream = answer.body.pipeThrough(counted).pipeThrough(new DecompressionStream("gzip"));
  for (const { path, content } of filesIn(await new Response(stream).arrayBuffer())) {
    const type = TYPES[path.slice(path.lastIndexOf(".") + 1)] ?? "application/octet-stream";
    const headers = { "Content-Type": type };
    await kept.put(`${BASE}/${path}`, new Response(content, { headers }));
  }
  await kept.put(marker(site), new Response());
}
