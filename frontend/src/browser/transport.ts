/** Requests and sockets that are answered by the backend in a web worker. */

import { mount, unmount } from "svelte";
import type { LaterChannel } from "../api/transport";
import LoadProgress from "./LoadProgress.svelte";
import { loading } from "./loading.svelte";
import type { ToBackend, ToPage } from "./messages";
import { offline } from "./offline.svelte";

const replies = new Map<number, (response: Response) => void>();
const channels = new Map<number, LaterChannel>();
let last = 0;
let running: Promise<Worker> | undefined;

export async function request(path: string, init: RequestInit): Promise<Response> {
  const backend = await started();
  const { method = "GET", body } = init;
  const id = ++last;
  return new Promise((resolve) => {
    replies.set(id, resolve);
    const asked = { kind: "request", id, method, path, body: String(body ?? "") } as const;
    backend.postMessage(asked satisfies ToBackend);
  });
}

/** Open a socket; the function returned sends, or closes it if given null. */
export async function open(
  path: string,
  channel: LaterChannel,
): Promise<(text: string | null) => void> {
  const backend = await started();
  const id = ++last;
  const { pathname, searchParams } = new URL(path, location.href);
  const table = decodeURIComponent(pathname.split("/")[3] ?? "");
  const since = searchParams.get("since") ?? undefined;
  const say = (message: ToBackend) => backend.postMessage(message);
  channels.set(id, channel);
  say({ kind: "connect", id, table, since });
  return (text) => {
    if (text !== null) say({ kind: "message", id, text });
    else if (channels.delete(id)) say({ kind: "disconnect", id });
  };
}

function started(): Promise<Worker> {
  running ??= start().catch((error) => {
    // Tried again next time.
    running = undefined;
    throw error;
  });
  return running;
}

function start(): Promise<Worker> {
  const backend = new Worker(new URL("./backend.ts", import.meta.url), { type: "module" });
  loading.begin();
  const shown = mount(LoadProgress, { target: document.body });
  return new Promise<Worker>((resolve, reject) => {
    backend.onmessage = ({ data }: MessageEvent<ToPage>) => {
      if (data.kind === "ready") {
        resolve(backend);
        void offline.prepare();
      } else if (data.kind === "failed") reject(new Error(data.why));
      else hear(data);
    };
    backend.onerror = () => reject(new Error("the backend failed"));
  })
    .catch((error) => {
      backend.terminate();
      throw error;
    })
    .finally(() => void unmount(shown));
}

function hear(message: Exclude<ToPage, { kind: "ready" | "failed" }>): void {
  switch (message.kind) {
    case "progress":
      loading.tell(message);
      break;
    case "reply": {
      const { id, status, type, body } = message;
      replies.get(id)?.(new Response(body, { status, headers: { "Content-Type": type } }));
      replies.delete(id);
      break;
    }
    case "send":
      channels.get(message.id)?.onmessage?.({ data: message.text });
      break;
    case "closed":
      channels.get(message.id)?.end(message.code, message.reason);
      channels.delete(message.id);
  }
}
