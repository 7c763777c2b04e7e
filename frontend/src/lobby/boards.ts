/** The boards that a table can have: those with a name, and quarters that can be turned. */

import { get } from "../api/client";
import type { Squares } from "../api/types";

/** A quarter: its kind and how often it is turned clockwise, such as `connect:1`. */
export type Quarters = readonly [string, string, string, string];

export function isQuarters(value: unknown): value is Quarters {
  return Array.isArray(value) && value.length === 4;
}

export interface NamedBoard {
  /** The server's name; empty if the board is known by its quarters. */
  readonly name: string;
  readonly quarters: Quarters;
}

/** The boards by game; the first one is the default. Other games have no choice. */
export const BOARDS: Readonly<Record<string, readonly NamedBoard[]>> = {
  connect: [
    { name: "diamond", quarters: ["connect:1", "connect:0", "connect:0", "connect:1"] },
    { name: "cross", quarters: ["connect:0", "connect:1", "connect:1", "connect:0"] },
  ],
  combined: [
    { name: "combined", quarters: ["select:0", "connect:0", "connect:0", "select:2"] },
    { name: "", quarters: ["select:0", "select:1", "connect:0", "connect:1"] },
  ],
};

/** Return the board with one quarter turned clockwise once more. */
export function turned(quarters: Quarters, which: number): Quarters {
  const [kind = "", turns = "0"] = quarters[which]?.split(":") ?? [];
  const next: [string, string, string, string] = [...quarters];
  next[which] = `${kind}:${(Number(turns) + 1) % 4}`;
  return next;
}

/** Return the value of the option: a name where the board has one. */
export function boardOption(game: string, quarters: Quarters): string | Quarters {
  const named = BOARDS[game]?.find((board) => board.name && same(board.quarters, quarters));
  return named?.name ?? quarters;
}

export function same(a: Quarters, b: Quarters): boolean {
  return a.every((quarter, at) => quarter === b[at]);
}

/** Return the print of a game's board with these options; null where there is none. */
export async function squaresOf(
  game: string,
  options: Readonly<Record<string, unknown>>,
): Promise<Squares | null> {
  const chosen = Object.entries(options).map(([name, value]) => [
    name,
    typeof value === "string" ? value : JSON.stringify(value),
  ]);
  const query = { game, ...Object.fromEntries(chosen) };
  try {
    return (await get("/api/boards", { query })).squares;
  } catch {
    // The picture is only an aid: the table can be opened without it.
    return null;
  }
}
