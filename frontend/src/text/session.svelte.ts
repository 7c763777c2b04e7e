/** A game by typing: what was typed, how the table answered, and what the others did. */

import { placementGame } from "../api/games";
import type { Told } from "../api/types";
import { actsOf, type Narrator, sentences } from "../game/shared/narrator";
import { nameAt } from "../table/seats";
import type { TableState } from "../table/tableState.svelte";
import { errorText } from "../words/refusals";
import { t } from "../words/translate.svelte";
import { cellWords, columnWords, rowWords } from "./descriptions";
import { Unreadable, writeTurn } from "./notation";
import type { TextGame, TextPlayer } from "./textGame";
import { wordOf } from "./vocabulary";

export interface Entry {
  readonly id: number;
  readonly by: "you" | "table";
  readonly text: string;
}

/** More would only be slow. */
const LONGEST = 300;

export class TextSession {
  log = $state.raw<readonly Entry[]>([]);
  /** Null for those who only watch. */
  readonly player: TextPlayer | null;
  #last: readonly string[] = [];
  #id = 0;

  constructor(
    readonly table: TableState,
    readonly seat: number | null,
    readonly text: TextGame,
    readonly narrator: Narrator,
  ) {
    this.player = seat === null ? null : new text.Player(table, seat);
    this.player?.follow();
  }

  /** Describe the situation to somebody who has just come. */
  greet(): void {
    const { player } = this;
    this.#say([t("Type help for all commands."), ...(player?.hand() ?? []), this.#whose()]);
  }

  announce(told: Told): void {
    const words = [...sentences(told, this.narrator), ...placesIn(told)];
    if (words.length === 0) return;
    this.player?.follow();
    this.#last = words;
    const mine = told.now.turn !== null && told.now.turn === this.seat;
    this.#say([...words, this.#whose(), ...(mine ? (this.player?.hand() ?? []) : [])]);
  }

  async enter(text: string): Promise<void> {
    const typed = text.trim();
    if (typed !== "") this.#add("you", typed);
    try {
      this.#say(await this.#answer(typed));
    } catch (error) {
      this.#say([error instanceof Unreadable ? error.message : errorText(error)]);
    }
  }

  async #answer(typed: string): Promise<readonly string[]> {
    const [first = "", ...others] = typed.split(/\s+/);
    const rest = others.join(" ");
    const { player } = this;
    const word = wordOf(first);
    const watching = this.#watched(word, rest);
    if (watching !== null) return watching;
    if (player === null) return [t("You’re watching. Type board, score or last.")];
    switch (word) {
      case "hand":
        return player.hand();
      case "board":
        return player.board(wordOf(others[0] ?? "") === "all");
      case "legal":
        return player.legal(rest);
      case "hint":
        return player.hint();
      case "undo":
        return player.undo();
      case "clear":
        return player.clear();
      case "help":
        return player.help();
      case "play":
        if (rest === "") return player.play();
        return this.#atOnce(player, rest);
    }
    return typed === "" ? player.play() : player.turn(typed);
  }

  /** “play …”: no need to confirm what is allowed. */
  async #atOnce(player: TextPlayer, turn: string): Promise<readonly string[]> {
    const words = await player.turn(turn);
    const played = await player.play();
    return played.length === 0 ? [] : words;
  }

  /** What everybody may ask. */
  #watched(word: ReturnType<typeof wordOf>, rest: string): readonly string[] | null {
    const { game, now } = this.table;
    if (game === null || now === null) return [];
    switch (word) {
      case "score":
        return [...this.text.scores(game, now), this.#whose()];
      case "last":
        return this.#last.length > 0 ? this.#last : [t("No moves yet.")];
      case "row":
        return [rowWords(placementGame(game)?.board ?? [], Number.parseInt(rest, 10) || 0)];
      case "column":
        return [columnWords(placementGame(game)?.board ?? [], Number.parseInt(rest, 10) || 0)];
      case "look":
      case "at": {
        const [x = 0, y = 0] = (rest.match(/-?\d+/g) ?? []).map(Number);
        return [cellWords(game, [x, y])];
      }
      case "board":
        return this.player === null ? this.text.board(game) : null;
    }
    return null;
  }

  #whose(): string {
    const { now } = this.table;
    if (now === null || now.turn === null) return "";
    if (now.turn === this.seat) return t("Your turn.");
    return t("It’s {name}’s turn.", { name: nameAt(now, now.turn) });
  }

  #say(lines: readonly string[]): void {
    for (const line of lines) if (line !== "") this.#add("table", line);
  }

  #add(by: Entry["by"], text: string): void {
    this.#id += 1;
    this.log = [...this.log.slice(-LONGEST), { id: this.#id, by, text }];
  }
}

/** Where tiles were placed, for those who do not see the table. */
function placesIn(told: Told): readonly string[] {
  return actsOf(told).flatMap((act) =>
    act.event === "tiles-placed"
      ? t("Placed: {turn}.", { turn: writeTurn({ place: act.tiles }) })
      : [],
  );
}
