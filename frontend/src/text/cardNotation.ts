/** The typed moves of the card game: cards, from which set, to which one. */

import type { TileCode } from "../api/types";
import type { Sets, Target } from "../game/cards/piles";
import { tilesIn } from "../tiles/tileCodes";
import { t } from "../words/translate.svelte";
import { Unreadable } from "./notation";
import { withCodes, wordOf } from "./vocabulary";

export interface CardMove {
  readonly cards: readonly TileCode[];
  /** The spoken number of the set they come from; null if it was not typed. */
  readonly from: number | null;
  /** The number of a set, a new one, the hand; null if it was not typed. */
  readonly to: Exclude<Target, number> | number | null;
}

/** Read a move: `Ro 3`, `Ro Rs Rb`, `Ro Rs > new`, `Bs 2>4`, `Ro > hand`. */
export function readMove(text: string): CardMove {
  const [before = "", after] = withCodes(text).replaceAll("→", ">").split(">");
  const cards: TileCode[] = [];
  const numbers: number[] = [];
  let to: CardMove["to"] = null;
  for (const word of before.split(/[\s,]+/).filter(Boolean)) {
    const known = wordOf(word);
    const tiles = known === undefined ? tilesIn(word) : null;
    if (/^\d{1,2}$/.test(word)) numbers.push(Number(word));
    else if (known === "new" || known === "hand") to = known;
    else if (tiles !== null) cards.push(...tiles);
    else if (known === undefined) throw unread(word);
  }
  if (after !== undefined) to = targetOf(after);
  else if (to === null && numbers.length > 0) to = numbers.pop() ?? null;
  if (cards.length === 0 || numbers.length > 1) throw unread(text);
  return { cards, from: numbers[0] ?? null, to };
}

function targetOf(text: string): CardMove["to"] {
  const word = text.trim();
  if (/^\d{1,2}$/.test(word)) return Number(word);
  const known = wordOf(word);
  if (known === "new" || known === "hand") return known;
  throw unread(text);
}

/** Read all sets after a turn: `Ro Rs Rb / Bo Bs Bx`. */
export function readSets(text: string): Sets {
  return withCodes(text)
    .split(/[/;\n]/)
    .map((set) => set.split(/[\s,]+/).filter(Boolean))
    .map((words) =>
      words
        .filter((word) => wordOf(word) !== "play")
        .flatMap((word) => {
          const tiles = tilesIn(word);
          if (tiles === null) throw unread(word);
          return tiles;
        }),
    )
    .filter((set) => set.length > 0);
}

function unread(text: string): Unreadable {
  return new Unreadable(
    t("I didn’t understand “{word}”. Type help for examples.", { word: text.trim().slice(0, 30) }),
  );
}
