/**
 * Automatic announcements to screen readers. There is one polite region for the whole page: it
 * outlives every view, so the last words of a game do not vanish with its table. Sentences are
 * queued and appended one at a time, because screen readers miss two changes in quick succession.
 */

import { readAloud, stopReading } from "./voice";

/** The least time between two changes that screen readers distinguish, in ms. */
const GAP = 150;
/** The number of sentences kept: older ones have been read. */
const KEPT = 5;

interface Line {
  readonly words: string;
  readonly topic: string;
}

const region = document.createElement("div");
region.className = "hidden-words";
region.setAttribute("role", "log");
region.setAttribute("aria-live", "polite");
region.setAttribute("data-speech", "");
document.body.append(region);

let waiting: readonly Line[] = [];
let afterwards: readonly (() => void)[] = [];
let resting: ReturnType<typeof setTimeout> | undefined;

/**
 * Announce something as soon as everything before it has been announced.
 * @param topic pending words about the same topic are out of date, and are left out
 */
export function say(words: string, topic = ""): void {
  if (words === "") return;
  const others = topic === "" ? waiting : waiting.filter((line) => line.topic !== topic);
  waiting = [...others, { words, topic }];
  if (resting === undefined) next();
}

/** Run a function when everything has been announced: a moved focus would interrupt it. */
export function afterSpeech(then: () => void): void {
  if (resting === undefined) then();
  else afterwards = [...afterwards, then];
}

/** Drop everything, announced or not. */
export function hush(): void {
  afterwards = [];
  clearTimeout(resting);
  resting = undefined;
  waiting = [];
  region.replaceChildren();
  stopReading();
}

function next(): void {
  const [line, ...rest] = waiting;
  waiting = rest;
  resting = undefined;
  if (line === undefined) {
    const ready = afterwards;
    afterwards = [];
    for (const then of ready) then();
    return;
  }
  const spoken = document.createElement("p");
  spoken.textContent = line.words;
  region.append(spoken);
  readAloud(line.words);
  while (region.childElementCount > KEPT) region.firstElementChild?.remove();
  resting = setTimeout(next, GAP);
}
