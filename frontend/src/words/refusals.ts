/** What went wrong, for people: a sentence for a refusal of the server or a lost connection. */

import { NoAnswer, Refusal } from "../api/client";
import { type Params, ruleText } from "./reasons";
import { t } from "./translate.svelte";

const TABLE: Readonly<Record<string, (params: Params) => string>> = {
  "bad-request": () => t("That didn’t work. Reload the page and try again."),
  "no-such-table": () => t("There is no such table."),
  "not-seated": () => t("You don’t have a seat at this table."),
  "not-your-seat": () => t("That’s someone else’s seat."),
  "not-the-host": () => t("Only the host can do that."),
  "no-such-seat": () => t("There is no such seat."),
  busy: () => t("The table is busy right now. Try again."),
  "bad-edition": () => t("This game can’t be played with these options."),
  "bad-seats": () => t("That’s too few or too many seats for this game."),
  "bad-clock": () => t("That time limit is too short or too long."),
  "bad-bot": () => t("There is no such bot."),
  "needs-a-person": () => t("At least one seat must be for a person."),
  "bad-name": () => t("Choose a name with 1 to 24 characters."),
  "name-taken": () => t("That name is taken. Choose another."),
  "seat-taken": () => t("That seat is already taken."),
  "table-full": () => t("All seats are taken."),
  "seats-empty": () => t("Some seats are still waiting for a player."),
  "already-started": () => t("The game has already started."),
  "not-started": () => t("The game hasn’t started yet."),
  "time-over": () => t("Time’s up for this turn."),
  "seat-is-out": () => t("You’re no longer in this game."),
  "table-ended": () => t("This game is over."),
  "not-ended": () => t("This game isn’t over yet."),
  "no-vote": () => t("There’s no vote at the moment."),
  "vote-open": () => t("There’s already a vote."),
  "nobody-gone": () => t("You haven’t waited long enough yet."),
  "too-few-left": () => t("Too few players would be left. End the game instead."),
  "already-voted": () => t("You’ve already agreed."),
  "bad-reaction": () => t("There is no such gesture."),
  "too-often": () => t("Too many attempts. Wait a moment."),
  "no-spectators": () => t("This table doesn’t allow spectators."),
  "no-hints": () => t("Hints are off at this table."),
  "bad-recovery": () => t("This link no longer leads to a seat. Create a new one."),
  "bad-password": () => t("A password needs 8 to 200 characters."),
  "wrong-password": () => t("Wrong name or password."),
  "no-accounts": () => t("This server doesn’t offer accounts."),
  "not-signed-in": () => t("You’re not signed in."),
  "store-away": () => t("The server can’t reach its database. Try again in a moment."),
  unavailable: () => t("The server isn’t ready. Try again in a moment."),
  "nothing-due": () => t("There’s nothing to do at this table."),
  "not-found": () => t("There’s nothing here"),
  forbidden: () => t("That’s not allowed."),
  "too-large": () => t("That’s too much at once."),
  csrf: () => t("That didn’t work. Reload the page and try again."),
  origin: () => t("That didn’t work. Reload the page and try again."),
  "bad-method": () => t("That didn’t work. Reload the page and try again."),
  "bad-media-type": () => t("That didn’t work. Reload the page and try again."),
  internal: () => t("Something went wrong on the server. Try again in a moment."),
};

/** The sentence for a reason of the rules, a table, an account or the server. */
export function refusalText(reason: string, params: Params = {}): string {
  return (
    ruleText(reason, params) ??
    TABLE[reason]?.(params) ??
    t("That didn’t work. Try again in a moment.")
  );
}

/** The sentence for whatever was thrown. */
export function errorText(error: unknown): string {
  if (error instanceof Refusal) {
    const { reason, objections } = error.problem;
    return refusalText(reason, objections[0]?.params);
  }
  if (error instanceof NoAnswer) return t("The server isn’t answering. Are you online?");
  throw error;
}
