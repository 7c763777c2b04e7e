/** What a game answers to somebody who types. One for tiles, one for cards. */

export interface Talk {
  /** Follow the table. To be called whenever it has changed. */
  follow(): void;
  /** A turn, or a step of one. */
  turn(text: string): Promise<readonly string[]>;
  /** Play what was laid out. */
  play(): Promise<readonly string[]>;
  hand(): readonly string[];
  board(all: boolean): readonly string[];
  legal(text: string): Promise<readonly string[]>;
  hint(): Promise<readonly string[]>;
  undo(): Promise<readonly string[]>;
  clear(): readonly string[];
  help(): readonly string[];
}
