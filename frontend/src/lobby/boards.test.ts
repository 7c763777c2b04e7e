import { expect, test } from "vitest";
import { BOARDS, boardOption, type Quarters, turned } from "./boards";

const quarters: Quarters = ["connect:0", "connect:1", "connect:2", "connect:3"];

test("four turns are none", () => {
  expect(turned(quarters, 3)).toEqual(["connect:0", "connect:1", "connect:2", "connect:0"]);
  let again = quarters;
  for (let turn = 0; turn < 4; turn++) again = turned(again, 1);
  expect(again).toEqual(quarters);
});

test("a board with a name goes by it", () => {
  for (const [game, boards] of Object.entries(BOARDS))
    for (const { name, quarters } of boards)
      expect(boardOption(game, quarters)).toEqual(name || quarters);
  expect(boardOption("connect", quarters)).toEqual(quarters);
});
