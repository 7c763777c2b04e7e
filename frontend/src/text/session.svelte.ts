/** A game by typing: the typed lines, the answers of the table, and the turns of the others. */

import { startTable } from "../api/tables";
import type { EventView } from "../api/types";
import type { Narrator } from "../game/shared/narrator";
import { Draws, endingWords, lately, spoken } from "../game/shared/spoken";
import { kindOf } from "../live/fold";
import { nameAt } from "../live/seats";
import type { TableState } from "../live/tableState.svelte";
import { go } from "../router.svelte";
import { readAloud } from "../ui/voice";
import { winnersText } from "../words/endings";
import { errorText } from "../words/refusals";
import { t } from "../words/translate.svelte";
import { Unreadable } from "./notation";
import { Questions } from "./questions";
import type { TextGame, TextPlayer } from "./textGame";
import { commandName, request, trimmed, type Word, wordOf } from "./vocabulary";

export interface Entry {
  readonly id: number;
  readonly by: "you" | "table";
  readonly text: string;
}

/** The maximum number of entries; more would be slow. */
const LONGEST = 300;

export class TextSession {
  log = $state.raw<readonly Entry[]>([]);
  /** Null for spectators. */
  readonly player: TextPlayer | null;
  readonly #questions: Questions;
  /** The last turn, and the last answer, to be repeated. */
  #last: readonly string[] = [];
  #said: readonly string[] = [];
  readonly #draws: Draws;
  #resigning = false;
  /** Whether anything has been announced since. */
  #announced = false;
  #id = 0;

  constructor(
    readonly table: TableState,
    readonly seat: number | null,
    readonly text: TextGame,
    readonly narrator: Narrator,
    /** Called when the reader leaves a game that is over. */
    readonly leave: () => void = () => {},
  ) {
    this.player = seat === null ? null : new text.Player(table, seat);
    this.player?.follow();
    this.#questions = new Questions(table, seat, text, narrator);
    this.#draws = new Draws(table);
  }

  /** Describe the situation to a newcomer; `events` are the earlier events. */
  greet(events: readonly EventView[] = []): void {
    const { player, table } = this;
    const help = t("Type {command} for all commands.", { command: commandName("help") });
    const last =
      this.#announced || table.view === null ? [] : lately(table.view, events, this.narrator);
    const lying = table.game === null ? "" : this.narrator.table(table.game);
    if (last.length > 0) this.#last = last;
    this.#say([help, ...last, lying, ...(player?.hand() ?? []), this.#whose(), this.#opening()]);
  }

  announce(event: EventView): void {
    this.#announced = true;
    this.player?.follow();
    const words = spoken(event, this.narrator, this.table.game);
    const drawn = this.#draws.after(event);
    if (words.length > 0) {
      if (kindOf(event) !== "vote-given") this.#last = words;
      const mine = event.now.turn !== null && event.now.turn === this.seat;
      const hand = mine ? (this.player?.hand() ?? []) : [];
      this.#say([...words, mine ? "" : drawn, this.#whose(), ...hand]);
    }
    if (kindOf(event) === "table-ended") this.#tellTheEnd(event);
  }

  #tellTheEnd({ now, you }: EventView): void {
    if (now.ended === null) return;
    this.#say([
      `${winnersText(now.ended, now, you.seats)}.`.replace(/([!?])\.$/, "$1"),
      ...endingWords(this.table, this.narrator),
      t("Type {again} to play again, or {leave} to see the result and the replay.", {
        again: commandName("again"),
        leave: commandName("leave"),
      }),
    ]);
  }

  async enter(text: string): Promise<void> {
    const typed = trimmed(text);
    if (typed !== "") this.#add("you", typed);
    try {
      this.#say(await this.#answer(typed));
    } catch (error) {
      this.#say([error instanceof Unreadable ? error.message : errorText(error)]);
    }
  }

  async #answer(typed: string): Promise<readonly string[]> {
    const asked = request(typed);
    const [first = "", ...others] = asked.split(/\s+/);
    const rest = others.join(" ");
    const { player } = this;
    const word = wordOf(first);
    const resigning = this.#resigning;
    this.#resigning = false;
    const general = this.#general(word) ?? (await this.#questions.answer(word, rest));
    if (general !== null) return word === "score" ? [...general, this.#whose()] : general;
    if (player === null) return this.#watched(word);
    switch (word) {
      case "resign":
        return this.#resign(resigning);
      case "takeback":
        return this.#takeBack();
      case "hand":
        return player.hand();
      case "board":
        return player.board(wordOf(others[0] ?? "") === "all");
      case "legal":
        return player.legal(rest);
      case "hint":
      case "follow":
        return player.hint();
      case "sort":
        return player.sort();
      case "undo":
        return player.undo();
      case "redo":
        return player.redo();
      case "clear":
        return player.clear();
      case "help":
        return player.help();
      case "play":
        if (rest === "") return player.play();
        return this.#atOnce(player, rest);
    }
    return asked === "" ? player.play() : player.turn(asked);
  }

  /** Play a turn immediately for “play …”, without a confirmation if it is allowed. */
  async #atOnce(player: TextPlayer, turn: string): Promise<readonly string[]> {
    const words = await player.turn(turn);
    const played = await player.play();
    if (player.asked) return played;
    return played.length === 0 ? [] : words;
  }

  #general(word: Word | undefined): readonly string[] | null {
    switch (word) {
      case "last":
        return this.#last.length > 0 ? this.#last : [t("No moves yet.")];
      case "again":
        if (this.table.now?.phase !== "ended") return this.#said;
        void this.#playAgain();
        return [t("Opening the next game …")];
      case "leave":
        if (this.table.now?.phase === "ended") this.leave();
        else go("/");
        return [];
    }
    return null;
  }

  async #playAgain(): Promise<void> {
    try {
      const opened = new Promise<string>((resolve) => {
        const stop = this.table.onEvent(({ now }) => {
          if (now.rematch === null) return;
          stop();
          resolve(now.rematch);
        });
        if (this.table.now?.rematch) resolve(this.table.now.rematch);
      });
      if (!this.table.now?.rematch) await this.table.do({ do: "rematch" });
      const id = await opened;
      const alone = this.table.now?.seats.every(
        (seat, number) => seat.kind === "bot" || this.table.you?.seats.includes(number),
      );
      // If it cannot be started from here, it is started in its lobby.
      if (alone) await startTable(id).catch(() => {});
      go(`/t/${id}`);
    } catch (error) {
      this.#say([errorText(error)]);
    }
  }

  async #resign(sure: boolean): Promise<readonly string[]> {
    if (!sure) {
      this.#resigning = true;
      return [
        t("Give up? Type {command} once more to confirm.", { command: commandName("resign") }),
      ];
    }
    await this.table.do({ do: "resign" });
    return [];
  }

  /** Take back the last turn: immediately where nobody else plays; otherwise ask the others. */
  async #takeBack(): Promise<readonly string[]> {
    await this.table.do({ do: "take-back" });
    return this.table.now?.vote == null ? [] : [t("Waiting for the others to agree.")];
  }

  #watched(word: Word | undefined): readonly string[] {
    const { game } = this.table;
    if (word === "board" && game !== null) return this.text.board(game);
    const commands = (["board", "score", "last", "players", "rules"] as const).map(commandName);
    return [t("You’re watching. You can type: {commands}.", { commands: commands.join(", ") })];
  }

  /** Describe the requirement of the first turn. */
  #opening(): string {
    const { game, now } = this.table;
    if (game === null || this.seat === null || now?.turn !== this.seat) return "";
    return this.narrator.opening(game, this.table.hand(this.seat));
  }

  #whose(): string {
    const { now } = this.table;
    if (now === null || now.turn === null) return "";
    if (now.turn === this.seat) return t("Your turn.");
    return t("It’s {name}’s turn.", { name: nameAt(now, now.turn) });
  }

  #say(lines: readonly string[]): void {
    const said = lines.filter(Boolean);
    if (said.length > 0) this.#said = said;
    for (const line of said) {
      this.#add("table", line);
      readAloud(line);
    }
  }

  #add(by: Entry["by"], text: string): void {
    this.#id += 1;
    this.log = [...this.log.slice(-LONGEST), { id: this.#id, by, text }];
  }
}
