import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { ToBackend, ToPage } from "./messages";

/** A worker that sends nothing on its own. */
class FakeWorker {
  static made: FakeWorker[] = [];
  readonly heard: ToBackend[] = [];
  onmessage: ((event: { data: ToPage }) => void) | null = null;
  onerror: (() => void) | null = null;
  terminate = vi.fn();

  constructor() {
    FakeWorker.made.push(this);
  }

  postMessage(message: ToBackend): void {
    this.heard.push(message);
  }

  say(data: ToPage): void {
    this.onmessage?.({ data });
  }
}

function worker(): FakeWorker {
  return FakeWorker.made.at(-1) as FakeWorker;
}

let transport: typeof import("./transport");

beforeEach(async () => {
  FakeWorker.made = [];
  vi.stubGlobal("Worker", FakeWorker);
  vi.resetModules();
  transport = await import("./transport");
});

afterEach(() => document.body.replaceChildren());

test("a request waits for the worker, and shows what is being fetched", async () => {
  const answer = transport.request("/api/offers", {});
  worker().say({ kind: "progress", part: "python", loaded: 1_500_000, total: 7_400_000 });
  await vi.waitFor(() => expect(document.body).toHaveTextContent("1.5 of 7.4 MB"));
  expect(worker().heard).toEqual([]);
  worker().say({ kind: "ready" });
  await vi.waitFor(() => expect(worker().heard).toHaveLength(1));
  const asked = worker().heard[0];
  expect(asked).toMatchObject({ kind: "request", method: "GET", path: "/api/offers", body: "" });
  worker().say({ kind: "reply", id: asked?.id ?? 0, status: 404, type: "x", body: '{"a": 1}' });
  const response = await answer;
  expect([response.status, await response.json()]).toEqual([404, { a: 1 }]);
  await vi.waitFor(() => expect(document.body).not.toHaveTextContent("MB"));
});

test("a worker that cannot start is tried again with the next request", async () => {
  const first = transport.request("/api/offers", {});
  worker().say({ kind: "failed", why: "no network" });
  await expect(first).rejects.toThrow("no network");
  expect(worker().terminate).toHaveBeenCalled();
  void transport.request("/api/offers", {});
  expect(FakeWorker.made).toHaveLength(2);
});

test("a socket hears its own messages and its end", async () => {
  const channel = { onmessage: vi.fn(), end: vi.fn() };
  const opening = transport.open("/api/tables/a%20b/socket?since=7", channel as never);
  worker().say({ kind: "ready" });
  const send = await opening;
  const { id } = worker().heard[0] as { id: number };
  expect(worker().heard[0]).toEqual({ kind: "connect", id, table: "a b", since: "7" });
  send("hello");
  expect(worker().heard[1]).toEqual({ kind: "message", id, text: "hello" });
  worker().say({ kind: "send", id: id + 1, text: "not mine" });
  worker().say({ kind: "send", id, text: "mine" });
  expect(channel.onmessage.mock.calls).toEqual([[{ data: "mine" }]]);
  worker().say({ kind: "closed", id, code: 4404, reason: "no-such-table" });
  expect(channel.end).toHaveBeenCalledWith(4404, "no-such-table");
});
