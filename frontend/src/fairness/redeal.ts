/** Deals a whole game again from its seed and its turns, and compares the result with its record. */

import { boxOf, Dealer } from "./dealer";
import type { Dealing } from "./dealingRules";
import {
  BadRecord,
  type Entry,
  type GameRecord,
  readPlaced,
  readTileTurn,
  wordsOf,
} from "./record";

/** The announced tiles are not those that the seed deals. */
export class Unfair extends Error {
  constructor(
    readonly what: "table" | "start" | "hand" | "shown",
    readonly seat: number | null,
    readonly line: number | null,
  ) {
    super(`${what} differs (seat ${seat}, line ${line})`);
  }
}

export interface Draw {
  readonly seat: number;
  /** The line of the record; null for the first hands. */
  readonly line: number | null;
  readonly tiles: readonly string[];
}

export interface Dealt {
  readonly draws: readonly Draw[];
  readonly hands: readonly (readonly string[])[];
  /** The number of tiles, or cards, that were never drawn. */
  readonly left: number;
  /** The tiles on the board, by cell; empty for cards. */
  readonly board: ReadonlyMap<string, string>;
}

/** Return every draw of a recorded game. Throws `Unfair` where the record differs. */
export function deal(record: GameRecord, rules: Dealing, seed: string): Dealt {
  const table = new Deal(record, rules, new Dealer(seed));
  table.begin();
  for (const entry of record.entries) table.play(entry);
  const { draws, hands, pile, board } = table;
  return { draws, hands, left: pile.length, board };
}

class Deal {
  readonly draws: Draw[] = [];
  readonly hands: string[][];
  readonly board = new Map<string, string>();
  pile: string[] = [];
  #sets: readonly (readonly string[])[] = [];
  #turnsPlayed = 0;
  #shown: string[] = [];

  constructor(
    readonly record: GameRecord,
    readonly rules: Dealing,
    readonly dealer: Dealer,
  ) {
    const seats = [...record.headers.keys()].filter((key) => key.startsWith("Player-")).length;
    this.hands = Array.from({ length: seats }, () => []);
  }

  begin(): void {
    if (this.rules.cards) this.#dealCards();
    else this.#dealTiles();
    const sizes = this.hands.map(largestSet);
    const stated = wordsOf(this.record.headers.get("Sets") ?? "");
    if (stated.length > 0 && stated.join() !== sizes.join()) throw new Unfair("start", null, null);
    const first = this.record.entries[0];
    const tied = [...sizes.keys()].filter((seat) => sizes[seat] === Math.max(...sizes));
    const starter = this.dealer.shuffled(tied, "starter")[0];
    if (first !== undefined && first.seat !== starter)
      throw new Unfair("start", first.seat, first.line);
  }

  play(entry: Entry): void {
    const hand = this.hands[entry.seat];
    if (hand === undefined) throw new BadRecord(entry.line);
    if (entry.hand !== null && !sameTiles(entry.hand, hand))
      throw new Unfair("hand", entry.seat, entry.line);
    this.#shown = [];
    if (this.rules.cards) this.#playCards(entry, hand);
    else this.#playTiles(entry, hand);
    if (this.#shown.join() !== entry.shown.join()) throw new Unfair("shown", null, entry.line);
  }

  #dealTiles(): void {
    const laid = readPlaced(this.record.headers.get("Table") ?? "");
    const { specials, copies } = this.rules;
    const box = boxOf(copies);
    if (laid.size === 0) this.pile = this.dealer.shuffled([...box, ...specials], "bag");
    else this.#lay(laid, specials);
    for (const seat of this.hands.keys()) this.#draw(seat, this.rules.hand, null);
    const stated = wordsOf(this.record.headers.get("Shown") ?? "");
    if (stated.join() !== this.#shown.join()) throw new Unfair("shown", null, null);
  }

  /** Lay the first tiles face up; special ones are mixed into the others after that. */
  #lay(laid: ReadonlyMap<string, string>, specials: readonly string[]): void {
    const tiles = this.dealer.shuffled(boxOf(this.rules.copies), "bag");
    for (const [number, [cell, tile]] of [...laid].entries()) {
      if (tiles[number] !== tile) throw new Unfair("table", null, null);
      this.board.set(cell, tile);
    }
    const rest = [...tiles.slice(laid.size), ...specials];
    this.pile = specials.length > 0 ? this.dealer.shuffled(rest, "specials") : rest;
  }

  #dealCards(): void {
    for (let again = 1; again <= 1000; again++) {
      this.pile = this.dealer.shuffled(
        boxOf(this.rules.copies),
        again === 1 ? "deck" : `deck ${again}`,
      );
      this.draws.length = 0;
      for (const seat of this.hands.keys()) {
        this.hands[seat] = [];
        this.#draw(seat, this.rules.hand, null);
      }
      if (Math.max(...this.hands.map(largestSet)) >= this.rules.smallestSet) return;
    }
  }

  #playTiles(entry: Entry, hand: string[]): void {
    const { take, placed, traded, drawsThree, goesOn } = readTileTurn(entry.turn);
    if (take !== null) {
      const tile = this.board.get(take);
      if (tile === undefined) throw new BadRecord(entry.line);
      this.board.delete(take);
      hand.push(tile);
    }
    if (drawsThree) this.#draw(entry.seat, 3, entry.line);
    for (const [cell, tile] of placed) {
      give(hand, tile, entry);
      this.board.set(cell, tile);
    }
    if (placed.size > 0) this.#draw(entry.seat, this.rules.hand - hand.length, entry.line);
    if (traded.length > 0) this.#trade(entry, hand, traded);
    if (!goesOn) this.#turnsPlayed++;
  }

  #trade(entry: Entry, hand: string[], traded: readonly string[]): void {
    for (const tile of traded) give(hand, tile, entry);
    const room = this.rules.hand - hand.length;
    const many = this.rules.draws === "as-many" ? traded.length : Math.min(traded.length, room);
    this.#draw(entry.seat, many, entry.line);
    const label = `trade ${this.#turnsPlayed}`;
    this.pile =
      this.rules.returned === "mixed"
        ? this.dealer.shuffled([...this.pile, ...traded], label)
        : [...this.pile, ...this.dealer.shuffled(traded, label)];
  }

  #playCards(entry: Entry, hand: string[]): void {
    if (entry.turn === "exchange") {
      this.pile = this.dealer.shuffled([...this.pile, ...hand], `exchange ${this.#turnsPlayed}`);
      hand.length = 0;
    } else if (entry.turn !== "pass") {
      const after = entry.turn.split("/").map(wordsOf);
      const before = this.#sets.flat();
      for (const card of after.flat()) {
        const lay = before.indexOf(card);
        if (lay >= 0) before.splice(lay, 1);
        else give(hand, card, entry);
      }
      // Qwirkles leave the table immediately.
      this.#sets = after.filter((set) => set.length < 6);
    }
    if (entry.turn !== "pass") this.#draw(entry.seat, this.rules.hand - hand.length, entry.line);
    this.#turnsPlayed++;
  }

  /** Draw this many tiles, or as many as the pile has; special tiles are shown and do not count. */
  #draw(seat: number, count: number, line: number | null): void {
    const tiles: string[] = [];
    while (tiles.length < count) {
      const piece = this.pile.shift();
      if (piece === undefined) break;
      if (this.rules.specials.includes(piece)) this.#shown.push(piece);
      else tiles.push(piece);
    }
    this.hands[seat]?.push(...tiles);
    if (tiles.length > 0) this.draws.push({ seat, line, tiles });
  }
}

/** Remove a tile from a hand; one that is missing was not dealt. */
function give(hand: string[], tile: string, entry: Entry): void {
  const at = hand.indexOf(tile);
  if (at < 0) throw new Unfair("hand", entry.seat, entry.line);
  hand.splice(at, 1);
}

/** Return the size of the largest set in a hand: one colour or one shape, none twice. */
export function largestSet(hand: readonly string[]): number {
  const kinds = [...new Set(hand)];
  const count = (letter: string) => kinds.filter((tile) => tile.includes(letter)).length;
  return Math.max(0, ...Array.from("ROYGBPoxdsbc", count));
}

export function sameTiles(a: readonly string[], b: readonly string[]): boolean {
  return a.toSorted().join() === b.toSorted().join();
}
