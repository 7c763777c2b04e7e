/** What went wrong, for people: a sentence for a refusal of the server or a lost connection. */

import { NoAnswer, Refusal } from "../api/client";
import { ruleText } from "./reasons";
import { t } from "./translate.svelte";

const TABLE: Readonly<Record<string, () => string>> = {
  "bad-request": () => t("That did not work. Load the page again and try once more."),
  "no-such-table": () => t("There is no such table."),
  "not-seated": () => t("You have no seat at this table."),
  "not-your-seat": () => t("That is somebody else's seat."),
  "not-the-host": () => t("Only whoever opened the table can do that."),
  "no-such-seat": () => t("There is no such seat."),
  busy: () => t("There is too much going on at the moment. Try again."),
  "bad-edition": () => t("The game cannot be played with these options."),
  "bad-seats": () => t("There are too few or too many seats for this game."),
  "bad-clock": () => t("That is too short or too long for a clock."),
  "bad-bot": () => t("There is no such bot."),
  "needs-a-person": () => t("At least one seat is for a person."),
  "bad-name": () => t("Choose a name of 1 to 24 letters."),
  "name-taken": () => t("Somebody has that name already. Choose another."),
  "seat-taken": () => t("Somebody sits there already."),
  "table-full": () => t("All seats are taken."),
  "seats-empty": () => t("Some seats are still waiting for somebody."),
  "already-started": () => t("The game has already started."),
  "not-started": () => t("The game has not started yet."),
  "time-over": () => t("The time for this turn is over."),
  "seat-is-out": () => t("You are not in this game any more."),
  "table-ended": () => t("This game is over."),
  "not-ended": () => t("This game is not over yet."),
  "no-vote": () => t("There is nothing to vote about."),
  "vote-open": () => t("There is a vote already."),
  "nobody-gone": () => t("Nobody has let you wait long enough for that."),
  "too-few-left": () => t("Too few would be left. End the game instead."),
  "already-voted": () => t("You have agreed already."),
  "bad-reaction": () => t("There is no such gesture."),
  "too-often": () => t("That was too often. Wait a moment."),
  "no-spectators": () => t("Nobody may watch at this table."),
  "no-hints": () => t("There are no hints at this table."),
  "bad-recovery": () => t("This link leads to no seat any more. Make a new one."),
  "bad-password": () => t("A password has 8 to 200 characters."),
  "wrong-password": () => t("Name and password do not fit together."),
  "no-accounts": () => t("This server keeps no accounts."),
  "not-signed-in": () => t("You are not signed in."),
  "store-away": () => t("The server cannot reach its store. Try again in a moment."),
  unavailable: () => t("The server is not ready. Try again in a moment."),
  "nothing-due": () => t("There is nothing to do at this table."),
  "not-found": () => t("There is nothing here"),
  forbidden: () => t("That is not allowed."),
  "too-large": () => t("That is too much at once."),
  csrf: () => t("That did not work. Load the page again and try once more."),
  origin: () => t("That did not work. Load the page again and try once more."),
  "bad-method": () => t("That did not work. Load the page again and try once more."),
  "bad-media-type": () => t("That did not work. Load the page again and try once more."),
  internal: () => t("Something went wrong on the server. Try again in a moment."),
};

/** The sentence for a reason of the rules, a table, an account or the server. */
export function refusalText(reason: string): string {
  return ruleText(reason) ?? TABLE[reason]?.() ?? t("That did not work. Try again in a moment.");
}

/** The sentence for whatever was thrown. */
export function errorText(error: unknown): string {
  if (error instanceof Refusal) return refusalText(error.problem.reason);
  if (error instanceof NoAnswer) return t("The server does not answer. Are you online?");
  throw error;
}
