/** A reader of the server's records (docs/notation.md): enough of them to deal again. */

export interface Entry {
  /** The line in the file, from 1. */
  readonly line: number;
  readonly seat: number;
  /** Null where it is not written. */
  readonly hand: readonly string[] | null;
  readonly turn: string;
  /** Special tiles that the turn drew and showed. */
  readonly shown: readonly string[];
}

export interface GameRecord {
  readonly headers: ReadonlyMap<string, string>;
  readonly entries: readonly Entry[];
}

/** The text is not a record, or not one of this kind. */
export class BadRecord extends Error {
  constructor(readonly line: number) {
    super(`line ${line} of the record cannot be read`);
  }
}

export function readRecord(text: string): GameRecord {
  const headers = new Map<string, string>();
  const entries: Entry[] = [];
  for (const [number, line] of text.split("\n").entries()) {
    if (line.trim() === "" || line.startsWith("#")) continue;
    if (/^\d/.test(line)) entries.push(readEntry(line, number + 1));
    else {
      const colon = line.indexOf(":");
      if (colon < 0) throw new BadRecord(number + 1);
      headers.set(line.slice(0, colon), line.slice(colon + 1).trim());
    }
  }
  if (headers.get("Qwirkle-Record") !== "1") throw new BadRecord(1);
  return { headers, entries };
}

function readEntry(text: string, line: number): Entry {
  const [, seat, hand, turn] = text.split("|").map((part) => part.trim());
  if (turn === undefined || hand === undefined || !(Number(seat) >= 1)) throw new BadRecord(line);
  const [act = "", ...shown] = turn.split("!").map((part) => part.trim());
  return { line, seat: Number(seat) - 1, hand: handOf(hand), turn: act, shown };
}

function handOf(text: string): readonly string[] | null {
  if (text === "?") return null;
  return text === "-" ? [] : wordsOf(text);
}

export function wordsOf(text: string): string[] {
  return text.split(/\s+/).filter(Boolean);
}

/** A turn of a placement game; cells are texts, "x,y". */
export interface TileTurn {
  readonly take: string | null;
  readonly placed: ReadonlyMap<string, string>;
  readonly traded: readonly string[];
  readonly drawsThree: boolean;
  /** Whether the turn continues after it. */
  readonly goesOn: boolean;
}

const STEP: Readonly<Record<string, readonly [number, number]>> = {
  ">": [1, 0],
  v: [0, 1],
  "<": [-1, 0],
  "^": [0, -1],
};

export function readTileTurn(text: string): TileTurn {
  const taking = /^take (-?\d+,-?\d+)(?:; *(.*))?$/.exec(text);
  const take = taking?.[1] ?? null;
  const rest = taking === null ? text : (taking[2] ?? "");
  const trading = /^trade (.*)$/.exec(rest);
  const drawsThree = rest === "draw3";
  return {
    take,
    placed: trading !== null || rest === "pass" || drawsThree ? new Map() : readPlaced(rest),
    traded: wordsOf(trading?.[1] ?? ""),
    drawsThree,
    goesOn: drawsThree || rest === "",
  };
}

/** Read tiles with their cells: `Ro@3,4 Rs@4,4`, or a run `3,4> Ro . Rs`. */
export function readPlaced(text: string): Map<string, string> {
  const placed = new Map<string, string>();
  const run = /^(-?\d+),(-?\d+)([>v<^]) (.*)$/.exec(text);
  if (run === null) {
    for (const word of wordsOf(text)) {
      const [tile = "", cell = ""] = word.split("@");
      placed.set(cell, tile);
    }
    return placed;
  }
  const [dx, dy] = STEP[run[3] as string] as readonly [number, number];
  let [x, y] = [Number(run[1]), Number(run[2])];
  for (const word of wordsOf(run[4] as string)) {
    if (word !== ".") placed.set(`${x},${y}`, word);
    x += dx;
    y += dy;
  }
  return placed;
}
