"""Why a table or an account refuses a command: stable codes, and the sentence for each.

The codes and sentences of the rules are in ``rules.reasons``.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum

from qwirkle.errors import Refused
from qwirkle.rules.positions import SENTENCES as POSITIONS
from qwirkle.rules.reasons import SENTENCES as RULES
from qwirkle.rules.reasons import write_refusal


class TableReason(StrEnum):
    """Machine-readable, never renamed."""

    # any command
    BAD_REQUEST = "bad-request"
    STALE = "stale"
    NO_SUCH_TABLE = "no-such-table"
    NOT_SEATED = "not-seated"
    NOT_YOUR_SEAT = "not-your-seat"
    NOT_THE_HOST = "not-the-host"
    NO_SUCH_SEAT = "no-such-seat"
    BUSY = "busy"
    # opening a table
    BAD_EDITION = "bad-edition"
    BAD_SEATS = "bad-seats"
    BAD_CLOCK = "bad-clock"
    BAD_BOT = "bad-bot"
    BAD_POSITION = "bad-position"
    BAD_QUICK_GAME = "bad-quick-game"
    BAD_SAVED_GAME = "bad-saved-game"
    NEEDS_A_PERSON = "needs-a-person"
    # the lobby
    BAD_NAME = "bad-name"
    NAME_TAKEN = "name-taken"
    SEAT_TAKEN = "seat-taken"
    TABLE_FULL = "table-full"
    SEATS_EMPTY = "seats-empty"
    ALREADY_STARTED = "already-started"
    NOT_STARTED = "not-started"
    NEEDS_ACCOUNT = "needs-account"
    # playing
    TIME_OVER = "time-over"
    SEAT_IS_OUT = "seat-is-out"
    TABLE_ENDED = "table-ended"
    NOT_ENDED = "not-ended"
    NOT_YOUR_TURN = "not-your-turn"
    # votes
    NO_VOTE = "no-vote"
    VOTE_OPEN = "vote-open"
    NOBODY_GONE = "nobody-gone"
    TOO_FEW_LEFT = "too-few-left"
    ALREADY_VOTED = "already-voted"
    # second thoughts
    NOTHING_TO_TAKE_BACK = "nothing-to-take-back"
    DECLINED = "declined"
    # around the game
    BAD_REACTION = "bad-reaction"
    TOO_OFTEN = "too-often"
    NO_SPECTATORS = "no-spectators"
    NO_HINTS = "no-hints"
    BAD_RECOVERY = "bad-recovery"
    NOT_ALONE = "not-alone"
    NOTHING_DUE = "nothing-due"
    # accounts
    BAD_PASSWORD = "bad-password"  # noqa: S105 - a code
    WRONG_PASSWORD = "wrong-password"  # noqa: S105 - a code
    BANNED = "banned"


SENTENCES: Mapping[str, str] = {
    # any command
    "bad-request": "This is not a valid request: {problem}.",
    "bad-request/server": "Only the server itself can do that.",
    "bad-request/id": "The id of a command must have 1 to {most} printable characters.",
    "bad-request/cards": "Only cards can be arranged.",
    "bad-request/turn": "This game has the turns 1 to {count}.",
    "stale": "The table has just changed. Have a look and try again.",
    "no-such-table": "There is no such table.",
    "no-such-table/swiss": "There is no such tournament.",
    "not-seated": "You have no seat at this table.",
    "not-seated/empty": "Nobody has that seat.",
    "not-seated/swiss": "You do not take part in this tournament.",
    "not-seated/cookie": "Without a cookie you can only watch.",
    "not-your-seat": "That is not your seat.",
    "not-your-seat/bot": "No bot has that seat.",
    "not-your-seat/swiss": "The seats at this table are for two players of a tournament.",
    "not-the-host": "Only whoever opened the table can do that.",
    "not-the-host/swiss": "Only whoever opened the tournament can do that.",
    "not-the-host/swiss-own": "Nobody decides about their own game. Ask another player to.",
    "not-the-host/swiss-table": "A table of a tournament has no host, so nobody can change it.",
    "no-such-seat": "This table has {count} seats; there is no seat {seat}.",
    "busy": "Too much is going on at this table. Try again.",
    "busy/hint": "The bots are busy. Ask for a hint again in a moment.",
    "busy/preview": "The server is busy. Try again in a moment.",
    "busy/analysis": "The server is looking at other positions. Try again in a moment.",
    "busy/photo": "The server is reading other photos. Try again in a moment.",
    "busy/password": "Many people are signing in right now. Try again in a moment.",
    # opening a table
    "bad-edition": "These rules don’t work: {problem}.",
    "bad-edition/long": "These rules are too long for a table.",
    "bad-seats": "{game} is for {fewest} to {most} players at a table, not {count}.",
    "bad-seats/swiss": "A tournament is for {fewest} to {most} people.",
    "bad-seats/rounds": "A tournament of {count} people has 1 to {most} rounds.",
    "bad-clock": "A clock per {per} must be set to between {seconds} seconds and {days} days.",
    "bad-clock/added": "Only a clock per game adds time, at most a day for each turn.",
    "bad-clock/patience": "Patience must be between one minute and {days} days.",
    "bad-bot": "{problem}. The levels are level:1 to level:{levels}.",
    "bad-bot/long": "The name of a bot has at most {most} printable characters.",
    "bad-bot/setting": "A bot at a table can’t be set with “{setting}”.",
    "bad-bot/slow": "A bot at a table may think for at most {most} ms.",
    "bad-position": POSITIONS["bad-position"],
    "bad-position/long": "The text of a position has at most {most} characters.",
    "bad-position/seats": "This position is for {right} players, not {count}.",
    "bad-quick-game": "A quick game is for two people, by the rules of a book and without hints.",
    "bad-saved-game": "This saved game can’t be continued: {problem}.",
    "bad-saved-game/over": "This game is over, so there is nothing to continue.",
    "bad-saved-game/seed": "This file has no seed: it shows a game, but nobody can continue it.",
    "bad-saved-game/rules": "The rules of this game are not in the file.",
    "needs-a-person": "At least one seat must be for a person.",
    "needs-a-person/seated": "Somebody has to sit down first.",
    # the lobby
    "bad-name": "Enter a name that people can see, with at most {most} characters.",
    "bad-name/long": "A name has at most {most} characters.",
    "bad-name/pronoun": "Everybody is called “{name}”. Enter a name of your own.",
    "name-taken": "The name {name} is already taken.",
    "seat-taken": "{name} already has that seat.",
    "table-full": "All {count} seats at this table are taken.",
    "table-full/swiss": "This tournament is full: {count} people take part.",
    "seats-empty": "The game can’t start yet: {count:seat} still empty.",
    "already-started": "The game has already started.",
    "already-started/swiss": "This tournament has already begun.",
    "not-started": "The game has not started yet.",
    "not-started/review": "Nothing was played at this table, so there is nothing to review.",
    "not-started/rematch": "Nothing was played at this table, so there is no rematch.",
    "not-started/swiss": "This tournament has not begun yet.",
    "needs-account": "A quick game is rated: it is for people who are signed in.",
    # playing
    "time-over": "Your time is up.",
    "seat-is-out": "You are no longer in this game.",
    "table-ended": "This table has ended.",
    "table-ended/swiss": "This tournament is over.",
    "not-ended/swiss": "Not all games of this round are over yet.",
    "not-ended": "This table has not ended yet.",
    "not-ended/review": "A game can be reviewed when it is over.",
    "not-your-turn/hint": "You can ask for a hint when it is your turn.",
    # votes
    "no-vote": "There is nothing to vote on.",
    "vote-open": "A vote is already open.",
    "nobody-gone": "You have not waited long enough yet; this takes {minutes:minute}.",
    "nobody-gone/swiss": "{name} can be removed once a game has waited {minutes:minute} for them.",
    "too-few-left/swiss": "In a tournament the clock or the host decides who has lost.",
    "too-few-left": "Too few players would be left. End the game instead.",
    "already-voted": "You have already agreed.",
    # second thoughts
    "nothing-to-take-back": "There is no turn of yours that you can take back.",
    "declined": "The others would rather play on.",
    # around the game
    "bad-reaction": "There is no such gesture; there are {known}.",
    "too-often": "That is enough for now. Wait a moment.",
    "too-often/vote": "There was a vote just now. Wait a moment before you call another one.",
    "too-often/take-back": "Turns were taken back {most} times at this table. Play on.",
    "too-often/mail": "An email is on its way. Wait ten minutes before you ask for another.",
    "too-often/seats": "Seats change too fast at this table. Wait a moment.",
    "no-spectators": "Nobody may watch this table.",
    "no-hints": "There are no hints at this table.",
    "bad-recovery": "This link no longer leads to a seat.",
    "bad-recovery/password": "This link has been used or has expired.",
    "not-alone/swiss": "A game of a tournament can’t be saved: the file would show every hand.",
    "not-alone": "Others play here on their own devices, and a saved game would show their hands.",
    "nothing-due": "Nothing is due at this table.",
    # accounts
    "bad-password": "A password must have {shortest} to {longest} characters.",
    "bad-password/trivial": "Anybody would guess this password. Choose another one.",
    "wrong-password": "Wrong name or password.",
    "banned": "This account is banned from this server.",
}
"""The sentence of each code, or ``code/case``: see ``rules.reasons.SENTENCES``."""

_WORDS = {**RULES, **SENTENCES}


def refusal(reason: TableReason, *, case: str = "", **params: str | int) -> Refused:
    """Return the error to raise, with one refusal."""
    return Refused([write_refusal(_WORDS, reason, (), case=case, **params)])
