/** The narration of events in sentences: for screen readers, and for the list of moves. */

import type {
  Act,
  EditionView,
  EventView,
  Game,
  Now,
  Squares,
  TableEvent,
  TileCode,
} from "../../api/types";
import { kindOf } from "../../live/fold";
import { nameAt, onlySeat } from "../../live/seats";
import { outSentence } from "../../words/endings";
import { t } from "../../words/translate.svelte";

type By = Extract<TableEvent, { event: "turn-played" }>["by"];

/** The narration of an act. */
export interface Telling {
  /** The event that the act is part of. */
  readonly event: EventView;
  readonly now: Now;
  /** The reader's only seat, addressed as “you”; null if there is no such seat. */
  readonly me: number | null;
  /** Who or what decided on the turn. */
  readonly by: By;
  /** Whether to mention where tiles or cards went, for readers who do not see the table. */
  readonly places: boolean;
  /** Whether to mention the points of a turn; not where they are shown beside it. */
  readonly points: boolean;
  /** Whether to use as few words as possible, for listeners who know the game well. */
  readonly brief: boolean;
  /** The printed squares of the table, if they are known: some give bonus points. */
  readonly squares: Squares | undefined;
}

/** The narration of one family of games. */
export interface Narrator<G extends Game = Game> {
  /** Return the sentence for an act; undefined if there is none. */
  sentence(act: Act, telling: Telling): string | undefined;
  /** Describe the requirement of the first turn for somebody with this hand; empty if there is none. */
  opening(game: G, hand: readonly TileCode[]): string;
  /** Describe the table in one sentence; empty if nothing lies there. */
  table(game: G): string;
  /** Return how many Qwirkles an act made. */
  qwirkles(act: Act): number;
  /** Return a score in words. */
  score(score: number): string;
  /** Return an amount of points, or of the unit of the score, which need not be whole; `value` is text. */
  amount(value: string): string;
  /** Return the short form of a score that is shown beside its player. */
  badge(score: number): string;
  /** Describe the size of a hand. */
  hand(count: number): string;
  /** Describe how much is left to draw from: a bag, piles or a deck, depending on the edition. */
  supply(game: G, edition: Pick<EditionView, "supply"> | undefined): string;
}

export function actsOf({ event }: EventView): readonly Act[] {
  return event.event === "turn-played" ? event.acts : [];
}

export function qwirklesIn(event: EventView, narrator: Narrator): number {
  return actsOf(event).reduce((sum, act) => sum + narrator.qwirkles(act), 0);
}

/** Return the points an act scored, if any. */
export function pointsIn(act: Act): number {
  return "points" in act ? act.points : 0;
}

/**
 * Return all sentences about an event. A reader with one seat is “you”; with `places` they include
 * where tiles went, without `points` they omit the score, and with `brief` most of the words.
 */
export function sentences(
  event: EventView,
  narrator: Narrator,
  {
    places = false,
    points = true,
    brief = false,
    squares,
  }: Partial<Pick<Telling, "places" | "points" | "brief" | "squares">> = {},
): readonly string[] {
  const { event: happened, now } = event;
  const me = onlySeat(event.you);
  switch (happened.event) {
    case "turn-played": {
      const { by } = happened;
      const telling = { event, now, me, by, places, points, brief, squares };
      return happened.acts.flatMap((act) => narrator.sentence(act, telling) ?? []);
    }
    case "game-started":
      return [t("The game begins.")];
    case "turns-taken-back":
      return [
        happened.seat === me
          ? t("You’ve taken back your last turn.")
          : t("{name} has taken back a turn.", { name: nameAt(now, happened.seat) }),
      ];
    case "vote-given":
      return happened.agree ? [] : [declinedSentence(happened.seats, me, now)];
    case "seat-out":
      return [outSentence(happened.why, happened.seat === me, nameAt(now, happened.seat))];
    default:
      return [];
  }
}

/** Return the sentence for a declined request. */
function declinedSentence(seats: readonly number[], me: number | null, now: Now): string {
  const [seat = 0] = seats;
  return seat === me
    ? t("You’d rather keep playing.")
    : t("{name} would rather keep playing.", { name: nameAt(now, seat) });
}

/** Return the sentence for a turn that nobody chose: the time was up, or the seat is out of the game. */
export function forcedSentence(what: string, seat: number, { now, me, by }: Telling): string {
  const name = nameAt(now, seat);
  if (by === "clock")
    return seat === me
      ? t("Your time was up: {what}.", { what })
      : t("{name}’s time was up: {what}.", { name, what });
  return seat === me
    ? t("You’re out of the game: {what}.", { what })
    : t("{name} is out of the game: {what}.", { name, what });
}

/** Return the name of a seat in short announcements, which are no sentences: “You” for the reader. */
export function shortName(now: Now, seat: number, me: number | null): string {
  return seat === me ? t("You") : nameAt(now, seat);
}

/** Return whether nobody chose the turn. */
export function isForced({ by }: Pick<Telling, "by">): boolean {
  return by === "clock" || by === "stand-in";
}

/** A move in the list of moves. */
export interface Move {
  readonly seq: number;
  readonly words: readonly string[];
  readonly points: number;
  readonly qwirkle: boolean;
}

/** Return the move of an event; null if it is none. */
export function moveOf(event: EventView, narrator: Narrator): Move | null {
  if (kindOf(event) !== "turn-played") return null;
  return {
    seq: event.seq,
    words: sentences(event, narrator),
    points: actsOf(event).reduce((sum, act) => sum + pointsIn(act), 0),
    qwirkle: qwirklesIn(event, narrator) > 0,
  };
}
