/** Where the page is on its host: at the root, or under a path such as `/qwirkle`. */

/** The build puts every script into the folder `assets` of the page, whatever its address is. */
function baseOf(script: string): string {
  return new URL("..", script).pathname.replace(/\/$/, "");
}

/** What an address of the page begins with: nothing, or a path without a slash at its end. */
export const BASE = import.meta.env.PROD ? baseOf(import.meta.url) : "";

/** A path of the host as one of the page: what follows `BASE`. */
export function withoutBase(path: string, base = BASE): string {
  return path.startsWith(`${base}/`) ? path.slice(base.length) : path === base ? "/" : path;
}
