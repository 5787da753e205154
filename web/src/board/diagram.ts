// Positions and marks from rows of letters, as the sheet of boards and tests write them; marks from the server's lists.

import { fromVertices } from "./points";
import { Position } from "./position";
import type { Color, Owner, Point, Size } from "./types";

/** Stones from rows of `X` (black), `O` (white) and `.`, from the top. */
export function fromRows(rows: readonly string[]): Position {
  const size = { cols: rows[0]?.length ?? 0, rows: rows.length };
  const colors: Record<string, Color> = { X: "black", O: "white" };
  return Position.of(
    size,
    [...rows.join("")].map(letter => colors[letter] ?? null),
  );
}

/** Owners from rows of `x` (Black's), `o` (White's), `=` (both) and `.`. */
export function ownersFromRows(rows: readonly string[]): Owner[] {
  const owners: Record<string, Owner> = { x: "black", o: "white", "=": "shared" };
  return [...rows.join("")].map(letter => owners[letter] ?? null);
}

/** Owners from lists of vertices. */
export function ownersFrom(
  size: Size,
  lists: { black?: readonly string[]; white?: readonly string[]; shared?: readonly string[] },
): Owner[] {
  const owners = new Array<Owner>(size.cols * size.rows).fill(null);
  for (const owner of ["black", "white", "shared"] as const) {
    for (const point of fromVertices(lists[owner] ?? [], size)) owners[point] = owner;
  }
  return owners;
}

/** The points of a list of vertices, as the marks want them. */
export function pointSet(size: Size, vertices: readonly string[]): ReadonlySet<Point> {
  return new Set(fromVertices(vertices, size));
}

/** The values of a record of vertices by point, as numbers, labels and shapes want them. */
export function pointMap<T>(size: Size, values: Readonly<Record<string, T>>): ReadonlyMap<Point, T> {
  const map = new Map<Point, T>();
  for (const [vertex, value] of Object.entries(values)) {
    for (const point of fromVertices([vertex], size)) map.set(point, value);
  }
  return map;
}
