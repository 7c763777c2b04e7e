/** Where the review of a game is: in the address, so that it can be shared and gone back to. */

export interface ReviewPlace {
  /** The moment that is looked at; null for the end. */
  readonly at: number | null;
  /** Whether turns are judged as if all hands had been open. */
  readonly open: boolean;
  /** Whether the reader tries another turn. */
  readonly trying: boolean;
}

const NAME = "#review";

export function reviewPath(table: string, place: Partial<ReviewPlace> = {}): string {
  const { at = null, open = false, trying = false } = place;
  const parts = [at === null ? NAME : `${NAME}=${at}`, open && "open", trying && "try"];
  return `/t/${encodeURIComponent(table)}${parts.filter(Boolean).join("&")}`;
}

/** The place that the part of an address after its hash names; null if it is no review. */
export function reviewIn(hash: string): ReviewPlace | null {
  const [name = "", ...more] = hash.split("&");
  const found = /^#review(?:=(\d{1,4}))?$/.exec(name);
  if (found === null) return null;
  const at = found[1] === undefined ? null : Number(found[1]);
  return { at, open: more.includes("open"), trying: at !== null && more.includes("try") };
}
