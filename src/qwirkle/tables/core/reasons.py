"""The reasons why a table or an account refuses a command: stable codes, each with its sentence.

The codes and sentences of the rules are in ``rules.reasons``.
"""

from __future__ import annotations

from enum import StrEnum

from qwirkle.api.problems import SENTENCES as WEB
from qwirkle.errors import Refused
from qwirkle.rules.refusals.positions import SENTENCES as POSITIONS
from qwirkle.rules.refusals.reasons import SENTENCES as RULES
from qwirkle.rules.refusals.reasons import write_refusal
from qwirkle.rules.refusals.sentences import Chosen, Counted, Detailed, ForPrograms, Sentences


class TableReason(StrEnum):
    """A machine-readable code of a refusal, never renamed."""

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
    BAD_FRIENDLY_DEAL = "bad-friendly-deal"
    BAD_TEACHING = "bad-teaching"
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
    NO_TEACHING = "no-teaching"
    BAD_RECOVERY = "bad-recovery"
    NOT_ALONE = "not-alone"
    NOTHING_DUE = "nothing-due"
    # accounts
    BAD_PASSWORD = "bad-password"  # noqa: S105 - a code
    WRONG_PASSWORD = "wrong-password"  # noqa: S105 - a code
    BANNED = "banned"


SENTENCES: Sentences = {
    # any command
    "bad-request": WEB["bad-request"],
    "bad-request/server": "Only the server can do that.",
    "bad-request/id": ForPrograms(
        "The id of a command must have 1 to {most} printable characters."
    ),
    "bad-request/cards": "Only cards can be arranged.",
    "bad-request/turn": "This game has the turns 1 to {count}.",
    "stale/seat": "{name} has that seat now.",
    "no-such-table": "There is no such table.",
    "no-such-table/swiss": "There is no such tournament.",
    "not-seated": "You don’t have a seat at this table.",
    "not-seated/empty": "Nobody has that seat.",
    "not-seated/swiss": "You’re not in this tournament.",
    "not-seated/cookie": "Without cookies you can only watch.",
    "not-your-seat": "That’s someone else’s seat.",
    "not-your-seat/bot": "There’s no bot on that seat.",
    "not-your-seat/swiss": "The seats at this table are for two players of a tournament.",
    "not-the-host": "Only the host can do that.",
    "not-the-host/swiss": "Only whoever opened the tournament can do that.",
    "not-the-host/swiss-own": ("Nobody decides about their own game. Another player can do that."),
    "not-the-host/swiss-table": "Nobody can change the table of a tournament.",
    "no-such-seat": "This table has {count} seats. There is no seat {seat}.",
    "busy": "The table is busy right now. Try again.",
    "busy/effort": "This took the server too much time or memory, so it stopped. Try again later.",
    "busy/budget": "You’ve asked a lot of this server just now. Try again in a moment.",
    "busy/review": "Many games of yours are waiting for a review. Try again in a few minutes.",
    "busy/hint": "The bots are busy. Ask for a hint again in a moment.",
    "busy/teaching": "Nobody has time to look at your turn. Try again in a moment.",
    "busy/preview": "The server is busy. Try again in a moment.",
    "busy/analysis": "The server is looking at other positions. Try again in a moment.",
    "busy/photo": "The server is reading other photos. Try again in a moment.",
    "busy/fetching": "The server is downloading its photo reader. Try again in a minute.",
    "busy/password": "Many people are signing in right now. Try again in a moment.",
    # opening a table
    "bad-edition": Detailed("This game can’t be played with these options.", "{problem}."),
    "bad-edition/long": "These rules are too long for a table.",
    "bad-seats": "This game is for {fewest} to {most} players, not {count}.",
    "bad-seats/swiss": "A tournament is for {fewest} to {most} people.",
    "bad-seats/rounds": "A tournament of {count} people has 1 to {most} rounds.",
    "bad-clock": Chosen(
        "per",
        {
            "turn": "A turn can take between {seconds} seconds and {days} days.",
            "game": "A game can take between {seconds} seconds and {days} days.",
        },
    ),
    "bad-clock/added": (
        "Extra time per turn needs a time limit for the whole game, and can be at most a day."
    ),
    "bad-clock/patience": "The waiting time must be between one minute and {days} days.",
    "bad-bot": Detailed(
        "There is no such bot.", "{problem}. The levels are level:1 to level:{levels}."
    ),
    "bad-bot/long": "The name of a bot has at most {most} characters.",
    "bad-bot/setting": "At a table, a bot can’t be set with “{setting}”.",
    "bad-bot/slow": "At a table, a bot may think for at most {most} milliseconds.",
    "bad-position/long": "The text of a position has at most {most} characters.",
    "bad-position/seats": "This position is for {right} players, not {count}.",
    "bad-quick-game": "A quick game is for two people, by the rules of a book and without hints.",
    "bad-friendly-deal": (
        "A friendly deal is for one person against bots, by the rules of a book."
    ),
    "bad-teaching": "A teaching game is for one person against bots.",
    "bad-teaching/points": "A teaching game can speak up at {fewest} to {most} lost points.",
    "bad-saved-game": Detailed(
        "This saved game is damaged or was changed, so it can’t be continued.", "{problem}."
    ),
    "bad-saved-game/record": Detailed("This record can’t be reviewed.", "{problem}."),
    "bad-saved-game/hands": "This record has no hands and no seed, so nobody can say what the "
    "players could see.",
    "bad-saved-game/over": "This game is over, so there’s nothing to continue.",
    "bad-saved-game/seed": "This file only shows a game: it can’t be continued.",
    "bad-saved-game/rules": "The rules of this game are not in the file.",
    "needs-a-person": "At least one seat must be for a person.",
    "needs-a-person/seated": "Someone has to take a seat first.",
    # the lobby
    "bad-name": "Enter a name that others can see, with at most {most} characters.",
    "bad-name/long": "A name has at most {most} characters.",
    "bad-name/pronoun": "Everyone is called “{name}”. Enter a name of your own.",
    "name-taken": "The name “{name}” is taken. Choose another.",
    "seat-taken": "{name} already has that seat.",
    "table-full": "All {count} seats are taken.",
    "table-full/swiss": "This tournament is full: {count} people are in it.",
    "seats-empty": Counted(
        "count",
        "{n} seat is still waiting for a player.",
        "{n} seats are still waiting for players.",
    ),
    "already-started": "The game has already started.",
    "already-started/swiss": "This tournament has already begun.",
    "not-started": "The game hasn’t started yet.",
    "not-started/review": "Nothing was played here, so there’s nothing to review.",
    "not-started/rematch": "Nothing was played here, so there’s no rematch.",
    "not-started/swiss": "This tournament hasn’t begun yet.",
    "needs-account": "A quick game is rated: sign in to play it.",
    # playing
    "time-over": "Time’s up for this turn.",
    "seat-is-out": "You’re no longer in this game.",
    "table-ended": "This game is over.",
    "table-ended/swiss": "This tournament is over.",
    "not-ended": "This game isn’t over yet.",
    "not-ended/review": "A game can be reviewed when it’s over.",
    "not-ended/swiss": "Not all games of this round are over yet.",
    "not-your-turn/hint": "You can ask for a hint when it’s your turn.",
    "not-your-turn/teaching": "Your turn can be looked at when it’s your turn.",
    # votes
    "no-vote": "There’s no vote at the moment.",
    "vote-open": "There’s already a vote.",
    "nobody-gone": Counted(
        "minutes",
        "You haven’t waited long enough yet: it takes {n} minute.",
        "You haven’t waited long enough yet: it takes {n} minutes.",
    ),
    "nobody-gone/swiss": Counted(
        "minutes",
        "{name} can be removed once a game has waited for them for {n} minute.",
        "{name} can be removed once a game has waited for them for {n} minutes.",
    ),
    "too-few-left": "Too few players would be left. End the game instead.",
    "too-few-left/swiss": "In a tournament, the clock or the host decides that someone has lost.",
    "already-voted": "You’ve already agreed.",
    # second thoughts
    "nothing-to-take-back": "You have no turn to take back.",
    "declined": "The others would rather keep playing.",
    # around the game
    "bad-reaction": Detailed("There is no such reaction.", "there are {known}."),
    "too-often": WEB["too-often"],
    "too-often/vote": "There was a vote just now. Wait a moment.",
    "too-often/take-back": (
        "Turns have been taken back {most} times. That’s enough for this game."
    ),
    "too-often/mail": "An email is on its way. Wait ten minutes before you ask for another.",
    "too-often/seats": "Seats are changing too fast. Wait a moment.",
    "no-spectators": "This table doesn’t allow spectators.",
    "no-hints": "Hints are off at this table.",
    "no-teaching": "This is no teaching game.",
    "bad-recovery": "This link no longer leads to a seat. Create a new one.",
    "bad-recovery/password": "This link has been used or has expired. Ask for a new one.",
    "not-alone": (
        "Others play here on their own devices, and a saved game would show their tiles."
    ),
    "not-alone/swiss": (
        "A game of a tournament can’t be saved, because the file would show every hand."
    ),
    "nothing-due": "There’s nothing to do at this table.",
    # accounts
    "bad-password": "A password needs {shortest} to {longest} characters.",
    "bad-password/trivial": "Anyone would guess this password. Choose another.",
    "wrong-password": "Wrong name or password.",
    "banned": "This account is banned from this server.",
}
"""The sentence of each code; those of the rules are taken from there."""

_WORDS: Sentences = {**POSITIONS, **RULES, **SENTENCES}


def refusal(reason: TableReason, *, case: str = "", **params: str | int) -> Refused:
    """Return a ``Refused`` with a single reason."""
    return Refused([write_refusal(_WORDS, reason, (), case=case, **params)])
