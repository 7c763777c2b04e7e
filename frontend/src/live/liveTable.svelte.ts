/** A table on the server: follows its socket and sends it commands. */

import { post } from "../api/client";
import { TableSocket } from "../api/socket";
import { takeOpened } from "../api/tables";
import type {
  Arranged,
  Command,
  Done,
  Hint,
  Preview,
  SecondLook,
  TableView,
  TileCode,
  Turn,
} from "../api/types";
import { TableState } from "./tableState.svelte";

export class LiveTable extends TableState {
  readonly #socket: TableSocket;
  readonly #path: { readonly table: string };
  #waiting: readonly { readonly seq: number; readonly resolve: () => void }[] = [];

  constructor(id: string) {
    super(id);
    this.#path = { table: id };
    const opened = takeOpened(id);
    if (opened !== null) this.#show(opened);
    this.#socket = new TableSocket(
      id,
      {
        view: (view) => {
          this.#show(view);
          this.#wake();
        },
        event: (event) => {
          this.fold(event);
          this.#wake();
        },
        present: (seats, watching) => {
          this.present = seats;
          this.watching = watching;
        },
        connection: (state) => {
          this.connection = state;
        },
        refused: (reason) => {
          this.refused = reason;
        },
      },
      opened?.now.seq,
    );
  }

  #show(view: TableView): void {
    this.clockOffset = view.at - Date.now();
    this.view = view;
  }

  /** Send a command. Turns include the last event that the player has seen, so that nothing is played by mistake. */
  do(command: Command): Promise<Done> {
    const seen = command.do === "play" ? this.view?.now.seq : undefined;
    return this.#socket.do(command, seen);
  }

  override reached(seq: number): Promise<void> {
    return new Promise((resolve) => {
      this.#waiting = [...this.#waiting, { seq, resolve }];
      this.#wake();
    });
  }

  #wake(): void {
    const seq = this.view?.now.seq ?? -1;
    const due = this.#waiting.filter((waiting) => waiting.seq <= seq);
    this.#waiting = this.#waiting.filter((waiting) => waiting.seq > seq);
    for (const { resolve } of due) resolve();
  }

  preview(turn: Turn, seat: number): Promise<Preview> {
    return post("/api/tables/{table}/preview", { path: this.#path, body: { turn, seat } });
  }

  arrange(cards: readonly TileCode[], seat: number): Promise<Arranged> {
    return post("/api/tables/{table}/arrange", { path: this.#path, body: { cards, seat } });
  }

  hint(seat: number): Promise<Hint> {
    return post("/api/tables/{table}/hint", { path: this.#path, body: { seat } });
  }

  override lookAgain(turn: Turn, seat: number): Promise<SecondLook> {
    return post("/api/tables/{table}/look-again", { path: this.#path, body: { turn, seat } });
  }

  reconnect(): void {
    this.#socket.reconnect();
  }

  close(): void {
    this.#socket.close();
  }
}
