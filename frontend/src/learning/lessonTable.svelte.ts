/**
 * The table of a lesson: a position and a hand that the table's own components can play at. Its
 * turns go to the lesson, which decides whether the step is done; nobody else sits there.
 */

import { SvelteMap } from "svelte/reactivity";
import { post, Refusal } from "../api/client";
import type { Arranged, Command, Done, Game, Hint, Preview, TileCode, Turn } from "../api/types";
import { familyOf } from "../game/family";
import { forgetDrafts } from "../game/shared/draft.svelte";
import { without } from "../game/shared/hand";
import { viewOfPosition } from "../live/position";
import { TableState } from "../live/tableState.svelte";
import type { Answer, Step } from "./lessonSteps";

const SEAT = 0;

export class LessonTable extends TableState {
  readonly #path: { readonly game: string; readonly step: number };
  readonly #step: Step;
  readonly #answers = new SvelteMap<string, Answer>();
  readonly #answered: (answer: Answer) => void;
  #left = false;

  constructor(game: string, number: number, step: Step, answered: (answer: Answer) => void) {
    super(`lesson.${game}.${number}`);
    this.connection = "open";
    this.present = [SEAT];
    this.#path = { game, step: number };
    this.#step = step;
    this.#answered = answered;
    // A lesson starts over each time.
    forgetDrafts(this.id);
    this.begin();
  }

  begin(): void {
    const { game } = this.#step;
    this.#show(game, game.hand);
  }

  /** Leave the step: answers that arrive from now on are ignored. */
  leave(): void {
    this.#left = true;
  }

  async preview(turn: Turn): Promise<Preview> {
    return (await this.#tried(turn)).preview;
  }

  /** Return the lesson's answer to a turn, refused or not; null if there is none yet. */
  answerTo(turn: Turn): Answer | null {
    return this.#answers.get(JSON.stringify(turn)) ?? null;
  }

  async #tried(turn: Turn): Promise<Answer> {
    const asked = { path: this.#path, body: { turn } };
    const answer = await post("/api/lessons/{game}/{step}", asked);
    if (this.#left) return new Promise(() => {});
    this.#answers.set(JSON.stringify(turn), answer);
    return answer;
  }

  async do(command: Command): Promise<Done> {
    if (command.do !== "play") throw new Error("lessons only play");
    const turn = command.turn as Turn;
    const answer = await this.#tried(turn);
    const { objections } = answer.preview;
    const [first] = objections;
    this.#answered(answer);
    if (first !== undefined) {
      const { reason, message: detail } = first;
      const problem = { type: "about:blank", title: "", status: 409, detail, reason, objections };
      throw new Refusal(problem);
    }
    if (answer.done) this.#follow(turn);
    const seq = this.game?.seq ?? 0;
    return { seq, first: seq };
  }

  arrange(): Promise<Arranged> {
    throw new Error("lessons arrange nothing");
  }

  hint(): Promise<Hint> {
    throw new Error("lessons have no hints");
  }

  reconnect(): void {}

  /** Show the table after the turn that was asked for. */
  #follow(turn: Turn): void {
    const { game } = this;
    if (game === null) return;
    const { game: after, gone } = familyOf(game).laid(game, turn);
    this.#show({ ...after, seq: game.seq + 1 }, without(this.hand(SEAT), gone));
  }

  #show(game: Game, hand: readonly TileCode[]): void {
    this.view = viewOfPosition(this.id, {
      game,
      seat: SEAT,
      hand,
      host: true,
      fromPosition: false,
    });
  }
}
