/** The verdict whether a game was dealt as its table promised: everything is recomputed on this device. */

import type { Placed } from "../api/types";
import { boxOf, commitmentTo, jointSeed } from "./dealer";
import { dealingOf } from "./dealingRules";
import { BadRecord, type GameRecord, readRecord, wordsOf } from "./record";
import { type Dealt, type Draw, deal, sameTiles, Unfair } from "./redeal";

/** The knowledge of this page, apart from the record. */
export interface Witness {
  /** The commitment that the table showed during the game. */
  readonly commitment: string;
  readonly board?: readonly Placed[] | undefined;
  readonly left?: number | undefined;
  readonly hands: readonly { readonly seat: number; readonly hand: readonly string[] }[];
  /** The seats of this device, and the nonces that it offered. */
  readonly seats?: readonly number[];
  readonly nonces?: readonly string[];
}

export interface Fair {
  readonly fair: true;
  readonly seed: string;
  /** What devices added to the seed, by seat; empty texts for none. */
  readonly nonces: readonly string[];
  /** Whether one of them is known to be of this device. */
  readonly added: boolean;
  readonly commitment: string;
  readonly tiles: number;
  readonly cards: boolean;
  readonly draws: readonly Draw[];
  readonly left: number;
}

export interface NotFair {
  readonly fair: false;
  readonly why:
    | "no-seed"
    | "promise"
    | "nonce"
    | "unread"
    | "unknown-game"
    | "end"
    | Unfair["what"];
  readonly seat: number | null;
  readonly line: number | null;
}

export type Verdict = Fair | NotFair;

export function verdictOn(text: string, witness: Witness): Verdict {
  try {
    return judged(text, witness);
  } catch (error) {
    if (error instanceof Unfair) return not(error.what, error.seat, error.line);
    if (error instanceof BadRecord) return not("unread", null, error.line);
    if (error instanceof SyntaxError) return not("unread");
    throw error;
  }
}

function judged(text: string, witness: Witness): Verdict {
  const record = readRecord(text);
  const seed = record.headers.get("Seed");
  if (seed === undefined) return not("no-seed");
  if (commitmentTo(seed) !== witness.commitment) return not("promise");
  const rules = dealingOf(record);
  if (rules === undefined) return not("unknown-game");
  const nonces = noncesIn(record);
  const added = isAdded(nonces, witness);
  if (added === false && record.headers.get("Deal") !== "friendly") return not("nonce");
  const dealt = deal(record, rules, jointSeed(seed, nonces));
  const odd = oddEnd(dealt, witness);
  if (odd !== null) return odd;
  const { draws, left } = dealt;
  const { commitment } = witness;
  return {
    fair: true,
    seed,
    nonces,
    added: added === true,
    commitment,
    tiles: boxOf(rules.copies).length,
    cards: rules.cards,
    draws,
    left,
  };
}

function noncesIn(record: GameRecord): string[] {
  return wordsOf(record.headers.get("Nonces") ?? "").map((word) => (word === "-" ? "" : word));
}

/** Return whether a seat of this device was dealt with a nonce of its own; null if it offered none. */
function isAdded(nonces: readonly string[], witness: Witness): boolean | null {
  const { seats = [], nonces: offered = [] } = witness;
  if (seats.length === 0 || offered.length === 0) return null;
  return seats.some((seat) => offered.includes(nonces[seat] ?? ""));
}

/** Check that the position at the end is the one that the page has seen. */
function oddEnd(dealt: Dealt, witness: Witness): NotFair | null {
  for (const { seat, hand } of witness.hands)
    if (!sameTiles(hand, dealt.hands[seat] ?? [])) return not("hand", seat);
  if (witness.left !== undefined && witness.left !== dealt.left) return not("end");
  const board = witness.board ?? [];
  if (board.length !== dealt.board.size) return not("end");
  return board.every(([x, y, tile]) => dealt.board.get(`${x},${y}`) === tile) ? null : not("end");
}

function not(why: NotFair["why"], seat: number | null = null, line: number | null = null): NotFair {
  return { fair: false, why, seat, line };
}
