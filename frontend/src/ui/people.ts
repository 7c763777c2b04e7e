/** The animals of people, and the colours of seats. Bots have theirs in `art.gen`. */

import type { SeatView } from "../api/types";

export type AvatarCode = Exclude<SeatView["face"], "">;

const BONE = "#f7f4ec";
const SOFT = "#b5a994";
const INK = "#17181b";

const dot = (x: number, y: number, r: number, fill: string) =>
  `<circle cx="${x}" cy="${y}" r="${r}" fill="${fill}"/>`;
const fill = (d: string, colour: string) => `<path d="${d}" fill="${colour}"/>`;
const line = (d: string, width = 3) =>
  `<path d="${d}" fill="none" stroke="${INK}" stroke-width="${width}" stroke-linecap="round"/>`;
/** The same on both sides of the middle. */
const pair = (draw: (x: number) => string, x: number) => draw(x) + draw(100 - x);
const eyes = (x: number, y: number, r = 4.5) =>
  pair((at) => dot(at, y, r, INK) + dot(at + r * 0.35, y - r * 0.35, r * 0.35, BONE), x);
const HEAD = "M50 26C72 26 80 40 80 55C80 73 67 83 50 83C33 83 20 73 20 55C20 40 28 26 50 26Z";
const SMILE = line("M50 68V72M42 73Q47 77 50 72Q53 77 58 73");
const NOSE = fill("M43.5 62H56.5L50 69Z", INK);

export const PEOPLE: Readonly<Record<AvatarCode, string>> = {
  cat:
    fill("M24 44L23 14L45 29ZM76 44L77 14L55 29Z", BONE) +
    fill("M28 32L27.5 22L36 28ZM72 32L72.5 22L64 28Z", SOFT) +
    fill(HEAD, BONE) +
    eyes(36, 52) +
    NOSE +
    SMILE +
    line("M14 58L30 61M14 68L30 66M86 58L70 61M86 68L70 66", 2.2),
  dog:
    fill(HEAD, BONE) +
    fill(
      "M32 27C16 22 10 38 14 58C16 66 25 64 27 54ZM68 27C84 22 90 38 86 58C84 66 75 64 73 54Z",
      SOFT,
    ) +
    eyes(38, 48) +
    fill("M40 58Q50 53 60 58Q58 68 50 69Q42 68 40 58Z", INK) +
    SMILE +
    fill("M45 75H55V80Q50 86 45 80Z", "#c97b72"),
  bear:
    pair((x) => dot(x, 30, 13, BONE) + dot(x, 30, 6.5, SOFT), 26) +
    fill(HEAD, BONE) +
    fill("M50 53C62 53 67 59 67 66C67 74 60 78 50 78C40 78 33 74 33 66C33 59 38 53 50 53Z", SOFT) +
    eyes(35, 47) +
    fill("M43 57Q50 53 57 57Q56 64 50 65Q44 64 43 57Z", INK) +
    line("M50 65V69M43 71Q50 76 57 71"),
  panda:
    pair((x) => dot(x, 29, 12, INK), 25) +
    fill(HEAD, BONE) +
    fill(
      "M30 45C36 40 44 44 44 51C44 60 34 63 29 58C26 54 27 48 30 45ZM70 45C64 40 56 44 56 51C56 60 66 63 71 58C74 54 73 48 70 45Z",
      INK,
    ) +
    pair((x) => dot(x, 51, 4.2, BONE) + dot(x, 51, 2.2, INK), 37) +
    fill("M44 64Q50 61 56 64Q55 69 50 70Q45 69 44 64Z", INK) +
    line("M44 75Q50 79 56 75"),
  mouse:
    pair((x) => dot(x, 33, 18, BONE) + dot(x, 33, 11, SOFT), 24) +
    fill("M50 34C68 34 74 48 72 58C70 72 60 84 50 84C40 84 30 72 28 58C26 48 32 34 50 34Z", BONE) +
    eyes(39, 55) +
    dot(50, 72, 5, INK) +
    line("M16 66L34 69M17 77L35 74M84 66L66 69M83 77L65 74", 2.2),
  koala:
    pair((x) => dot(x, 36, 17, SOFT) + dot(x, 37, 9, BONE), 21) +
    fill(HEAD, BONE) +
    eyes(33, 52) +
    fill("M50 44C57 44 59 52 58 60C57 67 54 70 50 70C46 70 43 67 42 60C41 52 43 44 50 44Z", INK) +
    line("M42 76Q50 80 58 76"),
  penguin:
    fill("M50 14C74 14 82 36 82 56C82 76 68 86 50 86C32 86 18 76 18 56C18 36 26 14 50 14Z", INK) +
    fill("M50 44C54 32 74 34 73 54C72 72 62 82 50 82C38 82 28 72 27 54C26 34 46 32 50 44Z", BONE) +
    eyes(39, 53) +
    fill("M41 62Q50 57 59 62L50 72Z", "#d99a3d"),
  lion:
    fill(
      "M50 10L59 17L70 13L75 24L86 27L84 39L91 49L84 58L87 70L76 74L71 85L60 82L50 89L40 82L29 85L24 74L13 70L16 58L9 49L16 39L14 27L25 24L30 13L41 17Z",
      SOFT,
    ) +
    fill("M50 28C67 28 74 40 74 54C74 70 64 79 50 79C36 79 26 70 26 54C26 40 33 28 50 28Z", BONE) +
    eyes(39, 50) +
    fill("M42 59H58Q56 67 50 69Q44 67 42 59Z", INK) +
    SMILE,
};

export const AVATARS = Object.keys(PEOPLE) as readonly AvatarCode[];

/** Return a stable avatar for a name, so that somebody who has chosen none is recognized. */
export function avatarFor(name: string): AvatarCode {
  let sum = 7;
  for (const letter of name) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 65_521;
  return AVATARS[sum % AVATARS.length] as AvatarCode;
}

/**
 * One colour for each seat of a table, the same by day and by night: against both backgrounds, and under
 * the light faces, the contrast is at least 3 to 1.
 */
const COLOURS = ["#bf6a44", "#5183bb", "#67893f", "#a26ba6"] as const;

export function seatColour(seat: number): string {
  return COLOURS[seat % COLOURS.length] as string;
}
