import { render } from "@testing-library/svelte";
import { expect, test } from "vitest";
import type { Cell } from "../api/types";
import Beyond from "./Beyond.svelte";
import { Camera } from "./camera.svelte";

function arrows(cells: readonly Cell[]): string[] {
  const camera = new Camera();
  camera.resize(400, 300, { left: 0, top: 0 });
  camera.look({ x: 0.5, y: 0.5, scale: 50 }, true);
  const { container } = render(Beyond, { camera, cells });
  return [...container.querySelectorAll("svg")].map((arrow) => arrow.classList[0] ?? "");
}

test("cells in sight need no arrow", () => {
  expect(
    arrows([
      [0, 0],
      [3, 2],
    ]),
  ).toEqual([]);
});

test("an arrow points to each edge that cells glow behind, once", () => {
  expect(
    arrows([
      [9, 0],
      [12, 1],
    ]),
  ).toEqual(["right"]);
  expect(
    arrows([
      [-9, 0],
      [0, -9],
      [0, 9],
    ]),
  ).toEqual(["left", "up", "down"]);
});
