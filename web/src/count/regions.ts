// Connected parts of the board, and rectangles in them.

import { columnOf, neighbours, rowOf } from "../board/points";
import type { Point, Size } from "../board/types";

/** The connected parts of a set of points, each in reading order, in the order of their first points. */
export function regionsOf(points: ReadonlySet<Point>, size: Size): Set<Point>[] {
  const left = new Set(points);
  const regions: Set<Point>[] = [];
  for (const first of [...points].sort((a, b) => a - b)) {
    if (!left.has(first)) continue;
    left.delete(first);
    const region = [first];
    for (let at = 0; at < region.length; at++) {
      for (const near of neighbours(region[at]!, size)) if (left.delete(near)) region.push(near);
    }
    regions.push(new Set(region.sort((a, b) => a - b)));
  }
  return regions;
}

/** A rectangle of points. */
export type Rect = { col: number; row: number; cols: number; rows: number };

/** The points of a rectangle, in reading order. */
export function pointsOf(rect: Rect, size: Size): Point[] {
  const points: Point[] = [];
  for (let row = rect.row; row < rect.row + rect.rows; row++) {
    for (let col = rect.col; col < rect.col + rect.cols; col++) points.push(row * size.cols + col);
  }
  return points;
}

/** Every rectangle of ten points inside a region, lying and standing. */
export function tensIn(region: ReadonlySet<Point>, size: Size): Rect[] {
  const found: Rect[] = [];
  for (const [cols, rows] of [
    [5, 2],
    [2, 5],
  ] as const) {
    for (const first of region) {
      const rect = { col: columnOf(first, size), row: rowOf(first, size), cols, rows };
      if (rect.col + cols > size.cols || rect.row + rows > size.rows) continue;
      if (pointsOf(rect, size).every(point => region.has(point))) found.push(rect);
    }
  }
  return found;
}

/** How many steps along the lines two points are apart. */
export function steps(a: Point, b: Point, size: Size): number {
  return Math.abs(columnOf(a, size) - columnOf(b, size)) + Math.abs(rowOf(a, size) - rowOf(b, size));
}
