// A game tree that never changes: an edit gives a new one that shares everything else, so undo is keeping the old one.
// Properties that the board does not know are kept as they were read.

import { type ListedNode, type Property, parse, toSimpleValue, toText, toValue, writeNode } from "./sgf";

/** Stays the same for a node through all edits. */
export type NodeId = number;

export type TreeNode = {
  readonly id: NodeId;
  readonly parent: NodeId | null;
  readonly children: readonly NodeId[];
  readonly properties: readonly Property[];
};

/** Properties whose change moves stones, or whose turn it is. */
const BOARD = new Set(["B", "W", "AB", "AW", "AE", "SZ", "KO", "PL", "MN"]);

/** Values that may hold line breaks. */
const LONG = new Set(["C", "GC"]);

/** Written by this program into every file. */
const HEAD: readonly Property[] = [
  { name: "GM", values: ["1"] },
  { name: "FF", values: ["4"] },
  { name: "CA", values: ["UTF-8"] },
];

export class Tree {
  private constructor(
    private readonly nodes: readonly (TreeNode | undefined)[],
    /** Equal for two trees in which every node that both have shows the same board. */
    readonly board: object,
  ) {}

  /** A tree with one node. */
  static empty(properties: readonly Property[] = []): Tree {
    return Tree.of([{ parent: null, properties }]);
  }

  /** From a list of nodes, each after its parent; the first is the root. */
  static of(list: readonly ListedNode[]): Tree {
    const children: NodeId[][] = list.map(() => []);
    list.forEach(({ parent }, id) => {
      if (parent !== null) children[parent]?.push(id);
    });
    const nodes = list.map(({ parent, properties }, id) => ({
      id,
      parent,
      children: children[id]!,
      properties,
    }));
    return new Tree(nodes, {});
  }

  /** From SGF that this program wrote; throws `SgfError`. */
  static parse(text: string): Tree {
    return Tree.of(parse(text));
  }

  get root(): TreeNode {
    return this.nodes[0]!;
  }

  /** How many nodes hang together. */
  get size(): number {
    return this.nodes.reduce((sum, node) => (node ? sum + 1 : sum), 0);
  }

  get(id: NodeId): TreeNode | undefined {
    return this.nodes[id];
  }

  has(id: NodeId): boolean {
    return this.nodes[id] !== undefined;
  }

  /** A property's values; undefined where the node has none of this name. */
  values(id: NodeId, name: string): readonly string[] | undefined {
    return this.nodes[id]?.properties.find(property => property.name === name)?.values;
  }

  /** A property's first value as text; "" where there is none. */
  text(id: NodeId, name: string): string {
    const value = this.values(id, name)?.[0];
    if (value === undefined) return "";
    return LONG.has(name) ? toText(value) : toText(value).replace(/\s*\n\s*/g, " ");
  }

  /** The nodes from the root to this one. */
  lineTo(id: NodeId): NodeId[] {
    const line: NodeId[] = [];
    for (let at: NodeId | null = id; at !== null; at = this.nodes[at]?.parent ?? null) line.push(at);
    return line.reverse();
  }

  /** The node and always the first continuation. */
  lineFrom(id: NodeId): NodeId[] {
    const line = [id];
    for (let next = this.nodes[id]?.children[0]; next !== undefined; next = this.nodes[next]?.children[0]) {
      line.push(next);
    }
    return line;
  }

  /** Whether every node of the line is the first continuation of the one before. */
  isMain(id: NodeId): boolean {
    let at = this.nodes[id];
    while (at && at.parent !== null) {
      const parent: TreeNode | undefined = this.nodes[at.parent];
      if (parent?.children[0] !== at.id) return false;
      at = parent;
    }
    return true;
  }

  /** Every node, each before those after it, the main line first. */
  walk(): NodeId[] {
    const order: NodeId[] = [];
    const rest: NodeId[] = [0];
    while (rest.length > 0) {
      const id = rest.pop()!;
      order.push(id);
      const children = this.nodes[id]!.children;
      for (let n = children.length - 1; n >= 0; n--) rest.push(children[n]!);
    }
    return order;
  }

  /** The nodes as a list, and the place in it of each. */
  list(): { nodes: ListedNode[]; places: Map<NodeId, number> } {
    const order = this.walk();
    const places = new Map(order.map((id, place) => [id, place]));
    const nodes = order.map(id => {
      const { parent, properties } = this.nodes[id]!;
      return { parent: parent === null ? null : places.get(parent)!, properties };
    });
    return { nodes, places };
  }

  /** Sets a property; no values remove it. */
  set(id: NodeId, name: string, values: readonly string[]): Tree {
    const node = this.nodes[id];
    if (!node) return this;
    const has = node.properties.some(property => property.name === name);
    if (!has && values.length === 0) return this;
    const changed = { name, values };
    const properties = has
      ? node.properties.flatMap(old => (old.name !== name ? [old] : values.length ? [changed] : []))
      : [...node.properties, changed];
    return this.put([{ ...node, properties }], BOARD.has(name));
  }

  /** Sets a property to a text; "" removes it. */
  setText(id: NodeId, name: string, text: string): Tree {
    if (text === this.text(id, name)) return this;
    const value = LONG.has(name) ? toValue(text) : toSimpleValue(text).replace(/\\:/g, ":");
    return this.set(id, name, text === "" ? [] : [value]);
  }

  /** Adds a node as the last continuation. */
  add(parent: NodeId, properties: readonly Property[]): { tree: Tree; id: NodeId } {
    const above = this.nodes[parent];
    const id = this.nodes.length;
    if (!above) return { tree: this, id: 0 };
    const node = { id, parent, children: [], properties };
    return { tree: this.put([node, { ...above, children: [...above.children, id] }], false), id };
  }

  /** Cuts a node off with all that follows; the root stays. */
  remove(id: NodeId): Tree {
    const node = this.nodes[id];
    if (!node || node.parent === null) return this;
    const above = this.nodes[node.parent]!;
    const nodes = [...this.nodes];
    const gone = [id];
    for (const one of gone) {
      gone.push(...nodes[one]!.children);
      nodes[one] = undefined;
    }
    nodes[above.id] = { ...above, children: above.children.filter(child => child !== id) };
    return new Tree(nodes, this.board);
  }

  /** Makes every node on the way to this one the first continuation. */
  promote(id: NodeId): Tree {
    const changed: TreeNode[] = [];
    for (let at = this.nodes[id]; at && at.parent !== null; at = this.nodes[at.parent]) {
      const above: TreeNode = this.nodes[at.parent]!;
      const own = at.id;
      if (above.children[0] === own) continue;
      changed.push({ ...above, children: [own, ...above.children.filter(child => child !== own)] });
    }
    return changed.length ? this.put(changed, false) : this;
  }

  private put(changed: readonly TreeNode[], moves: boolean): Tree {
    const nodes = [...this.nodes];
    for (const node of changed) nodes[node.id] = node;
    return new Tree(nodes, moves ? {} : this.board);
  }

  /** The file: FF[4], UTF-8, the main line first. Reading it gives an equal tree. */
  toSgf(): string {
    const known = new Set(HEAD.map(({ name }) => name));
    const rest = this.root.properties.filter(({ name }) => !known.has(name));
    const parts = ["("];
    const write = (node: TreeNode) =>
      parts.push(writeNode(node.parent === null ? [...HEAD, ...rest] : node.properties), "\n");
    // What is still to be written: nodes, and the brackets after their variations.
    const open: (NodeId | ")")[] = [0];
    while (open.length > 0) {
      const next = open.pop()!;
      if (next === ")") {
        parts.push(")\n");
        continue;
      }
      const node = this.nodes[next]!;
      const parent = node.parent === null ? undefined : this.nodes[node.parent];
      if (parent && parent.children.length > 1) {
        parts.push("(");
        open.push(")");
      }
      write(node);
      for (let n = node.children.length - 1; n >= 0; n--) open.push(node.children[n]!);
    }
    parts.push(")\n");
    return parts.join("");
  }
}

/** Whether two trees have the same nodes with the same properties in the same shape; `CA`, `FF` and `GM` apart. */
export function sameTrees(one: Tree, other: Tree): boolean {
  const plain = (tree: Tree) =>
    JSON.stringify(
      tree
        .list()
        .nodes.map(({ parent, properties }) => [
          parent,
          properties.filter(({ name }) => !HEAD.some(head => head.name === name)),
        ]),
    );
  return plain(one) === plain(other);
}
