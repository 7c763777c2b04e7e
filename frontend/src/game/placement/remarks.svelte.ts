/**
 * The remarks of a first game: each explains one thing at its moment, once on this device. Whoever has
 * finished a game, or has turned tips off, gets none. All facts are those of the server.
 */

import type { Cell, EventView, Line } from "../../api/types";
import type { TableState } from "../../live/tableState.svelte";
import { isNewcomer } from "../../results/results";
import { settings } from "../../settings/settings.svelte";
import { n, t } from "../../words/translate.svelte";
import { actsOf } from "../shared/narrator";
import { turnsOf } from "../shared/recentTurns";
import type { PlacementTurn } from "./placementTurn.svelte";
import { longLines, type QwirkleInReach, qwirkleInReach } from "./qwirkleInReach";

type Key = "qwirkle" | "five" | "nowhere" | "trade" | "score" | "friendly";

export interface Remark {
  readonly key: Key;
  readonly text: string;
}

const STORED = "qwirkle.remarks";
/** One tile less than a Qwirkle has. */
const FIVE = 5;

export class Remarks {
  /** Whether this is a first game. It stays one until the table is left. */
  readonly #first = isNewcomer();
  /** Whether there may be remarks: then the table keeps room for them from the beginning. */
  readonly expected = $derived(this.#first && settings.tips);
  #seen = $state.raw<ReadonlySet<string>>(read());
  #reach = $state.raw<QwirkleInReach | null>(null);
  #left = false;

  /** The lines that turns have made, the acts of the own turns, and the number of those turns. */
  readonly #lines = $derived.by(() => this.#placed(null).flatMap(({ lines }) => lines));
  readonly #own = $derived.by(() => this.#placed(this.turn()?.seat ?? -1));

  /** The remark to show now; null if there is nothing to say. */
  readonly current = $derived.by<Remark | null>(() => {
    const turn = this.turn();
    if (!this.expected || turn === null) return null;
    return this.#moments(turn).find(({ key }) => !this.#seen.has(key)) ?? null;
  });
  /** The tiles of the hand and the cells of the table that the remark is about. */
  readonly marked = $derived.by<ReadonlySet<number>>(() => {
    const turn = this.turn();
    if (this.current?.key !== "qwirkle" || turn === null) return new Set();
    const free = turn.draft.hand.filter(({ id }) => !turn.draft.isLaid(id));
    const ids = (this.#reach?.place ?? []).flatMap(([, , kind]) => {
      const at = free.findIndex(({ tile }) => tile === kind);
      return at < 0 ? [] : free.splice(at, 1).map(({ id }) => id);
    });
    return new Set(ids);
  });
  readonly cells = $derived.by<readonly Cell[]>(() =>
    this.current?.key === "qwirkle" ? (this.#reach?.line.cells ?? []) : [],
  );

  constructor(
    readonly table: TableState,
    readonly turn: () => PlacementTurn | null,
    readonly events: () => readonly EventView[],
  ) {}

  /** Look for a Qwirkle in reach, at the beginning of an own turn. */
  async look(): Promise<void> {
    const turn = this.turn();
    this.#reach = null;
    if (!this.expected || this.#seen.has("qwirkle")) return;
    if (turn === null || !turn.myTurn || turn.start === null) return;
    const { start } = turn;
    const hand = turn.draft.hand.map(({ tile }) => tile);
    const found = await qwirkleInReach(hand, longLines(this.#lines), start, (place) =>
      turn.judge(place),
    );
    if (!this.#left && turn.start === start && turn.myTurn) this.#reach = found;
  }

  /** The table is left: an answer that is on its way is about nothing any more. */
  leave(): void {
    this.#left = true;
  }

  /** Note what needs no further remark: those that were dismissed, or whose moment has passed. */
  note(key: Key): void {
    if (this.#seen.has(key)) return;
    this.#seen = new Set([...this.#seen, key]);
    try {
      localStorage.setItem(STORED, JSON.stringify([...this.#seen]));
    } catch {
      // Private windows may refuse: then it is explained again.
    }
  }

  /** Note that a remark gave way to another one. That of a Qwirkle in reach returns until one was made. */
  passed(key: Key): void {
    if (key !== "qwirkle" || this.#own.some(({ lines }) => lines.some(({ qwirkle }) => qwirkle)))
      this.note(key);
  }

  /** Return what could be said now, the most important first. */
  #moments(turn: PlacementTurn): readonly Remark[] {
    const { draft } = turn;
    const idle = !draft.begun && draft.chosen === null;
    const moments: Remark[] = [];
    const add = (key: Key, when: boolean, text: () => string) => {
      if (when) moments.push({ key, text: text() });
    };
    const reach = turn.myTurn ? this.#reach : null;
    add("qwirkle", reach !== null, () => reachText(reach as QwirkleInReach));
    const five = turn.verdict?.legal === true && turn.verdict.lines.some(isFive);
    add("five", five && !turn.begins, () =>
      t("Careful: that leaves a line of five. Whoever has the sixth tile makes a Qwirkle."),
    );
    add("nowhere", turn.nowhere !== "" && !turn.begins && draft.laid.length === 0, () =>
      t("Every place would break a line: one colour or one shape, and no tile twice."),
    );
    const stuck = turn.start !== null && Object.keys(turn.start.cells).length === 0;
    add("trade", turn.myTurn && (draft.mode === "trade" || (stuck && turn.mayTrade)), () =>
      t("Trading is a turn without points: put tiles back and draw as many new ones."),
    );
    const last = this.#own.at(-1);
    add("score", idle && last !== undefined && last.lines.length > 1, () =>
      scoreText(last?.points ?? 0, last?.lines ?? []),
    );
    add("friendly", idle && this.table.view?.friendly_deal === true && this.#own.length === 1, () =>
      t("This first deal is friendly: a Qwirkle is in reach."),
    );
    return moments;
  }

  /** Return the placements of a seat, or of everybody. */
  #placed(seat: number | null) {
    return turnsOf(this.events())
      .filter((turn) => seat === null || turn.seat === seat)
      .flatMap(({ events }) => events.flatMap(actsOf))
      .flatMap((act) => (act.event === "tiles-placed" ? [act] : []));
  }
}

function isFive({ cells, qwirkle }: Line): boolean {
  return cells.length === FIVE && !qwirkle;
}

function reachText({ place, line }: QwirkleInReach): string {
  return n(
    "The marked tile makes this line a Qwirkle: six in a line, {points} points!",
    "The {n} marked tiles make this line a Qwirkle: six in a line, {points} points!",
    place.length,
    { points: line.points },
  );
}

function scoreText(points: number, lines: readonly Line[]): string {
  const sum = lines.map((line) => line.points).join("\u00a0+\u00a0"); // stays on one line
  return t("Why {points} points? Your tiles are in {n} lines, and each line counts: {sum}.", {
    points,
    n: lines.length,
    sum,
  });
}

function read(): ReadonlySet<string> {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(STORED) ?? "[]");
    return new Set(Array.isArray(stored) ? stored.map(String) : []);
  } catch {
    return new Set();
  }
}
