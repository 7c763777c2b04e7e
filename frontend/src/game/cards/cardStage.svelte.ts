/** The stage of the card game: cards leave the plate of a player, or move from set to set. */

import { tick } from "svelte";
import type { Act, TileCode } from "../../api/types";
import type { Beat } from "../../live/story.svelte";
import { APART, type Box, FLIGHT } from "../shared/flights.svelte";
import { actsOf } from "../shared/narrator";
import { pace } from "../shared/pace";
import { GameStage } from "../shared/stage.svelte";
import { placesAfter } from "./lastTurn";
import type { Card } from "./piles";

/** A card that flies to its place on the page: its id there, and its origin. */
export interface Arrival {
  readonly id: string;
  readonly card: TileCode;
  readonly from: Box | string;
}

/** How long a Qwirkle is shown before it leaves the table, in milliseconds. */
const SHOWN = 350;
const CLOSE = APART / 2;
/** The number of backs that represent the exchange of a whole hand. */
const FEW = 4;

export class CardStage extends GameStage {
  /** Ids of the cards that are still in flight. */
  arriving = $state.raw<ReadonlySet<string>>(new Set());

  constructor(
    /** Returns the seat whose hand is shown: its cards are on the table already. */
    readonly self: () => number | null,
  ) {
    super();
  }

  override stop(): void {
    super.stop();
    this.arriving = new Set();
  }

  override perform(beat: Beat): number {
    this.arriving = new Set();
    return super.perform(beat);
  }

  protected override turn({ event }: Beat): number {
    const acts = actsOf(event);
    const played = acts.find((act) => act.event === "cards.cards-played");
    const returned = acts.find((act) => act.event === "cards.hand-returned");
    const taken = acts.find((act) => act.event === "cards.qwirkles-taken")?.sets ?? [];
    if (returned !== undefined) return this.#newHand(returned.seat);
    if (played === undefined) return 0;
    const leaving = this.#leaving(played, taken);
    const landed = played.seat === this.self() ? 0 : this.send(this.#arrivals(played, taken));
    return leaving.length === 0 ? landed : this.#collect(leaving, played.seat, landed + SHOWN);
  }

  /** Let cards fly to their places as soon as these are shown; return when the last has landed. */
  send(arrivals: readonly Arrival[]): number {
    if (arrivals.length === 0 || pace() === 0) return 0;
    this.arriving = new Set(arrivals.map(({ id }) => id));
    void tick().then(() => {
      for (const [number, { id, card, from }] of arrivals.entries()) {
        const to = cardWith(id);
        const delay = number * CLOSE;
        if (to !== null) this.flights.fly({ picture: { tile: card, card: true }, from, to, delay });
        this.after(delay + FLIGHT, () => {
          this.arriving = new Set([...this.arriving].filter((other) => other !== id));
        });
      }
    });
    return (arrivals.length - 1) * CLOSE + FLIGHT;
  }

  /** Let cards of a draft fly from their current places to the next ones. */
  sendFromHere(cards: readonly Card[]): void {
    this.send(
      cards.flatMap(({ id, card }) => {
        const from = boxOf(cardWith(id));
        return from === null ? [] : [{ id, card, from }];
      }),
    );
  }

  /** Return the origins of the cards in a turn of another player. */
  #arrivals(act: Played, taken: readonly (readonly TileCode[])[]): readonly Arrival[] {
    const places = placesAfter(act.after, taken);
    return act.switches.flatMap(({ card, source, target }) => {
      const place = places[target];
      if (place === undefined) return [];
      const from = source === null ? `seat-${act.seat}` : boxOf(cardWith(`${source}${card}`));
      return from === null ? [] : [{ id: `${place}${card}`, card, from }];
    });
  }

  /** Return the places of a Qwirkle's cards before it leaves the table. */
  #leaving(act: Played, taken: readonly (readonly TileCode[])[]): readonly Omit<Arrival, "id">[] {
    const places = placesAfter(act.after, taken);
    return act.after.flatMap((set, target) => {
      if (places[target] !== undefined) return [];
      return set.flatMap((card) => {
        const moved = act.switches.find((other) => other.card === card && other.target === target);
        const source = moved === undefined ? target : moved.source;
        const own = act.seat === this.self() ? boxOf(cardOfQwirkle(card)) : null;
        const plate = `seat-${act.seat}`;
        const from = own ?? (source === null ? plate : boxOf(cardWith(`${source}${card}`)));
        return from === null ? [] : [{ card, from }];
      });
    });
  }

  #collect(cards: readonly Omit<Arrival, "id">[], seat: number, at: number): number {
    this.after(at, () => {
      for (const [number, { card, from }] of cards.entries())
        this.flights.fly({
          picture: { tile: card, card: true },
          from,
          to: `score-${seat}`,
          delay: number * CLOSE,
          size: [40, 22],
        });
    });
    return at + cards.length * CLOSE + FLIGHT;
  }

  /** Show the old hand going into the deck, and another coming out of it. */
  #newHand(seat: number): number {
    if (seat === this.self()) return 0;
    this.backs(FEW, `seat-${seat}`, "bag");
    this.after(2 * FLIGHT, () => this.backs(FEW, "bag", `seat-${seat}`));
    return 3 * FLIGHT;
  }
}

type Played = Extract<Act, { event: "cards.cards-played" }>;

function cardWith(id: string): Element | null {
  return document.querySelector(`[data-card="${id}"]`);
}

/** Find a card in the complete set: in a draft, a card of the hand has another id. */
function cardOfQwirkle(card: TileCode): Element | null {
  return document.querySelector(`[data-qwirkle] [data-code="${card}"]`);
}

function boxOf(element: Element | null): Box | null {
  return element?.getBoundingClientRect() ?? null;
}
