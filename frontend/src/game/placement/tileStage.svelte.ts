/** The stage of a placement game: tiles leave the plate of a player, and their line lights up. */

import type { Act, Cell, Line, Placed } from "../../api/types";
import { keyOf } from "../../board/cells";
import type { Beat } from "../../live/story.svelte";
import { APART, FLIGHT, type Picture } from "../shared/flights.svelte";
import { actsOf } from "../shared/narrator";
import { GameStage } from "../shared/stage.svelte";

/** The parts of the table that the stage needs. */
export interface TilesOnStage {
  /** Return the box of a cell in the window; null if there is no board. */
  boxOf(cell: Cell): DOMRect | null;
  /** Return whether the tile of a seat is laid out there on this device: then nothing flies to it. */
  isLaid(cell: Cell, seat: number): boolean;
  /** Return the seat whose hand is shown: its tiles come from the bag automatically. */
  self(): number | null;
}

/** A line of six, its player and its points. */
export interface Cheer {
  readonly cells: readonly Cell[];
  readonly seat: number;
  readonly points: number;
}

/** How long lines stay lit, how long a Qwirkle is celebrated, and how long a special tile is shown. */
const LIT = 700;
const CHEER = 1500;
const SPECIAL = 1800;
const SHORT = 150;

export class TileStage extends GameStage {
  /** Keys of the cells whose tiles are still in flight. */
  arriving = $state.raw<ReadonlySet<string>>(new Set());
  #lit = $state.raw<readonly Line[]>([]);
  #cheer = $state.raw<Cheer | null>(null);
  /** The lines that are lit, and the celebrated Qwirkle: never before their tiles have landed. */
  readonly lit = $derived(this.arriving.size > 0 ? [] : this.#lit);
  readonly cheer = $derived(this.arriving.size > 0 ? null : this.#cheer);
  #lastLines: readonly Line[] = [];

  constructor(readonly table: TilesOnStage) {
    super();
  }

  override perform(beat: Beat): number {
    const lasts = super.perform(beat);
    // The last line of a game stays lit until the end.
    if (this.finale !== null) this.#lit = this.#lastLines;
    return lasts;
  }

  override stop(): void {
    super.stop();
    this.arriving = new Set();
    this.#lit = [];
    this.#cheer = null;
  }

  protected override turn({ event }: Beat): number {
    this.arriving = new Set();
    this.#lit = [];
    this.#cheer = null;
    let now = 0;
    for (const act of actsOf(event)) now = this.#act(act, now);
    return now;
  }

  /** Show one act from a moment on; return when the next can begin. */
  #act(act: Act, at: number): number {
    switch (act.event) {
      case "tiles-placed":
        return this.#placed(act, at);
      case "took": {
        const [x, y, tile] = act.tile;
        this.#flyFrom([x, y], { tile }, act.seat, at);
        return at + FLIGHT;
      }
      case "tokens-won":
        for (const cell of act.cells) this.#flyFrom(cell, "star", act.seat, at);
        return at + FLIGHT;
      case "put-aside":
        this.after(at, () => this.backs(act.count, `seat-${act.seat}`, "bag"));
        return at + FLIGHT + (act.count * APART) / 2;
      case "drew":
        // Nobody has to wait for a player who only draws.
        if (act.seat !== this.table.self())
          this.after(at, () => this.backs(act.count, "bag", `seat-${act.seat}`));
        return at + SHORT;
      case "special-shown":
        return at + SPECIAL;
      case "went-out":
        this.points(act.points, act.seat, () => "bag", at);
        return at + 2 * FLIGHT;
      default:
        return at;
    }
  }

  #placed(act: Extract<Act, { event: "tiles-placed" }>, at: number): number {
    const flying = act.tiles.filter(([x, y]) => !this.table.isLaid([x, y], act.seat));
    const landed = flying.length === 0 ? at : at + (flying.length - 1) * APART + FLIGHT;
    const qwirkle = act.lines.find((line) => line.qwirkle);
    const last = act.tiles.at(-1);
    this.#lastLines = act.lines;
    this.arriving = new Set(flying.map(keyOf));
    this.after(at, () => this.#flyToBoard(flying, act.seat));
    this.after(landed, () => {
      this.#lit = act.lines;
      if (qwirkle !== undefined)
        this.#cheer = { cells: qwirkle.cells, seat: act.seat, points: act.points };
    });
    if (act.points > 0)
      this.points(
        act.points,
        act.seat,
        () => (last === undefined ? null : this.table.boxOf([last[0], last[1]])),
        landed + SHORT,
      );
    this.after(landed + LIT, () => {
      this.#lit = [];
    });
    if (qwirkle === undefined) return landed + SHORT + FLIGHT;
    this.after(landed + CHEER, () => {
      this.#cheer = null;
    });
    return landed + CHEER;
  }

  #flyToBoard(tiles: readonly Placed[], seat: number): void {
    this.flights.flyTogether(
      tiles.map(([x, y, tile], number) => ({
        picture: { tile },
        from: `seat-${seat}`,
        to: this.table.boxOf([x, y]) ?? "",
        delay: number * APART,
        onland: () => {
          this.arriving = new Set([...this.arriving].filter((other) => other !== keyOf([x, y])));
        },
      })),
    );
  }

  #flyFrom(cell: Cell, picture: Picture, seat: number, at: number): void {
    this.after(at, () => {
      const from = this.table.boxOf(cell);
      if (from !== null) this.flights.fly({ picture, from, to: `seat-${seat}`, size: [28, 24] });
    });
  }
}
