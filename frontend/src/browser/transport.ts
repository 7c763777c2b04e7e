/** Requests and sockets that the worker answers. */

import { mount, unmount } from "svelte";
import type { LaterChannel } from "../api/transport";
import LoadProgress from "./LoadProgress.svelte";
import { loading } from "./loading.svelte";
import type { ToPage, ToWorker } from "./messages";
import { keepWholePage } from "./wholePage";

const replies = new Map<number, (response: Response) => void>();
const channels = new Map<number, LaterChannel>();
let last = 0;
let running: Promise<Worker> | undefined;

export async function request(path: string, init: RequestInit): Promise<Response> {
  const worker = await started();
  const { method = "GET", body } = init;
  const id = ++last;
  return new Promise((resolve) => {
    replies.set(id, resolve);
    const asked = { kind: "request", id, method, path, body: String(body ?? "") } as const;
    worker.postMessage(asked satisfies ToWorker);
  });
}

/** Open a socket; what is returned sends, or with null closes it. */
export async function open(
  path: string,
  channel: LaterChannel,
): Promise<(text: string | null) => void> {
  const worker = await started();
  const id = ++last;
  const { pathname, searchParams } = new URL(path, location.href);
  const table = decodeURIComponent(pathname.split("/")[3] ?? "");
  const since = searchParams.get("since") ?? undefined;
  const say = (message: ToWorker) => worker.postMessage(message);
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
  const worker = new Worker(new URL("./worker.ts", import.meta.url), { type: "module" });
  loading.begin();
  const shown = mount(LoadProgress, { target: document.body });
  return new Promise<Worker>((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<ToPage>) => {
      if (data.kind === "ready") {
        resolve(worker);
        void keepWholePage();
      } else if (data.kind === "failed") reject(new Error(data.why));
      else hear(data);
    };
    worker.onerror = () => reject(new Error("the worker failed"));
  })
    .catch((error) => {
      worker.terminate();
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
