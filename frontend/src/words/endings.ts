/** The endings of games and tables, and the winners, in words. */

import type { Ended, Game, Now } from "../api/types";
import { nameAt, onlySeat } from "../live/seats";
import { listed } from "./lists";
import { say, tell } from "./narration";
import { sentenceIn } from "./sentences";
import { DEPARTURES, ENDINGS, GAME_ENDINGS, OUT } from "./sentences.gen";
import { t } from "./translate.svelte";

/** Return why a seat is out, beside its name; `me` for the reader's own. */
export function outText(why: string, me = false): string {
  return sentenceIn(OUT, why, me ? { case: "you" } : {}) ?? "";
}

/** Return why a seat is out of the game, in a sentence. */
export function outSentence(why: string, me: boolean, name: string): string {
  const params = me ? { case: "you" } : { name };
  return sentenceIn(DEPARTURES, why, params) ?? sentenceIn(DEPARTURES, "time", params) ?? "";
}

/** Return one sentence about the ending; `own` are the reader's seats. */
export function howItEnded(now: Now, game: Game | null, own: readonly number[] = []): string {
  const how = now.ended?.how ?? "finished";
  const ending = game?.result?.ending;
  const me = onlySeat({ seats: own });
  if (how === "finished" && typeof ending === "string") {
    const last = Number((game?.last as { seat?: number } | null)?.seat ?? -1);
    const mine = last === me && `${ending}/you` in GAME_ENDINGS;
    const said = sentenceIn(
      GAME_ENDINGS,
      ending,
      mine ? { case: "you" } : { name: nameAt(now, last) },
    );
    if (said !== undefined) return said;
  }
  const [gone, ...others] = now.seats.flatMap((seat, number) =>
    seat.out === null ? [] : [number],
  );
  if (how === "resigned" && gone !== undefined && others.length === 0) {
    const why = now.seats[gone]?.out ?? "";
    return outSentence(why === "voted" ? "resigned" : why, gone === me, nameAt(now, gone));
  }
  return sentenceIn(ENDINGS, how) ?? t("The game is over.");
}

/** Return the winners, as a title; `own` are the reader's seats. */
export function winnersText(ended: Ended, now: Now, own: readonly number[]): string {
  const { winners } = ended;
  if (winners.length === 0) return ended.scores.length > 0 ? t("Nobody wins") : t("No game");
  const me = onlySeat({ seats: own });
  const names = winners.filter((seat) => seat !== me).map((seat) => nameAt(now, seat));
  const mine = names.length < winners.length;
  if (winners.length === 1) return tell("wins", mine, { name: names[0] ?? "" });
  if (winners.length === now.seats.length) return say("tie");
  return tell("win-shared", mine, { names: listed(names) });
}
