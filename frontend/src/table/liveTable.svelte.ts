/** A table on the server: follows its socket and sends it commands. */

import { send } from "../api/client";
import { TableSocket } from "../api/socket";
import type { Arranged, Command, Done, Hint, Preview, TileCode, Turn } from "../api/types";
import { TableState } from "./tableState.svelte";

export class LiveTable extends TableState {
  readonly #socket: TableSocket;

  constructor(id: string) {
    super(id);
    this.#socket = new TableSocket(id, {
      view: (view) => {
        this.clockOffset = view.at - Date.now();
        this.view = view;
      },
      told: (told) => this.fold(told),
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
    });
  }

  /** Send a command. Turns say what the player has seen, so that nothing is played by mistake. */
  do(command: Command): Promise<Done> {
    const seen = command.do === "play" ? this.view?.now.seq : undefined;
    return this.#socket.do(command, seen);
  }

  preview(turn: Turn, seat: number): Promise<Preview> {
    return send<Preview>(`/api/tables/${this.id}/preview`, { turn, seat });
  }

  arrange(cards: readonly TileCode[], seat: number): Promise<Arranged> {
    return send<Arranged>(`/api/tables/${this.id}/arrange`, { cards, seat });
  }

  hint(seat: number): Promise<Hint> {
    return send<Hint>(`/api/tables/${this.id}/hint`, { seat });
  }

  reconnect(): void {
    this.#socket.reconnect();
  }

  close(): void {
    this.#socket.close();
  }
}
