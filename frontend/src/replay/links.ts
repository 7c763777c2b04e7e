/** Where a game can be looked at again, while it goes on too. */

import { BASE } from "../base";

export const REPLAY = "#replay";

export function replayPath(table: string): string {
  return `/t/${encodeURIComponent(table)}${REPLAY}`;
}

export function replayLink(table: string): string {
  return location.origin + BASE + replayPath(table);
}
