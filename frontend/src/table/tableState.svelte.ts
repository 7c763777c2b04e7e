/** One table as this device sees it, as one reactive object. */

import type { Connection } from "../api/socket";
import type {
  Arranged,
  Command,
  Done,
  Game,
  Hint,
  Preview,
  TableView,
  TileCode,
  Told,
  Turn,
} from "../api/types";

export type EventListener = (told: Told) => void;

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
  /** The own seat whose turn it is; with several seats on this device the one to hand it to. */
  readonly mySeatOnTurn = $derived(
    this.now?.turn != null && this.you?.seats.includes(this.now.turn) ? this.now.turn : null,
  );

  readonly #listeners = new Set<EventListener>();

  constructor(readonly id: string) {}

  abstract do(command: Command): Promise<Done>;
  abstract preview(turn: Turn, seat: number): Promise<Preview>;
  /** Let the server arrange cards of the card game. */
  abstract arrange(cards: readonly TileCode[], seat: number): Promise<Arranged>;
  abstract hint(seat: number): Promise<Hint>;
  /** Connect again, with the seats that this device has now. */
  abstract reconnect(): void;

  /** Called for every event after it is folded, for motion, sound and announcements. */
  onEvent(listener: EventListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  hand(seat: number): readonly TileCode[] {
    return this.you?.hands.find((own) => own.seat === seat)?.hand ?? [];
  }

  protected fold(told: Told): void {
    if (this.view === null) return;
    this.view = folded(this.view, told);
    for (const listener of this.#listeners) listener(told);
  }
}

/** The view after an event. */
export function folded(view: TableView, told: Told): TableView {
  return { ...view, now: told.now, you: told.you, game: gameAfter(view.game, told) };
}

export function gameAfter(game: Game | null, told: Told): Game | null {
  if (game === null && told.game === null) return null;
  // The first change brings every field, so that this is always a whole game.
  const after = { ...game, ...told.game } as Game;
  if (game?.family !== "placement" || after.family !== "placement" || told.board === null)
    return after;
  const gone = new Set(told.board.remove.map(String));
  const left = gone.size ? game.board.filter(([x, y]) => !gone.has(`${x},${y}`)) : game.board;
  return { ...after, board: [...left, ...told.board.add] };
}
