"""The opponents that the core plays in a vector: their specs, their styles, their seats."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from qwirkle.engine.card_games import CardEpisodeGame
from qwirkle.engine.episodes import oversights
from qwirkle.engine.games import EpisodeGame
from qwirkle.engine.placement.bits import VALUE_POLICY
from qwirkle.engine.position import POLICIES
from qwirkle.env.settings import EnvSettings
from qwirkle.errors import ArgumentError, BotError
from qwirkle.players.levels import Skill
from qwirkle.players.registry import levels_of
from qwirkle.players.value.weights import weights_for
from qwirkle.rules.editions.placement import Edition

# More placements than a level will ever look at.
ROOM = 1 << 13
IN_THE_CORE = "random, greedy, value and level:1 to level:7"
IN_CARDS = "random and greedy"


class Style(NamedTuple):
    """A way to play in the core."""

    policy: int
    skill: tuple[float, ...] = ()


class Seating(NamedTuple):
    """The spec of each seat, None for a seat played from outside."""

    specs: tuple[str | None, ...]
    rotates: bool = False
    """Whether the seat played from outside changes from game to game."""


def seats_of(
    settings: EnvSettings, opponents: Sequence[str] | Mapping[int, str], seat: int | None
) -> Seating:
    """Return who plays each seat; raise ArgumentError if nobody can play so."""
    players = settings.players
    if isinstance(opponents, str):
        raise ArgumentError(f"opponents are a list of bots, such as [{opponents!r}]")
    if isinstance(opponents, Mapping):
        wrong = [seat for seat in opponents if seat not in range(players)]
        if wrong or len(opponents) >= players:
            raise ArgumentError(f"opponents have some of the seats 0 to {players - 1}, not all")
        seating = Seating(tuple(opponents.get(seat) for seat in range(players)))
    elif not opponents:
        seating = Seating((None,) * players)
    elif seat is not None and seat not in range(players):
        raise ArgumentError(f"there is no seat {seat!r} among {players}")
    else:
        others = list(opponents)
        specs = [None if at == (seat or 0) else others.pop(0) for at in range(players)]
        seating = Seating(tuple(specs), rotates=seat is None)
    for spec in seating.specs:
        if spec is not None:
            style_of(spec, settings)
    return seating


def style_of(spec: str, settings: EnvSettings) -> Style:
    """Return the core's style for a spec; ArgumentError says which ones there are."""
    tiles = isinstance(settings.edition, Edition)
    if spec in ("random", "greedy") or (spec == "value" and tiles):
        return Style(POLICIES[spec])
    try:
        around = levels_of(spec) if tiles else None
    except BotError as error:
        raise ArgumentError(str(error)) from None
    if around is not None and around[2] == 0:
        skill = around[0].plays
        if isinstance(skill, Skill):
            return Style(
                VALUE_POLICY,
                (skill.foresight, skill.overlooks, skill.misjudges, skill.extras),
            )
        if skill == "value":
            return Style(VALUE_POLICY)
    there = IN_THE_CORE if tiles else IN_CARDS
    raise ArgumentError(f"in {settings.edition.name} the core plays {there}, not {spec!r}")


def seat_opponents(
    games: Sequence[EpisodeGame | CardEpisodeGame], settings: EnvSettings, seating: Seating
) -> None:
    """Seat the opponents in games that are never stepped concurrently."""
    specs = [spec for spec in seating.specs if spec is not None]
    if not specs:
        return
    styles = [style_of(spec, settings) for spec in specs]
    if isinstance(settings.edition, Edition):
        _seat_styles(games, settings, seating, styles)
        return
    policies = [spec or "greedy" for spec in seating.specs]
    for game in games:
        seated: Any = game
        seated.set_rules(settings.edition, policies)
        if seating.rotates:
            seated.core.rotate_seats([style.policy for style in styles])


def _seat_styles(
    games: Sequence[EpisodeGame | CardEpisodeGame],
    settings: EnvSettings,
    seating: Seating,
    styles: Sequence[Style],
) -> None:
    numbers = iter(range(len(styles)))
    places = [None if spec is None else next(numbers) for spec in seating.specs]
    thinks = any(style.policy >= VALUE_POLICY for style in styles)
    eyes = oversights.Oversights(ROOM) if thinks else None
    for game in games:
        seat: Any = game.core
        for which, style in enumerate(styles):
            seat.set_style(which, *style)
        seat.seat_styles(places, rotates=seating.rotates)
        if eyes is not None and isinstance(settings.edition, Edition):
            try:
                seat.think_with(weights_for(settings.edition, settings.players), eyes)
            except ValueError as error:
                raise ArgumentError(f"{settings.edition.name}: {error}") from None
