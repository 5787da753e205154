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

/** Which rows are taken in each column. A taken row points further down, so that the next free one is found at once. */
class Rows {
  count = 0;
  private readonly below: number[][] = [];

  /** Takes the first free row below the line that is left; its elbow and the way down to it are taken, too. */
  place(from: Spot | null, col: number, length: number): number {
    const start = from ? col - 1 : col;
    const end = col + length - 1;
    let row = this.free(start, from ? from.row + 1 : 0);
    for (let at = start + 1; at <= end; ) {
      const free = this.free(at, row);
      if (free === row) at++;
      else {
        row = this.free(start, free);
        at = start + 1;
      }
    }
    for (let at = start; at <= end; at++) this.take(at, row);
    if (from)
      for (let at = this.free(start, from.row + 1); at < row; at = this.free(start, at)) this.take(start, at);
    this.count = Math.max(this.count, row + 1);
    return row;
  }

  /** The first free row of a column from a row on. */
  private free(col: number, row: number): number {
    this.below[col] ??= [];
    const below = this.below[col];
    let at = row;
    while (below[at] !== undefined) at = below[at]!;
    // The way is shortened for the next search.
    for (let on = row; on < at; ) {
      const next = below[on]!;
      below[on] = at;
      on = next;
    }
    return at;
  }

  private take(col: number, row: number): void {
    this.below[col] ??= [];
    this.below[col][row] = row + 1;
  }
}
