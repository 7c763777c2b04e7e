/** The question on the first visit: asked once, and only when nothing else is left to load. */

import type { Component } from "svelte";

const KEY = "qwirkle.colours-asked";
/** The delay of the question in ms; the page is ready by then. */
const SOON = 1500;

/** Return the question about the colours; null if it was answered, or cannot be fetched now. */
export async function colourQuestion(): Promise<Component | null> {
  if (localStorage.getItem(KEY) !== null) return null;
  await new Promise((resolve) => setTimeout(resolve, SOON));
  return import("./ColourQuestion.svelte").then(
    (found) => found.default,
    () => null,
  );
}

export function coloursAnswered(): void {
  try {
    localStorage.setItem(KEY, "yes");
  } catch {
    // Private windows may refuse: then it is asked again.
  }
}
