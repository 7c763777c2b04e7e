/** The place of a note beside the table: near its subject, and off the tiles it mentions. */

export interface Area {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

interface Size {
  readonly width: number;
  readonly height: number;
}

export interface Point {
  readonly left: number;
  readonly top: number;
}

/** Pixels between a note and its subject, and between a note and the edge of the window. */
const GAP = 10;
const ROOM = 8;
/** How much further away it may move to cover no other tile, in pixels. */
const STEPS = [24, 48, 72, 96, 120, 144, 168];

/**
 * Return the place of a note in a window. It never covers what it is `about` if there is any room beside
 * it, and covers as few of the other tiles as possible; among equals the nearest wins, and above
 * comes before below.
 */
export function notePlace(
  note: Size,
  window: Size,
  about: readonly Area[],
  others: readonly Area[],
): Point {
  const box = around(about);
  const middle = {
    left: box.left + box.width / 2 - note.width / 2,
    top: box.top + box.height / 2 - note.height / 2,
  };
  const wanted = [
    { left: middle.left, top: box.top - note.height - GAP },
    { left: middle.left, top: box.top + box.height + GAP },
    { left: box.left + box.width + GAP, top: middle.top },
    { left: box.left - note.width - GAP, top: middle.top },
    // A crowded table: further up or down, behind the surrounding tiles.
    ...STEPS.flatMap((step) => [
      { left: middle.left, top: box.top - note.height - GAP - step },
      { left: middle.left, top: box.top + box.height + GAP + step },
    ]),
    // A line as long as the window: whichever edge is free.
    { left: middle.left, top: ROOM },
    { left: middle.left, top: window.height },
    { left: ROOM, top: middle.top },
    { left: window.width, top: middle.top },
  ].map((place) => inside(place, note, window));
  const cost = (place: Point) => {
    const spot = { ...place, ...note };
    const away = Math.hypot(place.left - middle.left, place.top - middle.top);
    return 1e9 * covered(spot, about) + 1e3 * covered(spot, others) + away;
  };
  return wanted.reduce((best, place) => (cost(place) < cost(best) ? place : best));
}

function around(areas: readonly Area[]): Area {
  const left = Math.min(...areas.map((area) => area.left));
  const top = Math.min(...areas.map((area) => area.top));
  const right = Math.max(...areas.map((area) => area.left + area.width));
  const bottom = Math.max(...areas.map((area) => area.top + area.height));
  return { left, top, width: right - left, height: bottom - top };
}

function inside({ left, top }: Point, note: Size, window: Size): Point {
  const within = (wanted: number, most: number) => Math.max(ROOM, Math.min(wanted, most - ROOM));
  return {
    left: within(left, window.width - note.width),
    top: within(top, window.height - note.height),
  };
}

/** Return how many of the areas a spot covers in part. */
function covered(spot: Area, areas: readonly Area[]): number {
  return areas.filter(
    (area) =>
      spot.left < area.left + area.width &&
      area.left < spot.left + spot.width &&
      spot.top < area.top + area.height &&
      area.top < spot.top + spot.height,
  ).length;
}
