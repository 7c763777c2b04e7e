/**
 * What went wrong, for people: a sentence for a refusal of the server or a lost connection. The
 * keys are those of `service/table/reasons.py` and `web/problems.py`.
 */

import { NoAnswer, Refusal } from "../api/client";
import { type Params, playerName, ruleText, type Sentences, sentenceIn } from "./reasons";
import { n, t } from "./translate.svelte";

const TABLE: Sentences = {
  // The page itself was wrong: what exactly is for its developers, and in English.
  "bad-request": () => t("That didn’t work. Reload the page and try again."),
  "bad-request/server": () => t("Only the server can do that."),
  "bad-request/id": () => t("That didn’t work. Reload the page and try again."),
  "bad-request/mail": () =>
    t("Mail can’t be sent to this address. Enter one such as ann@example.org."),
  "bad-request/cards": () => t("Only cards can be arranged."),
  "bad-request/turn": ({ count = "" }) => t("This game has the turns 1 to {count}.", { count }),
  "no-such-table": () => t("There is no such table."),
  "no-such-table/swiss": () => t("There is no such tournament."),
  "not-seated/swiss": () => t("You’re not in this tournament."),
  "not-the-host/swiss": () => t("Only whoever opened the tournament can do that."),
  "not-the-host/swiss-own": () =>
    t("Nobody decides about their own game. Another player can do that."),
  "not-the-host/swiss-table": () => t("Nobody can change the table of a tournament."),
  "not-your-seat/swiss": () => t("The seats at this table are for two players of a tournament."),
  "nobody-gone/swiss": ({ name = "", minutes = "" }) =>
    n(
      "{name} can be removed once a game has waited for them for {n} minute.",
      "{name} can be removed once a game has waited for them for {n} minutes.",
      Number(minutes),
      { name },
    ),
  "too-few-left/swiss": () =>
    t("In a tournament, the clock or the host decides that someone has lost."),
  "not-alone/swiss": () =>
    t("A game of a tournament can’t be saved, because the file would show every hand."),
  "bad-seats/swiss": ({ fewest = "", most = "" }) =>
    t("A tournament is for {fewest} to {most} people.", { fewest, most }),
  "bad-seats/rounds": ({ count = "", most = "" }) =>
    t("A tournament of {count} people has 1 to {most} rounds.", { count, most }),
  "table-full/swiss": ({ count = "" }) =>
    t("This tournament is full: {count} people are in it.", { count }),
  "already-started/swiss": () => t("This tournament has already begun."),
  "not-started/swiss": () => t("This tournament hasn’t begun yet."),
  "table-ended/swiss": () => t("This tournament is over."),
  "not-ended/swiss": () => t("Not all games of this round are over yet."),
  "not-seated": () => t("You don’t have a seat at this table."),
  "not-seated/empty": () => t("Nobody has that seat."),
  "not-seated/cookie": () => t("Without cookies you can only watch."),
  "not-your-seat": () => t("That’s someone else’s seat."),
  "not-your-seat/bot": () => t("There’s no bot on that seat."),
  "not-the-host": () => t("Only the host can do that."),
  "no-such-seat": ({ count = "", seat = "" }) =>
    t("This table has {count} seats. There is no seat {seat}.", { count, seat }),
  busy: () => t("The table is busy right now. Try again."),
  "busy/hint": () => t("The bots are busy. Ask for a hint again in a moment."),
  "busy/preview": () => t("The server is busy. Try again in a moment."),
  "busy/analysis": () => t("The server is looking at other positions. Try again in a moment."),
  "busy/photo": () => t("The server is reading other photos. Try again in a moment."),
  "busy/fetching": () => t("The server is fetching what reads photos. Try again in a minute."),
  "busy/password": () => t("Many people are signing in right now. Try again in a moment."),
  "bad-position": () => t("This position can’t be played."),
  "bad-position/long": ({ most = "" }) =>
    t("The text of a position has at most {most} characters.", { most }),
  "bad-position/seats": ({ right = "", count = "" }) =>
    t("This position is for {right} players, not {count}.", { right, count }),
  "bad-edition": () => t("This game can’t be played with these options."),
  "bad-edition/long": () => t("These rules are too long for a table."),
  "bad-seats": ({ fewest = "", most = "", count = "" }) =>
    t("This game is for {fewest} to {most} players, not {count}.", { fewest, most, count }),
  "bad-clock": ({ per, seconds = "", days = "" }) =>
    per === "turn"
      ? t("A turn can take between {seconds} seconds and {days} days.", { seconds, days })
      : t("A game can take between {seconds} seconds and {days} days.", { seconds, days }),
  "bad-clock/added": () =>
    t("Extra time per turn needs a time limit for the whole game, and can be at most a day."),
  "bad-clock/patience": ({ days = "" }) =>
    t("The waiting time must be between one minute and {days} days.", { days }),
  "bad-bot": () => t("There is no such bot."),
  "bad-bot/long": ({ most = "" }) =>
    t("The name of a bot has at most {most} characters.", { most }),
  "bad-bot/setting": ({ setting = "" }) =>
    t("At a table, a bot can’t be set with “{setting}”.", { setting }),
  "bad-bot/slow": ({ most = "" }) =>
    t("At a table, a bot may think for at most {most} milliseconds.", { most }),
  "bad-quick-game": () =>
    t("A quick game is for two people, by the rules of a book and without hints."),
  "bad-saved-game": () => t("This saved game is damaged or was changed, so it can’t be continued."),
  "bad-saved-game/over": () => t("This game is over, so there’s nothing to continue."),
  "bad-saved-game/seed": () => t("This file only shows a game: it can’t be continued."),
  "bad-saved-game/rules": () => t("The rules of this game are not in the file."),
  "needs-a-person": () => t("At least one seat must be for a person."),
  "needs-a-person/seated": () => t("Someone has to take a seat first."),
  "bad-name": ({ most = "" }) =>
    t("Enter a name that others can see, with at most {most} characters.", { most }),
  "bad-name/long": ({ most = "" }) => t("A name has at most {most} characters.", { most }),
  "bad-name/pronoun": ({ name = "" }) =>
    t("Everyone is called “{name}”. Enter a name of your own.", { name }),
  "name-taken": ({ name = "" }) =>
    t("The name “{name}” is taken. Choose another.", { name: playerName(String(name)) }),
  "seat-taken": ({ name = "" }) =>
    t("{name} already has that seat.", { name: playerName(String(name)) }),
  "table-full": ({ count = "" }) => t("All {count} seats are taken.", { count }),
  "seats-empty": ({ count }) =>
    n(
      "{n} seat is still waiting for a player.",
      "{n} seats are still waiting for players.",
      Number(count),
    ),
  "already-started": () => t("The game has already started."),
  "not-started": () => t("The game hasn’t started yet."),
  "not-started/review": () => t("Nothing was played here, so there’s nothing to review."),
  "not-started/rematch": () => t("Nothing was played here, so there’s no rematch."),
  "needs-account": () => t("A quick game is rated: sign in to play it."),
  "time-over": () => t("Time’s up for this turn."),
  "seat-is-out": () => t("You’re no longer in this game."),
  "table-ended": () => t("This game is over."),
  "not-ended": () => t("This game isn’t over yet."),
  "not-ended/review": () => t("A game can be reviewed when it’s over."),
  "no-vote": () => t("There’s no vote at the moment."),
  "vote-open": () => t("There’s already a vote."),
  "nobody-gone": ({ minutes }) =>
    n(
      "You haven’t waited long enough yet: it takes {n} minute.",
      "You haven’t waited long enough yet: it takes {n} minutes.",
      Number(minutes),
    ),
  "too-few-left": () => t("Too few players would be left. End the game instead."),
  "already-voted": () => t("You’ve already agreed."),
  "nothing-to-take-back": () => t("You have no turn to take back."),
  declined: () => t("The others would rather keep playing."),
  "bad-reaction": () => t("There is no such gesture."),
  "too-often": () => t("Too many attempts. Wait a moment."),
  "too-often/address": () => t("Too many requests from here. Wait a moment."),
  "too-often/table": () => t("Too many requests at this table. Wait a moment."),
  "too-often/opening": () => t("Too many tables were opened from here. Wait a while."),
  "too-often/password": () => t("Too many passwords were tried from here. Wait a while."),
  "too-often/account": () => t("Too many wrong passwords for this account. Wait a while."),
  "too-often/vote": () => t("There was a vote just now. Wait a moment."),
  "too-often/take-back": ({ most = "" }) =>
    t("Turns have been taken back {most} times. That’s enough for this game.", { most }),
  "too-often/mail": () => t("An email is on its way. Wait ten minutes before you ask for another."),
  "too-often/seats": () => t("Seats are changing too fast. Wait a moment."),
  "not-alone": () =>
    t("Others play here on their own devices, and a saved game would show their tiles."),
  "no-spectators": () => t("This table doesn’t allow spectators."),
  "no-hints": () => t("Hints are off at this table."),
  "bad-recovery": () => t("This link no longer leads to a seat. Create a new one."),
  "bad-recovery/password": () => t("This link has been used or has expired. Ask for a new one."),
  "bad-password": ({ shortest = "", longest = "" }) =>
    t("A password needs {shortest} to {longest} characters.", { shortest, longest }),
  "bad-password/trivial": () => t("Anyone would guess this password. Choose another."),
  "wrong-password": () => t("Wrong name or password."),
  banned: () => t("This account is banned from this server."),
  "no-accounts": () => t("This server doesn’t offer accounts."),
  "no-photos": () => t("This server doesn’t read photos."),
  "not-signed-in": () => t("You’re not signed in."),
  "store-away": () => t("The server can’t reach its database. Try again in a moment."),
  unavailable: () => t("The server isn’t ready. Try again in a moment."),
  "unavailable/overload": () => t("The server is overloaded. Try again soon."),
  "nothing-due": () => t("There’s nothing to do at this table."),
  "not-found": () => t("There’s nothing here"),
  "not-found/lesson": () => t("There is no such lesson."),
  "not-found/network": () => t("This computer isn’t connected to a network."),
  "not-found/notices": () => t("This server sends no notifications."),
  "not-yet": () => t("The puzzle of that day hasn’t come yet."),
  forbidden: () => t("That’s not allowed."),
  "too-large": () => t("That’s too much at once."),
  "too-large/photo": ({ most = "" }) => t("A photo can have at most {most} MB.", { most }),
  csrf: () => t("That didn’t work. Reload the page and try again."),
  origin: () => t("That didn’t work. Reload the page and try again."),
  "bad-method": () => t("That didn’t work. Reload the page and try again."),
  "bad-media-type": () => t("That didn’t work. Reload the page and try again."),
  "bad-media-type/photo": () => t("A photo is a picture in JPEG, PNG or WebP."),
  internal: () => t("Something went wrong on the server. Try again in a moment."),
};

/** The sentence for a reason of the rules, a table, an account or the server. */
export function refusalText(reason: string, params: Params = {}): string {
  return (
    ruleText(reason, params) ??
    sentenceIn(TABLE, reason, params) ??
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
