// Places of a tree in an address: `87` is the node of move 87 of the main line; `87/1/5` leaves it there by the second
// continuation and goes five nodes on; more pairs go deeper. A place stays good as long as the line before it does.

import { moveOf, sizeOf } from "./replay";
import type { NodeId, Tree } from "./tree";

/** The nodes of the main line by the number of moves made up to there; the first one of each number. */
function byMoves(tree: Tree): NodeId[] {
  const size = sizeOf(tree);
  const nodes: NodeId[] = [0];
  for (const id of tree.lineFrom(0)) if (moveOf(tree.get(id)!, size)) nodes.push(id);
  return nodes;
}

/** The place of a node as it stands in an address; "" for the root. */
export function writePlace(tree: Tree, id: NodeId): string {
  const line = tree.lineTo(id);
  const main = byMoves(tree);
  const numbers = new Map(main.map((node, number) => [node, number]));
  const base = line.findLastIndex(node => numbers.has(node));
  let text = String(numbers.get(line[base] ?? 0) ?? 0);
  for (let at = base; at < line.length - 1; ) {
    const turn = tree.get(line[at]!)!.children.indexOf(line[at + 1]!);
    let steps = 1;
    while (at + steps + 1 < line.length && tree.get(line[at + steps]!)!.children[0] === line[at + steps + 1])
      steps++;
    text += `/${turn}/${steps}`;
    at += steps;
  }
  return text === "0" ? "" : text;
}

/** The node of a place; as near to it as the tree goes, and null where the text is no place. */
export function readPlace(tree: Tree, text: string): NodeId | null {
  if (!/^\d{1,5}(\/\d{1,5}\/\d{1,5})*$/.test(text)) return null;
  const [number, ...turns] = text.split("/").map(Number) as [number, ...number[]];
  const main = byMoves(tree);
  let at = main[Math.min(number, main.length - 1)] ?? 0;
  for (let n = 0; n + 1 < turns.length; n += 2) {
    const next = tree.get(at)?.children[turns[n]!];
    if (next === undefined) return at;
    const line = tree.lineFrom(next);
    at = line[Math.min(turns[n + 1]!, line.length) - 1] ?? next;
  }
  return at;
}
