/** The automatic announcements of a table: sentences for screen readers, the title, sounds, celebrations. */

import type { Act, EventView, TableView } from "../../api/types";
import { kindOf } from "../../live/fold";
import type { TableState } from "../../live/tableState.svelte";
import { standing } from "../../live/takebacks";
import type { GameHistory } from "../../replay/gameHistory.svelte";
import { say } from "../../ui/speech";
import { t } from "../../words/translate.svelte";
import { APART, FLIGHT } from "./flights.svelte";
import { type Narrator, qwirklesIn } from "./narrator";
import { pace } from "./pace";
import { soundOfQwirkle, soundOfTile, soundOfTiles, soundOfYourTurn } from "./sound";
import { Draws, hasBegun, scoresOf, situation, spoken, whoseTurn } from "./spoken";
import { vibrateForQwirkle, vibrateForYourTurn } from "./vibration";

/** After these it may be another player's turn. */
const TURNS: ReadonlySet<string> = new Set(["turn-played", "turns-taken-back", "game-started"]);

export class Announcer {
  /** The number of Qwirkles made since the page was opened. */
  qwirkles = $state(0);

  #arrived = false;

  constructor(
    readonly table: TableState,
    readonly narrator: Narrator,
    readonly history: GameHistory,
  ) {}

  /** Describe the situation, then listen to the table; call the result to stop. */
  follow(): () => void {
    const { view } = this.table;
    // The earlier turns are known a moment later.
    if (view !== null && hasBegun(view)) void this.history.known.then(() => this.#arrive());
    else this.#arrive();
    const draws = new Draws(this.table);
    const stop = this.table.story.onEvent((event, before) => {
      this.#arrive(before);
      this.#announce(event, draws.after(event));
    });
    return () => {
      this.#arrived = true;
      stop();
    };
  }

  #arrive(view: TableView | null = this.table.view): void {
    if (this.#arrived || view === null) return;
    this.#arrived = true;
    this.say(situation(view, this.narrator, this.history.events).join(" "));
  }

  say(words: string): void {
    say(words);
  }

  /** Announce the last of these turns again. */
  repeatLast(events: readonly EventView[]): void {
    const last = standing(events).findLast(({ event }) => event.event === "turn-played");
    this.say(last === undefined ? t("No moves yet.") : spoken(last, this.narrator).join(" "));
  }

  /** Announce whose turn it is, the scores, and how much is left to draw. */
  sayScores(): void {
    const { view } = this.table;
    if (view === null || view.game === null) return;
    const supply = `${this.narrator.supply(view.game, view.edition)}.`;
    this.say([whoseTurn(view), ...scoresOf(view, this.narrator), supply].join(" "));
  }

  #announce(event: EventView, drawn: string): void {
    const words = spoken(event, this.narrator);
    const played = TURNS.has(kindOf(event));
    const { turn } = event.now;
    const all = [...words, drawn, played ? whoseTurn(event) : ""].filter(Boolean);
    this.say(all.join(" "));
    if (qwirklesIn(event, this.narrator) > 0) {
      this.qwirkles += 1;
      this.#soundOfLaying(event);
      soundOfQwirkle(landing(event));
      vibrateForQwirkle();
    } else this.#soundOfLaying(event);
    if (played && turn !== null && event.you.seats.includes(turn)) {
      soundOfYourTurn();
      vibrateForYourTurn();
    }
  }

  /** Play the pieces that were laid, each when it lands; one's own have been heard already. */
  #soundOfLaying(event: EventView): void {
    const { event: happened, you } = event;
    if (happened.event !== "turn-played") return;
    const own = you.seats.includes(happened.seat);
    for (const act of happened.acts) {
      const count = laidIn(act);
      if (count === 0) continue;
      if (own) soundOfTile();
      else
        soundOfTiles(
          count,
          longestLine(act) - count,
          landing(event),
          (APART * pace()) / 1000 || undefined,
        );
    }
  }
}

/** Return how many pieces an act laid on the table. */
function laidIn(act: Act): number {
  if (act.event === "tiles-placed") return act.tiles.length;
  return act.event === "cards.cards-played" ? act.played.length : 0;
}

/** Return the length of the longest line that an act made; for cards, their number. */
function longestLine(act: Act): number {
  const lines = act.event === "tiles-placed" ? act.lines.map(({ cells }) => cells.length) : [];
  return Math.max(laidIn(act), ...lines);
}

/** Return the seconds until the first piece of a turn lands: one's own lies there already. */
function landing({ event, you }: EventView): number {
  const own = event.event === "turn-played" && you.seats.includes(event.seat);
  return own ? 0 : (FLIGHT * pace()) / 1000;
}

/** Show in the title of the window whose turn it is. Call it during the setup of a component. */
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
