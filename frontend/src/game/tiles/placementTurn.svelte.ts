/** The turn of one seat in a placement game: placing, trading, taking a tile, drawing three. */

import { placementGame } from "../../api/games";
import type { Cell, Placed, Preview, Turn } from "../../api/types";
import { sameCell } from "../../board/cells";
import type { TableState } from "../../table/tableState.svelte";
import { objectionText } from "../../words/reasons";
import { OwnTurn } from "../shared/ownTurn.svelte";
import { PlacementDraft } from "./placementDraft.svelte";

/** The middle of an open table: as good a place as any for a first tile. */
const ANYWHERE: readonly Cell[] = [[0, 0]];

export class PlacementTurn extends OwnTurn {
  readonly draft: PlacementDraft;
  /** The preview of the draft without the chosen tile: where that one could go. */
  others = $state.raw<Preview | null>(null);
  /** The turn that `others` is about. */
  #othersOf = $state.raw<Turn | null>(null);
  mayTrade = $state(false);
  mayPass = $state(false);
  /** A tile that cannot be taken, and why. */
  refusedTake = $state.raw<{ readonly cell: Cell; readonly text: string } | null>(null);

  readonly #game = $derived.by(() => placementGame(this.table.game));
  readonly self = $derived.by(() => this.#game?.players[this.seat]);
  readonly board = $derived.by<readonly Placed[]>(() => this.#game?.board ?? []);
  /** The table as it would be without the tile that is taken. */
  readonly boardNow = $derived.by<readonly Placed[]>(() => {
    const { take } = this.draft;
    return take === null ? this.board : this.board.filter((placed) => !sameCell(placed, take));
  });
  readonly glowing = $derived.by(() => this.#glowing());
  /** Where the chosen tile fits; null while nobody has said so. */
  readonly fits = $derived.by(() =>
    this.draft.chosen !== null && this.#othersOf === this.draft.others ? this.glowing : null,
  );
  /** Whether there is a way to take a tile or draw three that is not used up. */
  readonly mayTake = $derived.by(
    () => this.draft.take === null && this.myTurn && (this.start?.takeable.length ?? 0) > 0,
  );
  readonly mayDraw = $derived.by(
    () => this.myTurn && this.self?.actions.includes("draw3") === true && this.drawAllowed,
  );
  /** The preview of an empty turn: what could be taken. */
  start = $state.raw<Preview | null>(null);
  drawAllowed = $state(false);

  constructor(table: TableState, seat: number) {
    super(table, seat);
    this.draft = new PlacementDraft(table.id, seat);
  }

  /** The refusal to show next to a cell: only when the draft cannot become a legal turn any more. */
  readonly objection = $derived.by(() => {
    if (this.refusedTake !== null) return { ...this.refusedTake, cells: [this.refusedTake.cell] };
    const { preview, draft } = this;
    const first = preview?.objections[0];
    const last = draft.laid.at(-1);
    if (preview === null || preview.legal || first === undefined || last === undefined) return null;
    if (draft.mode !== "place" || this.unfinished) return null;
    return { cell: [last.x, last.y] as Cell, text: objectionText(first), cells: first.cells };
  });

  /** The draft is on its way to a legal turn: more tiles are needed. */
  readonly unfinished = $derived.by(
    () =>
      this.preview !== null &&
      !this.preview.legal &&
      this.draft.laid.length > 0 &&
      Object.keys(this.preview.cells).length > 0,
  );
  /** What is still missing, in words. */
  readonly missing = $derived.by(() => {
    const first = this.preview?.objections[0];
    const wanted = this.unfinished || (this.draft.mode === "trade" && this.draft.begun);
    return wanted && first !== undefined ? objectionText(first) : "";
  });

  follow(): void {
    this.draft.follow(this.table.hand(this.seat), this.board);
  }

  override async ask(): Promise<void> {
    const { others, mode } = this.draft;
    const asked = super.ask();
    if (mode === "place" && this.canAsk()) {
      const position = this.previews.refresh();
      void this.previews.get(others).then((preview) => {
        if (this.draft.others === others && this.previews.position === position) {
          this.others = preview;
          this.#othersOf = others;
        }
      });
    }
    await asked;
  }

  /** Ask what else the seat may do. Call it whenever the game has changed. */
  async askAlternatives(): Promise<void> {
    const [tile] = this.table.hand(this.seat);
    if (!this.myTurn || this.table.connection !== "open" || tile === undefined) {
      this.mayTrade = false;
      this.mayPass = false;
      this.start = null;
      return;
    }
    const position = this.previews.refresh();
    const draws = this.self?.actions.includes("draw3") === true;
    const [trade, pass, start, draw] = await Promise.all([
      this.previews.get({ trade: [tile] }),
      this.previews.get({ pass: true }),
      this.previews.get({ place: [] }),
      draws ? this.previews.get({ draw3: true }) : null,
    ]);
    if (this.previews.position !== position) return;
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
    this.clearMessages();
    if (this.draft.mode === "trade") this.draft.recall();
    if (!this.#isFull(cell)) this.draft.put(id, cell);
  }

  pass(): Promise<boolean> {
    return this.play(
      this.draft.take === null ? { pass: true } : { ...this.draft.others, pass: true },
    );
  }

  /** Take the tile for good; the turn goes on with it in the hand. */
  takeNow(): Promise<boolean> {
    const { take } = this.draft;
    return take === null ? Promise.resolve(false) : this.play({ take: [take[0], take[1]] });
  }

  drawThree(): Promise<boolean> {
    return this.play({ draw3: true });
  }

  protected layOut(turn: Turn): void {
    const taken = turn.take as Cell | undefined;
    const take = taken && this.board.find((placed) => sameCell(placed, taken));
    if (turn.trade !== undefined) this.draft.layTrade(turn.trade as string[]);
    else this.draft.lay((turn.place ?? []) as Placed[], take ?? null);
  }

  async #pointToTake(cell: Cell): Promise<void> {
    const tile = this.board.find((placed) => sameCell(placed, cell));
    const preview = await this.previews.get({ take: [...cell] });
    if (tile !== undefined && preview?.legal) {
      this.draft.takeTile(tile);
      return;
    }
    const first = preview?.objections[0];
    if (first !== undefined) this.refusedTake = { cell, text: objectionText(first) };
  }

  override clearMessages(): void {
    super.clearMessages();
    this.refusedTake = null;
  }

  #glowing(): readonly Cell[] {
    const { mode, chosen, hand } = this.draft;
    if (mode === "take") return this.start?.takeable ?? [];
    const tile = hand.find((slot) => slot.id === chosen)?.tile;
    if (mode !== "place" || tile === undefined || this.others === null) return [];
    return this.others.anywhere ? ANYWHERE : (this.others.cells[tile] ?? []);
  }

  #isFull(cell: Cell): boolean {
    return this.boardNow.some((placed) => sameCell(placed, cell));
  }
}
