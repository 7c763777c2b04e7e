/** A family of games by typing: what is said about a game, and how a seat plays it. */

import type { Game, Now, TileCode } from "../api/types";
import type { TableState } from "../live/tableState.svelte";

/** One family of games by typing. */
export interface TextGame<G extends Game = Game> {
  /** The game whose rules a house rule starts from. */
  readonly baseGame: string;
  /** A seat of this device that plays by typing. */
  readonly Player: new (
    table: TableState,
    seat: number,
  ) => TextPlayer;
  /** The table in words, for those who only watch. */
  board(game: G): readonly string[];
  scores(game: G, now: Now): readonly string[];
  /** Every tile or card that everybody sees. */
  seen(game: G): readonly TileCode[];
  /** Where a tile or card is, in words. */
  find(game: G, tile: TileCode): string;
  /** The table in letters; with the draft of a player, if there is one. */
  picture(game: G, player: TextPlayer | null): readonly string[];
}

/** Answers what one seat types. */
export interface TextPlayer {
  /** Bring the draft up to date. Call it whenever the table has changed. */
  follow(): void;
  /** A turn, or a step of one. */
  turn(text: string): Promise<readonly string[]>;
  /** Play what is laid out. */
  play(): Promise<readonly string[]>;
  hand(): readonly string[];
  board(all: boolean): readonly string[];
  legal(text: string): Promise<readonly string[]>;
  hint(): Promise<readonly string[]>;
  undo(): Promise<readonly string[]>;
  clear(): readonly string[];
  help(): readonly string[];
}
