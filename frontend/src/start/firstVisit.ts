/** What is asked on the first visit: once, and only when there is nothing else left to load. */

import type { Component } from "svelte";

const KEY = "qwirkle.colours-asked";
/** Nobody reads a question in less time than this, in ms; the page is ready by then. */
const SOON = 1500;

/** The question about the colours; null if it has been answered, or cannot be fetched just now. */
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
