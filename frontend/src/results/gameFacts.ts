/** What was special about one game: the sentences of its result, from the course of its scores. */

import type { Ended, Now } from "../api/types";
import { type Narrator, qwirklesIn } from "../game/shared/narrator";
import { labelAt } from "../live/seats";
import type { Moment } from "../replay/moments";
import { n, t } from "../words/translate.svelte";

export interface Fact {
  readonly text: string;
  /** The moment to show for it, if it is about one turn. */
  readonly at?: number;
}

export interface Course {
  readonly moments: readonly Moment[];
  readonly now: Now;
  readonly ended: Ended;
  readonly narrator: Narrator;
  /** The reader's only seat, called “you”; null if there is none. */
  readonly me: number | null;
  /** Whether the score counts Qwirkles instead of points. */
  readonly scoresQwirkles: boolean;
  /** The personal bests that the game has set. */
  readonly bests: ReadonlySet<"score" | "turn" | "qwirkles">;
}

const FACTS = 3;
/** A lead that takes some catching up with, and a margin that one turn could have turned: in points and Qwirkles. */
const FAR_BEHIND = { points: 12, qwirkles: 2 };
const CLOSE = { points: 6, qwirkles: 1 };
const MANY_CHANGES = 4;

/** Return the facts about a game, those that say most first. */
export function gameFacts(course: Course): readonly Fact[] {
  const found = [
    record(course),
    bestTurn(course),
    qwirkles(course),
    ...turnarounds(course),
    margin(course),
    changes(course),
    length(course),
  ];
  return found.filter((fact) => fact !== null).slice(0, FACTS);
}

/** Return a kind and true sentence for a reader who has lost; empty for everybody else. */
export function comfort({ moments, ended, narrator, me, scoresQwirkles, now }: Course): string {
  if (me === null || ended.winners.includes(me) || ended.winners.length === 0) return "";
  if (ended.how === "finished") {
    const behind = Math.max(...ended.scores) - (ended.scores[me] ?? 0);
    const close = scoresQwirkles ? CLOSE.qwirkles : CLOSE.points;
    if (behind > 0 && behind <= close)
      return t("So close: only {score} short.", { score: narrator.score(behind) });
    const best = bestMoment(moments);
    if (best?.moment.seat === me) return t("The best turn of the game was yours.");
    const made = qwirklesBySeat(moments, narrator, now.seats.length);
    const most = Math.max(...made);
    if (
      !scoresQwirkles &&
      most > 0 &&
      made.filter((count) => count === most).length === 1 &&
      made[me] === most
    )
      return t("Nobody made more Qwirkles than you.");
    const led = moments.filter(({ scores }) => leaderOf(scores) === me).length;
    if (led > 1)
      return n("You were in the lead for {n} turn.", "You were in the lead for {n} turns.", led);
  }
  return t("New game, new chances.");
}

function record({ ended, narrator, me, bests }: Course): Fact | null {
  if (me === null || !bests.has("score")) return null;
  return {
    text: t("New personal best: {score}", { score: narrator.score(ended.scores[me] ?? 0) }),
  };
}

function bestTurn({ moments, now, narrator, me, bests }: Course): Fact | null {
  const best = bestMoment(moments);
  if (best === null || best.moment.seat === null) return null;
  const { at, moment } = best;
  const score = narrator.score(moment.points);
  if (moment.seat === me && bests.has("turn"))
    return { text: t("Your best turn ever: {score}", { score }), at };
  const name = labelAt(now, best.moment.seat, me);
  return { text: t("Best turn: {name}, {score}", { name, score }), at };
}

function qwirkles({ moments, now, narrator, me, scoresQwirkles }: Course): Fact | null {
  if (scoresQwirkles) return null;
  const made = qwirklesBySeat(moments, narrator, now.seats.length);
  const counts = made.flatMap((count, seat) =>
    count > 0 ? [`${labelAt(now, seat, me)} ${count}`] : [],
  );
  return counts.length === 0
    ? null
    : { text: t("Qwirkles: {counts}", { counts: counts.join(", ") }) };
}

/** Return how the winner got there, if it was in an unusual way. */
function turnarounds({
  moments,
  now,
  ended,
  narrator,
  me,
  scoresQwirkles,
}: Course): (Fact | null)[] {
  const [winner, ...others] = ended.winners;
  if (ended.how !== "finished" || winner === undefined || others.length > 0) return [];
  const name = labelAt(now, winner, me);
  const before = moments.at(-2);
  const leads = moments.map(({ scores }) => leadOf(scores, winner));
  const behind = -Math.min(0, ...leads);
  const far = scoresQwirkles ? FAR_BEHIND.qwirkles : FAR_BEHIND.points;
  const score = narrator.score(behind);
  return [
    before !== undefined && leadOf(before.scores, winner) < 0 && moments.length > 2
      ? { text: t("Decided by the very last turn"), at: moments.length - 1 }
      : null,
    behind >= far
      ? {
          text:
            winner === me
              ? t("You were {score} behind and still won", { score })
              : t("{name} was {score} behind and still won", { name, score }),
        }
      : null,
    // Before somebody scores, nobody leads.
    leads.every((lead, at) => lead > 0 || Math.max(...(moments[at]?.scores ?? [])) === 0) &&
    leads.length > 3
      ? {
          text:
            winner === me
              ? t("You led from start to finish")
              : t("{name} led from start to finish", { name }),
        }
      : null,
  ];
}

function margin({ ended, narrator }: Course): Fact | null {
  if (ended.how !== "finished" || ended.winners.length !== 1) return null;
  const [first = 0, second = 0] = [...ended.scores].sort((a, b) => b - a);
  return first > second
    ? { text: t("Won by {score}", { score: narrator.score(first - second) }) }
    : null;
}

function changes({ moments }: Course): Fact | null {
  const leaders = moments.map(({ scores }) => leaderOf(scores)).filter((seat) => seat !== null);
  const count = leaders.filter((seat, at) => at > 0 && seat !== leaders[at - 1]).length;
  return count < MANY_CHANGES
    ? null
    : { text: n("The lead changed {n} time", "The lead changed {n} times", count) };
}

function length({ moments }: Course): Fact | null {
  const turns = moments.filter(({ event }) => event.event.event === "turn-played").length;
  return turns === 0 ? null : { text: n("Over after {n} turn", "Over after {n} turns", turns) };
}

/** Return the turn with the most points, the earliest of equal ones; null if nobody scored. */
function bestMoment(moments: readonly Moment[]): { at: number; moment: Moment } | null {
  const most = Math.max(0, ...moments.map(({ points }) => points));
  const at = moments.findIndex(({ points }) => points === most);
  const moment = moments[at];
  return most === 0 || moment === undefined ? null : { at, moment };
}

function qwirklesBySeat(moments: readonly Moment[], narrator: Narrator, seats: number): number[] {
  return Array.from({ length: seats }, (_, seat) =>
    moments
      .filter((moment) => moment.seat === seat)
      .reduce((sum, { event }) => sum + qwirklesIn(event, narrator), 0),
  );
}

/** Return the only seat with the highest score; null if there are several. */
function leaderOf(scores: readonly number[]): number | null {
  const most = Math.max(...scores);
  const first = scores.indexOf(most);
  return scores.lastIndexOf(most) === first ? first : null;
}

/** Return how far a seat is ahead of the best of the others. */
function leadOf(scores: readonly number[], seat: number): number {
  return (scores[seat] ?? 0) - Math.max(...scores.filter((_, other) => other !== seat));
}
