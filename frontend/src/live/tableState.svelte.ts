/** One table as this device sees it, as one reactive object. */

import type { Connection } from "../api/socket";
import type {
  Arranged,
  Command,
  Done,
  EventView,
  Hint,
  Preview,
  TableView,
  TileCode,
  Turn,
} from "../api/types";
import { folded } from "./fold";
import { Story } from "./story.svelte";

export type EventListener = (event: EventView, before: TableView) => void;

export abstract class TableState {
  /** Null until the server has answered for the first time. */
  view = $state.raw<TableView | null>(null);
  connection = $state<Connection>("connecting");
  /** The code of the refusal when the server sends us away. */
  refused = $state<string | null>(null);
  present = $state.raw<readonly number[]>([]);
  watching = $state(0);
  /** Add to a moment of this device to get the server's. */
  clockOffset = $state(0);

  readonly now = $derived(this.view?.now ?? null);
  readonly game = $derived(this.view?.game ?? null);
  readonly you = $derived(this.view?.you ?? null);
  /** The position of the game. A game that was taken back comes to the same numbers again. */
  readonly position = $derived(`${this.now?.taken_back ?? 0}.${this.game?.seq ?? 0}`);
  /** The own seat whose turn it is; with several seats on this device the one to hand it to. */
  readonly mySeatOnTurn = $derived(
    this.now?.turn != null && this.you?.seats.includes(this.now.turn) ? this.now.turn : null,
  );

  readonly #listeners = new Set<EventListener>();
  /** The game as the page shows it, which may be a few moments behind. */
  readonly story: Story = new Story(this);

  constructor(readonly id: string) {}

  abstract do(command: Command): Promise<Done>;
  abstract preview(turn: Turn, seat: number): Promise<Preview>;
  /** Let the server arrange cards of the card game. */
  abstract arrange(cards: readonly TileCode[], seat: number): Promise<Arranged>;
  abstract hint(seat: number): Promise<Hint>;
  /** Connect again, with the seats that this device has now. */
  abstract reconnect(): void;

  /** Resolves when the table has come as far as an event that the server has spoken of. */
  async reached(_seq: number): Promise<void> {}

  /** Called for every event after it is folded. What is only shown or said listens to the story. */
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
