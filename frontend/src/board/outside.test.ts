import { expect, test } from "vitest";
import { outside } from "./outside";

const sight = {
  width: 200,
  height: 100,
  scale: 50,
  at: ([x, y]: readonly [number, number]) => ({ left: 50 * x, top: 50 * y }),
};

test("cells out of sight are counted at the edge they are beyond", () => {
  expect(
    outside(
      [
        [1, 1],
        [-1, 0],
        [-3, 1],
        [1, -2],
        [9, 3],
        [1, 2],
      ],
      sight,
    ),
  ).toEqual([
    {
      side: "left",
      cells: [
        [-1, 0],
        [-3, 1],
      ],
    },
    { side: "top", cells: [[1, -2]] },
    { side: "right", cells: [[9, 3]] },
    { side: "bottom", cells: [[1, 2]] },
  ]);
  expect(outside([[-1, 0]], { ...sight, width: 0 })).toEqual([]);
});
