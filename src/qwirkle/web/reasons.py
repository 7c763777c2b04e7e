"""Every reason with which anything can be refused, for pages that say it in other languages.

One list of all codes, each with a sentence in English and the names of its parameters: those of the
rules, of tables and accounts, and of the web itself. A refusal's own sentence may say more.
"""

from __future__ import annotations

import re

import msgspec

SENTENCES = {
    # placing
    "no-tiles": "Choose at least one tile.",
    "same-cell-twice": "Two tiles cannot go to the same place.",
    "no-such-tile": "There is no tile “{tile}”.",
    "occupied": "There is already a tile in that place.",
    "off-board": "That place is off the board.",
    "not-in-hand": "You do not have {tiles}.",
    "played-duplicate": "You can play {tiles} only once in a turn.",
    "played-mixed": "The tiles of a turn must all have one colour or all have one shape.",
    "not-one-line": "Your tiles must all lie in one row or one column.",
    "gap": "There is a gap between your tiles. They must end up in one unbroken line.",
    "no-contact": "At least one of your tiles must touch a tile on the table, side to side.",
    "line-mixed": "The tiles of this line would share neither one colour nor one shape.",
    "line-duplicate": "This line would have {tiles} twice.",
    "line-too-long": "This line would have {count} tiles. A line has six at the most.",
    "opening-not-largest-set": "The first turn must play a largest set, with {count}.",
    "opening-not-on-centre": "The first turn must cover one of the squares in the centre.",
    "back-to-same-spot": "The tile you took cannot go back to the same place in this turn.",
    # taking and action tiles
    "no-tile": "There is no tile in that place.",
    "last-tile": "The last tile stays on the table.",
    "in-qwirkle": "That tile is part of a Qwirkle and stays there.",
    "disconnects": "Without that tile some tiles would lose contact with the others.",
    "no-token": "You have nothing to do that with: {what}.",
    "already-used": "You have already used one in this turn.",
    # trading and passing
    "bag-too-small": "There are only {left} left.",
    "more-than-six": "You can trade {most} tiles at the most.",
    "opening-must-place": "The first turn places tiles; no trading yet.",
    "can-place": "You can play something, so you cannot do that.",
    "can-trade": "You can still trade, so you cannot pass.",
    # cards
    "must-play-a-card": "Play at least one card from your hand.",
    "card-removed-from-table": "Cards on the table stay there; you have left out {tiles}.",
    "card-from-nowhere": "You can play only cards of your own hand; you do not have {tiles}.",
    "set-too-small": "A set needs at least {least} cards; this one has {count}: {tiles}.",
    "set-duplicate": "No card may be twice in a set; here that is {tiles}.",
    "set-mixed": "All cards of a set share one colour or one shape; these do not: {tiles}.",
    # any command
    "not-your-turn": "It is {name}’s turn.",
    "game-over": "The game is over.",
    "stale": "Something has happened that you had not seen.",
    "bad-request": "This request does not fit.",
    "no-such-table": "There is no such table.",
    "not-seated": "You do not sit at this table.",
    "not-your-seat": "That is not your seat.",
    "not-the-host": "Only who opened the table can do that.",
    "no-such-seat": "There is no such seat at this table.",
    "busy": "Too much is going on at this table; try again.",
    # opening a table
    "bad-edition": "These rules do not fit.",
    "bad-seats": "This game has {fewest} to {most} seats at a table.",
    "bad-clock": "That lasts from {shortest_ms} to {longest_ms} milliseconds.",
    "bad-bot": "No such bot may sit at a table.",
    "needs-a-person": "At least one seat is for a person.",
    # the lobby
    "bad-name": "A name can be seen, and has {most} characters at the most.",
    "name-taken": "Somebody has that name already.",
    "seat-taken": "Somebody sits there already.",
    "table-full": "All seats of this table are taken.",
    "seats-empty": "Some seats are still waiting for a person.",
    "already-started": "The game has already started.",
    "not-started": "The game has not started yet.",
    # playing
    "time-over": "Your time is over.",
    "seat-is-out": "You are not in this game any more.",
    "table-ended": "This table has ended.",
    "not-ended": "This table has not ended yet.",
    # votes
    "no-vote": "There is nothing to vote about.",
    "vote-open": "There is a vote already.",
    "nobody-gone": "Nobody has been waited for so long that you could go on.",
    "too-few-left": "Too few would be left; end the table instead.",
    "already-voted": "You have agreed already.",
    # around the game
    "bad-reaction": "There is no such gesture.",
    "too-often": "That was often enough for now.",
    "no-spectators": "Nobody may watch at this table.",
    "no-hints": "At this table there are no hints.",
    "bad-recovery": "This link does not lead to a seat any more.",
    "nothing-due": "Nothing is due at this table.",
    # accounts
    "bad-password": "A password has {shortest} to {longest} characters.",
    "wrong-password": "The name or the password is not right.",
    "no-accounts": "This server keeps no accounts.",
    "not-signed-in": "Nobody is signed in here.",
    # the web
    "csrf": "Requests that change something need the header X-Qwirkle.",
    "origin": "This page is not one of this server.",
    "forbidden": "That is not allowed.",
    "not-found": "There is no such thing.",
    "bad-method": "That cannot be done here.",
    "too-large": "That is too large.",
    "bad-media-type": "That is not JSON.",
    "store-away": "The store cannot be reached at the moment; try again.",
    "unavailable": "Not at the moment; try again.",
    "internal": "Something went wrong here; it has been noted.",
}


class ReasonOffer(msgspec.Struct, frozen=True):
    """A code, what it means, and what a refusal with it may speak of."""

    reason: str
    sentence: str
    """In English; parameters stand in braces."""
    params: tuple[str, ...]
    """A refusal may lack some of them, when it speaks of something else."""


def all_reasons() -> list[ReasonOffer]:
    """Every code there is."""
    return [
        ReasonOffer(reason, sentence, tuple(sorted(set(re.findall(r"{(\w+)}", sentence)))))
        for reason, sentence in SENTENCES.items()
    ]
