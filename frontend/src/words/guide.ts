/** The player's guide, which a site may have beside the game. */

import { BASE } from "../base";
import { language } from "./translate.svelte";

/** Return the address of the guide in the reader's language. */
export function guideAddress(): string {
  const own = language();
  return `${BASE}/docs/guide/${own === "en" ? "" : `${own}/`}`;
}
