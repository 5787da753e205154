// Does an enclosed chain live? Everything inside is played out; the search ends when the chain is taken or nothing more
// can be done, so eyes, false eyes and seki need no rule of their own.

import { neighbours, opponent } from "../board/points";
import type { Position } from "../board/position";
import type { Color, Point } from "../board/types";
import { type Problem, Search } from "./search";

/** Lines of nakade are long: stones inside are taken and played again. */
const DEPTH = 60;

export type Life = "alive" | "dead" | "first";

/** The points inside a chain's walls: its liberties and all that is joined to them without crossing a wall. */
export function eyeSpace(position: Position, chain: Point): Point[] {
  const color = position.at(chain);
  const inside = new Set(position.liberties(chain));
  for (const point of inside) {
    for (const near of neighbours(point, position.size)) if (position.at(near) !== color) inside.add(near);
  }
  return [...inside].sort((a, b) => a - b);
}

/** The problem of killing an enclosed chain; the space is its eye space before the first move. */
export function killing(chain: Point, of: Color, space: readonly Point[]): Search {
  return new Search(new Kill(chain, of, space));
}

class Kill implements Problem {
  readonly side: Color;
  readonly depth = DEPTH;

  constructor(
    private readonly chain: Point,
    private readonly color: Color,
    private readonly space: readonly Point[],
  ) {
    this.side = opponent(color);
  }

  verdict(position: Position): "reached" | null {
    return position.at(this.chain) === this.color ? null : "reached";
  }

  /** Points with most of the space around them first: the vital point is one of those. */
  moves(position: Position): Point[] {
    const around = (point: Point) =>
      neighbours(point, position.size).filter(near => this.space.includes(near)).length;
    const free = this.space.filter(point => !position.at(point));
    return free.sort((a, b) => around(b) - around(a));
  }
}

/** Whether a chain is alive or dead whoever begins, or it is the first move that decides. */
export function lifeOf(position: Position, chain: Point): Life {
  const color = position.at(chain)!;
  const search = killing(chain, color, eyeSpace(position, chain));
  if (!search.can(position, opponent(color))) return "alive";
  return search.can(position, color) ? "dead" : "first";
}
