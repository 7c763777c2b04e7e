/** The player's guide, which a site may have beside the game. */

import { BASE } from "../base";
import { GUIDES, type Language } from "./languages.gen";
import { language } from "./translate.svelte";

/** Return the language of the guide: the reader's, or English where there is none. */
export function guideLanguage(): Language {
  const own = language();
  return GUIDES.includes(own) ? own : "en";
}

/** Return the address of the guide in the reader's language. */
export function guideAddress(): string {
  const own = guideLanguage();
  return `${BASE}/docs/guide/${own === "en" ? "" : `${own}/`}`;
}
