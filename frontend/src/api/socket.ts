/**
 * The socket of one table: first the table, then every event in order. It reconnects automatically
 * and sends the last event it knows; unanswered commands are sent again with the same id.
 */

import { withNonce } from "../fairness/commitments";
import { commandId, Refusal } from "./client";
import { type Channel, connect } from "./transport";
import type { Command, Done, EventView, ServerMessage, TableView } from "./types";

export type Connection = "connecting" | "open" | "waiting" | "closed";

export interface Listener {
  view(view: TableView): void;
  event(event: EventView): void;
  present(seats: readonly number[], watching: number): void;
  connection(state: Connection): void;
  /** The server rejects this client: it may not watch, or there is no such table. */
  refused(reason: string): void;
}

interface Waiting {
  readonly message: string;
  readonly resolve: (done: Done) => void;
  readonly reject: (error: Error) => void;
}

const FIRST_PAUSE = 300;
const LONGEST_PAUSE = 8000;
const HEARTBEAT = 15_000;
const FINAL = new Set([4403, 4404]);

export class TableSocket {
  #socket: Channel | null = null;
  #known = -1;
  #pause = FIRST_PAUSE;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #heart: ReturnType<typeof setInterval> | undefined;
  #heard = 0;
  #ended = false;
  readonly #waiting = new Map<string, Waiting>();

  constructor(
    readonly table: string,
    readonly listener: Listener,
    /** The last event that is known already. */
    since = -1,
  ) {
    this.#known = since;
    this.#connect();
    addEventListener("online", this.#wake);
    addEventListener("offline", this.#lose);
    document.addEventListener("visibilitychange", this.#wake);
  }

  /** Send a command; the promise survives lost connections. */
  do(command: Command, expectedSeq?: number): Promise<Done> {
    const id = commandId();
    const seq = expectedSeq === undefined ? {} : { expected_seq: expectedSeq };
    const sent = withNonce(this.table, command);
    const message = JSON.stringify({ kind: "do", id, command: sent, ...seq });
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { message, resolve, reject });
      if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(message);
    });
  }

  /** Request the whole table again. */
  look(): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send('{"kind":"look"}');
  }

  /** Reconnect: a first seat brings a cookie, which the next connection presents. */
  reconnect(): void {
    if (this.#socket !== null) dropped(this.#socket);
    this.#known = -1;
    this.#connect();
  }

  close(): void {
    this.#ended = true;
    clearTimeout(this.#timer);
    clearInterval(this.#heart);
    removeEventListener("online", this.#wake);
    removeEventListener("offline", this.#lose);
    document.removeEventListener("visibilitychange", this.#wake);
    this.#socket?.close();
  }

  #connect(): void {
    clearTimeout(this.#timer);
    this.listener.connection("connecting");
    const since = this.#known < 0 ? "" : `&since=${this.#known}`;
    const socket = connect(this.table, `?options=1${since}`);
    this.#socket = socket;
    socket.onopen = () => this.#opened(socket);
    socket.onmessage = ({ data }) => this.#hear(JSON.parse(String(data)));
    socket.onclose = ({ code, reason }) => this.#closed(socket, code, reason);
  }

  #opened(socket: Channel): void {
    this.#pause = FIRST_PAUSE;
    this.#heard = Date.now();
    this.listener.connection("open");
    for (const { message } of this.#waiting.values()) socket.send(message);
    clearInterval(this.#heart);
    this.#heart = setInterval(() => this.#beat(socket), HEARTBEAT);
  }

  /** Check the connection: a phone that slept may hold a socket that no longer answers. */
  #beat(socket: Channel): void {
    if (Date.now() - this.#heard > 2 * HEARTBEAT) this.#lose();
    else if (socket.readyState === WebSocket.OPEN) socket.send('{"kind":"ping","n":0}');
  }

  #closed(socket: Channel, code: number, reason: string): void {
    if (socket !== this.#socket) return;
    clearInterval(this.#heart);
    if (this.#ended) return;
    if (FINAL.has(code)) {
      this.#ended = true;
      this.listener.connection("closed");
      this.listener.refused(reason || "no-such-table");
      return;
    }
    this.listener.connection("waiting");
    this.#timer = setTimeout(() => this.#connect(), this.#pause * (0.5 + Math.random() / 2));
    this.#pause = Math.min(2 * this.#pause, LONGEST_PAUSE);
  }

  readonly #wake = (): void => {
    if (this.#ended || document.visibilityState === "hidden") return;
    if (this.#socket === null || this.#socket.readyState > WebSocket.OPEN) this.#connect();
    else if (this.#socket.readyState === WebSocket.OPEN) this.#socket.send('{"kind":"ping","n":1}');
  };

  /** Give the socket up immediately: without a network it would close only after a while. */
  readonly #lose = (): void => {
    if (this.#socket === null || this.#ended) return;
    dropped(this.#socket);
    this.#closed(this.#socket, 1006, "");
  };

  #hear(message: ServerMessage): void {
    this.#heard = Date.now();
    switch (message.kind) {
      case "view":
        this.#known = message.view.now.seq;
        this.listener.view(message.view);
        break;
      case "told":
        this.#hearOf(message.told);
        break;
      case "present":
        this.listener.present(message.seats, message.watching);
        break;
      case "done":
        this.#settle(message.id)?.resolve(message);
        break;
      case "refused":
        this.#settle(message.id)?.reject(new Refusal(message.problem));
        break;
    }
  }

  #hearOf(event: EventView): void {
    if (event.seq <= this.#known) return;
    if (event.seq > this.#known + 1) {
      // An event is missing: the whole table repairs it.
      this.look();
      return;
    }
    this.#known = event.seq;
    this.listener.event(event);
  }

  #settle(id: string | null): Waiting | undefined {
    if (id === null) return undefined;
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    return waiting;
  }
}

/** Close a socket that is no longer used. */
function dropped(socket: Channel): void {
  socket.onopen = socket.onmessage = socket.onclose = null;
  socket.close();
}
