/**
 * One seat thinking about its turn: the draft, and what the server's rules say to it. Knows no rule
 * itself; everything about points, cells and reasons is asked for.
 */

import type { Cell, Hint, Placed, Preview, Turn } from "../../api/types";
import { sameCell } from "../../board/cells";
import type { TableState } from "../../table/tableState.svelte";
import { hintText } from "../../words/hints";
import { objectionText, turnRefusal } from "../../words/reasons";
import { Answers } from "../shared/previewCache";
import { Draft } from "./placementDraft.svelte";

/** The middle of an open table, where a first tile may as well lie. */
const ANYWHERE: readonly Cell[] = [[0, 0]];

export class Playing {
  readonly draft: Draft;
  /** The rules' word on the draft, and on the draft without the chosen tile. */
  word = $state.raw<Preview | null>(null);
  next = $state.raw<Preview | null>(null);
  pending = $state(false);
  mayTrade = $state(false);
  mayPass = $state(false);
  /** What the server refused, in words. */
  trouble = $state("");
  /** What a hint says about the turn it laid out. */
  advice = $state("");
  /** A tile that somebody wanted to take and why not. */
  refusedTake = $state.raw<{ readonly cell: Cell; readonly text: string } | null>(null);
  sending = $state(false);
  wondering = $state(false);

  readonly onTurn = $derived.by(() => this.table.now?.turn === this.seat);
  readonly self = $derived.by(() => this.table.game?.players[this.seat]);
  readonly board = $derived.by<readonly Placed[]>(() => this.table.game?.board ?? []);
  /** The table as it would be without the tile that is taken. */
  readonly boardNow = $derived.by<readonly Placed[]>(() => {
    const { take } = this.draft;
    return take === null ? this.board : this.board.filter((one) => !sameCell(one, take));
  });
  readonly glowing = $derived.by(() => this.#glowing());
  readonly canPlay = $derived.by(
    () => this.onTurn && !this.sending && !this.pending && this.word?.legal === true && !this.empty,
  );
  readonly empty = $derived.by(() =>
    this.draft.mode === "trade" ? this.draft.trading.length === 0 : this.draft.laid.length === 0,
  );
  /** Whether there is a way to take a tile or draw three that is not used up. */
  readonly mayTake = $derived.by(
    () => this.draft.take === null && this.onTurn && (this.start?.takeable.length ?? 0) > 0,
  );
  readonly mayDraw = $derived.by(
    () => this.onTurn && this.self?.actions?.includes("draw3") === true && this.drawAllowed,
  );
  /** The rules' word on doing nothing yet: what could be taken. */
  start = $state.raw<Preview | null>(null);
  drawAllowed = $state(false);

  readonly #answers: Answers;

  constructor(
    readonly table: TableState,
    readonly seat: number,
  ) {
    this.draft = new Draft(table.id, seat);
    this.#answers = new Answers(table, seat);
  }

  /** The refusal to show next to a cell: only when the draft cannot become a legal turn any more. */
  readonly objection = $derived.by(() => {
    if (this.refusedTake !== null) return { ...this.refusedTake, cells: [this.refusedTake.cell] };
    const { word, draft } = this;
    const first = word?.objections[0];
    const last = draft.laid.at(-1);
    if (word === null || word.legal || first === undefined || last === undefined) return null;
    if (draft.mode !== "place" || this.unfinished) return null;
    return { cell: [last.x, last.y] as Cell, text: objectionText(first), cells: first.cells };
  });

  /** The draft is on its way to a legal turn: more tiles are needed. */
  readonly unfinished = $derived.by(
    () =>
      this.word !== null &&
      !this.word.legal &&
      this.draft.laid.length > 0 &&
      Object.keys(this.word.cells).length > 0,
  );
  /** What is still missing, in words. */
  readonly missing = $derived.by(() => {
    const first = this.word?.objections[0];
    const asked = this.unfinished || (this.draft.mode === "trade" && !this.empty);
    return asked && first !== undefined ? objectionText(first) : "";
  });

  /** To be called whenever the game changed. */
  follow(): void {
    this.draft.follow(this.table.hand(this.seat), this.board);
  }

  /** To be called whenever the draft or the game changed. */
  ask(): void {
    const { turn, others, mode } = this.draft;
    // After the last turn there is nothing to ask, though the end is told a moment later.
    if (this.table.connection !== "open" || this.table.now?.turn == null) return;
    const seq = this.#answers.aboutNow();
    const now = () => this.draft.turn === turn && this.#answers.moment === seq;
    this.pending = true;
    void this.#answers.to(turn).then((word) => {
      if (!now()) return;
      this.word = word;
      this.pending = false;
    });
    if (mode === "place")
      void this.#answers.to(others).then((word) => {
        if (now()) this.next = word;
      });
  }

  /** To be called whenever the game changed: what else the seat may do. */
  async askAround(): Promise<void> {
    const [tile] = this.table.hand(this.seat);
    if (!this.onTurn || this.table.connection !== "open" || tile === undefined) {
      this.mayTrade = false;
      this.mayPass = false;
      this.start = null;
      return;
    }
    const seq = this.#answers.aboutNow();
    const draws = this.self?.actions?.includes("draw3") === true;
    const [trade, pass, start, draw] = await Promise.all([
      this.#answers.to({ trade: [tile] }),
      this.#answers.to({ pass: true }),
      this.#answers.to({ place: [] }),
      draws ? this.#answers.to({ draw3: true }) : null,
    ]);
    if (this.#answers.moment !== seq) return;
    this.mayTrade = trade?.legal === true;
    this.mayPass = pass?.legal === true;
    this.start = start;
    this.drawAllowed = draw?.legal === true;
  }

  /** Somebody pointed at a cell of the table. */
  async point(cell: Cell): Promise<void> {
    const { draft } = this;
    this.refusedTake = null;
    if (draft.mode === "take") return this.#pointToTake(cell);
    const there = draft.laidAt(cell);
    if (there !== undefined) {
      if (draft.chosen === there.id) draft.takeBack(there.id);
      else draft.choose(there.id);
    } else if (draft.chosen !== null && !this.#isFull(cell)) this.put(draft.chosen, cell);
  }

  put(id: number, cell: Cell): void {
    this.#quiet();
    if (this.draft.mode === "trade") this.draft.recall();
    if (!this.#isFull(cell)) this.draft.put(id, cell);
  }

  recall(): void {
    this.#quiet();
    this.draft.recall();
  }

  undo(): void {
    this.#quiet();
    this.draft.undo();
  }

  confirm(): Promise<boolean> {
    return this.canPlay ? this.#play(this.draft.turn) : Promise.resolve(false);
  }

  pass(): Promise<boolean> {
    return this.#play(
      this.draft.take === null ? { pass: true } : { ...this.draft.others, pass: true },
    );
  }

  /** Take the tile for good; the turn goes on with it in the hand. */
  takeNow(): Promise<boolean> {
    const { take } = this.draft;
    return take === null ? Promise.resolve(false) : this.#play({ take: [take[0], take[1]] });
  }

  drawThree(): Promise<boolean> {
    return this.#play({ draw3: true });
  }

  /** Lay out a good turn. */
  async hint(): Promise<Hint | null> {
    this.#quiet();
    this.wondering = true;
    try {
      const hint = await this.table.hint(this.seat);
      this.#layOut(hint.turn);
      this.advice = hintText(hint);
      return hint;
    } catch (error) {
      this.trouble = turnRefusal(error);
      return null;
    } finally {
      this.wondering = false;
    }
  }

  #layOut(turn: Turn): void {
    const taken = turn.take as Cell | undefined;
    const take = taken && this.board.find((one) => sameCell(one, taken));
    if (turn.trade !== undefined) this.draft.layTrade(turn.trade as string[]);
    else this.draft.lay((turn.place ?? []) as Placed[], take ?? null);
  }

  async #pointToTake(cell: Cell): Promise<void> {
    const tile = this.board.find((one) => sameCell(one, cell));
    const word = await this.#answers.to({ take: [...cell] });
    if (tile !== undefined && word?.legal) {
      this.draft.takeTile(tile);
      return;
    }
    const first = word?.objections[0];
    if (first !== undefined) this.refusedTake = { cell, text: objectionText(first) };
  }

  async #play(turn: Turn): Promise<boolean> {
    if (this.sending) return false;
    this.#quiet();
    this.sending = true;
    try {
      await this.table.do({ do: "play", turn, seat: this.seat });
      this.draft.recall();
      return true;
    } catch (error) {
      this.trouble = turnRefusal(error);
      return false;
    } finally {
      this.sending = false;
    }
  }

  #quiet(): void {
    this.trouble = "";
    this.advice = "";
    this.refusedTake = null;
  }

  #glowing(): readonly Cell[] {
    const { mode, chosen, hand } = this.draft;
    if (mode === "take") return this.start?.takeable ?? [];
    const tile = hand.find((slot) => slot.id === chosen)?.tile;
    if (mode !== "place" || tile === undefined || this.next === null) return [];
    return this.next.anywhere ? ANYWHERE : (this.next.cells[tile] ?? []);
  }

  #isFull(cell: Cell): boolean {
    return this.boardNow.some((one) => sameCell(one, cell));
  }
}
