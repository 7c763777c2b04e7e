/** The list of moves: what was told since the page is open, and the whole story once it is there. */

import { get } from "../../api/client";
import type { Told } from "../../api/types";
import type { TableState } from "../../table/tableState.svelte";
import { actsOf, qwirklesIn, sentences } from "../tiles/wording";

export interface Move {
  readonly seq: number;
  readonly seat: number;
  readonly words: readonly string[];
  readonly points: number;
  readonly qwirkle: boolean;
  /** The scores after it. */
  readonly scores: readonly number[];
}

/** The move an event is; null if it is none. */
export function moveOf(told: Told): Move | null {
  if (told.event.event !== "turn-played") return null;
  const points = actsOf(told).reduce((sum, act) => sum + (act.points ?? 0), 0);
  return {
    seq: told.seq,
    seat: Number(told.event.seat),
    words: sentences(told),
    points,
    qwirkle: qwirklesIn(told) > 0,
    scores: told.game?.players?.map((player) => player.score) ?? [],
  };
}

export class Moves {
  /** Every event of the game so far that this device knows of, oldest first. */
  events = $state.raw<readonly Told[]>([]);
  readonly list = $derived(this.events.flatMap((told) => moveOf(told) ?? []));

  constructor(readonly table: TableState) {}

  /** Listen, and catch up with what happened before. Gives back how to stop. */
  follow(): () => void {
    const stop = this.table.onEvent((told) => this.#add([told]));
    void this.#catchUp();
    return stop;
  }

  async #catchUp(): Promise<void> {
    try {
      const story = await get<{ events?: readonly Told[] }>(`/api/tables/${this.table.id}/story`);
      this.#add(story.events ?? []);
    } catch {
      // Then the list begins now.
    }
  }

  #add(told: readonly Told[]): void {
    const known = new Map(this.events.map((one) => [one.seq, one]));
    for (const one of told) known.set(one.seq, one);
    this.events = [...known.values()].sort((one, other) => one.seq - other.seq);
  }
}
