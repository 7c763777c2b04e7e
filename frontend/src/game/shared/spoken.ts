/** The narration of a table for people who do not see it: the act, its place, and its points. */

import { placementGame } from "../../api/games";
import type { EventView, Game, TableView, TileCode, You } from "../../api/types";
import { nameAt, onlySeat } from "../../live/seats";
import type { TableState } from "../../live/tableState.svelte";
import { settings } from "../../settings/settings.svelte";
import { tileList, tileName } from "../../tiles/tileNames";
import { howItEnded } from "../../words/endings";
import { t } from "../../words/translate.svelte";
import { without } from "./hand";
import { actsOf, type Narrator, sentences, shortName } from "./narrator";
import { type RecentTurn, recentTurns } from "./recentTurns";

/**
 * Return an event in sentences that include where things went; or, if the reader likes that better, in as
 * few words as possible.
 * @param game the game the event is part of, with what is printed on its table
 */
export function spoken(
  event: EventView,
  narrator: Narrator,
  game: Game | null = null,
  brief: boolean = settings.brief,
): readonly string[] {
  const { squares } = placementGame(game) ?? {};
  return sentences(event, narrator, { places: true, brief, squares });
}

/** The tiles the reader drew. They are not announced where several people listen. */
export class Draws {
  #hand: readonly TileCode[];

  constructor(table: TableState) {
    this.#hand = handOf(table.you);
  }

  /** Describe the new tiles in the hand after an event; call it for every one. */
  after(event: EventView): string {
    const [seat] = event.you.seats;
    const played = actsOf(event).flatMap((act) =>
      act.event === "tiles-placed" && act.seat === seat
        ? act.tiles.map((placed) => placed[2])
        : act.event === "cards.cards-played" && act.seat === seat
          ? act.played
          : [],
    );
    const kept = without(this.#hand, played);
    this.#hand = handOf(event.you);
    const mine = actsOf(event).some(
      (act) => (act.event === "drew" || act.event === "cards.drew") && act.seat === seat,
    );
    const tiles = mine ? without(this.#hand, kept) : [];
    return tiles.length === 0 ? "" : t("You drew {tiles:a}.", { tiles: tileList(tiles) });
  }
}

function handOf(you: You | null): readonly TileCode[] {
  return you?.seats.length === 1 ? (you.hands[0]?.hand ?? []) : [];
}

/** Describe whose turn it is, from the viewpoint of this device. */
export function whoseTurn({ now, you }: Pick<EventView, "now" | "you">): string {
  if (now.turn === null) return "";
  const name = nameAt(now, now.turn);
  if (!you.seats.includes(now.turn)) return t("It’s {name}’s turn.", { name });
  return you.seats.length === 1 ? t("Your turn.") : t("{name}, your turn.", { name });
}

/** Return all scores, in the order of the seats. */
export function scoresOf(
  { now, you, game }: Pick<TableView, "now" | "you" | "game">,
  narrator: Narrator,
): readonly string[] {
  if (game === null) return [];
  return game.players.map(({ score }, seat) =>
    t("{name}: {score}.", {
      name: shortName(now, seat, onlySeat(you)),
      score: narrator.score(score),
    }),
  );
}

/** Describe the turns of the others since the reader's last one; for a spectator, everybody's last turn. */
export function sinceOwnTurn(
  view: TableView,
  events: readonly EventView[],
  narrator: Narrator,
  brief: boolean = settings.brief,
): readonly string[] {
  const self = onlySeat(view.you);
  return turnsLately(view, events)
    .filter(({ seat }) => seat !== self)
    .flatMap((turn) => turn.events.flatMap((event) => spoken(event, narrator, view.game, brief)));
}

/** Return the last turn of the reader and all after it, in their order. */
function turnsLately({ now, you }: TableView, events: readonly EventView[]): readonly RecentTurn[] {
  const known = events.filter(({ seq }) => seq <= now.seq);
  return recentTurns(known, onlySeat(you), now.seats.length).toReversed();
}

/** Describe the turns played while the reader was away; if there are none, the last turn. */
export function lately(
  view: TableView,
  events: readonly EventView[],
  narrator: Narrator,
): readonly string[] {
  const others = sinceOwnTurn(view, events, narrator);
  if (others.length > 0) return others;
  return turnsLately(view, events).flatMap((turn) =>
    turn.events.flatMap((event) => spoken(event, narrator, view.game)),
  );
}

/** Describe the situation to a newcomer; `events` are the earlier events. */
export function situation(
  view: TableView,
  narrator: Narrator,
  events: readonly EventView[] = [],
): readonly string[] {
  const { now, you, game } = view;
  if (game === null) return [];
  const [seat, ...others] = you.seats;
  const hand =
    seat === undefined || others.length > 0
      ? []
      : (you.hands.find((own) => own.seat === seat)?.hand ?? []);
  const words = hasBegun(view)
    ? [...lately(view, events, narrator), ...scoresOf(view, narrator)]
    : [t("The game begins.")];
  return [
    ...words,
    narrator.table(game),
    whoseTurn({ now, you }),
    now.turn === seat ? narrator.opening(game, hand) : "",
    hand.length === 0 ? "" : handList(hand),
  ].filter(Boolean);
}

/** Return whether a turn has been played. */
export function hasBegun({ game }: Pick<TableView, "game">): boolean {
  return game !== null && game.last !== null;
}

/** List the hand with the numbers of its keys. */
export function handList(hand: readonly string[]): string {
  const tiles = hand.map((tile, at) => t("{n} {tile}", { n: at + 1, tile: tileName(tile) }));
  return t("In your hand: {tiles}.", { tiles: tiles.join(", ") });
}

/** Describe how it ended, but not who won, which the title of the result announces. */
export function endingWords(table: TableState, narrator: Narrator): readonly string[] {
  const { view } = table;
  if (view === null) return [];
  return [howItEnded(view.now, view.game, view.you.seats), ...scoresOf(view, narrator)];
}
