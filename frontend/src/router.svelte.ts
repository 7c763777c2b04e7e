/** The current place: the path of the page, without a round trip to the server. */

import { BASE, withoutBase } from "./base";

export interface Place {
  readonly name:
    | "start"
    | "new"
    | "find"
    | "table"
    | "learn"
    | "rules"
    | "settings"
    | "account"
    | "progress"
    | "coach"
    | "statistics"
    | "analysis"
    | "continue"
    | "review"
    | "puzzle"
    | "swiss"
    | "lost";
  /** The table's id, the game, or the day. */
  readonly what: string;
  readonly hash: string;
}

const PLAIN = [
  "new",
  "find",
  "settings",
  "account",
  "progress",
  "coach",
  "statistics",
  "analysis",
  "continue",
  "review",
] as const;
const NAMED = {
  t: "table",
  learn: "learn",
  rules: "rules",
  puzzle: "puzzle",
  swiss: "swiss",
} as const;

export function placeOf(path: string, hash = ""): Place {
  const [first = "", second = "", ...more] = path.split("/").filter(Boolean).map(decoded);
  if (more.length === 0) {
    if (first === "") return { name: "start", what: "", hash };
    const plain = PLAIN.find((name) => name === first);
    if (second === "" && plain !== undefined) return { name: plain, what: "", hash };
    const name = NAMED[first as keyof typeof NAMED];
    if (name !== undefined && (second !== "" || name !== "table"))
      return { name, what: second, hash };
  }
  return { name: "lost", what: path, hash };
}

/** Decode a part of an address; a mistyped one may be no valid text. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

const here = $state<{ place: Place }>({ place: current() });

function current(): Place {
  return placeOf(withoutBase(location.pathname), location.hash);
}

export function place(): Place {
  return here.place;
}

/** Go to another part of the page, by its path without the page’s own. */
export function go(path: string, replace = false): void {
  if (replace) history.replaceState(null, "", BASE + path);
  else history.pushState(null, "", BASE + path);
  arrive();
  scrollTo(0, 0);
}

/** Change the address of the current view, without a step in the history. */
export function amend(path: string): void {
  history.replaceState(null, "", BASE + path);
  arrive();
}

function arrive(): void {
  here.place = current();
}

addEventListener("popstate", arrive);

/** Links inside the page do not reload it. */
addEventListener("click", (event) => {
  const link = (event.target as Element | null)?.closest?.("a[href]");
  if (!(link instanceof HTMLAnchorElement) || event.defaultPrevented || event.button !== 0) return;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  if (link.origin !== location.origin || link.target !== "" || link.hasAttribute("download"))
    return;
  // The host may have other pages beside this one, and a site has its documentation there.
  if (!link.pathname.startsWith(`${BASE}/`)) return;
  if (/^\/(api|docs)\//.test(link.pathname.slice(BASE.length))) return;
  event.preventDefault();
  go(withoutBase(link.pathname) + link.hash);
});
