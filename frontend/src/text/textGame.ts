/** A family of games by typing: its descriptions, and how a seat plays it. */

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
  /** Describe the table for spectators. */
  board(game: G): readonly string[];
  /** List the scores; `me` is the reader’s only seat. */
  scores(game: G, now: Now, me: number | null): readonly string[];
  /** Return every tile or card that everybody sees. */
  seen(game: G): readonly TileCode[];
  /** Describe where a tile or card is. */
  find(game: G, tile: TileCode): string;
  /** Draw the table in letters; with the draft of a player, if there is one. */
  picture(game: G, player: TextPlayer | null): readonly string[];
}

/** A seat that plays by typing. */
export interface TextPlayer {
  /** Update the draft. Call it whenever the table has changed. */
  follow(): void;
  /** Handle a turn, or a step of one. */
  turn(text: string): Promise<readonly string[]>;
  /** Play the draft. */
  play(): Promise<readonly string[]>;
  /** Whether a teaching game asks to look again at what is laid out. */
  readonly asked: boolean;
  hand(): readonly string[];
  board(all: boolean): readonly string[];
  legal(text: string): Promise<readonly string[]>;
  hint(): Promise<readonly string[]>;
  undo(): Promise<readonly string[]>;
  redo(): Promise<readonly string[]>;
  /** Sort the hand: by colour, then by shape, and so on. */
  sort(): readonly string[];
  clear(): readonly string[];
  help(): readonly string[];
}
