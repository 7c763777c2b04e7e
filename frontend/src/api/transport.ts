/** The way to the service: a server, or on a site without one the same service in a web worker. */

import { BASE } from "../base";

/** The parts of a socket that the page uses. */
export type Channel = Pick<WebSocket, "readyState" | "send" | "close"> & {
  onopen: (() => void) | null;
  onmessage: ((event: { data: unknown }) => void) | null;
  onclose: ((event: { code: number; reason: string }) => void) | null;
};

/** Whether the document declares that there is no server, and so nobody else at a table. */
export const WITHOUT_SERVER = document.querySelector('meta[name="qwirkle-server"]') !== null;

/** Loaded on the first request, because it is megabytes in size. */
const local = () => import("../browser/transport");

/** Return a path with its parameters, which are encoded here and nowhere else. */
export function filled(path: string, values: Readonly<Record<string, string | number>>): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? ""));
}

export async function request(path: string, init: RequestInit = {}): Promise<Response> {
  if (WITHOUT_SERVER) return (await local()).request(path, init);
  return fetch(BASE + path, { ...init, credentials: "same-origin" });
}

/** Open the socket of a table; the client knows the events up to `since`. */
export function connect(table: string, since: string): Channel {
  const path = filled("/api/tables/{table}/socket", { table }) + since;
  if (WITHOUT_SERVER) return new LaterChannel(path);
  const scheme = location.protocol === "https:" ? "wss" : "ws";
  return new WebSocket(`${scheme}://${location.host}${BASE}${path}`) as Channel;
}

/** A socket to the worker, which may have to be loaded first. */
class LaterChannel implements Channel {
  onopen: Channel["onopen"] = null;
  onmessage: Channel["onmessage"] = null;
  onclose: Channel["onclose"] = null;
  readyState: WebSocket["readyState"] = WebSocket.CONNECTING;
  #send: (text: string | null) => void = () => {};

  constructor(path: string) {
    local()
      .then(({ open }) => open(path, this))
      .then(
        (send) => {
          if (this.readyState !== WebSocket.CONNECTING) return send(null);
          this.#send = send;
          this.readyState = WebSocket.OPEN;
          this.onopen?.();
        },
        () => this.end(1006, ""),
      );
  }

  send(text: string): void {
    this.#send(text);
  }

  close(): void {
    this.readyState = WebSocket.CLOSED;
    this.#send(null);
  }

  /** Close it on behalf of the other side. */
  end(code: number, reason: string): void {
    this.readyState = WebSocket.CLOSED;
    this.onclose?.({ code, reason });
  }
}

export type { LaterChannel };
