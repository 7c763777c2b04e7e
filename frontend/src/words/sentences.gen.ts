// Made by frontend/words.py from the sentences of the package. Do not edit.

import type { Sentences } from "./sentences";

/** Why a turn is refused. From `rules/refusals/reasons.py`. */
export const RULES = {
  "no-tiles": "Choose at least one tile.",
  "no-tiles/trade": "Choose at least one tile to trade.",
  "same-cell-twice": "Two tiles can’t go in the same place: {tiles}.",
  "no-such-tile": "There is no tile “{tile}”.",
  "occupied": "There’s already a tile here: {tiles}.",
  "off-board": "That’s off the board: {tiles}.",
  "off-board/far": "That’s too far away: stay within {most} squares of the middle.",
  "not-in-hand": "That’s not in your hand: {tiles}.",
  "played-duplicate": "You can’t play two identical tiles in one turn: {tiles}.",
  "played-mixed": "The tiles you play must all be one colour or all be one shape. These are neither: {tiles}.",
  "not-one-line": "Your tiles must all be in one row or one column.",
  "gap": {
    "by": "axis",
    "of": {
      "row": "Close the gap in row {at}: your tiles must form one unbroken line.",
      "column": "Close the gap in column {at}: your tiles must form one unbroken line."
    }
  },
  "no-contact": "At least one of your tiles must touch a tile on the table (corners don’t count).",
  "line-mixed": {
    "by": "axis",
    "of": {
      "row": "Tiles in row {at} must all be one colour or all be one shape. Wrong: {tiles}.",
      "column": "Tiles in column {at} must all be one colour or all be one shape. Wrong: {tiles}."
    }
  },
  "line-duplicate": {
    "by": "axis",
    "of": {
      "row": "Row {at} would have the same tile twice: {tiles}.",
      "column": "Column {at} would have the same tile twice: {tiles}."
    }
  },
  "line-too-long": {
    "by": "axis",
    "of": {
      "row": "A line can’t be longer than {most} tiles. Row {at} would have {count}.",
      "column": "A line can’t be longer than {most} tiles. Column {at} would have {count}."
    }
  },
  "opening-not-largest-set": {
    "number": "count",
    "one": "Start with your largest set, {n} tile: {tiles}.",
    "other": "Start with your largest set, {n} tiles: {tiles}."
  },
  "opening-not-largest-set/unknown": {
    "number": "count",
    "one": "Start with your largest set: {n} tile.",
    "other": "Start with your largest set: {n} tiles."
  },
  "opening-not-largest-set/cards": {
    "number": "count",
    "one": "Start with your largest set and nothing else, {n} card: {tiles}.",
    "other": "Start with your largest set and nothing else, {n} cards: {tiles}."
  },
  "opening-not-on-centre": "The first turn must cover one of the {count} squares in the centre.",
  "back-to-same-spot": "The tile you took can’t go back to the same place: {tiles}.",
  "no-tile": "There’s no tile there to take.",
  "last-tile": "The last tile has to stay on the table: {tiles}.",
  "in-qwirkle": "This tile is part of a Qwirkle, so it stays there: {tiles}.",
  "disconnects": "Taking this tile would cut others off: {tiles}.",
  "no-token": "You can’t take tiles from the table in this game.",
  "no-token/star-token": "You have no star token left.",
  "no-token/take": "You have no action tile for taking a tile.",
  "no-token/draw3": "You have no action tile for drawing three.",
  "already-used": "You’ve already taken a tile this turn, and only one action is allowed.",
  "already-used/draw3": "You’ve already drawn three this turn, and only one action is allowed.",
  "bag-too-small": {
    "number": "count",
    "one": "You can’t trade {n} tile: only {left} left to draw.",
    "other": "You can’t trade {n} tiles: only {left} left to draw."
  },
  "bag-too-small/trade": "There’s nothing left to draw, so you can’t trade.",
  "bag-too-small/draw3": "There’s nothing left to draw, so you can’t draw three.",
  "bag-too-small/exchange": "The deck is empty, so you can’t draw a new hand.",
  "more-than-six": {
    "number": "most",
    "one": "You can trade at most {n} tile, not {count}.",
    "other": "You can trade at most {n} tiles, not {count}."
  },
  "opening-must-place": "You can’t trade on the first turn.",
  "can-place": "You can place a tile, so you can’t pass.",
  "can-place/card": "You can play a card, so you can’t pass.",
  "can-place/exchange": "You can play a card, so you can’t draw a new hand.",
  "can-trade": "You can still trade, so you can’t pass.",
  "can-trade/must": "If you can’t place a tile, you must trade.",
  "can-trade/exchange": "You can still draw a new hand, so you can’t pass.",
  "must-play-a-card": "Play at least one card from your hand.",
  "card-removed-from-table": "Cards on the table stay there. Left out: {tiles}.",
  "card-from-nowhere": "That’s neither on the table nor in your hand: {tiles}.",
  "set-too-small": "A set needs at least {least} cards. This one has {count}: {tiles}.",
  "set-too-small/empty": "A set needs at least {least} cards. This one is empty.",
  "set-duplicate": "This set has the same card twice: {tiles}.",
  "set-mixed": "The cards in a set must all be one colour or all be one shape. These are neither: {tiles}.",
  "not-your-turn": "It’s {name}’s turn.",
  "game-over": "The game is over.",
  "stale": "The table has just changed. Have a look and try again."
} as const satisfies Sentences;

/** The same beside the tiles it is about. From `rules/refusals/reasons.py`. */
export const HERE = {
  "gap": {
    "by": "axis",
    "of": {
      "row": "Close the gap in this row: your tiles must form one unbroken line.",
      "column": "Close the gap in this column: your tiles must form one unbroken line."
    }
  },
  "line-mixed": {
    "by": "axis",
    "of": {
      "row": "Tiles in this row must all be one colour or all be one shape. Wrong: {tiles}.",
      "column": "Tiles in this column must all be one colour or all be one shape. Wrong: {tiles}."
    }
  },
  "line-duplicate": {
    "by": "axis",
    "of": {
      "row": "This row would have the same tile twice: {tiles}.",
      "column": "This column would have the same tile twice: {tiles}."
    }
  },
  "line-too-long": {
    "by": "axis",
    "of": {
      "row": "A line can’t be longer than {most} tiles. This row would have {count}.",
      "column": "A line can’t be longer than {most} tiles. This column would have {count}."
    }
  }
} as const satisfies Sentences;

/** The same without tiles and places. From `rules/refusals/reasons.py`. */
export const DEMANDS = {
  "gap": "Close the gap: your tiles must form one unbroken line.",
  "line-mixed": "Tiles in a line must all be one colour or all be one shape.",
  "line-duplicate": "This line would have the same tile twice.",
  "line-too-long": "A line can’t be longer than six tiles.",
  "played-mixed": "Your tiles must all be one colour or all be one shape.",
  "played-duplicate": "You can’t play two identical tiles in one turn.",
  "set-too-small": "A set needs at least three cards.",
  "set-duplicate": "This set has the same card twice.",
  "set-mixed": "The cards in a set must all be one colour or all be one shape."
} as const satisfies Sentences;

/** The same beside a set of cards. From `rules/refusals/reasons.py`. */
export const IN_SHORT = {
  "set-mixed": "nothing in common",
  "set-duplicate": "same card twice",
  "set-too-small": "too few cards"
} as const satisfies Sentences;

/** Why a table refuses. From `tables/core/reasons.py`. */
export const TABLES = {
  "bad-request": null,
  "bad-request/server": "Only the server can do that.",
  "bad-request/id": null,
  "bad-request/cards": "Only cards can be arranged.",
  "bad-request/turn": "This game has the turns 1 to {count}.",
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
  "not-the-host/swiss-own": "Nobody decides about their own game. Another player can do that.",
  "not-the-host/swiss-table": "Nobody can change the table of a tournament.",
  "no-such-seat": "This table has {count} seats. There is no seat {seat}.",
  "busy": "The table is busy right now. Try again.",
  "busy/hint": "The bots are busy. Ask for a hint again in a moment.",
  "busy/preview": "The server is busy. Try again in a moment.",
  "busy/analysis": "The server is looking at other positions. Try again in a moment.",
  "busy/photo": "The server is reading other photos. Try again in a moment.",
  "busy/fetching": "The server is fetching what reads photos. Try again in a minute.",
  "busy/password": "Many people are signing in right now. Try again in a moment.",
  "bad-edition": "This game can’t be played with these options.",
  "bad-edition/long": "These rules are too long for a table.",
  "bad-seats": "This game is for {fewest} to {most} players, not {count}.",
  "bad-seats/swiss": "A tournament is for {fewest} to {most} people.",
  "bad-seats/rounds": "A tournament of {count} people has 1 to {most} rounds.",
  "bad-clock": {
    "by": "per",
    "of": {
      "turn": "A turn can take between {seconds} seconds and {days} days.",
      "game": "A game can take between {seconds} seconds and {days} days."
    }
  },
  "bad-clock/added": "Extra time per turn needs a time limit for the whole game, and can be at most a day.",
  "bad-clock/patience": "The waiting time must be between one minute and {days} days.",
  "bad-bot": "There is no such bot.",
  "bad-bot/long": "The name of a bot has at most {most} characters.",
  "bad-bot/setting": "At a table, a bot can’t be set with “{setting}”.",
  "bad-bot/slow": "At a table, a bot may think for at most {most} milliseconds.",
  "bad-position/long": "The text of a position has at most {most} characters.",
  "bad-position/seats": "This position is for {right} players, not {count}.",
  "bad-quick-game": "A quick game is for two people, by the rules of a book and without hints.",
  "bad-friendly-deal": "A friendly deal is for one person against bots, by the rules of a book.",
  "bad-saved-game": "This saved game is damaged or was changed, so it can’t be continued.",
  "bad-saved-game/over": "This game is over, so there’s nothing to continue.",
  "bad-saved-game/seed": "This file only shows a game: it can’t be continued.",
  "bad-saved-game/rules": "The rules of this game are not in the file.",
  "needs-a-person": "At least one seat must be for a person.",
  "needs-a-person/seated": "Someone has to take a seat first.",
  "bad-name": "Enter a name that others can see, with at most {most} characters.",
  "bad-name/long": "A name has at most {most} characters.",
  "bad-name/pronoun": "Everyone is called “{name}”. Enter a name of your own.",
  "name-taken": "The name “{name}” is taken. Choose another.",
  "seat-taken": "{name} already has that seat.",
  "table-full": "All {count} seats are taken.",
  "table-full/swiss": "This tournament is full: {count} people are in it.",
  "seats-empty": {
    "number": "count",
    "one": "{n} seat is still waiting for a player.",
    "other": "{n} seats are still waiting for players."
  },
  "already-started": "The game has already started.",
  "already-started/swiss": "This tournament has already begun.",
  "not-started": "The game hasn’t started yet.",
  "not-started/review": "Nothing was played here, so there’s nothing to review.",
  "not-started/rematch": "Nothing was played here, so there’s no rematch.",
  "not-started/swiss": "This tournament hasn’t begun yet.",
  "needs-account": "A quick game is rated: sign in to play it.",
  "time-over": "Time’s up for this turn.",
  "seat-is-out": "You’re no longer in this game.",
  "table-ended": "This game is over.",
  "table-ended/swiss": "This tournament is over.",
  "not-ended": "This game isn’t over yet.",
  "not-ended/review": "A game can be reviewed when it’s over.",
  "not-ended/swiss": "Not all games of this round are over yet.",
  "not-your-turn/hint": "You can ask for a hint when it’s your turn.",
  "no-vote": "There’s no vote at the moment.",
  "vote-open": "There’s already a vote.",
  "nobody-gone": {
    "number": "minutes",
    "one": "You haven’t waited long enough yet: it takes {n} minute.",
    "other": "You haven’t waited long enough yet: it takes {n} minutes."
  },
  "nobody-gone/swiss": {
    "number": "minutes",
    "one": "{name} can be removed once a game has waited for them for {n} minute.",
    "other": "{name} can be removed once a game has waited for them for {n} minutes."
  },
  "too-few-left": "Too few players would be left. End the game instead.",
  "too-few-left/swiss": "In a tournament, the clock or the host decides that someone has lost.",
  "already-voted": "You’ve already agreed.",
  "nothing-to-take-back": "You have no turn to take back.",
  "declined": "The others would rather keep playing.",
  "bad-reaction": "There is no such gesture.",
  "too-often": "Too many attempts. Wait a moment.",
  "too-often/vote": "There was a vote just now. Wait a moment.",
  "too-often/take-back": "Turns have been taken back {most} times. That’s enough for this game.",
  "too-often/mail": "An email is on its way. Wait ten minutes before you ask for another.",
  "too-often/seats": "Seats are changing too fast. Wait a moment.",
  "no-spectators": "This table doesn’t allow spectators.",
  "no-hints": "Hints are off at this table.",
  "bad-recovery": "This link no longer leads to a seat. Create a new one.",
  "bad-recovery/password": "This link has been used or has expired. Ask for a new one.",
  "not-alone": "Others play here on their own devices, and a saved game would show their tiles.",
  "not-alone/swiss": "A game of a tournament can’t be saved, because the file would show every hand.",
  "nothing-due": "There’s nothing to do at this table.",
  "bad-password": "A password needs {shortest} to {longest} characters.",
  "bad-password/trivial": "Anyone would guess this password. Choose another.",
  "wrong-password": "Wrong name or password.",
  "banned": "This account is banned from this server."
} as const satisfies Sentences;

/** Why the server refuses a request. From `api/problems.py`. */
export const WEB = {
  "bad-request": null,
  "bad-request/mail": "Mail can’t be sent to this address. Enter one such as ann@example.org.",
  "too-often": "Too many attempts. Wait a moment.",
  "too-often/address": "Too many requests from here. Wait a moment.",
  "too-often/table": "Too many requests at this table. Wait a moment.",
  "too-often/opening": "Too many tables were opened from here. Wait a while.",
  "too-often/password": "Too many passwords were tried from here. Wait a while.",
  "too-often/account": "Too many wrong passwords for this account. Wait a while.",
  "no-accounts": "This server doesn’t offer accounts.",
  "no-photos": "This server doesn’t read photos.",
  "not-signed-in": "You’re not signed in.",
  "csrf": null,
  "origin": null,
  "forbidden": "That’s not allowed.",
  "not-found": "There’s nothing here.",
  "not-found/lesson": "There is no such lesson.",
  "not-found/network": "This computer isn’t connected to a network.",
  "not-found/notices": "This server sends no notifications.",
  "not-yet": "The puzzle of that day hasn’t come yet.",
  "bad-method": null,
  "too-large": "That’s too much at once.",
  "too-large/photo": "A photo can have at most {most} MB.",
  "bad-media-type": null,
  "bad-media-type/photo": "A photo is a picture in JPEG, PNG or WebP.",
  "store-away": "The server can’t reach its database. Try again in a moment.",
  "unavailable": "The server isn’t ready. Try again in a moment.",
  "unavailable/overload": "The server is overloaded. Try again soon.",
  "internal": "Something went wrong on the server. Try again in a moment."
} as const satisfies Sentences;

/** Why a hint is a good turn. From `tables/live/hints.py`. */
export const HINTS = {
  "place-most": "No turn scores more.",
  "place-safe": "Another turn scores {most}, but this one is better.",
  "trade": "Nothing good to play: trade these tiles.",
  "take": "Take this tile: it scores more elsewhere.",
  "draw3": "Draw three: you’ll have more tiles to choose from.",
  "pass": "Nothing fits and you can’t trade: pass.",
  "cards-play": "These cards can be played.",
  "cards-play/qwirkles": {
    "number": "qwirkles",
    "one": "This makes {n} Qwirkle.",
    "other": "This makes {n} Qwirkles."
  },
  "cards-exchange": "You can’t play any of your cards: draw a new hand.",
  "cards-pass": "You can’t play any of your cards, and the deck is empty.",
  "points": {
    "number": "points",
    "one": "This scores {n} point.",
    "other": "This scores {n} points."
  },
  "points/qwirkles": {
    "number": "points",
    "one": "A Qwirkle: {n} point.",
    "other": "A Qwirkle: {n} points."
  }
} as const satisfies Sentences;

/** Why a game ended. From `rules/winning.py`. */
export const GAME_ENDINGS = {
  "went-out": "{name} played the last tile.",
  "went-out/you": "You played the last tile.",
  "all-passed": "Nobody could place or trade any more tiles.",
  "no-progress": "Nobody played anything for several rounds.",
  "last-round": "The deck was empty, and everyone had one last turn."
} as const satisfies Sentences;

/** Why a table ended. From `tables/core/standings.py`. */
export const ENDINGS = {
  "finished": "The game is over.",
  "resigned": "The others have left the game.",
  "agreed": "The players agreed to end the game.",
  "closed": "The table was closed before the game began.",
  "never-started": "The game was never started."
} as const satisfies Sentences;

/** Why a seat is out, by its name. From `tables/core/standings.py`. */
export const OUT = {
  "resigned": "gave up",
  "resigned/you": "you gave up",
  "time": "ran out of time",
  "time/you": "you ran out of time",
  "missed": "missed too many turns",
  "missed/you": "you missed too many turns",
  "voted": "went away",
  "voted/you": "you went away"
} as const satisfies Sentences;

/** Why a seat is out of the game, in a sentence. From `tables/core/standings.py`. */
export const DEPARTURES = {
  "resigned": "{name} gave up.",
  "resigned/you": "You gave up.",
  "time": "{name} ran out of time.",
  "time/you": "You ran out of time.",
  "missed": "{name} missed too many turns.",
  "missed/you": "You missed too many turns.",
  "voted": "The others continue without {name}.",
  "voted/you": "The others continue without you."
} as const satisfies Sentences;
