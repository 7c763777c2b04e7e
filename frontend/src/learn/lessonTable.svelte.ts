/**
 * The table of a lesson: a position and a hand that the table's own components can play at. Its
 * turns go to the lesson, which says whether the step is done; nobody else sits there.
 */

import { SvelteMap } from "svelte/reactivity";
import { Refusal, send } from "../api/client";
import type { Command, Done, Game, Placed, Preview, TableView, TileCode, Turn } from "../api/types";
import { forgetDrafts } from "../game/shared/draft.svelte";
import type { TableState } from "../table/tableState.svelte";
import type { Answer, Step } from "./lessonSteps";

const SEAT = 0;

export class LessonTable {
  readonly connection = "open";
  readonly present: readonly number[] = [SEAT];
  readonly mySeatOnTurn = SEAT;
  readonly now = { turn: SEAT, seats: [] } as unknown as TableView["now"];
  readonly view = { hints: false, now: this.now } as unknown as TableView;

  readonly id: string;
  game = $state.raw<Game>({} as Game);
  #hand = $state.raw<readonly TileCode[]>([]);
  readonly #path: string;
  readonly #step: Step;
  readonly #answers = new SvelteMap<string, Answer>();
  readonly #answered: (answer: Answer) => void;

  constructor(game: string, number: number, step: Step, answered: (answer: Answer) => void) {
    this.id = `lesson.${game}.${number}`;
    this.#path = `/api/lessons/${encodeURIComponent(game)}/${number}`;
    this.#step = step;
    this.#answered = answered;
    // A lesson begins afresh each time.
    forgetDrafts(this.id);
    this.begin();
  }

  /** The components ask for nothing that this table does not have. */
  asTable(): TableState {
    return this as unknown as TableState;
  }

  begin(): void {
    this.game = this.#step.game;
    this.#hand = this.#step.game.hand;
  }

  hand(): readonly TileCode[] {
    return this.#hand;
  }

  async preview(turn: Turn): Promise<Preview> {
    return (await this.#tried(turn)).preview;
  }

  /** What the lesson said to a turn, refused or not; null as long as nobody has asked. */
  answerTo(turn: Turn): Answer | null {
    return this.#answers.get(JSON.stringify(turn)) ?? null;
  }

  async #tried(turn: Turn): Promise<Answer> {
    const answer = await send<Answer>(this.#path, { turn });
    this.#answers.set(JSON.stringify(turn), answer);
    return answer;
  }

  async do(command: Command): Promise<Done> {
    const turn = command.turn as Turn;
    const answer = await this.#tried(turn);
    const { objections } = answer.preview;
    const [first] = objections;
    this.#answered(answer);
    if (first !== undefined) {
      const { reason, message: detail } = first;
      throw new Refusal({ title: "", status: 409, detail, reason, objections });
    }
    if (answer.done) this.#follow(turn);
    return { seq: this.game.seq, first: this.game.seq };
  }

  onEvent(): () => void {
    return () => {};
  }

  /** How the table looks after the turn that was asked for. */
  #follow(turn: Turn): void {
    const placed = (turn.place ?? []) as readonly Placed[];
    const [x, y] = (turn.take ?? []) as readonly number[];
    const { board, table, seq } = this.game;
    const gone = [...placed.map(([, , tile]) => tile), ...((turn.trade ?? []) as TileCode[])];
    if (board !== undefined) {
      const left = board.filter((one) => one[0] !== x || one[1] !== y);
      this.#hand = without(this.#hand, gone);
      this.game = { ...this.game, seq: seq + 1, board: [...left, ...placed] };
    } else if (Array.isArray(turn.after)) {
      const after = turn.after as readonly (readonly TileCode[])[];
      this.#hand = without(this.#hand, without(after.flat(), (table ?? []).flat()));
      this.game = { ...this.game, seq: seq + 1, table: after };
    }
  }
}

function without(tiles: readonly TileCode[], gone: readonly TileCode[]): readonly TileCode[] {
  const left = [...tiles];
  for (const tile of gone) {
    const at = left.indexOf(tile);
    if (at >= 0) left.splice(at, 1);
  }
  return left;
}
