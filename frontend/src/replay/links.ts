/** The address of a replay, which exists during the game too. */

export const REPLAY = "#replay";

export function replayPath(table: string): string {
  return `/t/${encodeURIComponent(table)}${REPLAY}`;
}
