import { render } from "@testing-library/svelte";
import { expect, test } from "vitest";
import type { Placed } from "../../api/types";
import Loupe from "./Loupe.svelte";

const TILES: readonly Placed[] = [
  [0, 0, "Ro"],
  [1, 0, "Rs"],
  [9, 9, "Bc"],
];

function loupe(x: number): HTMLElement {
  const given = { tiles: TILES, glowing: [], aim: [2, 0] as const, tile: "Rx", x };
  const { container } = render(Loupe, given);
  return container.querySelector(".loupe") as HTMLElement;
}

test("a loupe enlarges what is around the cell: its neighbours and the tile itself", () => {
  const places = [...loupe(10).querySelectorAll("svg > g[transform]")].map((one) =>
    one.getAttribute("transform"),
  );
  expect(places).toContain("translate(100 0)");
  expect(places).toContain("translate(200 0)");
  expect(places).not.toContain("translate(900 900)");
});

test("it is on the other side of the finger", () => {
  expect(loupe(10)).toHaveClass("right");
  expect(loupe(innerWidth - 10)).not.toHaveClass("right");
});
