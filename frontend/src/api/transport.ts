/** The way to whoever answers: a server, or on a site without one the same service in a web worker. */

import { BASE } from "../base";

/** What the page needs of a socket. */
export type Channel = Pick<WebSocket, "readyState" | "send" | "close"> & {
  onopen: (() => void) | null;
  onmessage: ((event: { data: unknown }) => void) | null;
  onclose: ((event: { code: number; reason: string }) => void) | null;
};

/** The document says so where nobody else can come to a table. */
export const WITHOUT_SERVER = document.querySelector('meta[name="qwirkle-server"]') !== null;

/** Loaded when something is asked for first, as it brings megabytes with it. */
const local = () => import("../browser/transport");

/** A path with its parameters, which are encoded here and nowhere else. */
export function filled(path: string, values: Readonly<Record<string, string | number>>): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? ""));
}

export async function request(path: string, init: RequestInit = {}): Promise<Response> {
  if (WITHOUT_SERVER) return (await local()).request(path, init);
  return fetch(BASE + path, { ...init, credentials: "same-origin" });
}

/** The socket of a table, which knows the events up to `since`. */
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

  /** The other side has closed it. */
  end(code: number, reason: string): void {
    this.readyState = WebSocket.CLOSED;
    this.onclose?.({ code, reason });
  }
}

export type { LaterChannel };
