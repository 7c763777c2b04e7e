/** One table as this device sees it, in one reactive object. */

import type { Connection } from "../api/socket";
import type {
  Arranged,
  Command,
  Done,
  EventView,
  Hint,
  Preview,
  SecondLook,
  TableView,
  TileCode,
  Turn,
} from "../api/types";
import { folded } from "./fold";
import { Story } from "./story.svelte";

export type EventListener = (event: EventView, before: TableView) => void;

/** The answer of a table that does not teach. */
export const NOTHING_BETTER: SecondLook = { better: false, lost: 0, best: null, reasons: [] };

export abstract class TableState {
  /** Null until the server has answered for the first time. */
  view = $state.raw<TableView | null>(null);
  connection = $state<Connection>("connecting");
  /** The code of the refusal if the server rejects this device. */
  refused = $state<string | null>(null);
  present = $state.raw<readonly number[]>([]);
  watching = $state(0);
  /** The difference to add to a moment of this device to get the server's. */
  clockOffset = $state(0);

  readonly now = $derived(this.view?.now ?? null);
  readonly game = $derived(this.view?.game ?? null);
  readonly you = $derived(this.view?.you ?? null);
  /** Whether the table was reached before, and cannot be reached now. */
  readonly lost = $derived(this.view !== null && this.connection !== "open");
  /** The position of the game. After a take-back, the game reaches the same numbers again. */
  readonly position = $derived(`${this.now?.taken_back ?? 0}.${this.game?.seq ?? 0}`);
  /** The own seat whose turn it is; with several seats on this device, the one to hand it to. */
  readonly mySeatOnTurn = $derived(
    this.now?.turn != null && this.you?.seats.includes(this.now.turn) ? this.now.turn : null,
  );

  readonly #listeners = new Set<EventListener>();
  /** The game as the page shows it, which may lag behind for a moment. */
  readonly story: Story = new Story(this);

  constructor(readonly id: string) {}

  abstract do(command: Command): Promise<Done>;
  abstract preview(turn: Turn, seat: number): Promise<Preview>;
  /** Let the server arrange cards of the card game. */
  abstract arrange(cards: readonly TileCode[], seat: number): Promise<Arranged>;
  abstract hint(seat: number): Promise<Hint>;
  /** Ask a teaching game about a turn before it is played. */
  lookAgain(_turn: Turn, _seat: number): Promise<SecondLook> {
    return Promise.resolve(NOTHING_BETTER);
  }
  /** Reconnect, with the seats that this device has now. */
  abstract reconnect(): void;

  /** Wait until the table has reached an event that the server has announced. */
  async reached(_seq: number): Promise<void> {}

  /** Listen to every event after it is folded. Narration listens to the story instead. */
  onEvent(listener: EventListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  hand(seat: number): readonly TileCode[] {
    return this.you?.hands.find((own) => own.seat === seat)?.hand ?? [];
  }

  protected fold(event: EventView): void {
    const before = this.view;
    if (before === null) return;
    this.view = folded(before, event);
    for (const listener of this.#listeners) listener(event, before);
  }
}
