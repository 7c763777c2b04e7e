import { describe, expect, test, vi } from "vitest";
import type { Cell } from "../api/types";
import { settings } from "../settings/settings.svelte";
import { Camera, nearest, pull } from "./camera.svelte";
import { speaker } from "./cellLabels";
import { boxAround, tableBox } from "./cells";

describe("boxes", () => {
  test("a box holds all its cells", () => {
    expect(boxAround([])).toBeNull();
    expect(
      boxAround([
        [2, -1],
        [0, 3],
      ]),
    ).toEqual({ left: 0, top: -1, right: 3, bottom: 4 });
  });

  test("a printed board is shown whole, an open table with room around its tiles", () => {
    expect(tableBox({ width: 16, height: 16 }, [[3, 3]], 1)).toEqual({
      left: 0,
      top: 0,
      right: 16,
      bottom: 16,
    });
    expect(tableBox({}, [[3, 3]], 1)).toEqual({ left: 2, top: 2, right: 5, bottom: 5 });
  });
});

test("a cell says what is on it and what could be done there", () => {
  const said = speaker({
    tiles: [
      [0, 0, "Ro"],
      [1, 0, "Rs"],
    ],
    tentative: [[2, 0, "Rb"]],
    glowing: [[3, 0]],
    possible: [[4, 0]],
    marked: [[1, 0]],
    squares: { star: [[3, 0]], stars_left: [[3, 0]] },
  });
  expect(said([0, 0])).toBe("red circle, column 0, row 0");
  expect(said([1, 0])).toBe("red square, just played, column 1, row 0");
  expect(said([2, 0])).toBe("red starburst, not played yet, column 2, row 0");
  expect(said([3, 0])).toBe("star with a token, fits here, column 3, row 0");
  expect(said([4, 0])).toBe("empty, fits later, column 4, row 0");
});

describe("the camera", () => {
  function camera(): Camera {
    const made = new Camera();
    made.width = 400;
    made.height = 600;
    made.home = { left: -5, top: -5, right: 5, bottom: 5 };
    return made;
  }

  test("finds the cell under a pixel and the pixel of a cell", () => {
    const made = camera();
    made.fit({ left: -5, top: -5, right: 5, bottom: 5 }, true);
    expect(made.scale).toBe(40);
    expect(made.cellUnder(200, 300)).toEqual([0, 0]);
    expect(made.cellUnder(199, 299)).toEqual([-1, -1]);
    expect(made.at([1, 2])).toEqual({ left: 240, top: 380 });
  });

  test("keeps what is under the pixel when it comes nearer", () => {
    const made = camera();
    made.fit({ left: -5, top: -5, right: 5, bottom: 5 }, true);
    const before = made.placeUnder(100, 250);
    made.zoomBy(1.5, 100, 250);
    const after = made.placeUnder(100, 250);
    expect(after[0]).toBeCloseTo(before[0]);
    expect(after[1]).toBeCloseTo(before[1]);
    expect(made.scale).toBe(60);
  });

  test("shows a table beside the buttons that lie above it, and smaller only if it must", () => {
    const made = camera();
    const box = { left: -5, top: -5, right: 5, bottom: 5 };
    const corner = { left: 340, top: 90, right: 400, bottom: 150 };
    made.covers = [corner];
    const cell: Cell = [4, -5];
    made.look(made.fitting(box, []), true);
    expect(made.scale).toBe(40);
    expect(made.reaches(cell)).toBe(false);
    made.look(made.fitting(box, [cell]), true);
    expect(made.reaches(cell)).toBe(true);
    expect(made.sees(box)).toBe(true);
    expect(made.scale).toBe(40);
  });

  test("leaves a finger more room beside a button than a mouse", () => {
    const beside = (coarse: boolean) => {
      vi.stubGlobal("matchMedia", (query: string) => ({
        matches: coarse && query.includes("coarse"),
      }));
      const made = camera();
      made.fit({ left: -5, top: -5, right: 5, bottom: 5 }, true);
      const { left, top } = made.at([0.5, 0.5]);
      // The middle of the cell is ten pixels to the left of the button.
      made.covers = [{ left: left + 10, top: top - 20, right: left + 50, bottom: top + 20 }];
      return made.reaches([0, 0]);
    };
    expect(beside(false)).toBe(true);
    expect(beside(true)).toBe(false);
  });

  test("moves aside when a button is above a cell", () => {
    const made = camera();
    made.fit({ left: -5, top: -5, right: 5, bottom: 5 }, true);
    made.covers = [{ left: 190, top: 290, right: 234, bottom: 334 }];
    expect(made.reaches([0, 0])).toBe(false);
    settings.motion = "reduced";
    made.uncover([[0, 0]]);
    settings.motion = "auto";
    expect(made.reaches([0, 0])).toBe(true);
    expect(made.scale).toBe(40);
  });

  test("keeps everything where it is when a line of words takes some room", () => {
    const made = camera();
    made.fit({ left: -5, top: -5, right: 5, bottom: 5 }, true);
    const before = made.at([1, 1]);
    made.resize(400, 580, { left: 0, top: 0 });
    expect(made.at([1, 1])).toEqual(before);
  });

  test("never leaves the table", () => {
    const made = camera();
    made.panBy(100_000, -100_000);
    expect([made.x, made.y]).toEqual([-5, 5]);
  });

  test("is pulled on only by what is held near an edge", () => {
    expect(pull(200, 400)).toBe(0);
    expect(pull(10, 400)).toBeGreaterThan(0);
    expect(pull(390, 400)).toBeLessThan(0);
    expect(pull(-100, 400)).toBe(0);
  });

  test("moves no further than needed", () => {
    expect(nearest(0, -1, 1, 10)).toBe(0);
    expect(nearest(0, 6, 8, 10)).toBe(3);
    expect(nearest(0, -9, -8, 10)).toBe(-4);
    expect(nearest(0, -9, 9, 10)).toBe(0);
  });
});
