/**
 * The page's own voice, for people without a screen reader: it reads what the live regions announce, word for
 * word, in the language of the page. A hidden page is silent, and so is one whose reader presses a key: what is
 * being read then is out of date, as with screen readers.
 */

import { settings } from "../settings/settings.svelte";
import { language } from "../words/translate.svelte";

/** Return whether this device can read aloud. */
export function canRead(): boolean {
  return "speechSynthesis" in window && "SpeechSynthesisUtterance" in window;
}

/** Read words aloud after those before them, if the reader wants that. */
export function readAloud(words: string): void {
  if (!settings.voice || document.hidden || !canRead()) return;
  const utterance = new SpeechSynthesisUtterance(words);
  utterance.lang = language();
  utterance.rate = settings.rate;
  speechSynthesis.speak(utterance);
}

/** Stop reading, and drop what was still to be read. */
export function stopReading(): void {
  if (canRead()) speechSynthesis.cancel();
}

document.addEventListener("visibilitychange", () => {
  if (document.hidden) stopReading();
});
// A page that is left, also for the one before it in the history.
window.addEventListener("pagehide", stopReading);
// Before any key is handled: its own announcement comes after that.
window.addEventListener(
  "keydown",
  () => {
    if (settings.voice) stopReading();
  },
  { capture: true },
);
