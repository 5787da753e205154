// A counted position in the board's terms: points by index instead of names.

import type { Judgement } from "../api/types";
import { area, fromVertices } from "../board/points";
import type { Color, Owner, Point, Size } from "../board/types";

export type Final = {
  size: Size;
  /** The stones when play stopped. */
  before: (Color | null)[];
  /** The stones once the dead ones are off. */
  after: (Color | null)[];
  /** Dead stones, by the marking; rules by which all stones live leave them on. */
  dead: Set<Point>;
  seki: Set<Point>;
  /** Each side's living stones and points. */
  owned: Record<Color, Set<Point>>;
  /** Points between both sides, or reached by none. */
  neutral: Set<Point>;
  /** Surrounded points that do not count: eyes in seki, and points still to be filled. */
  uncounted: Set<Point>;
};

const COLORS: Color[] = ["black", "white"];

/** The position of a judgement. */
export function finalOf(judged: Judgement): Final {
  const size = { cols: judged.cols, rows: judged.rows };
  const points = (list: readonly string[]) => new Set(fromVertices(list, size));
  const before: (Color | null)[] = new Array(area(size)).fill(null);
  for (const color of COLORS) for (const point of points(judged.stones[color])) before[point] = color;
  const dead = points(judged.marks.dead);
  const { rules, owners } = judged.count;
  const after = before.map((stone, point) => (dead.has(point) && !rules.all_alive ? null : stone));
  return {
    size,
    before,
    after,
    dead,
    seki: points(owners.seki),
    owned: { black: points(owners.black), white: points(owners.white) },
    neutral: points(owners.neutral),
    uncounted: points([...owners.uncounted, ...owners.unfilled]),
  };
}

/** Whose each empty point is, for the board; `halves` shows neutral points as shared. */
export function ownersOf(final: Final, halves: boolean): Owner[] {
  return final.after.map((stone, point) => {
    if (stone) return null;
    if (final.neutral.has(point)) return halves ? "shared" : null;
    if (final.uncounted.has(point)) return null;
    return COLORS.find(color => final.owned[color].has(point)) ?? null;
  });
}
