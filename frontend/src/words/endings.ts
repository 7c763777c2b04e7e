/** How games and tables end, and the winners, in words. */

import type { Ended, Game, Now } from "../api/types";
import { nameAt } from "../table/seats";
import { t } from "./translate.svelte";

/** How the rules end a game; `name` is the player who made it end. */
const GAME: Readonly<Record<string, (name: string) => string>> = {
  "went-out": (name) => t("{name} played the last tile.", { name }),
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

/** Why a seat was not in the game any more at the end. */
const OUT: Readonly<Record<string, () => string>> = {
  resigned: () => t("gave up"),
  time: () => t("ran out of time"),
  missed: () => t("missed too many turns"),
  voted: () => t("went away"),
};

export function outText(why: string): string {
  return OUT[why]?.() ?? "";
}

/** One sentence about how it came to an end. */
export function howItEnded(now: Now, game: Game | null): string {
  const how = now.ended?.how ?? "finished";
  const ending = game?.result?.ending;
  if (how === "finished" && typeof ending === "string") {
    const last = Number((game?.last as { seat?: number } | null)?.seat ?? -1);
    const said = GAME[ending]?.(nameAt(now, last));
    if (said !== undefined) return said;
  }
  const gone = now.seats.flatMap((seat, number) => (seat.out === null ? [] : [number]));
  if (how === "resigned" && gone.length === 1)
    return leftAlone(nameAt(now, gone[0] as number), now.seats[gone[0] as number]?.out ?? "");
  return TABLE[how]?.() ?? t("The game is over.");
}

function leftAlone(name: string, why: string): string {
  if (why === "time") return t("{name} ran out of time.", { name });
  if (why === "missed") return t("{name} missed too many turns.", { name });
  return t("{name} gave up.", { name });
}

/** The winners, as a title. */
export function winnersText(ended: Ended, now: Now, own: readonly number[]): string {
  const { winners } = ended;
  if (winners.length === 0) return ended.scores.length > 0 ? t("Nobody wins") : t("No game");
  const names = winners.map((seat) => nameAt(now, seat));
  // On a device that several people share, “you” would be anybody.
  const me = own.length === 1 && winners.includes(own[0] as number);
  if (winners.length === 1) return me ? t("You win!") : t("{name} wins", { name: names[0] ?? "" });
  if (winners.length === now.seats.length) return t("A tie: everyone wins");
  return t("{names} share the win", { names: listed(names) });
}

/** Names with “and” before the last one. */
export function listed(names: readonly string[]): string {
  if (names.length < 2) return names[0] ?? "";
  return t("{names} and {last}", {
    names: names.slice(0, -1).join(", "),
    last: names.at(-1) ?? "",
  });
}
