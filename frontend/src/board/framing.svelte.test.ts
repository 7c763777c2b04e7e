import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { Placed } from "../api/types";
import { settings } from "../settings/settings.svelte";
import { type Contents, Framing } from "./framing.svelte";
import { gestures } from "./gestures";

describe("the framing", () => {
  beforeEach(() => {
    settings.motion = "reduced";
  });
  afterEach(() => {
    settings.motion = "auto";
  });

  const row = (length: number): Placed[] =>
    Array.from({ length }, (_, x) => [x - Math.floor(length / 2), 0, "Ro"]);

  function framed(contents: Partial<Contents>): Framing {
    const all: Contents = {
      tiles: [],
      tentative: [],
      squares: {},
      marked: [],
      glowing: [],
      possible: [],
      ...contents,
    };
    const made = new Framing(() => all);
    made.measure(320, 300, { left: 0, top: 0 });
    return made;
  }

  test("tiles are never too small to read unless somebody wants the whole table", () => {
    expect(framed({ tiles: row(9) }).camera.scale).toBeGreaterThanOrEqual(22);
    const wide = framed({ tiles: row(24), marked: [[10, 0]] });
    wide.camera.home = wide.inSight;
    wide.settle(true);
    expect(wide.large).toBe(true);
    expect(wide.camera.scale).toBe(30);
    expect(wide.camera.reaches([10, 0])).toBe(true);
    wide.toggle();
    expect(wide.camera.scale).toBeLessThan(22);
    expect(wide.camera.sees(wide.inSight)).toBe(true);
    wide.toggle();
    expect(wide.camera.scale).toBe(30);
  });

  test("two taps come near, and two more go back", () => {
    const made = framed({ tiles: row(8) });
    made.camera.home = made.inSight;
    const before = made.camera.scale;
    made.jump(100, 150);
    expect(made.camera.scale).toBe(56);
    made.jump(100, 150);
    expect(made.camera.scale).toBe(before);
    expect(made.mode).toBe("auto");
  });

  test("a tile laid far away comes into sight, and the table is as before when it is taken back", () => {
    const contents: Contents = {
      tiles: row(3),
      tentative: [],
      squares: {},
      marked: [],
      glowing: [],
      possible: [],
    };
    let now = $state.raw(contents);
    const made = new Framing(() => now);
    made.measure(320, 300, { left: 0, top: 0 });
    made.camera.home = { left: -20, top: -20, right: 20, bottom: 20 };
    const before = made.camera.sight;
    now = { ...contents, tentative: [[9, 0, "Bs"]] };
    made.follow();
    made.showTentative();
    expect(made.camera.reaches([9, 0])).toBe(true);
    expect(made.camera.scale).toBeLessThan(before.scale);
    now = contents;
    made.follow();
    made.showTentative();
    expect(made.camera.sight).toEqual(before);
  });
});

describe("gestures", () => {
  function tapped(node: HTMLElement, ...taps: readonly (readonly [number, number])[]): void {
    for (const [clientX, clientY] of taps)
      for (const type of ["pointerdown", "pointerup"])
        node.dispatchEvent(
          new PointerEvent(type, { pointerId: 1, clientX, clientY, button: 0, bubbles: true }),
        );
  }

  test("two taps that mean nothing are a jump; those that mean something are not", () => {
    const node = document.createElement("div");
    node.setPointerCapture = () => {};
    const jump = vi.fn();
    const tap = vi.fn(() => false);
    const board = { pan: vi.fn(), zoom: vi.fn(), hover: vi.fn(), grab: () => false, tap, jump };
    gestures(board)(node);
    tapped(node, [10, 10], [80, 10]);
    expect(jump).not.toHaveBeenCalled();
    tapped(node, [82, 12]);
    expect(jump).toHaveBeenCalledOnce();
    tap.mockReturnValue(true);
    tapped(node, [82, 12], [82, 12]);
    expect(jump).toHaveBeenCalledOnce();
  });
});
