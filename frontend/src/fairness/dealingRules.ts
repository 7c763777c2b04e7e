/** The dealing rules of a game, from the record; nothing about how it is played. */

import type { GameRecord } from "./record";

export interface Dealing {
  readonly cards: boolean;
  readonly hand: number;
  /** How many tiles of each kind there are. */
  readonly copies: number;
  /** Whether traded tiles are mixed into the bag, or go under the pile. */
  readonly returned: "mixed" | "under";
  /** Whether a trade draws as many as it gave, or only enough to fill the hand. */
  readonly draws: "as-many" | "up-to-hand";
  /** Special tiles among the others. */
  readonly specials: readonly string[];
  /** The smallest set that somebody must hold; otherwise all cards are dealt again. */
  readonly smallestSet: number;
}

const CLASSIC: Dealing = {
  cards: false,
  hand: 6,
  copies: 3,
  returned: "mixed",
  draws: "as-many",
  specials: [],
  smallestSet: 0,
};

const GAMES: Readonly<Record<string, Dealing>> = {
  classic: CLASSIC,
  "colour-blind": CLASSIC,
  schmidt: { ...CLASSIC, returned: "under" },
  mini: { ...CLASSIC, returned: "under", specials: ["take", "draw3"] },
  select: { ...CLASSIC, draws: "up-to-hand" },
  connect: CLASSIC,
  combined: { ...CLASSIC, draws: "up-to-hand" },
  cards: { ...CLASSIC, cards: true, hand: 9, smallestSet: 3 },
};

interface Written {
  readonly hand: number;
  readonly copies?: number;
  readonly smallest_set?: number;
  readonly trading?: { readonly returned: "mixed" | "under"; readonly draws: Dealing["draws"] };
  readonly action_tiles?: { readonly kinds: readonly string[]; readonly handed_out: string };
}

/** Return the dealing rules of a game; undefined if it is unknown here. */
export function dealingOf(record: GameRecord): Dealing | undefined {
  const house = record.headers.get("Edition");
  if (house !== undefined) return dealingOfEdition(JSON.parse(house) as Written);
  const known = GAMES[record.headers.get("Game") ?? ""];
  if (known === undefined || known.specials.length === 0) return known;
  const options = JSON.parse(record.headers.get("Options") ?? "{}") as Record<string, unknown>;
  if (options["handed-out"] === "at-start") return { ...known, specials: [] };
  return { ...known, specials: (options.kinds as string[] | undefined) ?? known.specials };
}

function dealingOfEdition(edition: Written): Dealing {
  const { hand, copies = 3, smallest_set: smallestSet, trading, action_tiles: actions } = edition;
  if (trading === undefined)
    return { ...CLASSIC, cards: true, hand, smallestSet: smallestSet ?? 3 };
  const specials = actions?.handed_out === "when-drawn" ? actions.kinds : [];
  return { ...CLASSIC, hand, copies, ...trading, specials };
}
