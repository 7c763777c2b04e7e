/** The address of a review, so that it can be shared and returned to. */

export interface ReviewPlace {
  /** The moment that is shown; null for the end. */
  readonly at: number | null;
  /** Whether turns are judged as if all hands had been open. */
  readonly open: boolean;
  /** Whether it is the review that tries more turns on more deals. */
  readonly deep: boolean;
  /** Whether the reader tries another turn. */
  readonly trying: boolean;
}

const NAME = "#review";

export function reviewPath(table: string, place: Partial<ReviewPlace> = {}): string {
  const { at = null, open = false, deep = false, trying = false } = place;
  const name = at === null ? NAME : `${NAME}=${at}`;
  const parts = [name, open && "open", deep && "deep", trying && "try"];
  return `/t/${encodeURIComponent(table)}${parts.filter(Boolean).join("&")}`;
}

/** Parse the part of an address after its hash; null if it is no review. */
export function reviewIn(hash: string): ReviewPlace | null {
  const [name = "", ...more] = hash.split("&");
  const found = /^#review(?:=(\d{1,4}))?$/.exec(name);
  if (found === null) return null;
  const at = found[1] === undefined ? null : Number(found[1]);
  return {
    at,
    open: more.includes("open"),
    deep: more.includes("deep"),
    trying: at !== null && more.includes("try"),
  };
}
