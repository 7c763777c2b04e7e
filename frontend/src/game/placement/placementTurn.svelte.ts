/** The turn of one seat in a placement game: placing, trading, taking a tile, drawing three. */

import { placementGame } from "../../api/games";
import type { Cell, Placed, Preview, TileCode, Turn } from "../../api/types";
import { sameCell } from "../../board/cells";
import type { TableState } from "../../live/tableState.svelte";
import { settings } from "../../settings/settings.svelte";
import { tileName } from "../../tiles/tileNames";
import { openingText } from "../../words/openings";
import { objectionText, spokenObjection } from "../../words/reasons";
import { n, t } from "../../words/translate.svelte";
import { setsOfSize } from "../shared/largestSets";
import { OwnTurn, returnedWords } from "../shared/ownTurn.svelte";
import { type Laid, PlacementDraft } from "./placementDraft.svelte";
import { stillLegal } from "./stillLegal";

/** The middle of an open table: as good a place as any for a first tile. */
const ANYWHERE: readonly Cell[] = [[0, 0]];

interface RefusedCell {
  readonly cell: Cell;
  readonly text: string;
  /** The tile that was meant to go there. */
  readonly chosen: number | null;
}

export class PlacementTurn extends OwnTurn {
  readonly draft: PlacementDraft;
  /** The preview of the draft without the chosen tile: where that one could go. */
  others = $state.raw<Preview | null>(null);
  #othersFor = $state.raw<Turn | null>(null);
  #othersIn = $state("");
  mayTrade = $state(false);
  mayPass = $state(false);
  #refused = $state.raw<RefusedCell | null>(null);

  readonly #game = $derived.by(() => placementGame(this.table.game));
  readonly self = $derived.by(() => this.#game?.players[this.seat]);
  readonly board = $derived.by<readonly Placed[]>(() => this.#game?.board ?? []);
  /** The table without the tile that is taken. */
  readonly boardNow = $derived.by<readonly Placed[]>(() => {
    const { take } = this.draft;
    return take === null ? this.board : this.board.filter((placed) => !sameCell(placed, take));
  });
  readonly glowing = $derived.by(() => this.#glowing());
  /** Whether the server has answered where the chosen tile could go now. */
  readonly #knowsCells = $derived.by(
    () => this.#othersFor === this.draft.others && this.#othersIn === this.position,
  );
  /** Where the chosen tile fits; null until the server has answered. */
  readonly fits = $derived.by(() =>
    this.draft.chosen !== null && this.#knowsCells ? this.glowing : null,
  );
  /** The glowing cells: every legal one, unless the player wants to find them alone. */
  readonly shownCells = $derived.by<readonly Cell[]>(() =>
    settings.fits || this.draft.mode === "take" ? this.glowing : [],
  );
  /** Whether taking a tile or drawing three is still possible. */
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

  /** A cell that the player pointed at in vain, and why; until another tile is chosen. */
  readonly refusedCell = $derived.by(() => {
    const { chosen } = this.draft;
    return chosen === null || chosen === this.#refused?.chosen ? this.#refused : null;
  });

  /** The refusal to show next to a cell: only when the draft can no longer become a legal turn. */
  readonly objection = $derived.by(() => {
    if (this.refusedCell !== null) {
      const { cell, text } = this.refusedCell;
      return { cell, text, spoken: text, cells: [cell] };
    }
    const { verdict, draft } = this;
    const first = verdict?.objections[0];
    const last = draft.laid.at(-1);
    if (verdict === null || verdict.legal || first === undefined || last === undefined) return null;
    if (draft.mode !== "place" || this.unfinished) return null;
    return {
      cell: [last.x, last.y] as Cell,
      text: objectionText(first),
      spoken: spokenObjection(first),
      cells: first.cells,
    };
  });

  /** Whether the draft can become a legal turn with more tiles. */
  readonly unfinished = $derived.by(
    () =>
      this.verdict !== null &&
      !this.verdict.legal &&
      this.draft.laid.length > 0 &&
      Object.keys(this.verdict.cells).length > 0,
  );
  /** The missing part of the turn, in words. */
  readonly missing = $derived.by(() => this.#missing(objectionText));
  /** Like `missing`, for screen readers. */
  readonly spokenMissing = $derived.by(() => this.#missing(spokenObjection));

  #missing(words: typeof objectionText): string {
    const first = this.verdict?.objections[0];
    const wanted = this.unfinished || (this.draft.mode === "trade" && this.draft.begun);
    if (!wanted || first === undefined) return "";
    const more = this.#openingTiles - this.draft.laid.length;
    return first.reason === "opening-not-largest-set" && more > 0
      ? n("{n} more tile", "{n} more tiles", more)
      : words(first);
  }

  /** The number of tiles in the first turn; 0 after it. */
  readonly #openingTiles = $derived.by(() => this.#game?.opening_tiles ?? 0);
  /** The tiles of the hand that the first turn can be made of; null if any will do. */
  readonly openers = $derived.by<ReadonlySet<TileCode> | null>(() => {
    if (!this.myTurn || this.draft.mode !== "place" || this.#openingTiles < 2) return null;
    const known = this.draft.laid.length === 0 ? this.start : (this.verdict ?? this.preview);
    return known === null ? null : new Set(Object.keys(known.cells));
  });
  /** The sets that can begin, as long as none of their tiles is laid out. */
  readonly #openingSets = $derived.by(() => {
    const { openers, draft } = this;
    if (openers === null || draft.laid.length > 0) return [];
    const tiles = draft.hand.map(({ tile }) => tile).filter((tile) => openers.has(tile));
    return setsOfSize(tiles, this.#openingTiles);
  });
  /** The marked places in the hand: one set to begin with, then the tiles that go with it. */
  readonly marked = $derived.by<ReadonlySet<number>>(() => {
    const { openers, draft } = this;
    const [set] = this.#openingSets;
    const tiles = set ?? [...(openers ?? [])];
    // Two of a kind are not two tiles of a set.
    const slots = tiles.map((kind) =>
      draft.hand.find(({ id, tile }) => tile === kind && !draft.isLaid(id)),
    );
    return new Set(slots.flatMap((slot) => slot?.id ?? []));
  });
  /** The tiles to begin with, in words; empty once one of them is laid out. */
  readonly opening = $derived.by(() =>
    this.#openingSets.length === 0 ? "" : openingText(this.#openingSets),
  );
  /** Whether this is the first turn, which must place the largest set. */
  readonly begins = $derived.by(() => this.#openingTiles > 0);
  /** The sentence that the chosen tile fits nowhere; empty if it does, or if that is not known yet. */
  readonly nowhere = $derived.by(() => {
    const { draft } = this;
    const slot = draft.hand.find(({ id }) => id === draft.chosen);
    if (slot === undefined || draft.mode !== "place" || !this.#knowsCells) return "";
    if (this.others === null || this.glowing.length > 0) return "";
    const tile = tileName(slot.tile);
    if (this.openers !== null && !this.openers.has(slot.tile) && draft.laid.length === 0)
      return t("Not in your largest set: {tile}.", { tile });
    return draft.laid.some(({ id }) => id !== slot.id)
      ? t("Doesn’t fit with the tiles you’ve laid out: {tile}.", { tile })
      : t("Fits nowhere at the moment: {tile}.", { tile });
  });

  /** The position that the draft was last updated for. */
  #followed = "";

  protected followGame(): string {
    const { draft, board } = this;
    const { laid } = draft;
    const legal = this.wasLegal();
    draft.follow(this.table.hand(this.seat), board);
    const changed = this.#followed !== this.position;
    this.#followed = this.position;
    const blocked = laid.filter(
      ({ id, x, y }) =>
        !draft.isLaid(id) && this.#isHeld(id) && this.#onTable([x, y]) !== undefined,
    );
    const inTheWay = blocked.flatMap(({ x, y }) => this.#onTable([x, y]) ?? []).join(" ");
    const reason = objectionText({ reason: "occupied", params: { tiles: inTheWay } });
    const words = returnedWords(
      blocked.map(({ tile }) => tile),
      reason,
    );
    if (changed && (legal ?? true)) void this.#sendHome(blocked, reason);
    return words;
  }

  /** Send tiles home that no longer fit since the table has changed; the rest stays. */
  async #sendHome(blocked: readonly Laid[], why: string): Promise<void> {
    const { turn, laid, mode } = this.draft;
    if (mode !== "place" || laid.length === 0 || this.activity === "play" || !this.canAsk()) return;
    const position = this.previews.refresh();
    const found = await stillLegal(laid, (rest) =>
      this.previews.get({ ...turn, place: rest.map(({ x, y, tile }) => [x, y, tile] as const) }),
    );
    if (this.draft.turn !== turn || this.previews.position !== position || this.busy) return;
    if (found === null || found.gone.length === 0) return;
    for (const { id } of found.gone) this.draft.takeBack(id);
    const reason = blocked.length > 0 ? why : objectionText(found.reason);
    this.returned = returnedWords(
      [...blocked, ...found.gone].map(({ tile }) => tile),
      reason,
    );
  }

  #isHeld(id: number): boolean {
    return this.draft.hand.some((slot) => slot.id === id);
  }

  /** Return the tile of the table on a cell. */
  #onTable(cell: Cell): TileCode | undefined {
    return this.boardNow.find((placed) => sameCell(placed, cell))?.[2];
  }

  override async ask(): Promise<void> {
    const { others, mode } = this.draft;
    const asked = super.ask();
    if (mode === "place" && this.canAsk()) {
      const position = this.previews.refresh();
      void this.previews.peek(others).then((preview) => {
        if (this.draft.others !== others || this.previews.position !== position) return;
        this.others = preview;
        this.#othersFor = others;
        this.#othersIn = position;
      });
    }
    await asked;
  }

  /** Request the other options of the seat. Call it whenever the game has changed. */
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
      this.previews.peek({ trade: [tile] }),
      this.previews.peek({ pass: true }),
      this.previews.peek({ place: [] }),
      draws ? this.previews.peek({ draw3: true }) : null,
    ]);
    if (this.previews.position !== position) return;
    this.mayTrade = trade?.legal === true;
    this.mayPass = pass?.legal === true;
    this.start = start;
    this.drawAllowed = draw?.legal === true;
  }

  /** Handle the player pointing at a cell of the table. */
  async point(cell: Cell): Promise<void> {
    const { draft } = this;
    this.#refused = null;
    if (draft.mode === "take") return this.#pointToTake(cell);
    const there = draft.laidAt(cell);
    if (there !== undefined) {
      if (await this.#confirmedBy(there.id)) return;
      if (draft.chosen === there.id) draft.takeBack(there.id);
      else draft.choose(there.id);
    } else if (draft.chosen !== null) this.put(draft.chosen, cell);
  }

  /** Play the turn without the button, by a second tap on the tile that was laid last. */
  async #confirmedBy(id: number): Promise<boolean> {
    const { chosen, laid } = this.draft;
    if (settings.confirm || chosen !== null || laid.at(-1)?.id !== id) return false;
    return this.confirmWhenJudged();
  }

  put(id: number, cell: Cell): void {
    this.clearMessages();
    if (this.draft.mode === "trade") this.draft.recall();
    const there = this.#tileAt(cell, id);
    if (there === undefined) this.draft.put(id, cell);
    else this.#refuse(cell, { reason: "occupied", params: { tiles: there } }, id);
  }

  /** Return the score of the chosen tile on a cell; null if that is not a turn yet. */
  async pointsAt([x, y]: Cell): Promise<number | null> {
    const { chosen, hand, others } = this.draft;
    const tile = hand.find(({ id }) => id === chosen)?.tile;
    if (tile === undefined || this.draft.mode !== "place" || !this.canAsk()) return null;
    const place = [...(others.place ?? []), [x, y, tile] as Placed];
    const preview = await this.previews.peek({ ...others, place });
    return preview?.legal ? preview.points : null;
  }

  /** Return the server's preview of a placement that is not laid out; null if it cannot be asked. */
  async judge(place: readonly Placed[]): Promise<Preview | null> {
    return this.canAsk() ? this.previews.peek({ place: [...place] }) : null;
  }

  pass(): Promise<boolean> {
    return this.play(
      this.draft.take === null ? { pass: true } : { ...this.draft.others, pass: true },
    );
  }

  /** Take the tile for good; the turn continues with it in the hand. */
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
    if (first !== undefined) this.#refuse(cell, first);
  }

  override clearMessages(): void {
    super.clearMessages();
    this.#refused = null;
  }

  #refuse(
    cell: Cell,
    why: Parameters<typeof objectionText>[0],
    chosen: number | null = null,
  ): void {
    this.#refused = { cell, text: objectionText(why), chosen };
  }

  #glowing(): readonly Cell[] {
    const { mode, chosen, hand } = this.draft;
    if (mode === "take") return this.start?.takeable ?? [];
    const tile = hand.find((slot) => slot.id === chosen)?.tile;
    if (mode !== "place" || tile === undefined || this.others === null) return [];
    const cells = this.others.cells[tile] ?? [];
    return this.others.anywhere && cells.length > 0 ? ANYWHERE : cells;
  }

  /** Return the tile on a cell, if there is one besides the tile that is being moved. */
  #tileAt(cell: Cell, moving: number): TileCode | undefined {
    const laid = this.draft.laidAt(cell);
    if (laid !== undefined && laid.id !== moving) return laid.tile;
    return this.#onTable(cell);
  }
}
