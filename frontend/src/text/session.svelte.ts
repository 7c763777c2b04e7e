/** A game by typing: what was typed, what the table answered, and what the others did. */

import type { Told } from "../api/types";
import { actsOf, sentences } from "../play/telling";
import type { TableState } from "../table/state.svelte";
import { nameAt } from "../together/seats";
import { said } from "../words/refusals";
import { t } from "../words/words.svelte";
import { CardsTalk } from "./cardsTalk";
import { Unreadable, writeTurn } from "./notation";
import { boardWords, cellWords, columnWords, rowWords, scoreWords } from "./speaking";
import type { Talk } from "./talk";
import { TilesTalk } from "./tilesTalk";
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
  readonly talk: Talk | null;
  #last: readonly string[] = [];
  #id = 0;

  constructor(
    readonly table: TableState,
    readonly seat: number | null,
  ) {
    const cards = table.game?.game === "cards";
    this.talk =
      seat === null ? null : cards ? new CardsTalk(table, seat) : new TilesTalk(table, seat);
    this.talk?.follow();
  }

  /** Say where things stand, for somebody who comes. */
  greet(): void {
    const { talk } = this;
    this.#say([t("Type help for all commands."), ...(talk?.hand() ?? []), this.#whose()]);
  }

  hear(told: Told): void {
    const words = [...sentences(told), ...placesIn(told)];
    if (words.length === 0) return;
    this.talk?.follow();
    this.#last = words;
    const mine = told.now.turn !== null && told.now.turn === this.seat;
    this.#say([...words, this.#whose(), ...(mine ? (this.talk?.hand() ?? []) : [])]);
  }

  async enter(text: string): Promise<void> {
    const typed = text.trim();
    if (typed !== "") this.#add("you", typed);
    try {
      this.#say(await this.#answer(typed));
    } catch (error) {
      this.#say([error instanceof Unreadable ? error.message : said(error)]);
    }
  }

  async #answer(typed: string): Promise<readonly string[]> {
    const [first = "", ...others] = typed.split(/\s+/);
    const rest = others.join(" ");
    const { talk } = this;
    const word = wordOf(first);
    const watching = this.#watched(word, rest);
    if (watching !== null) return watching;
    if (talk === null) return [t("You’re watching. Type board, score or last.")];
    switch (word) {
      case "hand":
        return talk.hand();
      case "board":
        return talk.board(wordOf(others[0] ?? "") === "all");
      case "legal":
        return talk.legal(rest);
      case "hint":
        return talk.hint();
      case "undo":
        return talk.undo();
      case "clear":
        return talk.clear();
      case "help":
        return talk.help();
      case "play":
        if (rest === "") return talk.play();
        return this.#atOnce(talk, rest);
    }
    return typed === "" ? talk.play() : talk.turn(typed);
  }

  /** “play …”: no need to confirm what is allowed. */
  async #atOnce(talk: Talk, turn: string): Promise<readonly string[]> {
    const words = await talk.turn(turn);
    const played = await talk.play();
    return played.length === 0 ? [] : words;
  }

  /** What everybody may ask. */
  #watched(word: ReturnType<typeof wordOf>, rest: string): readonly string[] | null {
    const { game, now } = this.table;
    if (game === null || now === null) return [];
    switch (word) {
      case "score":
        return [...scoreWords(game, now), this.#whose()];
      case "last":
        return this.#last.length > 0 ? this.#last : [t("No moves yet.")];
      case "row":
        return [rowWords(game.board ?? [], Number.parseInt(rest, 10) || 0)];
      case "column":
        return [columnWords(game.board ?? [], Number.parseInt(rest, 10) || 0)];
      case "look":
      case "at": {
        const [x = 0, y = 0] = (rest.match(/-?\d+/g) ?? []).map(Number);
        return [cellWords(game, [x, y])];
      }
      case "board":
        return this.talk === null ? boardWords(game.board ?? [], [], true) : null;
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

/** Where tiles were placed: whoever does not see the table needs to know. */
function placesIn(told: Told): readonly string[] {
  return actsOf(told)
    .filter(({ event }) => event === "tiles-placed")
    .map(({ tiles }) => t("Placed: {turn}.", { turn: writeTurn({ place: tiles ?? [] }) }));
}
