/** What a table says by itself: sentences for those who listen, the title, sounds, celebrations. */

import type { Told } from "../api/types";
import type { TableState } from "../table/state.svelte";
import { nameAt } from "../together/seats";
import { t } from "../words/words.svelte";
import { soundOfQwirkle, soundOfTile, soundOfYourTurn } from "./sound";
import { actsOf, qwirklesIn, sentences } from "./telling";

const LAID: ReadonlySet<string> = new Set(["tiles-placed", "cards.cards-played"]);

export class Cues {
  /** The last thing to be read out. */
  said = $state("");
  /** How many times a Qwirkle was made since the page is open. */
  qwirkles = $state(0);

  constructor(readonly table: TableState) {}

  /** Gives back how to stop. */
  follow(): () => void {
    return this.table.onEvent((told) => this.#hear(told));
  }

  say(words: string): void {
    this.said = words;
  }

  #hear(told: Told): void {
    const words = [...sentences(told)];
    const played = told.event.event === "turn-played" || told.event.event === "game-started";
    const { turn } = told.now;
    if (played && turn !== null) words.push(turnWords(told, turn));
    if (words.length > 0) this.said = words.join(" ");
    if (qwirklesIn(told) > 0) {
      this.qwirkles += 1;
      soundOfQwirkle();
    } else if (actsOf(told).some((act) => LAID.has(act.event))) soundOfTile();
    if (played && turn !== null && told.you.seats.includes(turn)) soundOfYourTurn();
  }
}

function turnWords({ now, you }: Told, turn: number): string {
  const name = nameAt(now, turn);
  if (!you.seats.includes(turn)) return t("It’s {name}’s turn.", { name });
  return you.seats.length === 1 ? t("Your turn.") : t("{name}, your turn.", { name });
}

/** What the window is called: whoever looks elsewhere sees when it is time to come back. */
export function titleOf(onTurn: boolean): string {
  return onTurn ? `● ${t("Your turn")} · Qwirkle` : "Qwirkle";
}
