/** What a table announces by itself: sentences for screen readers, the title, sounds, celebrations. */

import type { Told } from "../../api/types";
import { nameAt } from "../../table/seats";
import type { TableState } from "../../table/tableState.svelte";
import { t } from "../../words/translate.svelte";
import { actsOf, type Narrator, qwirklesIn, sentences } from "./narrator";
import { soundOfQwirkle, soundOfTile, soundOfYourTurn } from "./sound";
import { vibrateForYourTurn } from "./vibration";

const LAID: ReadonlySet<string> = new Set(["tiles-placed", "cards.cards-played"]);

export class Announcer {
  /** The last thing to be read out. */
  said = $state("");
  /** How many times a Qwirkle was made since the page was opened. */
  qwirkles = $state(0);

  constructor(
    readonly table: TableState,
    readonly narrator: Narrator,
  ) {}

  /** Listen to the table; the function returned ends it. */
  follow(): () => void {
    return this.table.story.onEvent((told) => this.#announce(told));
  }

  say(words: string): void {
    this.said = words;
  }

  #announce(told: Told): void {
    const words = [...sentences(told, this.narrator)];
    const played = told.event.event === "turn-played" || told.event.event === "game-started";
    const { turn } = told.now;
    if (played && turn !== null) words.push(turnWords(told, turn));
    if (words.length > 0) this.said = words.join(" ");
    if (qwirklesIn(told, this.narrator) > 0) {
      this.qwirkles += 1;
      soundOfQwirkle();
    } else if (actsOf(told).some((act) => LAID.has(act.event))) soundOfTile();
    if (played && turn !== null && told.you.seats.includes(turn)) {
      soundOfYourTurn();
      vibrateForYourTurn();
    }
  }
}

function turnWords({ now, you }: Told, turn: number): string {
  const name = nameAt(now, turn);
  if (!you.seats.includes(turn)) return t("It’s {name}’s turn.", { name });
  return you.seats.length === 1 ? t("Your turn.") : t("{name}, your turn.", { name });
}

/** Show in the title of the window whose turn it is. Call it while a component is set up. */
export function showTurnInTitle(table: TableState): void {
  $effect(() => {
    document.title = titleOf(table.mySeatOnTurn !== null);
    return () => {
      document.title = titleOf(false);
    };
  });
}

function titleOf(myTurn: boolean): string {
  return myTurn ? `● ${t("Your turn")} · Qwirkle` : "Qwirkle";
}
