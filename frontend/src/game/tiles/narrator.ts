/** What happens in the placement games, in words. */

import { placementGame } from "../../api/games";
import type { Act, Now } from "../../api/types";
import { placesOf } from "../../board/places";
import { nameAt } from "../../table/seats";
import { tileName } from "../../ui/tileNames";
import { n, t } from "../../words/translate.svelte";
import { openingWords } from "../shared/largestSets";
import type { Narrator } from "../shared/narrator";

function sentence(act: Act, now: Now): string | undefined {
  const name = "seat" in act ? nameAt(now, act.seat) : "";
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
      return undefined;
  }
}

export const tileNarrator: Narrator = {
  sentence,
  places: (act) => {
    if (act.event === "took") return placesOf([act.tile]);
    return act.event === "tiles-placed" ? placesOf(act.tiles) : "";
  },
  opening: (game, hand) => openingWords(placementGame(game)?.opening_tiles ?? 0, hand),
  qwirkles: (act) =>
    act.event === "tiles-placed" ? act.lines.filter(({ qwirkle }) => qwirkle).length : 0,
  score: (points) => n("{n} point", "{n} points", points),
  badge: (points) => `${points}`,
  hand: (count) => `${count} ${t("tiles in hand")}`,
  supply: (game) => n("{n} tile in the bag", "{n} tiles in the bag", placementGame(game)?.bag ?? 0),
};
