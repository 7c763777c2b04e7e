/** The server's values, by the names the page uses. Shapes: docs/tables.md and docs/protocol.md. */

import type { components } from "./schema.gen";

type Schemas = components["schemas"];
/** The same with some fields that need not be given. */
type Loose<T, Fields extends keyof T> = Omit<T, Fields> & Partial<Pick<T, Fields>>;

export type Cell = readonly [x: number, y: number];
export type TileCode = string;
export type Placed = readonly [x: number, y: number, tile: TileCode];

export type Problem = Required<Omit<Schemas["Problem"], "type">>;

export type Objection = Schemas["ObjectionSeen"];

export type SeatKind = SeatSeen["kind"];
export type Phase = Now["phase"];

export type SeatSeen = Schemas["SeatSeen"];

export type Ended = Schemas["Ended"];

/** What may be different after every event, the same for everybody. */
export type Now = Schemas["Now"];

export type You = Schemas["You"];

export type Clock = Loose<Schemas["Clock"], "added_ms">;

export type EditionSeen = Schemas["EditionSeen"];

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

export type TableView = Omit<Schemas["TableView"], "game"> & { readonly game: Game | null };

export type BoardChange = Schemas["BoardChange"];

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

/** What the rules say about a draft. */
export type Preview = Loose<Schemas["PreviewSeen"], "homes" | "sets">;

/** Cards arranged by the server: the table after a turn with them. */
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

export type Done = Pick<Schemas["Done"], "seq" | "first">;
