/** Where a game can be looked at again, while it goes on too. */

export const REPLAY = "#replay";

export function replayPath(table: string): string {
  return `/t/${encodeURIComponent(table)}${REPLAY}`;
}
