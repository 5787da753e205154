// Can two chains be joined, whatever the other side does?

import { columnOf, opponent, pointAt, rowOf } from "../board/points";
import type { Position } from "../board/position";
import type { Color, Point } from "../board/types";
import { type Problem, Search } from "./search";

const DEPTH = 5;

type Ends = readonly [Point, Point];

/** The problem of joining two stones to one chain. */
export function linking(ends: Ends, color: Color): Search {
  return new Search(new Link(ends, color));
}

export function joined(position: Position, [a, b]: Ends): boolean {
  return position.chain(a).includes(b);
}

class Link implements Problem {
  readonly depth = DEPTH;

  constructor(
    private readonly ends: Ends,
    readonly side: Color,
  ) {}

  verdict(position: Position): "reached" | "out" | null {
    if (this.ends.some(end => position.at(end) !== this.side)) return "out";
    return joined(position, this.ends) ? "reached" : null;
  }

  /** The points between the two and one line around. */
  moves(position: Position, toMove: Color): Point[] {
    const { size } = position;
    const cols = this.ends.map(end => columnOf(end, size));
    const rows = this.ends.map(end => rowOf(end, size));
    const found: Point[] = [];
    for (let row = Math.min(...rows) - 1; row <= Math.max(...rows) + 1; row++) {
      for (let col = Math.min(...cols) - 1; col <= Math.max(...cols) + 1; col++) {
        const point = pointAt(col, row, size);
        if (point !== null && !position.at(point)) found.push(point);
      }
    }
    return [...found, ...this.rescues(position, toMove)];
  }

  /** Stones in atari around the ends, taken from outside the box. */
  private rescues(position: Position, toMove: Color): Point[] {
    const enemy = opponent(toMove);
    return position
      .chains()
      .filter(one => one.color === enemy && one.liberties.length === 1)
      .flatMap(one => one.liberties);
  }
}
