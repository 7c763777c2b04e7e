/** The server's values, by the names the page uses. Shapes: docs/tables.md and docs/protocol.md. */

export type Cell = readonly [x: number, y: number];
export type TileCode = string;
export type Placed = readonly [x: number, y: number, tile: TileCode];

export interface Problem {
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  readonly reason: string;
  readonly objections: readonly Objection[];
}

export interface Objection {
  readonly reason: string;
  readonly message: string;
  readonly cells: readonly Cell[];
  readonly params?: Readonly<Record<string, string | number>>;
}

export type SeatKind = "person" | "bot" | "open";
export type Phase = "lobby" | "playing" | "ended";

export interface SeatSeen {
  readonly kind: SeatKind;
  readonly name: string;
  readonly bot: string;
  readonly taken: boolean;
  readonly reserved: boolean;
  readonly account: boolean;
  readonly out: "resigned" | "time" | "missed" | "voted" | null;
  readonly missed: number;
  readonly left_ms: number | null;
}

export interface OpenVote {
  readonly about: "end" | "remove";
  readonly agreed: readonly number[];
  readonly gone: number | null;
}

export interface Ended {
  readonly how: "finished" | "resigned" | "agreed" | "closed" | "never-started";
  readonly winners: readonly number[];
  readonly scores: readonly number[];
  readonly [more: string]: unknown;
}

/** What may be different after every event, the same for everybody. */
export interface Now {
  readonly seq: number;
  readonly phase: Phase;
  readonly seats: readonly SeatSeen[];
  readonly turn: number | null;
  readonly turn_since: number;
  readonly deadline: number | null;
  readonly gone_at: number | null;
  readonly vote: OpenVote | null;
  readonly rated: boolean;
  readonly ended: Ended | null;
  readonly seed: string | null;
  readonly rematch: string | null;
}

export interface Hand {
  readonly seat: number;
  readonly hand: readonly TileCode[];
}

export interface You {
  readonly seats: readonly number[];
  readonly host: boolean;
  readonly hands: readonly Hand[];
}

export interface Clock {
  readonly per: "turn" | "game";
  readonly ms: number;
  readonly added_ms?: number;
}

export interface EditionSeen {
  readonly game: string;
  readonly name: string;
  readonly about: string;
  readonly faces: string;
  readonly options: Readonly<Record<string, unknown>>;
  readonly house_rule: string | null;
}

export interface Squares {
  readonly width?: number;
  readonly height?: number;
  readonly "1"?: readonly Cell[];
  readonly "2"?: readonly Cell[];
  readonly star?: readonly Cell[];
  readonly centre?: readonly Cell[];
  readonly black?: readonly Cell[];
  readonly stars_left?: readonly Cell[];
}

export interface PlayerSeen {
  readonly name: string;
  readonly score: number;
  readonly tiles?: number;
  readonly cards?: number;
  readonly qwirkles?: readonly (readonly TileCode[])[];
  readonly tokens?: number;
  readonly actions?: readonly string[];
}

/** The game as a spectator sees it; the placement games and the card game share most names. */
export interface Game {
  readonly game: string;
  readonly options: Readonly<Record<string, unknown>>;
  readonly seq: number;
  readonly players: readonly PlayerSeen[];
  readonly turn: number | null;
  readonly last: Readonly<Record<string, unknown>> | null;
  readonly result: Readonly<Record<string, unknown>> | null;
  readonly board?: readonly Placed[];
  readonly squares?: Squares;
  readonly bag?: number;
  readonly opening_tiles?: number | null;
  readonly used?: readonly string[];
  readonly taken?: Cell | null;
  readonly table?: readonly (readonly TileCode[])[];
  readonly deck?: number;
  readonly opening_cards?: number | null;
  readonly turns_left?: number | null;
}

export interface TableView {
  readonly table: string;
  readonly at: number;
  readonly edition: EditionSeen;
  readonly clock: Clock | null;
  readonly spectators: "anyone" | "nobody";
  readonly hints: boolean;
  readonly patience_ms: number;
  readonly commitment: string;
  readonly before: string | null;
  readonly now: Now;
  readonly game: Game | null;
  readonly you: You;
}

export interface BoardChange {
  readonly add: readonly Placed[];
  readonly remove: readonly Cell[];
}

export interface TableEvent {
  readonly event: string;
  readonly [field: string]: unknown;
}

export interface Told {
  readonly seq: number;
  readonly at: number;
  readonly event: TableEvent;
  readonly now: Now;
  readonly game: Partial<Game> | null;
  readonly board: BoardChange | null;
  readonly you: You;
}

export interface Line {
  readonly cells: readonly Cell[];
  readonly points: number;
  readonly qwirkle: boolean;
}

/** The rules' word on a turn that somebody is thinking about. */
export interface Preview {
  readonly legal: boolean;
  readonly points: number;
  readonly bonus: number;
  readonly lines: readonly Line[];
  readonly stars: readonly Cell[];
  readonly played: readonly TileCode[];
  readonly qwirkles: number;
  readonly cells: Readonly<Record<TileCode, readonly Cell[]>>;
  readonly anywhere: boolean;
  readonly takeable: readonly Cell[];
  readonly playable: readonly TileCode[];
  /** The card game, set by set of the draft: the reasons why it is none yet. */
  readonly sets?: readonly (readonly string[])[];
  /** The card game, by card: the sets of the draft that it could join as they lie. */
  readonly homes?: Readonly<Record<TileCode, readonly number[]>>;
  readonly objections: readonly Objection[];
}

/** Cards laid by the server: the table after a turn with them. */
export interface Arranged {
  readonly possible: boolean;
  readonly after: readonly (readonly TileCode[])[];
  readonly qwirkles: number;
  readonly moved: number;
}

export interface Hint {
  readonly turn: Turn;
  readonly points: number;
  readonly reason: string;
  readonly code?: string;
  readonly params?: Readonly<Record<string, string | number>>;
}

/** A turn as the public contract writes it. */
export type Turn = Readonly<Record<string, unknown>>;

export type Command = { readonly do: string; readonly [field: string]: unknown };

export interface Done {
  readonly seq: number;
  readonly first: number;
}
