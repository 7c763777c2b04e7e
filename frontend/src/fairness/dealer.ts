/** The dealing by a seed: docs/dealing.md, implemented a second time and from its text alone. */

import { hex, sha256 } from "./sha256";

/** Return the tiles by colour, then shape, the copies of each in a row; cards are the same. */
export function boxOf(copies: number): readonly string[] {
  return Array.from("ROYGBP").flatMap((colour) =>
    Array.from("oxdsbc").flatMap((shape) => Array<string>(copies).fill(colour + shape)),
  );
}

const UTF8 = new TextEncoder();

/** Return the commitment that a table shows before the game, to which its seed is held afterwards. */
export function commitmentTo(seed: string): string {
  return hex(sha256(UTF8.encode(`qwirkle seed commitment\n${seed}`)));
}

/** Return the seed that a table deals by: its own, and what the devices of its seats added. */
export function jointSeed(seed: string, nonces: readonly string[]): string {
  if (nonces.every((nonce) => nonce === "")) return seed;
  const lines = nonces.map((nonce) => `${nonce}\n`).join("");
  return hex(sha256(UTF8.encode(`qwirkle joint seed\n${lines}${seed}`)));
}

export class Dealer {
  readonly #key: Uint8Array;

  constructor(seed: string) {
    this.#key = sha256(UTF8.encode(seed));
  }

  shuffled<T>(things: readonly T[], label: string): T[] {
    const order = [...things];
    const words = this.#words(label);
    for (let last = order.length - 1; last > 0; last--) {
      const chosen = below(last + 1, words);
      [order[last], order[chosen]] = [order[chosen] as T, order[last] as T];
    }
    return order;
  }

  *#words(label: string): Generator<number, never> {
    const name = UTF8.encode(label);
    const block = new Uint8Array(40 + name.length);
    block.set(this.#key);
    block.set(name, 40);
    const view = new DataView(block.buffer);
    for (let number = 0; ; number++) {
      view.setBigUint64(32, BigInt(number));
      const digest = new DataView(sha256(block).buffer);
      for (let at = 0; at < 32; at += 4) yield digest.getUint32(at);
    }
  }
}

function below(limit: number, words: Generator<number, never>): number {
  const fair = Math.floor(2 ** 32 / limit) * limit;
  for (;;) {
    const word = words.next().value;
    if (word < fair) return word % limit;
  }
}
