/** What happened, in sentences for people who listen, and for the list of moves. */

import type { Cell, Line, Now, Placed, Told } from "../api/types";
import { type CardAct, cardSentence, qwirklesTaken } from "../cards/telling";
import { tileName } from "../look/names";
import { nameAt } from "../together/seats";
import { n, t } from "../words/words.svelte";

/** An event of the game inside a `turn-played`, as a spectator sees it. */
export interface Act {
  readonly event: string;
  readonly seat?: number;
  readonly tiles?: readonly Placed[] | null;
  readonly tile?: Placed;
  readonly lines?: readonly Line[];
  readonly points?: number;
  readonly bonus?: number;
  readonly count?: number;
  readonly cells?: readonly Cell[];
  readonly action?: string;
}

export function actsOf(told: Told): readonly Act[] {
  const { acts } = told.event;
  return Array.isArray(acts) ? (acts as Act[]) : [];
}

/** How many Qwirkles an event made. */
export function qwirklesIn(told: Told): number {
  const lines = actsOf(told).flatMap((act) => act.lines ?? []);
  return lines.filter((line) => line.qwirkle).length + qwirklesTaken(told);
}

/** Everything an event says, in sentences. */
export function sentences(told: Told): readonly string[] {
  const { event, now } = told;
  switch (event.event) {
    case "turn-played":
      return actsOf(told).flatMap((act) => sentenceOf(act, now) ?? []);
    case "game-started":
      return [t("The game begins.")];
    case "seat-out":
      return [outSentence(nameAt(now, Number(event.seat)), String(event.why))];
    default:
      return [];
  }
}

function outSentence(name: string, why: string): string {
  if (why === "resigned") return t("{name} gave up.", { name });
  if (why === "voted") return t("The others continue without {name}.", { name });
  return t("{name} ran out of time.", { name });
}

function sentenceOf(act: Act, now: Now): string | undefined {
  const name = act.seat === undefined ? "" : nameAt(now, act.seat);
  switch (act.event) {
    case "tiles-placed": {
      const tiles = (act.tiles ?? []).map(([, , tile]) => tileName(tile)).join(", ");
      const made = n(
        "{name} played {tiles} for {n} point.",
        "{name} played {tiles} for {n} points.",
        act.points ?? 0,
        { name, tiles },
      );
      return act.lines?.some((line) => line.qwirkle) ? `${t("Qwirkle!")} ${made}` : made;
    }
    case "put-aside":
      return n("{name} traded {n} tile.", "{name} traded {n} tiles.", act.count ?? 0, { name });
    case "passed":
      return t("{name} passed.", { name });
    case "took":
      return t("{name} took the {tile} from the table.", {
        name,
        tile: tileName(act.tile?.[2] ?? ""),
      });
    case "drew-three":
      return t("{name} drew three extra tiles.", { name });
    case "tokens-won":
      return n("{name} won a star token.", "{name} won {n} star tokens.", act.cells?.length ?? 0, {
        name,
      });
    case "special-shown":
      return act.action === "draw3"
        ? t("{name} drew a special tile: everyone can draw three tiles once.", { name })
        : t("{name} drew a special tile: everyone can take a tile once.", { name });
    case "went-out":
      return n(
        "{name} is out of tiles: {n} bonus point.",
        "{name} is out of tiles: {n} bonus points.",
        act.points ?? 0,
        { name },
      );
    default:
      return cardSentence(act as CardAct, now);
  }
}
