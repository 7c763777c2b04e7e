/** The endings of games and tables, and the winners, in words. */

import type { Ended, Game, Now } from "../api/types";
import { nameAt, onlySeat } from "../live/seats";
import { listed } from "./lists";
import { t } from "./translate.svelte";

/** The endings by the rules; `name` is the player who ended it, `me` whether that is the reader. */
const GAME: Readonly<Record<string, (name: string, me: boolean) => string>> = {
  "went-out": (name, me) =>
    me ? t("You played the last tile.") : t("{name} played the last tile.", { name }),
  "all-passed": () => t("Nobody could place or trade any more tiles."),
  "no-progress": () => t("Nobody played anything for several rounds."),
  "last-round": () => t("The deck was empty, and everyone had one last turn."),
};

const TABLE: Readonly<Record<string, () => string>> = {
  finished: () => t("The game is over."),
  resigned: () => t("The others have left the game."),
  agreed: () => t("The players agreed to end the game."),
  closed: () => t("The table was closed before the game began."),
  "never-started": () => t("The game was never started."),
};

/** The reasons why a seat was no longer in the game at the end. */
const OUT: Readonly<Record<string, () => string>> = {
  resigned: () => t("gave up"),
  time: () => t("ran out of time"),
  missed: () => t("missed too many turns"),
  voted: () => t("went away"),
};

const OUT_YOURSELF: Readonly<Record<string, () => string>> = {
  resigned: () => t("you gave up"),
  time: () => t("you ran out of time"),
  missed: () => t("you missed too many turns"),
  voted: () => t("you went away"),
};

/** Return why a seat is out, beside its name; `me` for the reader's own. */
export function outText(why: string, me = false): string {
  return (me ? OUT_YOURSELF : OUT)[why]?.() ?? "";
}

/** Return why a seat is out of the game, in a sentence. */
export function outSentence(why: string, me: boolean, name: string): string {
  if (why === "resigned") return me ? t("You gave up.") : t("{name} gave up.", { name });
  if (why === "voted")
    return me
      ? t("The others continue without you.")
      : t("The others continue without {name}.", { name });
  if (why === "missed")
    return me ? t("You missed too many turns.") : t("{name} missed too many turns.", { name });
  return me ? t("You ran out of time.") : t("{name} ran out of time.", { name });
}

/** Return one sentence about the ending; `own` are the reader's seats. */
export function howItEnded(now: Now, game: Game | null, own: readonly number[] = []): string {
  const how = now.ended?.how ?? "finished";
  const ending = game?.result?.ending;
  const me = onlySeat({ seats: own });
  if (how === "finished" && typeof ending === "string") {
    const last = Number((game?.last as { seat?: number } | null)?.seat ?? -1);
    const said = GAME[ending]?.(nameAt(now, last), last === me);
    if (said !== undefined) return said;
  }
  const [gone, ...others] = now.seats.flatMap((seat, number) =>
    seat.out === null ? [] : [number],
  );
  if (how === "resigned" && gone !== undefined && others.length === 0) {
    const why = now.seats[gone]?.out ?? "";
    return outSentence(why === "voted" ? "resigned" : why, gone === me, nameAt(now, gone));
  }
  return TABLE[how]?.() ?? t("The game is over.");
}

/** Return the winners, as a title; `own` are the reader's seats. */
export function winnersText(ended: Ended, now: Now, own: readonly number[]): string {
  const { winners } = ended;
  if (winners.length === 0) return ended.scores.length > 0 ? t("Nobody wins") : t("No game");
  const me = onlySeat({ seats: own });
  const names = winners.filter((seat) => seat !== me).map((seat) => nameAt(now, seat));
  const mine = names.length < winners.length;
  if (winners.length === 1)
    return mine ? t("You win!") : t("{name} wins", { name: names[0] ?? "" });
  if (winners.length === now.seats.length) return t("A tie: everyone wins");
  return mine
    ? t("You share the win with {names}", { names: listed(names) })
    : t("{names} share the win", { names: listed(names) });
}
