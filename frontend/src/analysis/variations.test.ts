import { expect, test } from "vitest";
import { analysisPath, positionIn, variationsIn } from "./links";
import { changed, depthOf, inOrder, played, treeIn, treeText } from "./variations";

const line = played(played(null, "start", "a", "after a"), "after a", "b", "after b");
const back = { ...line, at: 0 };
const tree = played(back, "start", "c", "after c");

test("a turn is a branch of the position it was played from", () => {
  expect(tree.nodes.map(({ parent, turn }) => [parent, turn])).toEqual([
    [-1, ""],
    [0, "a"],
    [1, "b"],
    [0, "c"],
  ]);
  expect(tree.at).toBe(3);
  expect(inOrder(tree)).toEqual([0, 1, 2, 3]);
  expect(inOrder(tree).map((place) => depthOf(tree, place))).toEqual([0, 1, 2, 1]);
});

test("the same turn again leads to the position that is there", () => {
  const again = played({ ...tree, at: 0 }, "start", "a", "other");
  expect(again).toEqual({ nodes: tree.nodes, at: 1 });
});

test("a position that is changed stays in its place, and one of the tree is gone to", () => {
  expect(changed(tree, "after c, changed").nodes[3]?.text).toBe("after c, changed");
  expect(changed(tree, "after b").at).toBe(2);
  expect(changed(tree, "after c")).toBe(tree);
});

test("the address keeps the tree", () => {
  const address = analysisPath("after c", tree);
  const hash = address.slice(address.indexOf("#"));
  expect(positionIn(hash)).toBe("after c");
  expect(variationsIn(hash)).toEqual(tree);
  expect(variationsIn("#start")).toBeNull();
});

test("a text that is no tree is none", () => {
  expect(treeIn(treeText(tree))).toEqual(tree);
  for (const text of ["", "{}", "[]", "[9]", '[0,[0,"a","b"]]', '[0,[-1,"",1]]', '[1,[-1,"","a"]]'])
    expect(treeIn(text)).toBeNull();
});
