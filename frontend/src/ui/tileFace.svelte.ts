/** Which face tiles show: the reader's choice, or that of the edition on the table. */

import { facesOf } from "../api/offers";
import { type Settings, settings } from "../settings/settings.svelte";

const printed = $state<{ faces: string | null }>({ faces: null });

/** What is printed on the tiles of the edition that is played; null when none is. */
export function printFaces(faces: string | null): void {
  printed.faces = faces;
}

/** Show the tiles as a game prints them; the function returned ends it. */
export function printFacesOf(game: string): () => void {
  let wanted = true;
  void facesOf(game).then((faces) => {
    if (wanted) printFaces(faces);
  });
  return () => {
    wanted = false;
    printFaces(null);
  };
}

/** A face that the reader has chosen goes before that of the edition. */
export function shownFace(): Settings["face"] {
  return settings.face === "colour" && printed.faces === "two-shape" ? "two-shape" : settings.face;
}
