/** The position on the analysis board: every change can be undone, and the server checks each. */

import { post } from "../api/client";
import type {
  Cell,
  CheckedPosition,
  CheckRequest,
  Game,
  Objection,
  PositionParts,
  TileCode,
} from "../api/types";
import { familyOf } from "../game/family";
import { errorText } from "../words/refusals";
import { type Entered, emptyTable, enteredOf, partsIn } from "./entered";

const KEPT = 200;

export class PositionDraft {
  entered = $state.raw<Entered>(emptyTable("classic"));
  /** Its text, once the server has read it. */
  text = $state<string | null>(null);
  problems = $state.raw<readonly Objection[]>([]);
  game = $state.raw<Game | null>(null);
  /** The action tiles that a player can have in this game. */
  actions = $state.raw<CheckedPosition["actions"]>([]);
  /** The reason why nothing could be checked, in words. */
  errorMessage = $state("");
  /** Whether the verdict is about the position that is entered now. */
  checked = $state(false);
  /** The tile of the box that is placed wherever the reader points. */
  chosen = $state.raw<TileCode | null>(null);
  /** A tile of the table that is being moved. */
  lifted = $state.raw<Cell | null>(null);

  #past = $state.raw<readonly Entered[]>([]);
  #future = $state.raw<readonly Entered[]>([]);
  #asked = 0;

  readonly mayUndo = $derived(this.#past.length > 0);
  readonly mayRedo = $derived(this.#future.length > 0);
  readonly playable = $derived(this.checked && this.text !== null && this.problems.length === 0);
  /** The number of tiles in each hand by the rules. */
  readonly sizes = $derived(this.game === null ? [] : familyOf(this.game).held(this.game));

  /** Begin with an empty table, if nothing has been entered yet. */
  begin(game: string): void {
    if (this.#asked === 0) this.#show(emptyTable(game));
  }

  /** Replace the position; the one before can be restored. */
  change(next: Entered): void {
    if (next === this.entered) return;
    this.#past = [...this.#past, this.entered].slice(-KEPT);
    this.#future = [];
    this.#show(next);
  }

  undo(): void {
    const before = this.#past.at(-1);
    if (before === undefined) return;
    this.#past = this.#past.slice(0, -1);
    this.#future = [...this.#future, this.entered];
    this.#show(before);
  }

  redo(): void {
    const next = this.#future.at(-1);
    if (next === undefined) return;
    this.#future = this.#future.slice(0, -1);
    this.#past = [...this.#past, this.entered];
    this.#show(next);
  }

  parts(): PositionParts {
    return partsIn(this.entered, this.sizes);
  }

  /** Read a text, or parts from elsewhere; return false, changing nothing, if it is no position. */
  async load(position: string | PositionParts): Promise<boolean> {
    const asked = typeof position === "string" ? { position } : { parts: position };
    const found = await this.#ask(asked);
    if (found?.game == null || found.position == null) {
      if (found !== null) this.problems = found.problems;
      return false;
    }
    const entered = enteredOf(found.game, found.position);
    this.#past = [...this.#past, this.entered].slice(-KEPT);
    this.#future = [];
    this.entered = entered;
    this.#take(found);
    return true;
  }

  async check(): Promise<void> {
    const found = await this.#ask({ parts: this.parts() });
    if (found !== null) this.#take(found);
  }

  #show(entered: Entered): void {
    this.entered = entered;
    this.lifted = null;
    void this.check();
  }

  #take(found: CheckedPosition): void {
    this.text = found.position;
    this.problems = found.problems;
    if (found.game !== null) {
      this.game = found.game;
      this.actions = found.actions;
    }
    this.checked = true;
  }

  /** Return the answer to the last question; null if a later one was asked meanwhile, or there is none. */
  async #ask(body: CheckRequest): Promise<CheckedPosition | null> {
    this.#asked += 1;
    const number = this.#asked;
    this.checked = false;
    this.errorMessage = "";
    try {
      const found = await post("/api/analysis/check", { body });
      return number === this.#asked ? found : null;
    } catch (error) {
      if (number === this.#asked) this.errorMessage = errorText(error);
      return null;
    }
  }
}
