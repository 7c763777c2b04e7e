import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { boxOf, commitmentTo, Dealer, jointSeed } from "./dealer";
import { readPlaced, readRecord, readTileTurn } from "./record";
import { hex, sha256 } from "./sha256";
import { type Verdict, verdictOn, type Witness } from "./verdict";

const bytes = (text: string) => new TextEncoder().encode(text);

/** Real games, played by the rules in Python: tests/server/page_records.py. */
const FOLDER = join(import.meta.dirname, "records");
const RECORDS = readdirSync(FOLDER).map(
  (file) => [file.replace(".qwr", ""), readFileSync(join(FOLDER, file), "utf-8")] as const,
);

/** Return a witness that has seen only the commitment, and the table at the end. */
function witnessOf(text: string): Witness {
  const { headers, entries } = readRecord(text);
  const cards = /^(Game|Edition): .*cards/m.test(text);
  const board = readPlaced(headers.get("Table") ?? "");
  for (const entry of cards ? [] : entries) {
    const { take, placed } = readTileTurn(entry.turn);
    if (take !== null) board.delete(take);
    for (const [cell, tile] of placed) board.set(cell, tile);
  }
  return {
    commitment: headers.get("Seed-Commitment") ?? "",
    board: [...board].map(([cell, tile]) => {
      const [x = 0, y = 0] = cell.split(",").map(Number);
      return [x, y, tile] as const;
    }),
    left: 0,
    hands: [],
  };
}

function why(verdict: Verdict): string {
  return verdict.fair ? "fair" : verdict.why;
}

describe("sha256", () => {
  test.each([
    ["", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"],
    ["abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"],
    [
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1",
    ],
    ["a".repeat(1_000_000), "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"],
  ])("%#", (text, digest) => {
    expect(hex(sha256(bytes(text)))).toBe(digest);
  });

  test("every length around a block is what WebCrypto says", async () => {
    for (let length = 50; length < 140; length++) {
      const message = bytes("q".repeat(length));
      const other = new Uint8Array(await crypto.subtle.digest("SHA-256", message));
      expect(hex(sha256(message))).toBe(hex(other));
    }
  });
});

test("a seed deals what docs/dealing.md says", () => {
  expect(boxOf(3)).toHaveLength(108);
  const pile = new Dealer("docs").shuffled(boxOf(3), "bag");
  expect(pile.slice(0, 6)).toEqual(["Oo", "Go", "Od", "Bc", "Yd", "Oo"]);
});

test("a seed and nonces deal what docs/dealing.md says", () => {
  const seed = "5e".repeat(32);
  const joint = jointSeed(seed, ["a1".repeat(16), "", "b2".repeat(16)]);
  expect(joint).toBe("ff7ad3df16f9fd8d0d549fe6e3761c3617e736723d73b0b8a0edd00ca02cfca5");
  const pile = new Dealer(joint).shuffled(boxOf(3), "bag");
  expect(pile.slice(0, 6)).toEqual(["Gx", "Go", "Gb", "Ro", "Rs", "Po"]);
  expect(jointSeed(seed, ["", "", ""])).toBe(seed);
});

describe("a record with nonces", () => {
  const text = RECORDS.find(([name]) => name === "nonces")?.[1] ?? "";
  const witness = witnessOf(text);
  const [first = "", none = "", last = ""] = (/^Nonces: (.*)$/m.exec(text)?.[1] ?? "").split(" ");

  test("is fair, and knows the nonce of this device", () => {
    expect(none).toBe("-");
    expect(verdictOn(text, witness)).toMatchObject({ fair: true, added: false });
    const own = { ...witness, seats: [2], nonces: ["00".repeat(16), last] };
    expect(verdictOn(text, own)).toMatchObject({
      fair: true,
      added: true,
      nonces: [first, "", last],
    });
  });

  test("is not fair without a nonce, with another one, or without that of this device", () => {
    const other = "00".repeat(16);
    expect(why(verdictOn(text.replace(first, other), witness))).not.toBe("fair");
    expect(why(verdictOn(text.replace(/^Nonces: .*\n/m, ""), witness))).not.toBe("fair");
    expect(why(verdictOn(text, { ...witness, seats: [2], nonces: [first] }))).toBe("nonce");
    expect(why(verdictOn(text, { ...witness, seats: [0], nonces: [other] }))).toBe("nonce");
    expect(why(verdictOn(text, { ...witness, seats: [], nonces: [other] }))).toBe("fair");
  });
});

test("turns are read as records write them", () => {
  expect([...readPlaced("-1,-1> Pc . . Px")]).toEqual([
    ["-1,-1", "Pc"],
    ["2,-1", "Px"],
  ]);
  expect([...readPlaced("Ro@0,0 Rs@9,0")]).toEqual([
    ["0,0", "Ro"],
    ["9,0", "Rs"],
  ]);
  expect(readTileTurn("take 3,4; 5,5v Ro Rs")).toMatchObject({ take: "3,4", goesOn: false });
  expect([...readTileTurn("take 3,4; 5,5v Ro Rs").placed.keys()]).toEqual(["5,5", "5,6"]);
  expect(readTileTurn("take 3,4")).toMatchObject({ take: "3,4", goesOn: true });
  expect(readTileTurn("trade Ro Bs").traded).toEqual(["Ro", "Bs"]);
});

describe.each(RECORDS)("%s", (name, text) => {
  const witness = witnessOf(text);
  const entries = text.split("\n").filter((line) => /^\d/.test(line));

  test("is fair, with every draw", () => {
    const verdict = verdictOn(text, witness);
    const tiles = 36 * (name === "few-copies" ? 2 : 3);
    expect(verdict).toMatchObject({ fair: true, tiles, left: 0 });
    const drawn = verdict.fair ? verdict.draws.flatMap(({ tiles }) => tiles).length : 0;
    expect(drawn).toBeGreaterThan(60);
  });

  test("is not fair with another seed, promise or hand", () => {
    const seed = /^Seed: (.*)$/m.exec(text)?.[1] ?? "";
    const other = seed.replace(/^./, (first) => (first === "0" ? "1" : "0"));
    expect(why(verdictOn(text.replaceAll(seed, other), witness))).toBe("promise");
    const promised = { ...witness, commitment: commitmentTo(other) };
    expect(why(verdictOn(text.replaceAll(seed, other), promised))).not.toBe("fair");
    expect(why(verdictOn(text, promised))).toBe("promise");
    // One tile in the middle of the game is replaced by another.
    const entry = entries[Math.floor(entries.length / 2)] as string;
    const [number, seat, hand = "", ...rest] = entry.split(" | ");
    const tile = hand.slice(0, 2) === "Ro" ? "Pc" : "Ro";
    const changed = [number, seat, tile + hand.slice(2), ...rest].join(" | ");
    expect(why(verdictOn(text.replace(entry, changed), witness))).toBe("hand");
  });

  test("is not fair if the page saw something else at the end", () => {
    expect(why(verdictOn(text, { ...witness, left: 1 }))).toBe("end");
    const verdict = verdictOn(text, { ...witness, hands: [{ seat: 0, hand: ["Ro", "Ro", "Ro"] }] });
    expect(verdict).toMatchObject({ fair: false, why: "hand", seat: 0 });
    if (witness.board?.length)
      expect(why(verdictOn(text, { ...witness, board: witness.board.slice(1) }))).toBe("end");
  });
});

test("what is not the record of a finished game says so", () => {
  expect(why(verdictOn("nothing", witnessOf("Qwirkle-Record: 1")))).toBe("unread");
  expect(why(verdictOn("Qwirkle-Record: 1\nGame: classic", witnessOf("Qwirkle-Record: 1")))).toBe(
    "no-seed",
  );
});
