/** The ways of cards, in words: into which set, and from which one. */

import type { TileCode } from "../../api/types";
import { tileList } from "../../tiles/tileNames";
import { setName } from "../../words/setNames";
import { t } from "../../words/translate.svelte";
import { placesAfter, type Switch } from "./lastTurn";
import type { Card, Pile, Sets } from "./piles";

/** “set 2, red cards” */
export function setWords(number: number, cards: readonly TileCode[]): string {
  return t("set {n}, {what}", { n: number, what: setName(cards) });
}

function newSetWords(number: number, cards: readonly TileCode[]): string {
  if (cards.length === 1) return t("new set {n}", { n: number });
  return t("new set {n}, {what}", { n: number, what: setName(cards) });
}

/** Describe a set that is no longer on the table and so has no number. */
function goneWords(cards: readonly TileCode[]): string {
  return t("the {set}", { set: setName(cards) });
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
    if (source === "") return t("{cards} into {set}", { cards, set: target });
    if (source === HAND) return t("{cards} from your hand, into {set}", { cards, set: target });
    return t("{cards} from {source}, into {set}", { cards, source, set: target });
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
    source: card.from === null ? (mixed ? HAND : "") : sourceWords(before[from], after),
    target: targetWords(before, after, to),
  }));
  return grouped(ways).join("; ");
}

function placeIn(piles: readonly Pile[], { id }: Card): number {
  return piles.findIndex(({ cards }) => cards.some((card) => card.id === id));
}

/** Describe the set a card was in, by the number it has now. */
function sourceWords(pile: Pile | undefined, after: readonly Pile[]): string {
  if (pile === undefined) return "";
  const place = after.findIndex(({ id }) => id === pile.id);
  if (place >= 0) return setWords(place + 1, codesOf(pile));
  return pile.cards.length === 1 ? "" : goneWords(codesOf(pile));
}

function targetWords(before: readonly Pile[], after: readonly Pile[], to: number): string {
  const pile = after[to];
  if (pile === undefined) return "";
  const words = before.some(({ id }) => id === pile.id) ? setWords : newSetWords;
  return words(to + 1, codesOf(pile));
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

/** Describe the ways of a turn's cards: those from the hand, named in a form, and those that were on the table before. */
export function turnWords(
  turn: SeenTurn,
  form = "",
): {
  readonly played: readonly string[];
  readonly moved: readonly string[];
} {
  const { before, after, switches, qwirkles } = turn;
  const places = placesAfter(after, qwirkles);
  const kept = after.map((set, target) =>
    without(
      set,
      switches.filter((one) => one.target === target),
    ),
  );
  const target = (which: number): string => {
    const [set = [], place] = [after[which], places[which]];
    const isNew = kept[which]?.length === 0;
    if (place === undefined) return isNew ? t("a new set") : goneWords(set);
    return (isNew ? newSetWords : setWords)(place + 1, set);
  };
  const source = (which: number): string => {
    const set = before[which] ?? [];
    const left = without(
      set,
      switches.filter((one) => one.source === which),
    );
    const place = left.length === 0 ? undefined : places[kept.findIndex((one) => same(one, left))];
    return place === undefined ? goneWords(set) : setWords(place + 1, set);
  };
  const ways = switches.map((one) => ({
    card: one.card,
    source: one.source === null ? "" : source(one.source),
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

function without(set: readonly TileCode[], gone: readonly Switch[]): readonly TileCode[] {
  return set.filter((card) => !gone.some((one) => one.card === card));
}

function same(a: readonly TileCode[], b: readonly TileCode[]): boolean {
  return a.length === b.length && a.every((card) => b.includes(card));
}
