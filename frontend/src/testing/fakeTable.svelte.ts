/** A table without a server: it answers as a test specifies, and records its commands. */

import { vi } from "vitest";
import type {
  Arranged,
  Command,
  Done,
  EventView,
  Hint,
  Preview,
  SecondLook,
  TableView,
  Turn,
} from "../api/types";
import { NOTHING_BETTER, TableState } from "../live/tableState.svelte";
import { previewOf, viewOf } from "./views";

export class FakeTable extends TableState {
  readonly do = vi.fn(async (_command: Command): Promise<Done> => ({ seq: 2, first: 2 }));
  readonly preview = vi.fn(async (turn: Turn): Promise<Preview> => previewOf(this.previews(turn)));
  readonly hint = vi.fn(
    async (_seat: number): Promise<Hint> => ({
      turn: { pass: true },
      points: 0,
      reason: "",
      code: "pass",
      params: {},
      reasons: [],
    }),
  );
  readonly arrange = vi.fn(
    async (_cards: readonly string[]): Promise<Arranged> => ({
      possible: false,
      after: [],
      qwirkles: 0,
      moved: 0,
    }),
  );
  override readonly lookAgain = vi.fn(
    async (_turn: Turn, _seat: number): Promise<SecondLook> => NOTHING_BETTER,
  );
  readonly reconnect = vi.fn();

  constructor(
    view: Partial<TableView> = {},
    /** Returns the verdict of the rules on a turn. */
    readonly previews: (turn: Turn) => Partial<Preview> = () => ({}),
  ) {
    super("t1");
    this.view = viewOf(view);
    this.connection = "open";
    this.present = [0, 1];
  }

  /** Change parts of the view, like the server's next view. */
  change(more: Partial<TableView>): void {
    this.view = { ...viewOf(), ...this.view, ...more };
  }

  /** Send an event of the table. */
  tell(event: EventView): void {
    this.fold(event);
  }
}
