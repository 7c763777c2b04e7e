/** Which face tiles show: the reader's choice, that of the edition on the table, or the strongest. */

import { MediaQuery } from "svelte/reactivity";
import { tileFacesOf } from "../api/offers";
import { settings, type TileFace } from "../settings/settings.svelte";

const KEY = "qwirkle.face-chosen";
const printed = $state<{ faces: string | null }>({ faces: null });
/** Whether the reader has chosen a face; until then the device may ask for a stronger one. */
const chosen = $state({ face: localStorage.getItem(KEY) !== null });
const strong = new MediaQuery("(prefers-contrast: more), (forced-colors: active)");

/** What is printed on the tiles of the edition that is played; null when none is. */
export function printTileFaces(faces: string | null): void {
  printed.faces = faces;
}

/** Show the tiles as a game prints them; the function returned ends it. */
export function printTileFacesOf(game: string): () => void {
  let wanted = true;
  void tileFacesOf(game).then((faces) => {
    if (wanted) printTileFaces(faces);
  });
  return () => {
    wanted = false;
    printTileFaces(null);
  };
}

export function chooseTileFace(face: TileFace): void {
  settings.face = face;
  chosen.face = true;
  try {
    localStorage.setItem(KEY, "yes");
  } catch {
    // Private windows may refuse: then it lasts as long as the page.
  }
}

/** The face by choice; a device that asks for more contrast gets letters if nobody has chosen. */
export function ownTileFace(): TileFace {
  return settings.face === "colour" && !chosen.face && strong.current
    ? "high-contrast"
    : settings.face;
}

/** A face that the reader has chosen goes before that of the edition. */
export function shownTileFace(): TileFace {
  const own = ownTileFace();
  return own === "colour" && printed.faces === "two-shape" ? "two-shape" : own;
}
