// Where the keyboard's cursor goes.

import type { Part } from "./geometry";
import { columnOf, rowOf } from "./points";
import type { Position } from "./position";
import type { Point, Size, Stones } from "./types";

export type Step = readonly [dx: number, dy: number];

export const ARROWS: Readonly<Record<string, Step>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** One point on; at the edge of the shown part it stays. */
export function stepped(from: Point, [dx, dy]: Step, size: Size, part: Part): Point {
  const col = Math.min(part.right, Math.max(part.left, columnOf(from, size) + dx));
  const row = Math.min(part.bottom, Math.max(part.top, rowOf(from, size) + dy));
  return row * size.cols + col;
}

/** On to the next stone in this direction, or to the edge. */
export function leapt(from: Point, step: Step, size: Size, part: Part, stones: Stones): Point {
  let at = from;
  for (;;) {
    const next = stepped(at, step, size, part);
    if (next === at || stones[next]) return next;
    at = next;
  }
}

/** Ko, last move and chains in atari after the cursor, in order of points and round again; null where there is none. */
export function nextOfInterest(
  from: Point,
  position: Position,
  ko: Point | null | undefined,
  last: Point | null | undefined,
): Point | null {
  const points = new Set<Point>();
  if (ko != null) points.add(ko);
  if (last != null) points.add(last);
  for (const { chain, liberties } of position.chains()) if (liberties.length === 1) points.add(chain[0]!);
  const inOrder = [...points].sort((a, b) => a - b);
  return inOrder.find(point => point > from) ?? inOrder[0] ?? null;
}
