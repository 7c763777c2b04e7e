/**
 * Keeps the page for moments without a network: its one document, and the parts that were used. What
 * the server says about tables is never kept. Shows the notices that the server sends.
 */

/** The path of the page on its host, which may have other pages beside it. */
const BASE = new URL(".", location.href).pathname;
/** On a site without a server, src/browser/offline.svelte.ts adds the rest of the page, and the docs. */
const KEPT = `qwirkle-page${BASE}`;
const ANNOUNCED = `qwirkle-announced${BASE}`;
const MOST_ANNOUNCED = 200;
const DOCUMENT = BASE;
/** Python for games without a server is kept by whoever fetches it. */
const NOT_THE_PAGE = /^(api|metrics|healthz|python)(\/|$)/;

self.addEventListener("install", (event) => {
  event.waitUntil(begin().then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin || !pathname.startsWith(BASE)) return;
  const path = pathname.slice(BASE.length);
  if (NOT_THE_PAGE.test(path)) return;
  // The docs are pages of their own.
  if (path.startsWith("docs/")) event.respondWith(documentation(request));
  else if (request.mode === "navigate") event.respondWith(documentOf(request));
  else if (path.startsWith("assets/")) event.respondWith(asset(request));
  else event.respondWith(fresh(request));
});

let announcing = Promise.resolve();

// One after the other, so that a repeat finds the first one remembered.
self.addEventListener("push", (event) => {
  if (!event.data) return;
  const turn = announcing.then(() => announce(event.data.json()));
  announcing = turn.catch(() => {});
  event.waitUntil(turn);
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(visit(event.notification.data.path));
});

/**
 * A table has one notice at a time, and one about several tables takes the place of theirs. A server
 * that was killed may send one again: then what is shown stays, and if nothing is, the repeat goes at
 * once. Browsers take the permission away from pages that show nothing at all for a push.
 */
async function announce({ key, keys, tag, tables, title, text, path, waiting }) {
  const known = await Promise.all(keys.map(wasAnnounced));
  const repeated = known.every(Boolean);
  const [shown] = await self.registration.getNotifications({ tag });
  const notice = (repeated && shown) || { title, body: text, data: { key, path, tables } };
  await self.registration.showNotification(notice.title, {
    body: notice.body,
    tag,
    renotify: !repeated,
    silent: repeated,
    icon: `${BASE}icon-192.png`,
    lang: navigator.language,
    data: notice.data,
  });
  for (const table of tables) if (table !== tag) await dismiss(table);
  for (const key of keys) await noteAnnounced(key);
  if (repeated && !shown) await dismiss(tag);
  await navigator.setAppBadge?.(waiting);
}

async function dismiss(tag) {
  for (const notice of await self.registration.getNotifications({ tag })) notice.close();
}

async function wasAnnounced(key) {
  return (await (await caches.open(ANNOUNCED)).match(BASE + key)) !== undefined;
}

/** The newest keys are enough: a repeat comes within minutes. */
async function noteAnnounced(key) {
  const announced = await caches.open(ANNOUNCED);
  await announced.put(BASE + key, new Response());
  const keys = await announced.keys();
  for (const old of keys.slice(0, -MOST_ANNOUNCED)) await announced.delete(old);
}

/** Go to a table: to the window where it is open, or to a new one. */
async function visit(table) {
  const path = BASE + table.slice(1);
  const windows = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const there = windows.find(({ url }) => new URL(url).pathname === path);
  await (there === undefined ? self.clients.openWindow(path) : there.focus());
}

/** The page was loaded before there was a worker: what it begins with is kept now. */
async function begin() {
  const kept = await caches.open(KEPT);
  await keepDocument(kept, await fetch(DOCUMENT));
  const text = (await (await kept.match(DOCUMENT))?.text()) ?? "";
  await kept.addAll(partsIn(text));
}

/** What a document begins with. Its other lines may be about a table. */
function partsIn(text) {
  return (text.match(/\/assets\/[\w.-]+/g) ?? []).map((part) => BASE + part.slice(1));
}

/** Every address of the page is the same document: the newest, or without a network the last. */
async function documentOf(request) {
  const kept = await caches.open(KEPT);
  try {
    const answer = await fetch(request);
    if (answer.ok) await keepDocument(kept, answer.clone());
    // A plain host of files knows no tables: the page does.
    if (answer.status === 404) return (await kept.match(DOCUMENT)) ?? answer;
    return answer;
  } catch {
    return (await kept.match(DOCUMENT)) ?? Response.error();
  }
}

/** A document with other parts is another build: the parts of the last one go. */
async function keepDocument(kept, answer) {
  const before = await kept.match(DOCUMENT);
  const [old, now] = await Promise.all([before?.text(), answer.clone().text()]);
  if (old !== undefined && partsIn(old).join() === partsIn(now).join()) return;
  for (const part of await kept.keys()) await kept.delete(part);
  await kept.put(DOCUMENT, answer);
}

/** A part has the digest of its content in its name, so what is kept is right. */
async function asset(request) {
  const kept = await caches.open(KEPT);
  const found = await kept.match(request);
  if (found !== undefined) return found;
  const answer = await fetch(request);
  if (answer.ok) await kept.put(request, answer.clone());
  return answer;
}

/** The newest page of the documentation, or without a network the one that was kept with the game. */
async function documentation(request) {
  try {
    return await fetch(request);
  } catch {
    const kept = await caches.open(KEPT);
    const [address] = request.url.split(/[?#]/);
    const page = address.endsWith("/") ? `${address}index.html` : address;
    return (await kept.match(page)) ?? Response.error();
  }
}

async function fresh(request) {
  const kept = await caches.open(KEPT);
  try {
    const answer = await fetch(request);
    if (answer.ok) await kept.put(request, answer.clone());
    return answer;
  } catch {
    return (await kept.match(request)) ?? Response.error();
  }
}
