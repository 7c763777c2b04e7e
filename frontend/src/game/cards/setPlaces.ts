/** The ways of cards, in words: into which set, and from which one. */

import type { TileCode } from "../../api/types";
import { tileList, tileName } from "../../tiles/tileNames";
import { say } from "../../words/narration";
import { setName } from "../../words/setNames";
import { t } from "../../words/translate.svelte";
import { placesAfter, type Switch } from "./lastTurn";
import type { Card, Pile, Sets } from "./piles";

/** “set 2, red cards” */
export function setWords(number: number, cards: readonly TileCode[]): string {
  return say("set", { n: number, what: setName(cards) });
}

function newSetWords(number: number, cards: readonly TileCode[]): string {
  if (cards.length === 1) return say("new-set", { n: number });
  return say("new-set/named", { n: number, what: setName(cards) });
}

/** Describe a set of which nothing is left, by the number it had. */
function goneWords(number: number, cards: readonly TileCode[]): string {
  return t("former set {n}, {what}", { n: number, what: setName(cards) });
}

/** Not a word of any language. */
const HAND = "\u0000";

/** The way of one card, with both ends in words. */
interface Way {
  readonly card: TileCode;
  /** A set, the hand, or empty if it need not be mentioned. */
  readonly source: string;
  /** Empty for the hand. */
  readonly target: string;
}

/** Describe ways; cards on the same way are named together, in a form. */
function grouped(ways: readonly Way[], form = ""): readonly string[] {
  const groups = new Map<string, Way[]>();
  for (const way of ways) {
    const key = JSON.stringify([way.source, way.target]);
    groups.set(key, [...(groups.get(key) ?? []), way]);
  }
  return [...groups.values()].map((group) => {
    const [{ source, target } = { source: "", target: "" }] = group;
    const cards = tileList(
      group.map(({ card }) => card),
      form,
    );
    if (target === "") return t("{card} back to your hand", { card: cards });
    if (source === "") return say("into", { cards, set: target });
    if (source === HAND) return t("{cards} from your hand, into {set}", { cards, set: target });
    return say("from-into", { cards, source, set: target });
  });
}

/** Describe every card of a draft that has moved: where it came from and where it is now. */
export function movesOf(before: readonly Pile[], after: readonly Pile[]): string {
  const all = new Map(
    [...before, ...after].flatMap(({ cards }) =>
      cards.map((card): [string, Card] => [card.id, card]),
    ),
  );
  const going = [...all.values()]
    .map((card) => ({ card, from: placeIn(before, card), to: placeIn(after, card) }))
    .filter(({ from, to }) => after[to]?.id !== before[from]?.id)
    .sort((a, b) => a.to - b.to || Number(a.card.from !== null) - Number(b.card.from !== null));
  const mixed = going.some(({ card, to }) => card.from !== null && to >= 0);
  const ways = going.map(({ card, from, to }) => ({
    card: card.card,
    source: card.from === null ? (mixed ? HAND : "") : sourceWords(before, from, after),
    target: targetWords(before, after, to),
  }));
  return grouped(ways).join("; ");
}

function placeIn(piles: readonly Pile[], { id }: Card): number {
  return piles.findIndex(({ cards }) => cards.some((card) => card.id === id));
}

/** Describe the set a card was in, by the number it has now. */
function sourceWords(before: readonly Pile[], from: number, after: readonly Pile[]): string {
  const pile = before[from];
  if (pile === undefined) return "";
  const place = after.findIndex(({ id }) => id === pile.id);
  if (place >= 0) return setWords(place + 1, codesOf(pile));
  return pile.cards.length === 1 ? "" : goneWords(from + 1, codesOf(pile));
}

function targetWords(before: readonly Pile[], after: readonly Pile[], to: number): string {
  const pile = after[to];
  if (pile === undefined) return "";
  const words = before.some(({ id }) => id === pile.id) ? setWords : newSetWords;
  return words(to + 1, codesOf(pile));
}

/** Read a set: its number, what it is, and all of its cards. */
function contentWords(pile: Pile, place: number): string {
  const cards = codesOf(pile);
  return t("Set {n}, {what}: {cards}.", {
    n: place + 1,
    what: setName(cards),
    cards: cards.map((card) => tileName(card)).join(", "),
  });
}

export function allSetWords(piles: readonly Pile[]): string {
  if (piles.length === 0) return t("There are no cards on the table.");
  return piles.map(contentWords).join(" ");
}

/** Read the set that an element is part of. */
export function focusedSetWords(piles: readonly Pile[], focused: Element | null): string {
  const set = focused?.closest<HTMLElement>("[data-drop]")?.dataset.drop;
  const place = piles.findIndex(({ id }) => String(id) === set);
  const pile = piles[place];
  return pile === undefined ? t("First go to a card on the table.") : contentWords(pile, place);
}

function codesOf({ cards }: Pile): readonly TileCode[] {
  return cards.map(({ card }) => card);
}

/** A turn as everybody saw it. */
export interface SeenTurn {
  readonly before: Sets;
  /** The sets after it, with new Qwirkles among them. */
  readonly after: Sets;
  readonly switches: readonly Switch[];
  /** The Qwirkles that left the table. */
  readonly qwirkles: Sets;
}

/** The sets of a turn by number: those of the table keep theirs during the turn, new ones get the next. */
interface Numbered {
  /** The number of every set after the turn. */
  readonly numbers: readonly number[];
  /** The number that every set has afterwards; undefined for a Qwirkle, which has left the table. */
  readonly later: readonly (number | undefined)[];
}

function numbered({ before, after, switches, qwirkles }: SeenTurn): Numbered {
  const stayed = before.map((set, source) =>
    without(set, switches, (one) => one.source === source),
  );
  const kept = after.map((set, target) => without(set, switches, (one) => one.target === target));
  const free = new Set(before.keys());
  let next = before.length;
  const numbers = kept.map((cards, target) => {
    // Sets that kept the same cards can be paired either way.
    const order = [target, ...free].filter((source) => free.has(source) && cards.length > 0);
    const source = order.find((one) => same(stayed[one] ?? [], cards));
    if (source === undefined) {
      next += 1;
      return next;
    }
    free.delete(source);
    return source + 1;
  });
  const later = placesAfter(after, qwirkles).map((place) =>
    place === undefined ? undefined : place + 1,
  );
  return { numbers, later };
}

/** Describe the ways of a turn's cards: those from the hand, named in a form, and those that were on the table before. */
export function turnWords(
  turn: SeenTurn,
  form = "",
): {
  readonly played: readonly string[];
  readonly moved: readonly string[];
} {
  const { before, after, switches } = turn;
  const { numbers } = numbered(turn);
  const target = (which: number): string => {
    const [set = [], number = 0] = [after[which], numbers[which]];
    return (number > before.length ? newSetWords : setWords)(number, set);
  };
  const ways = switches.map((one) => ({
    card: one.card,
    source: one.source === null ? "" : setWords(one.source + 1, before[one.source] ?? []),
    target: target(one.target),
  }));
  return {
    played: grouped(
      ways.filter((way) => way.source === ""),
      form,
    ),
    moved: grouped(ways.filter((way) => way.source !== "")),
  };
}

/** Describe the Qwirkles of a turn, by the numbers that their sets had in it. */
export function qwirkleWords(turn: SeenTurn): readonly string[] {
  const { numbers, later } = numbered(turn);
  return turn.after.flatMap((set, which) =>
    later[which] === undefined ? setWords(numbers[which] ?? 0, set) : [],
  );
}

/** Describe the sets whose numbers are others after a turn; empty if all keep theirs. */
export function renumberedWords(turn: SeenTurn): string {
  const { numbers, later } = numbered(turn);
  const changes = numbers
    .flatMap((from, which) => {
      const to = later[which];
      return to === undefined || to === from ? [] : [{ from, to }];
    })
    .sort((a, b) => a.from - b.from);
  const runs: { from: number; to: number; count: number }[] = [];
  for (const { from, to } of changes) {
    const last = runs.at(-1);
    if (last !== undefined && from === last.from + last.count && to === last.to + last.count)
      last.count += 1;
    else runs.push({ from, to, count: 1 });
  }
  if (runs.length === 0) return "";
  const parts = runs.map(({ from, to, count }) =>
    count === 1
      ? say("number", { from, to })
      : say("number-range", {
          from,
          to: from + count - 1,
          first: to,
          last: to + count - 1,
        }),
  );
  return say("numbers", { sets: parts.join("; ") });
}

function without(
  set: readonly TileCode[],
  switches: readonly Switch[],
  gone: (one: Switch) => boolean,
): readonly TileCode[] {
  const cards = switches.filter(gone).map(({ card }) => card);
  return set.filter((card) => !cards.includes(card));
}

function same(a: readonly TileCode[], b: readonly TileCode[]): boolean {
  return a.length === b.length && a.every((card) => b.includes(card));
}
