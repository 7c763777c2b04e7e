"""One game of a match: the seats, the deal, and the result.

A game depends only on the match's seed, its deal and its rotation, so it can be played anywhere and
in any order.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from time import perf_counter, thread_time

import msgspec

from qwirkle.analysis.family import of
from qwirkle.analysis.review.luck import luck_of, margin_without_luck
from qwirkle.analysis.review.steps import Step
from qwirkle.errors import BotError, IllegalTurn
from qwirkle.lab.fast_games import play_fast
from qwirkle.lab.sprt import Sprt
from qwirkle.players import Bot, bot
from qwirkle.players.answers import ask
from qwirkle.players.base import Fault, LostTurn
from qwirkle.rules.dealing import SeedDealer
from qwirkle.rules.family import AnyEdition, begin, decide, view


class MatchPlan(msgspec.Struct, frozen=True):
    """The games of a match, and the bots that play them.

    A bot is given by its spec or as an object; of an object, a copy plays each game, so that no
    game depends on the ones before it. A bot that cannot be copied plays them all itself.
    """

    bots: tuple[str | Bot, ...]
    edition: AnyEdition
    games: int = 200
    seed: int | str = 0
    ms: float | None = None
    """Thinking time per move, for bots that think."""
    sprt: Sprt | None = None
    """Stop before ``games`` as soon as this test is decided about the first bot."""
    luck: bool = False
    """Whether the luck of every game is computed, for margins without it."""
    stop_within: float | None = None
    """Stop once the first bot's margin without luck is known within this many points (95 %)."""
    transcript: bool = False
    """Whether results contain the dialogue with programs that lost turns."""

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the bots in reports: their specs, or their classes."""
        return tuple(bot if isinstance(bot, str) else type(bot).__name__ for bot in self.bots)


class GameResult(msgspec.Struct, frozen=True, omit_defaults=True):
    """One game, with the results of each bot, in the order of the plan."""

    deal: int
    rotation: int
    scores: tuple[int, ...]
    shares: tuple[float, ...]
    """1 for a win, an equal share of a shared win, 0 for a loss."""
    turns: int
    moves: tuple[int, ...]
    seconds: tuple[float, ...]
    cpu_seconds: tuple[float, ...]
    """Processor time of the calling thread: a bot in a process of its own uses none of it."""
    lost_turns: tuple[int, ...] = ()
    """Only programs can lose turns; empty if no bot lost any."""
    faults: tuple[str | None, ...] = ()
    """The reason for the last lost turn."""
    fault_kinds: tuple[tuple[Fault, ...], ...] = ()
    """Every kind of fault of each bot."""
    luck: tuple[float, ...] = ()
    """The luck of each bot in points, if the plan requests it."""
    transcripts: tuple[tuple[LostTurn, ...], ...] = ()
    """The lost turns of each bot with their dialogue, if the plan requests it; not stored."""

    def win_share(self, which: int) -> float:
        """Return the contribution of the game to a win rate: a shared win counts half."""
        share = self.shares[which]
        return 0.5 if 0 < share < 1 else share

    def margin(self, which: int) -> int:
        """Return the bot's lead over the best of the others, in points."""
        return self.scores[which] - max(s for i, s in enumerate(self.scores) if i != which)

    def margin_without_luck(self, which: int) -> float:
        """Return the margin less the luck of the bot beyond that of the others."""
        return margin_without_luck(self.margin(which), self.luck, which)


def by_deal(
    results: Sequence[GameResult], figure: Callable[[GameResult], float]
) -> list[list[float]]:
    """Return a figure of every game, grouped by deal."""
    deals: dict[int, list[float]] = {}
    for result in results:
        deals.setdefault(result.deal, []).append(figure(result))
    return list(deals.values())


def play_game(plan: MatchPlan, number: int) -> GameResult:
    """Play one game of a plan, which plays each deal in all rotations of the seats."""
    count = len(plan.bots)
    deal, rotation = divmod(number, count)
    at_seat = [(seat + rotation) % count for seat in range(count)]
    with ExitStack() as leaving:
        players = [
            leaving.enter_context(_seat_bots(plan, which, f"{plan.seed}/{deal}/{rotation}/{which}"))
            for which in at_seat
        ]
        if not plan.luck and (quick := _play_fast(plan, deal, rotation, at_seat, players)):
            return quick
        return _play(plan, deal, rotation, at_seat, players)


def check_bots(plan: MatchPlan) -> None:
    """Refuse a plan with an unsuitable bot before anything is played."""
    for which in range(len(plan.bots)):
        with _seat_bots(plan, which, "check"):
            pass


@contextmanager
def _seat_bots(plan: MatchPlan, which: int, seed: str) -> Iterator[Bot]:
    """Provide a bot of the plan for one game, and close it unless it is the caller's own."""
    entry = plan.bots[which]
    if isinstance(entry, str):
        player = bot(entry, seed, plan.ms, rules=plan.edition, allow_code=True)
    elif isinstance(entry, Bot):
        player = _copy(entry)
    else:
        raise BotError(f"a bot is a spec or an object derived from Bot, not {entry!r:.100}")
    try:
        if not player.knows(plan.edition):
            raise BotError(f"the bot {plan.names[which]} does not play {plan.edition.id}")
        yield player
    finally:
        if player is not entry:
            player.close()


def _copy(player: Bot) -> Bot:
    try:
        return copy.deepcopy(player)
    except Exception:  # whatever an author's own code raises
        return player


def _play_fast(
    plan: MatchPlan, deal: int, rotation: int, at_seat: Sequence[int], players: Sequence[Bot]
) -> GameResult | None:
    """Play the same game unwatched, if the core can play it alone."""
    played = play_fast(plan.edition, f"{plan.seed}/{deal}", players)
    if played is None:
        return None
    seats = [at_seat.index(which) for which in range(len(players))]
    best = max(played.scores)
    share = 1 / played.scores.count(best)
    return GameResult(
        deal,
        rotation,
        tuple(played.scores[seat] for seat in seats),
        tuple(share if played.scores[seat] == best else 0.0 for seat in seats),
        played.turns,
        tuple(played.moves[seat] for seat in seats),
        _microseconds([played.seconds[seat] for seat in seats]),
        _microseconds([played.cpu_seconds[seat] for seat in seats]),
    )


def _play(
    plan: MatchPlan, deal: int, rotation: int, at_seat: Sequence[int], players: Sequence[Bot]
) -> GameResult:
    count = len(players)
    dealer = SeedDealer(f"{plan.seed}/{deal}")
    names = [plan.names[which] for which in at_seat]
    state = begin(plan.edition, names, dealer).state
    moves, seconds, cpu_seconds = [0] * count, [0.0] * count, [0.0] * count
    steps: list[Step] = []
    while (seat := state.turn) is not None:
        seen = view(state, seat)
        began, busy = perf_counter(), thread_time()
        try:
            turn = ask(players[seat], seen)
        except BotError as error:
            raise BotError(f"the bot {names[seat]}: {error}") from error
        cpu_seconds[at_seat[seat]] += thread_time() - busy
        seconds[at_seat[seat]] += perf_counter() - began
        moves[at_seat[seat]] += 1
        try:
            decision = decide(state, seat, turn, dealer)
        except IllegalTurn as error:
            raise BotError(f"the bot {names[seat]} made an illegal turn: {error}") from None
        if plan.luck:
            steps.append(Step(state, seat, turn, decision.events, decision.state))
        state = decision.state
    if state.result is None:
        raise ValueError("a game without a turn has a result")
    result = state.result
    scores, shares = [0] * count, [0.0] * count
    for seat, which in enumerate(at_seat):
        scores[which] = result.scores[seat]
        shares[which] = 1 / len(result.winners) if seat in result.winners else 0.0
    lucky = luck_of(steps, samples=of(plan.edition).LUCK_SAMPLES).seats if plan.luck else ()
    in_order = [players[at_seat.index(which)] for which in range(count)]
    lost = any(player.lost_turns for player in in_order)
    return GameResult(
        deal,
        rotation,
        tuple(scores),
        tuple(shares),
        state.turns_played,
        tuple(moves),
        _microseconds(seconds),
        _microseconds(cpu_seconds),
        tuple(player.lost_turns for player in in_order) if lost else (),
        tuple(player.last_fault for player in in_order) if lost else (),
        tuple(player.faults for player in in_order) if lost else (),
        tuple(round(lucky[at_seat.index(which)], 3) for which in range(count)) if lucky else (),
        tuple(player.transcript for player in in_order) if lost and plan.transcript else (),
    )


def _microseconds(spent: list[float]) -> tuple[float, ...]:
    # Rounded here, so that the report is made from exactly the stored results.
    return tuple(round(seconds, 6) for seconds in spent)
