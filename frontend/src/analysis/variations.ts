/** The lines that were played on the analysis board: a tree of positions, kept in its address. */

interface Node {
  /** The position, as text. */
  readonly text: string;
  /** The turn that led there; empty for the first position. */
  readonly turn: string;
  /** The place of the position before it; -1 for the first one. */
  readonly parent: number;
}

export interface Tree {
  readonly nodes: readonly Node[];
  /** The position on the board. */
  readonly at: number;
}

/** The most positions in an address. */
const MOST = 40;

/** Return the tree after a turn from the position on the board; one that is there already is gone to. */
export function played(tree: Tree | null, from: string, turn: string, text: string): Tree {
  const before = tree ?? { nodes: [{ text: from, turn: "", parent: -1 }], at: 0 };
  const known = before.nodes.findIndex((node) => node.parent === before.at && node.turn === turn);
  if (known >= 0) return { nodes: before.nodes, at: known };
  if (before.nodes.length >= MOST) return before;
  const nodes = [...before.nodes, { text, turn, parent: before.at }];
  return { nodes, at: nodes.length - 1 };
}

/** Return the tree when another position is on the board: one of its own, or this one as it was changed. */
export function changed(tree: Tree, text: string): Tree {
  if (tree.nodes[tree.at]?.text === text) return tree;
  const known = tree.nodes.findIndex((node) => node.text === text);
  if (known >= 0) return { ...tree, at: known };
  const nodes = tree.nodes.map((node, place) => (place === tree.at ? { ...node, text } : node));
  return { ...tree, nodes };
}

/** Return how many turns lead to a position. */
export function depthOf(tree: Tree, place: number): number {
  const parent = tree.nodes[place]?.parent ?? -1;
  return parent < 0 ? 0 : 1 + depthOf(tree, parent);
}

/** Return the places of all positions, each after the one it came from. */
export function inOrder({ nodes }: Tree, parent = -1): readonly number[] {
  return nodes.flatMap((node, place) =>
    node.parent === parent ? [place, ...inOrder({ nodes, at: 0 }, place)] : [],
  );
}

export function treeText({ nodes, at }: Tree): string {
  return JSON.stringify([at, ...nodes.map(({ text, turn, parent }) => [parent, turn, text])]);
}

/** Return the tree of a text; null if it is none. */
export function treeIn(text: string): Tree | null {
  try {
    const [at, ...rows] = JSON.parse(text) as [unknown, ...unknown[]];
    const nodes = rows.map((row, place) => nodeOf(row, place));
    if (typeof at !== "number" || nodes.length > MOST || nodes[at] === undefined) return null;
    return { nodes, at };
  } catch {
    return null;
  }
}

/** Return a node; throw if the row is none, or comes before its parent. */
function nodeOf(row: unknown, place: number): Node {
  const [parent, turn, text] = row as readonly unknown[];
  const right = typeof parent === "number" && parent < place && (parent >= 0 || place === 0);
  if (!right || typeof turn !== "string" || typeof text !== "string") throw new Error("no node");
  return { parent, turn, text };
}
