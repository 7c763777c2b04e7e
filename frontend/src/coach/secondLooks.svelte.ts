/**
 * The second looks of a teaching game: before a turn is played, the coach says whether there is something
 * better, once per turn, with hints in steps. The turn stays the player's: to play it anyway is always possible.
 */

import { Refusal } from "../api/client";
import type { Cell, Game, JudgedTurn, ReviewReason, SecondLook, Turn } from "../api/types";
import type { TableState } from "../live/tableState.svelte";
import { t } from "../words/translate.svelte";
import { placeToLook, tilesToUse, whereToLook, wholeTurn } from "./hintSteps";

/** The better turn, as far as it is told: nothing yet, where to look, which tiles, all of it. */
export type Step = 0 | 1 | 2 | 3;

interface Spoken {
  readonly position: string;
  readonly turn: Turn;
  readonly best: JudgedTurn;
  readonly reasons: readonly ReviewReason[];
}

export class SecondLooks {
  step = $state<Step>(0);
  /** The words of the current step, for the eye and for screen readers. */
  words = $state("");
  heard = $state("");
  #spoken = $state.raw<Spoken | null>(null);

  constructor(
    readonly table: TableState,
    readonly seat: number,
  ) {}

  /** Whether the coach waits for an answer about this turn. */
  asksAbout(turn: Turn): boolean {
    const spoken = this.#spoken;
    return spoken?.turn === turn && spoken.position === this.table.position && this.step < 3;
  }

  /** The cell to look at on the table, once the first hint has been given. */
  readonly cells = $derived.by<readonly Cell[]>(() => {
    const spoken = this.#spoken;
    if (spoken === null || this.step === 0 || spoken.position !== this.table.position) return [];
    const place = this.step < 3 ? placeToLook(spoken.best.turn) : null;
    return place === null ? [] : [place];
  });

  /**
   * Whether a turn must wait, because there is something better. Asked about once per turn.
   * @param laid the draft as it is laid out, from which the turn was made
   */
  async stops(turn: Turn, laid = turn): Promise<boolean> {
    const { table, seat } = this;
    const { pass, exchange, draw3 } = turn;
    // A turn without anything laid out cannot be looked at.
    const empty = pass !== undefined || exchange !== undefined || draw3 !== undefined;
    if (table.view?.teaching === undefined || empty) return false;
    if (this.#spoken?.position === table.position) return false;
    const { position } = table;
    const look = await this.#look(turn, seat);
    if (look === null || !look.better || look.best == null) return false;
    const { best, reasons = [] } = look;
    this.#spoken = { position, turn: laid, best, reasons };
    this.step = 0;
    this.#say(t("There’s something better: look again?"));
    return true;
  }

  /** Return the coach's answer; null if it has no time, which must not hold up the game. */
  async #look(turn: Turn, seat: number): Promise<SecondLook | null> {
    try {
      return await this.table.lookAgain(turn, seat);
    } catch (error) {
      if (error instanceof Refusal && error.problem.reason === "busy") return null;
      throw error;
    }
  }

  /** Give the next hint. Return the better turn with the last one, to be laid out. */
  async closer(): Promise<Turn | null> {
    const { game } = this.table;
    const spoken = this.#spoken;
    if (spoken === null || game === null) return null;
    const { turn } = spoken.best;
    this.step = Math.min(this.step + 1, 3) as Step;
    if (this.step === 1) this.#say(whereToLook(turn, game, false), whereToLook(turn, game, true));
    else if (this.step === 2) this.#say(tilesToUse(turn, game));
    else {
      this.#say(await this.#whole(game, false), await this.#whole(game, true));
      return turn;
    }
    return null;
  }

  #whole(game: Game, heard: boolean): Promise<string> {
    const { best, reasons } = this.#spoken as Spoken;
    return wholeTurn(best, reasons, game, heard);
  }

  #say(words: string, heard = words): void {
    this.words = words;
    this.heard = heard;
  }
}

/** Return the name of the next hint. */
export function nextHint(step: Step): string {
  return [t("Where?"), t("Which tiles?"), t("Show the turn")][step] ?? "";
}
