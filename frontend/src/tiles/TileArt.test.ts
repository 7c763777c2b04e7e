import { render } from "@testing-library/svelte";
import { expect, test } from "vitest";
import { BLOCK, BOLD, BONE, INK, LETTER, TILE_FACES, type TileFace } from "./art.gen";
import TileArt from "./TileArt.svelte";

const drawn = (tile: string, face: TileFace, card = false) =>
  render(TileArt, { tile, face, card }).container;

test("no two of the 36 tiles look alike in any face, nor a tile in two faces", () => {
  const all = new Set<string>();
  for (const face of TILE_FACES)
    for (const colour of "ROYGBP")
      for (const shape of "oxdsbc") all.add(drawn(colour + shape, face).innerHTML);
  expect(all.size).toBe(36 * TILE_FACES.length);
});

test.each([
  ["R", BONE, BLOCK],
  ["P", BLOCK, BONE],
])("with colours and letters, the disc under %s is its own", (colour, disc, ink) => {
  for (const card of [false, true]) {
    const art = drawn(`${colour}o`, "colour-letter", card);
    expect(art.querySelector("circle")?.getAttribute("fill")).toBe(disc);
    expect(art.querySelector(`path[d="${BOLD.o}"]`)?.getAttribute("fill")).toBe(INK[colour]);
    const letters = art.querySelectorAll(`path[d="${LETTER[colour]}"]`);
    expect(letters.length).toBe(card ? 3 : 1);
    expect(letters[0]?.getAttribute("stroke")).toBe(ink);
  }
});
