/** A photo on its way to the analysis board: read by the server, corrected by the reader. */

import { spotOf } from "../analysis/problems";
import { post } from "../api/client";
import type { Objection, PhotoReading, PositionParts, TileCode } from "../api/types";
import { isOfPhoto, photoErrorText } from "./photoProblems";
import { type Picture, pictureIn } from "./picture";
import {
  ASSUMED,
  boardOf,
  carriedOver,
  cornersText,
  decided,
  type Outline,
  type Seen,
  seenIn,
  uncertainOf,
} from "./seen";

type Options = NonNullable<PositionParts["options"]>;

export class Photo {
  picture = $state.raw<Picture | null>(null);
  seen = $state.raw<readonly Seen[]>([]);
  frame = $state.raw<Outline | null>(null);
  problems = $state.raw<readonly Objection[]>([]);
  /** Whether a picture is being read. */
  busy = $state(false);
  /** Whether this picture has been read. */
  read = $state(false);
  /** The reason why it could not be read, in words. */
  errorMessage = $state("");
  /** The corners of the board while the reader marks them. */
  corners = $state.raw<Outline | null>(null);

  readonly board = $derived(boardOf(this.seen));
  readonly uncertain = $derived(uncertainOf(this.seen));

  #turns = 0;
  /** The corners that the reader has marked. */
  #given: Outline | null = null;
  /** The board in the photo, as options; null if it is unknown. */
  #shown: PhotoReading["options"] = null;
  #asked = 0;
  #again: () => Promise<void> = async () => {};

  constructor(
    readonly game: string,
    private readonly options: () => Options,
  ) {}

  /** The options of the game, with the board in the photo. */
  get optionsSeen(): Options {
    const { board, ...others } = this.options();
    if (this.#shown !== null) return { ...others, ...this.#shown };
    return board === undefined ? others : { ...others, board };
  }

  async take(file: Blob): Promise<void> {
    const asked = this.#begin();
    try {
      const picture = await pictureIn(file);
      if (asked !== this.#asked) return;
      this.picture = picture;
    } catch (error) {
      if (asked === this.#asked) this.#fail(error);
      return;
    }
    await this.#ask();
  }

  /** Turn the printed board by a quarter, clockwise. */
  async turn(): Promise<void> {
    await this.#ask((this.#turns + 1) % 4);
  }

  /** Let the reader mark the corners of the board. */
  pointOut(): void {
    this.corners = this.#given ?? this.frame ?? ASSUMED;
  }

  async readAgain(): Promise<void> {
    await this.#ask(this.#turns, this.corners);
  }

  /** Repeat the request that failed. */
  async tryAgain(): Promise<void> {
    await this.#again();
  }

  decide(at: number, tile: TileCode | null): void {
    this.seen = decided(this.seen, at, tile);
    void this.#check();
  }

  async #ask(turns = this.#turns, corners = this.#given): Promise<void> {
    if (this.picture === null) return;
    this.#again = () => this.#ask(turns, corners);
    const asked = this.#begin();
    const query = { game: this.game, turns, corners: corners && cornersText(corners) };
    try {
      const found = await post("/api/photos", { query, body: this.picture.data });
      if (asked !== this.#asked) return;
      this.#turns = turns;
      this.#given = corners;
      this.seen = carriedOver(this.seen, seenIn(found));
      this.frame = found.frame;
      this.problems = found.problems;
      this.#shown = found.options;
      this.corners = null;
      this.read = true;
      this.busy = false;
      if (found.problems.some(({ reason }) => reason === "no-board")) this.pointOut();
      await this.#check();
    } catch (error) {
      if (asked === this.#asked) this.#fail(error);
    }
  }

  /** Check the position by the rules, with the reader's options and corrections. */
  async #check(): Promise<void> {
    if (this.board.length === 0) return;
    const asked = this.#asked;
    const { board } = this;
    const parts: PositionParts = { game: this.game, options: this.optionsSeen, board };
    try {
      const found = await post("/api/analysis/check", { body: { parts } });
      if (asked !== this.#asked || board !== this.board) return;
      const onTable = found.problems.filter((problem) => spotOf(problem, 0) === "table");
      this.problems = [...this.problems.filter(isOfPhoto), ...onTable];
    } catch {
      // The board will report it, as soon as there is an answer again.
    }
  }

  #begin(): number {
    this.#asked += 1;
    this.busy = true;
    this.errorMessage = "";
    return this.#asked;
  }

  #fail(error: unknown): void {
    this.busy = false;
    this.errorMessage = photoErrorText(error);
  }
}
