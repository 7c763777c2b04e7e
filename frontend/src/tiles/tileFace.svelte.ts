/** The face of the tiles: the reader's choice, that of the edition on the table, or the strongest. */

import { MediaQuery } from "svelte/reactivity";
import { tileFacesOf } from "../api/offers";
import { settings } from "../settings/settings.svelte";
import type { TileFace } from "./art.gen";

const KEY = "qwirkle.face-chosen";
const printed = $state<{ faces: string | null }>({ faces: null });
/** Whether the reader has chosen a face; until then the device may request a stronger one. */
const chosen = $state({ face: localStorage.getItem(KEY) !== null });
const strong = new MediaQuery("(prefers-contrast: more), (forced-colors: active)");

/** Set the print on the tiles of the current edition; null when there is none. */
export function printTileFaces(faces: string | null): void {
  printed.faces = faces;
}

/** Show the tiles as a game prints them; call the result to stop. */
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

/** Return the chosen face; a device that requests more contrast gets letters if there is no choice. */
export function ownTileFace(): TileFace {
  return settings.face === "colour" && !chosen.face && strong.current
    ? "high-contrast"
    : settings.face;
}

/** Return the face that is shown: the reader's choice comes before that of the edition. */
export function shownTileFace(): TileFace {
  const own = ownTileFace();
  return own === "colour" && printed.faces === "two-shape" ? "two-shape" : own;
}
