import { render } from "@testing-library/svelte";
import { afterEach, expect, test } from "vitest";
import { settings } from "../settings/settings.svelte";
import Board from "./Board.svelte";
import Coordinates from "./Coordinates.svelte";
import { Camera } from "./camera.svelte";

afterEach(() => {
  settings.coordinates = false;
});

function shown(scale: number) {
  const camera = new Camera();
  camera.resize(400, 300, { left: 0, top: 0 });
  camera.look({ x: 0.5, y: 0.5, scale }, true);
  const box = { left: -12, top: -3, right: 13, bottom: 2 };
  const { container } = render(Coordinates, { camera, box });
  const read = (selector: string) =>
    [...container.querySelectorAll<HTMLElement>(selector)].map((one) => [
      one.textContent,
      one.style.left,
      one.style.top,
    ]);
  return { columns: read("[data-column]"), rows: read("[data-row]") };
}

test("every column and row in sight has its number beside its middle, with a true minus", () => {
  const { columns, rows } = shown(50);
  expect(columns.map(([text]) => text).join(" ")).toBe("−4 −3 −2 −1 0 1 2 3 4");
  expect(rows.map(([text]) => text).join(" ")).toBe("−3 −2 −1 0 1");
  expect(columns.find(([text]) => text === "2")).toEqual(["2", "300px", "0px"]);
  expect(rows.find(([text]) => text === "−2")).toEqual(["−2", "0px", "50px"]);
});

test("numbers of small cells keep their distance", () => {
  const { columns } = shown(12);
  expect(columns.map(([text]) => text).join(" ")).toBe("−12 −10 −8 −6 −4 −2 0 2 4 6 8 10 12");
  expect(
    shown(9)
      .columns.map(([text]) => text)
      .join(" "),
  ).toBe("−10 −5 0 5 10");
});

test("any board shows them when the reader wants them", async () => {
  settings.coordinates = true;
  const { container } = render(Board, { tiles: [[0, 0, "Ro"]] });
  expect(container.querySelector(".coordinates[aria-hidden=true]")).not.toBeNull();
  settings.coordinates = false;
  await Promise.resolve();
  expect(container.querySelector(".coordinates")).toBeNull();
});
