"""A card game that is played by numbers of actions: choices of cards, or card by card.

By turns, every choice of cards that can be played is listed, the last kind of the hand running
fastest. If there are more than the list has room for, those with the fewest Qwirkles, and among
these the ones with the fewest cards, are left out. Card by card, an action adds a card of a kind to
the choice, and "stop" plays it. A choice is laid with the most Qwirkles; of several lines the
earlier ones are made, colours before shapes, so that the cards alone decide.

This module also has the succession of games, the seats that the core plays, and rewards, as in
``episode.py``. Like ``card_game.py`` it serves both backends, works with numbers only, and leaves
sets to its callers. The arrays belong to the caller.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence

from qwirkle.engine.cards import box, core
from qwirkle.engine.episodes import card_columns, card_game, episode, state_columns

try:
    import cython  # type: ignore[import-untyped, import-not-found, unused-ignore]
except ImportError:
    from qwirkle.engine import uncompiled as cython


# The action after the kinds: play the choice.
STOP = box.KINDS
# The worth of a choice is its Qwirkles times this number, plus its cards; both stay below it.
CARDS_ROOM = 16
WORTHS = CARDS_ROOM * CARDS_ROOM


class CardEpisode(card_game.CardGame):
    """A card game of which some or all seats are played from outside."""

    def __init__(self) -> None:
        """Make an empty table; ``attach_arrays`` sets how it is played."""
        super().__init__()
        self.by_tiles = 0
        self.outside = array("i", [1]) * box.SEATS
        self.rotates = 0
        # How the seats of the core play, in the order in which they follow the one from outside.
        self.styles = array("i", [1]) * box.SEATS
        self.number = 0
        self.episode = 0
        self.reward_kind = episode.REWARD_MARGIN
        self.rewards = array("d", [0]) * box.SEATS
        self.paid = array("i", [0]) * box.SEATS
        self.seed = array("B", bytes(episode.SEED_ROOM))
        self.seed_n = 0
        self.refused = 0
        self.counts = array("h", [0]) * card_columns.COUNTS
        self.mask = array("B", [0])
        self.features = array("h", [0])
        self.counts_at = 0
        self.mask_at = 0
        self.features_at = 0
        self.choices = 0
        self.shown = 0
        # The kinds of the hand; a choice has two bits for each of them.
        self.kinds = array("i", [0]) * card_game.HAND
        self.kinds_n = 0
        self.codes = array("i", [0]) * core.ROOM
        self.worths = array("i", [0]) * core.ROOM
        # The Qwirkles of a choice by line, two bits each.
        self.makes = array("i", [0]) * core.ROOM
        self.totals = array("i", [0]) * WORTHS
        self.found = 0
        self.listed = 0
        self.left_out = 0
        self.chosen = 0

    # For Python

    def attach_arrays(  # noqa: PLR0917 - as in ``Episode``, and the counts
        self,
        counts: array[int],
        mask: array[int],
        features: array[int],
        number: int,
        room: int,
        by_tiles: bool,
    ) -> None:
        """Play by turns or by tiles, with counts, a mask and features in these flat arrays."""
        choices = STOP + 1 if by_tiles else room
        if (
            len(counts) < (number + 1) * card_columns.COUNTS
            or len(mask) < (number + 1) * choices
            or (not by_tiles and len(features) < (number + 1) * room * card_columns.FEATURES)
        ):
            raise ValueError("the arrays are too small for this game")
        self.by_tiles = 1 if by_tiles else 0
        self.choices = choices
        self.counts = counts
        self.mask = mask
        self.features = features
        self.counts_at = number * card_columns.COUNTS
        self.mask_at = number * self.choices
        self.features_at = 0 if by_tiles else number * room * card_columns.FEATURES
        self.shown = 0
        self.number = number

    def set_outside_seats(self, seats: Sequence[bool], reward: int) -> None:
        """Set which seats are played from outside, and what is rewarded."""
        for seat, outside in enumerate(seats):
            self.outside[seat] = 1 if outside else 0
        self.reward_kind = reward

    def rotate_seats(self, policies: Sequence[int]) -> None:
        """Let one seat be played from outside, another one in every game.

        The others play by these policies, in the order of the seats.
        """
        for which, policy in enumerate(policies):
            self.styles[which] = policy
        self.rotates = 1

    def outside_seats(self) -> list[int]:
        """Return the seats that are played from outside."""
        return [seat for seat in range(self.players) if self.outside[seat]]

    def start(self, seed: bytes) -> None:
        """Begin the first game of a seed; later games follow automatically."""
        if len(seed) > episode.SEED_ROOM:
            raise ValueError("the seed of an environment has at most 24 bytes")
        for which, byte in enumerate(seed):
            self.seed[which] = byte
        self.seed_n = len(seed)
        self.episode = 0
        with cython.nogil:
            self._restart()

    def start_from(self, key: bytes, chances: Sequence[int]) -> bool:
        """Begin the game of a dealer's key, as ``begin`` does, and write its arrays."""
        dealt = self.begin(key, chances)
        with cython.nogil:
            self._show_start()
        return dealt

    def step(self, action: int) -> bool:
        """Do an action; return False, with nothing changed, if the mask forbids it."""
        if self.ending:
            raise ValueError("the game is over")
        return self._step_released(action) == 0

    def _step_released(self, action: int) -> int:
        """Do an action, and play the other seats, while other threads of the interpreter run."""
        with cython.nogil:
            return self._step(action)

    def do(self, laid: Sequence[int], made: Sequence[int]) -> None:
        """Play a turn that the rules have judged: cards by kind, Qwirkles by line."""
        self._clear_turn()
        for kind in range(box.KINDS):
            self.laid[kind] = laid[kind]
        for line in range(box.LINES):
            for _ in range(made[line]):
                self._make(line)
        self._do(1 if sum(laid) else 0)
        with cython.nogil:
            self._follow_up()

    def load_view(
        self,
        seat: int,
        hand: Sequence[int],
        table: Sequence[int],
        taken: Sequence[int],
        players: Sequence[tuple[int, int]],
    ) -> None:
        """Set the table as the view of the seat to move shows it; call ``list_loaded`` next.

        The hand is a list of kinds; cards on the table, and in Qwirkles that were taken off it, are
        counts by kind; players have their score and the number of cards they hold.
        """
        if len(players) != self.players or not 0 <= seat < self.players:
            raise ValueError("a table has as many seats as were agreed on")
        if len(hand) > self.hand_size or len(hand) != players[seat][1]:
            raise ValueError("a hand has as many cards as its seat holds")
        self.seat = seat
        self.ending = card_game.RUNNING
        for kind in range(box.KINDS):
            self.table[kind] = table[kind]
            self.taken[kind] = taken[kind]
        for other, (score, size) in enumerate(players):
            self.score[other] = score
            self.size[other] = size
        for which, kind in enumerate(hand):
            self.order[seat * card_game.HAND + which] = kind

    def list_loaded(
        self,
        deck: int,
        turns: int,
        idle: int,
        opening_cards: int,
        turns_left: int,
    ) -> None:
        """Write the arrays of the loaded view and list its choices; none of them can be played.

        ``turns_left`` is -1 before the last round. The last turn is that of ``set_last_turn``.
        """
        self.deck_n = deck
        self.turns = turns
        self.idle = idle
        self.opening_cards = opening_cards
        self.turns_left = turns_left
        with cython.nogil:
            self._find_choices()
            self._show_choice()

    def set_last_turn(self, act: int, laid: Sequence[int], made: int) -> None:
        """Set the turn of the seat before: its act, its cards as kinds, its Qwirkles; -1: none."""
        self._clear_turn()
        self.act = act
        self.made = made
        for kind in laid:
            self.laid[kind] += 1

    def play_alone(self) -> None:
        """Play one turn of the seat to move by its policy."""
        if self.ending:
            raise ValueError("the game is over")
        with cython.nogil:
            self._play()
            self._follow_up()

    def write_counts(self, seat: int) -> None:
        """Write the counts for a seat, whether it is its turn or not."""
        if not 0 <= seat < self.players:
            raise ValueError("no such seat")
        self._count_for(seat)

    def earned(self) -> list[float]:
        """Return the rewards of each seat for the last step."""
        return [self.rewards[seat] for seat in range(self.players)]

    def aside_so_far(self) -> list[int]:
        """Return how many cards of each kind were chosen so far in this turn, card by card."""
        return self.spelled(self.chosen)

    def chosen_so_far(self) -> int:
        """Return the number of the choice that "stop" would play; -1 if there is none."""
        return self._find_chosen()

    def choice(self, which: int) -> tuple[list[int], list[int]]:
        """Return a choice that can be played now: its cards by kind, its Qwirkles by line."""
        if not 0 <= which < self.found:
            raise ValueError("no such choice of cards")
        made = self.makes[which]
        lines = [(made >> (2 * line)) & 3 for line in range(box.LINES)]
        return self.spelled(self.codes[which]), lines

    def spelled(self, code: int) -> list[int]:
        """Return the cards of a choice by kind."""
        cards = [0] * box.KINDS
        for place in range(self.kinds_n):
            cards[self.kinds[place]] = (code >> (2 * place)) & 3
        return cards

    def snapshot(self) -> array[int]:
        """Return the game as a row (``state_columns.py``); ValueError in the middle of a turn."""
        row = array("H", bytes(2 * state_columns.CARDS_ROOM))
        if self.chosen:
            raise ValueError("the turn is not complete")
        self._store(row)
        return row

    def restore(self, row: array[int], episode: int) -> None:
        """Continue the game of a row, which must be right, and write its arrays.

        As in ``Episode``. Qwirkles are rewarded from here on.
        """
        self._load(row)
        self.episode = episode
        if self.rotates:
            self._seat_outside(self.seat)
        for seat in range(self.players):
            self.paid[seat] = self.score[seat]
            self.rewards[seat] = 0
        with cython.nogil:
            self._play_others()
            self._find_choices()
            self._show_choice()

    def begin_next(self) -> None:
        """Begin the next game."""
        with cython.nogil:
            self._restart()

    # Succession of games

    def _restart(self) -> int:
        """Deal the next game: the seed's text, the number and the count of games form its seed."""
        self.dealer._seed_game(self.seed, self.seed_n, self.number, self.episode, self.players)
        if self.rotates:
            self._seat_outside((self.number + self.episode) % self.players)
        self.episode += 1
        self._begin_game()
        return self._show_start()

    def _seat_outside(self, seat: int) -> int:
        """Let this seat alone be played from outside; the styles follow in their order."""
        which = 0
        for other in range(self.players):
            self.outside[other] = 1 if other == seat else 0
            if other != seat:
                self.policy[other] = self.styles[which]
                which += 1
        return 0

    def _show_start(self) -> int:
        self._clear_turn()
        for seat in range(self.players):
            self.paid[seat] = 0
            self.rewards[seat] = 0
        self._play_others()
        self._find_choices()
        return self._show_choice()

    def _play_others(self) -> int:
        """Play the core's seats until a seat played from outside is to move."""
        while self.ending == card_game.RUNNING and self.outside[self.seat] == 0:
            self._play()
        return 0

    def _step(self, action: int) -> int:
        """Do an action and let the others play; return 1 if it is not allowed."""
        if action < 0 or action >= self.choices or self.mask[self.mask_at + action] == 0:
            self.refused = 1
            return 1
        self.refused = 0
        if self.by_tiles == 0:
            self._act(action)
        elif action == STOP:
            self._act(self._find_chosen())
        else:
            return self._add_aside(action)
        return self._follow_up()

    def _follow_up(self) -> int:
        self._play_others()
        running = 1 if self.ending == card_game.RUNNING else 0
        episode._reward(
            self.rewards, self.paid, self.score, self.players, self.reward_kind, running
        )
        self._find_choices()
        return self._show_choice()

    # Actions

    def _add_aside(self, kind: int) -> int:
        """Choose one more card; the turn continues."""
        for place in range(self.kinds_n):
            if self.kinds[place] == kind:
                self.chosen += 1 << (2 * place)
        for place in range(self.players):
            self.rewards[place] = 0
        return self._show_choice()

    def _find_chosen(self) -> int:
        for which in range(self.found):
            if self.codes[which] == self.chosen:
                return which
        return -1

    def _act(self, which: int) -> int:
        """Play a choice of cards; without any, exchange the hand or pass (A15)."""
        self._clear_turn()
        if self.found:
            for place in range(self.kinds_n):
                self.laid[self.kinds[place]] = (self.codes[which] >> (2 * place)) & 3
            for line in range(box.LINES):
                for _ in range((self.makes[which] >> (2 * line)) & 3):
                    self._make(line)
        return self._do(1 if self.found else 0)

    # The choices of the seat to move

    def _find_choices(self) -> int:
        """Find every choice of cards that can be played, and the Qwirkles of each."""
        self.found = 0
        self.left_out = 0
        self.chosen = 0
        self.kinds_n = 0
        if self.ending:
            return 0
        self._set_solver(self.seat)
        for kind in range(box.KINDS):
            if self.solver.hand[kind]:
                self.kinds[self.kinds_n] = kind
                self.kinds_n += 1
        for line in range(box.LINES):
            self.solver.made[line] = 0
        self.found = self.solver._plays()
        for which in range(self.found):
            self.codes[which] = self.solver.found[which]
            self.worths[which] = 0
            self.makes[which] = 0
        if self.opening_cards:
            self._find_openings()
        else:
            self._find_qwirkles(0, 0, 0)
        if self.by_tiles == 0 and self.found > self.choices:
            self._drop_least()
        return 0

    def _find_openings(self) -> int:
        """Keep the sets of the size that the first turn must play (A16)."""
        count = self.found
        self.found = 0
        for which in range(count):
            for line in range(box.LINES):
                if self._is_opening(self.codes[which], line):
                    self.codes[self.found] = self.codes[which]
                    if self.opening_cards == box.QWIRKLE:
                        self.worths[self.found] = 1
                        self.makes[self.found] = 1 << (2 * line)
                    self.found += 1
        return 0

    def _is_opening(self, code: int, line: int) -> int:
        """Return whether a choice is one set of the line, as large as the opening must be."""
        places = 0
        for place in range(self.kinds_n):
            count = (code >> (2 * place)) & 3
            kind = self.kinds[place]
            if count == 0:
                continue
            if count > 1 or (line != kind // 6 and line != 6 + kind % 6):
                return 0
            places += 1
        return 1 if places == self.opening_cards else 0

    def _find_qwirkles(self, first: int, made: int, qwirkles: int) -> int:
        """Give the choices that allow one more Qwirkle, from a line on, the first ones found.

        Fewer Qwirkles are possible whenever more are, so plays with more are among those with
        fewer, and they are found in the same order.
        """
        for line in range(first, box.LINES):
            if self.solver._room(line) == 0:
                continue
            self.solver.made[line] += 1
            count = self.solver._plays()
            which = 0
            for at in range(count):
                code = self.solver.found[at]
                while self.codes[which] != code:
                    which += 1
                if self.worths[which] <= qwirkles:
                    self.worths[which] = qwirkles + 1
                    self.makes[which] = made + (1 << (2 * line))
            if count:
                self._find_qwirkles(line, made + (1 << (2 * line)), qwirkles + 1)
            self.solver.made[line] -= 1
        return 0

    def _drop_least(self) -> int:
        """Keep as many choices as the list has room for, in their order."""
        least = self._threshold(self.choices)
        spare = self.choices
        for which in range(self.found):
            spare -= self._worth(which) > least
        kept = 0
        for which in range(self.found):
            worth = self._worth(which)
            if worth < least or (worth == least and spare <= 0):
                self.left_out += 1
                continue
            if worth == least:
                spare -= 1
            self.codes[kept] = self.codes[which]
            self.worths[kept] = self.worths[which]
            self.makes[kept] = self.makes[which]
            kept += 1
        self.found = kept
        return 0

    def _threshold(self, spare: int) -> int:
        """Return the worth that a choice must exceed, or reach while there is room."""
        for worth in range(WORTHS):
            self.totals[worth] = 0
        for which in range(self.found):
            self.totals[self._worth(which)] += 1
        worth = WORTHS - 1
        while spare >= self.totals[worth]:
            spare -= self.totals[worth]
            worth -= 1
        return worth

    def _worth(self, which: int) -> int:
        return CARDS_ROOM * self.worths[which] + self._cards_of(self.codes[which])

    def _cards_of(self, code: int) -> int:
        cards = 0
        while code:
            cards += code & 3
            code >>= 2
        return cards

    # Arrays

    def _show_choice(self) -> int:
        """Write counts, mask and features for the seat whose turn it is."""
        self._count_for(self.seat)
        return self._mark_kinds() if self.by_tiles else self._describe_choices()

    def _count_for(self, seat: int) -> int:
        at = self.counts_at
        for kind in range(box.KINDS):
            self.counts[at + kind] = 0
            self.counts[at + card_columns.ASIDE + kind] = 0
            self.counts[at + card_columns.ON_TABLE + kind] = self.table[kind]
            self.counts[at + card_columns.UNSEEN + kind] = (
                box.COPIES - self.table[kind] - self.taken[kind]
            )
        for away in range(self.size[seat]):
            kind = self.order[seat * card_game.HAND + away]
            self.counts[at + kind] += 1
            self.counts[at + card_columns.UNSEEN + kind] -= 1
        if seat == self.seat:
            for away in range(self.kinds_n):
                kind = self.kinds[away]
                self.counts[at + card_columns.ASIDE + kind] = (self.chosen >> (2 * away)) & 3
        for away in range(self.players):
            other = seat + away if seat + away < self.players else seat + away - self.players
            self.counts[at + card_columns.SCORES + away] = self.score[other]
            self.counts[at + card_columns.SIZES + away] = self.size[other]
        self.counts[at + card_columns.DECK] = self.deck_n
        self.counts[at + card_columns.PLAYERS] = self.players
        self.counts[at + card_columns.TURNS] = self.turns
        self.counts[at + card_columns.IDLE] = self.idle
        self.counts[at + card_columns.OPENING_CARDS] = self.opening_cards
        self.counts[at + card_columns.TURNS_LEFT] = 1 + self.turns_left
        for away in range(card_columns.LAST_SEAT, card_columns.COUNTS):
            self.counts[at + away] = 0
        if self.turns and self.act >= 0:
            # The last turn was that of the seat before, or of this one, if the game is over.
            last = self.seat if self.ending else self.seat + self.players - 1
            cards = 0
            for kind in range(box.KINDS):
                cards += self.laid[kind]
            self.counts[at + card_columns.LAST_SEAT] = (
                1 + (last + self.players - seat) % self.players
            )
            self.counts[at + card_columns.LAST_SEAT + 1] = cards
            self.counts[at + card_columns.LAST_SEAT + 2] = self.made
            self.counts[at + card_columns.LAST_SEAT + 3] = (
                1 if self.act == card_columns.EXCHANGE else 0
            )
            self.counts[at + card_columns.LAST_SEAT + 4] = 1 if self.act == card_columns.PASS else 0
        return 0

    def _mark_kinds(self) -> int:
        """Allow every kind that leads to a choice, and "stop" where the chosen cards are one."""
        add = 0
        stop = 1 if self.found == 0 and self.ending == 0 else 0
        for which in range(self.found):
            code = self.codes[which]
            if self._has_chosen(code):
                rest = code - self.chosen
                add |= rest
                if rest == 0:
                    stop = 1
        for kind in range(box.KINDS):
            self.mask[self.mask_at + kind] = 0
        for place in range(self.kinds_n):
            if (add >> (2 * place)) & 3:
                self.mask[self.mask_at + self.kinds[place]] = 1
        self.mask[self.mask_at + STOP] = stop
        return 0

    def _has_chosen(self, code: int) -> int:
        for place in range(self.kinds_n):
            if (code >> (2 * place)) & 3 < (self.chosen >> (2 * place)) & 3:
                return 0
        return 1

    def _describe_choices(self) -> int:
        """List the choices, or the only turn without cards; blank the rest of the old list."""
        self.listed = self.found
        for which in range(self.found):
            self._describe(which)
        if self.found == 0 and self.ending == 0:
            at = self.features_at
            for which in range(card_columns.FEATURES):
                self.features[at + which] = 0
            self.features[at + card_columns.ACT] = (
                card_columns.EXCHANGE if self.deck_n else card_columns.PASS
            )
            self.listed = 1
        for which in range(self.shown, self.listed):
            self.mask[self.mask_at + which] = 1
        for which in range(self.listed, self.shown):
            self.mask[self.mask_at + which] = 0
        for at in range(
            self.features_at + self.listed * card_columns.FEATURES,
            self.features_at + self.shown * card_columns.FEATURES,
        ):
            self.features[at] = 0
        self.shown = self.listed
        return 0

    def _describe(self, which: int) -> int:
        at = self.features_at + which * card_columns.FEATURES
        column = card_columns.FIRST_KIND
        for place in range(self.kinds_n):
            for _ in range((self.codes[which] >> (2 * place)) & 3):
                if column < card_columns.FEATURES:
                    self.features[at + column] = 1 + self.kinds[place]
                column += 1
        self.features[at + card_columns.ACT] = card_columns.PLAY
        self.features[at + card_columns.CARDS] = column - card_columns.FIRST_KIND
        self.features[at + card_columns.QWIRKLES] = self.worths[which]
        while column < card_columns.FEATURES:
            self.features[at + column] = 0
            column += 1
        return 0
