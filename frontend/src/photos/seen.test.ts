import { describe, expect, test } from "vitest";
import { READING, square } from "../testing/photos";
import { fitting, LONG_SIDE } from "./picture";
import {
  ASSUMED,
  boardOf,
  carriedOver,
  centreOf,
  cornersText,
  decided,
  isInside,
  matrixOf,
  nextUncertain,
  partOf,
  pointedAt,
  seenIn,
  sideOf,
  uncertainOf,
  WHOLE,
  withCorner,
} from "./seen";

const SEEN = seenIn(READING);

describe("tiles seen in a photo", () => {
  test("are uncertain below a half", () => {
    expect(uncertainOf(SEEN)).toEqual([1]);
    expect(boardOf(SEEN)).toEqual(READING.board);
  });

  test("are certain when somebody has said what they are, or that they are none", () => {
    const changed = decided(decided(SEEN, 1, "Rd"), 0, null);
    expect(uncertainOf(changed)).toEqual([]);
    expect(boardOf(changed)).toEqual([
      [1, 0, "Rd"],
      [2, 0, "Rb"],
    ]);
    expect(changed[0]?.read).toBe("Ro");
  });

  test("keep what was said about them when the photo is read again", () => {
    const said = decided(decided(SEEN, 1, "Rd"), 2, null);
    const turned = seenIn({
      ...READING,
      board: [
        [15, 0, "Ro"],
        [15, 1, "Rs"],
        [15, 2, "Rb"],
      ],
      outlines: [square(0.305, 0.502), square(0.405, 0.498), square(0.502, 0.5)],
    });
    const after = carriedOver(said, turned);
    expect(boardOf(after)).toEqual([
      [15, 0, "Ro"],
      [15, 1, "Rd"],
    ]);
    expect(uncertainOf(after)).toEqual([]);
  });

  test("are looked at one after the other, and from the first one again", () => {
    const doubted = seenIn({ ...READING, certainty: [0.1, 0.9, 0.1] });
    expect(nextUncertain(doubted, -1)).toBe(0);
    expect(nextUncertain(doubted, 0)).toBe(2);
    expect(nextUncertain(doubted, 2)).toBe(0);
    expect(nextUncertain(decided(SEEN, 1, "Rs"), 1)).toBeUndefined();
  });

  test("are pointed at with a finger that is wider than they are", () => {
    const at = (x: number, y: number) => pointedAt(SEEN, [x, y], [100, 100], 8);
    expect(at(0.35, 0.55)).toBe(0);
    expect(at(0.409, 0.55)).toBe(1);
    expect(at(0.35, 0.48)).toBe(0);
    expect(at(0.35, 0.4)).toBeUndefined();
  });

  test("have outlines with a middle, a side and an inside", () => {
    const outline = square(0.2, 0.4);
    const [a, b, c, d] = outline;
    expect(centreOf(outline)).toEqual([expect.closeTo(0.25), expect.closeTo(0.45)]);
    expect(sideOf(outline, 200, 100)).toBeCloseTo(15);
    expect(isInside([0.25, 0.45], outline)).toBe(true);
    expect(isInside([0.25, 0.45], [d, c, b, a])).toBe(true);
    expect(isInside([0.35, 0.45], outline)).toBe(false);
    expect(matrixOf(outline, 200, 100)).toBe("matrix(0.2000 0.0000 0.0000 0.1000 40.0000 40.0000)");
  });
});

describe("the part of a photo in which there is something to see", () => {
  test("is around the board and the tiles", () => {
    const part = partOf(SEEN, square(0.2, 0.2, 0.6));
    expect(part.left).toBeCloseTo(0.17);
    expect(part.width).toBeCloseTo(0.66);
    expect(partOf([], null)).toEqual(WHOLE);
  });

  test("is not smaller than a quarter, and inside the photo", () => {
    const part = partOf(SEEN, null);
    expect([part.left, part.width]).toEqual([expect.closeTo(0.27), expect.closeTo(0.36)]);
    expect([part.top, part.height]).toEqual([expect.closeTo(0.425), expect.closeTo(0.25)]);
    const edge = partOf(
      seenIn({ ...READING, outlines: [0, 0, 0].map(() => square(0, 0.95)) }),
      null,
    );
    expect(edge.left).toBe(0);
    expect(edge.top + edge.height).toBe(1);
  });
});

describe("corners", () => {
  test("stay in the picture", () => {
    const moved = withCorner(ASSUMED, 2, [1.4, -0.2]);
    expect(moved[2]).toEqual([1, 0]);
    expect([moved[0], moved[1], moved[3]]).toEqual([ASSUMED[0], ASSUMED[1], ASSUMED[3]]);
    expect(cornersText(moved)).toBe("0.1000,0.1000,0.9000,0.1000,1.0000,0.0000,0.1000,0.9000");
  });
});

test("pictures are scaled down, and never up", () => {
  expect(fitting(4000, 3000)).toEqual([LONG_SIDE, 1200]);
  expect(fitting(3000, 4000)).toEqual([1200, LONG_SIDE]);
  expect(fitting(640, 480)).toEqual([640, 480]);
  expect(fitting(9000, 1)).toEqual([LONG_SIDE, 1]);
});
