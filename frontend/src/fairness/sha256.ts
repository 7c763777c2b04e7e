/**
 * SHA-256 (FIPS 180-4). The browser's own is missing on pages over plain http, as between friends in
 * one house, and the check must be possible there too.
 */

/** Return the first 32 bits of the fractional part of a root, by Newton's method in whole numbers. */
function fraction(prime: number, root: 2n | 3n): number {
  const wanted = BigInt(prime) << (root === 2n ? 64n : 96n);
  let found = 1n << 40n;
  for (;;) {
    const next = ((root - 1n) * found + wanted / found ** (root - 1n)) / root;
    if (next >= found) return Number(found & 0xffffffffn);
    found = next;
  }
}

const PRIMES: number[] = [];
for (let number = 2; PRIMES.length < 64; number++)
  if (PRIMES.every((prime) => number % prime !== 0)) PRIMES.push(number);
const START = PRIMES.slice(0, 8).map((prime) => fraction(prime, 2n));
const ROUNDS = PRIMES.map((prime) => fraction(prime, 3n));

const turned = (word: number, by: number): number => (word >>> by) | (word << (32 - by));

export function sha256(message: Uint8Array): Uint8Array {
  const length = (Math.floor((message.length + 8) / 64) + 1) * 64;
  const padded = new Uint8Array(length);
  padded.set(message);
  padded[message.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setBigUint64(length - 8, BigInt(message.length) * 8n);
  const state = Uint32Array.from(START);
  for (let at = 0; at < length; at += 64) mix(state, view, at);
  const digest = new DataView(new ArrayBuffer(32));
  state.forEach((word, number) => {
    digest.setUint32(4 * number, word);
  });
  return new Uint8Array(digest.buffer);
}

function mix(state: Uint32Array, view: DataView, at: number): void {
  const words = new Uint32Array(64);
  for (let i = 0; i < 16; i++) words[i] = view.getUint32(at + 4 * i);
  for (let i = 16; i < 64; i++) {
    const [early, late] = [words[i - 15] as number, words[i - 2] as number];
    const small = turned(early, 7) ^ turned(early, 18) ^ (early >>> 3);
    const large = turned(late, 17) ^ turned(late, 19) ^ (late >>> 10);
    words[i] = (words[i - 16] as number) + small + (words[i - 7] as number) + large;
  }
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state;
  for (let i = 0; i < 64; i++) {
    const large = turned(e, 6) ^ turned(e, 11) ^ turned(e, 25);
    const choice = (e & f) ^ (~e & g);
    const first = (h + large + choice + (ROUNDS[i] as number) + (words[i] as number)) | 0;
    const small = turned(a, 2) ^ turned(a, 13) ^ turned(a, 22);
    const second = (small + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + second) | 0];
  }
  for (const [number, word] of [a, b, c, d, e, f, g, h].entries())
    state[number] = (state[number] as number) + word;
}

export function hex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
