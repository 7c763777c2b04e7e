/** What happened, in sentences: for screen readers, and for the list of moves. */

import type { Act, EditionView, EventView, Game, Now, TableEvent, TileCode } from "../../api/types";
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
  /** The reader's only seat, told as “you”; null if there is no such seat. */
  readonly me: number | null;
  /** Who or what decided on the turn. */
  readonly by: By;
  /** Whether to say where tiles or cards went, for readers who do not see the table. */
  readonly places: boolean;
  /** Whether to say the points of a turn; where they stand beside it, it is enough to see them. */
  readonly points: boolean;
}

/** How one family of games speaks of what happens in it. */
export interface Narrator<G extends Game = Game> {
  /** The sentence for an act; undefined if there is nothing to say. */
  sentence(act: Act, telling: Telling): string | undefined;
  /** What the first turn asks of somebody with this hand; empty if it asks nothing. */
  opening(game: G, hand: readonly TileCode[]): string;
  /** What lies on the table, in one sentence; empty if nothing does. */
  table(game: G): string;
  /** How many Qwirkles an act made. */
  qwirkles(act: Act): number;
  /** A score in words. */
  score(score: number): string;
  /** A number of points, or of whatever is scored, that need not be whole; `value` is written. */
  amount(value: string): string;
  /** A score beside the player it belongs to, for eyes. */
  badge(score: number): string;
  /** How much somebody holds, in words. */
  hand(count: number): string;
  /** How much there is left to draw from: a bag, piles or a deck, as the edition has it. */
  supply(game: G, edition: Pick<EditionView, "supply"> | undefined): string;
}

export function actsOf({ event }: EventView): readonly Act[] {
  return event.event === "turn-played" ? event.acts : [];
}

export function qwirklesIn(event: EventView, narrator: Narrator): number {
  return actsOf(event).reduce((sum, act) => sum + narrator.qwirkles(act), 0);
}

/** The points an act scored, if it scored any. */
export function pointsIn(act: Act): number {
  return "points" in act ? act.points : 0;
}

/**
 * Everything an event says, in sentences. A reader with one seat is “you”; with `places` they say
 * where tiles went as well, without `points` not what that scored.
 */
export function sentences(
  event: EventView,
  narrator: Narrator,
  { places = false, points = true }: Partial<Pick<Telling, "places" | "points">> = {},
): readonly string[] {
  const { event: happened, now } = event;
  const me = onlySeat(event.you);
  switch (happened.event) {
    case "turn-played": {
      const telling = { event, now, me, by: happened.by, places, points };
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

/** Somebody did not agree to what was asked. */
function declinedSentence(seats: readonly number[], me: number | null, now: Now): string {
  const [seat = 0] = seats;
  return seat === me
    ? t("You’d rather keep playing.")
    : t("{name} would rather keep playing.", { name: nameAt(now, seat) });
}

/** A turn that nobody chose: because the time was up, or because the seat is out of the game. */
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

/** Whether nobody chose the turn. */
export function isForced({ by }: Pick<Telling, "by">): boolean {
  return by === "clock" || by === "stand-in";
}

/** A move as the list of moves shows it. */
export interface Move {
  readonly seq: number;
  readonly words: readonly string[];
  readonly points: number;
  readonly qwirkle: boolean;
}

/** The move an event is; null if it is none. */
export function moveOf(event: EventView, narrator: Narrator): Move | null {
  if (kindOf(event) !== "turn-played") return null;
  return {
    seq: event.seq,
    words: sentences(event, narrator),
    points: actsOf(event).reduce((sum, act) => sum + pointsIn(act), 0),
    qwirkle: qwirklesIn(event, narrator) > 0,
  };
}
