// Where the nodes of a tree are drawn: a column for each node from the root, a row for each line. The main line is the
// first row; a variation takes the first free row below the line it leaves.

import type { NodeId, Tree } from "./tree";

export type Spot = { id: NodeId; col: number; row: number; parent: { col: number; row: number } | null };

export type Layout = {
  cols: number;
  rows: number;
  spots: ReadonlyMap<NodeId, Spot>;
  /** The nodes of each column, so that only those in sight are drawn. */
  columns: readonly (readonly Spot[])[];
};

type Branch = { start: NodeId; col: number; from: Spot | null };

export function layOut(tree: Tree): Layout {
  const spots = new Map<NodeId, Spot>();
  const columns: Spot[][] = [];
  const rows = new Rows();
  const open: Branch[] = [{ start: 0, col: 0, from: null }];
  for (let branch = open.pop(); branch; branch = open.pop()) {
    const line = tree.lineFrom(branch.start);
    const row = rows.place(branch.from, branch.col, line.length);
    let parent = branch.from;
    line.forEach((id, n) => {
      const col = branch.col + n;
      const spot: Spot = { id, col, row, parent: parent && { col: parent.col, row: parent.row } };
      spots.set(id, spot);
      columns[col] ??= [];
      columns[col].push(spot);
      parent = spot;
      // The last one pushed is placed first: variations nearer to the end come higher.
      const others = tree.get(id)!.children.slice(1);
      for (const start of others.reverse()) open.push({ start, col: col + 1, from: spot });
    });
  }
  return { cols: columns.length, rows: rows.count, spots, columns };
}

/** Which columns are taken in each row. */
class Rows {
  private readonly taken: [from: number, to: number][][] = [];

  get count(): number {
    return this.taken.length;
  }

  /** Takes the first free row below the line that is left; its elbow and the way down to it are taken, too. */
  place(from: Spot | null, col: number, length: number): number {
    let row = from ? from.row + 1 : 0;
    const start = from ? col - 1 : col;
    while (!this.isFree(row, start, col + length - 1)) row++;
    this.take(row, start, col + length - 1);
    if (from) for (let between = from.row + 1; between < row; between++) this.take(between, start, start);
    return row;
  }

  private isFree(row: number, from: number, to: number): boolean {
    return !this.taken[row]?.some(([start, end]) => start <= to && end >= from);
  }

  private take(row: number, from: number, to: number): void {
    while (this.taken.length <= row) this.taken.push([]);
    this.taken[row]!.push([from, to]);
  }
}
