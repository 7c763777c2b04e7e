/** The location of the page on its host: the root, or a path such as `/qwirkle`. */

/** Return the base of a script: the build puts every script into the folder `assets` of the page. */
function baseOf(script: string): string {
  return new URL("..", script).pathname.replace(/\/$/, "");
}

/** The prefix of all addresses of the page: empty, or a path without a trailing slash. */
export const BASE = import.meta.env.PROD ? baseOf(import.meta.url) : "";

/** Return a path of the host as one of the page, without `BASE`. */
export function withoutBase(path: string, base = BASE): string {
  return path.startsWith(`${base}/`) ? path.slice(base.length) : path === base ? "/" : path;
}
