// 做成整十: areas tidied into blocks of ten. In each connected part of a side's area blocks of 2 × 5 points are chosen
// that do not overlap and need at most three stones moved; a moved stone goes to an empty point of the same part, at
// most four steps away.

import type { Point, Size } from "../board/types";
import { pointsOf, type Rect, regionsOf, steps, tensIn } from "./regions";

export type Move = { from: Point; to: Point };

export type Tidied = {
  blocks: Rect[];
  moved: Move[];
  /** Empty points outside the blocks, once the stones have moved. */
  left: Point[];
};

/** Most stones in a block, and how far each may go. */
const MOST_MOVED = 3;
const FARTHEST = 4;

/** Tidies an area: `area` are its points, `stones` those of them with a stone. */
export function tidy(area: ReadonlySet<Point>, stones: ReadonlySet<Point>, size: Size): Tidied {
  const all: Tidied = { blocks: [], moved: [], left: [] };
  for (const region of regionsOf(area, size)) {
    const best = tidyRegion(region, stones, size);
    all.blocks.push(...best.blocks);
    all.moved.push(...best.moved);
    all.left.push(...best.left);
  }
  return all;
}

/** A block that could be made, and how many stones stand in its way. */
type Choice = { rect: Rect; points: Point[]; cost: number };

/** Places in which blocks are tried; different shapes of areas pack better from different corners. */
const PLACES: ((a: Rect, b: Rect) => number)[] = [
  (a, b) => a.row - b.row || a.col - b.col,
  (a, b) => b.row - a.row || b.col - a.col,
  (a, b) => a.col - b.col || a.row - b.row,
  (a, b) => b.col - a.col || b.row - a.row,
];

/** Orders of trying: empty blocks first or place alone, lying or standing blocks first. */
const ORDERS: ((a: Choice, b: Choice) => number)[] = PLACES.flatMap(place =>
  [true, false].flatMap(emptyFirst =>
    [1, -1].map(
      lying => (a: Choice, b: Choice) =>
        (emptyFirst ? a.cost - b.cost : 0) || lying * (b.rect.cols - a.rect.cols) || place(a.rect, b.rect),
    ),
  ),
);

/** How much may be tried for one region, in choices looked at. */
const WORK = 2_000;

function choiceOf(rect: Rect, stones: ReadonlySet<Point>, size: Size): Choice {
  const points = pointsOf(rect, size);
  return { rect, points, cost: points.filter(point => stones.has(point)).length };
}

/** The best of several packings: most blocks, then fewest moved stones. */
function tidyRegion(region: ReadonlySet<Point>, stones: ReadonlySet<Point>, size: Size): Tidied {
  const empties = [...region].filter(point => !stones.has(point));
  const none: Tidied = { blocks: [], moved: [], left: empties };
  if (empties.length < 10 - MOST_MOVED) return none;
  const choices = tensIn(region, size)
    .map(rect => choiceOf(rect, stones, size))
    .filter(choice => choice.cost <= MOST_MOVED);
  const most = Math.floor(empties.length / 10);
  const tries = Math.floor(WORK / Math.max(1, choices.length));
  let best = none;
  for (const first of starts(choices, tries)) {
    const packed = pack(first, empties, stones, size);
    const better = packed.blocks.length - best.blocks.length || best.moved.length - packed.moved.length;
    if (better > 0) best = packed;
    if (best.blocks.length === most && best.moved.length === 0) break;
  }
  return best;
}

/** The choices in all orders, then again with each of them put first, as far as the number of tries goes. */
function* starts(choices: Choice[], tries: number): Generator<Choice[]> {
  const sorted = ORDERS.map(order => [...choices].sort(order));
  yield* sorted;
  let left = tries;
  for (let at = 1; at < choices.length; at++) {
    for (const list of sorted) {
      if (left-- <= 0) return;
      yield [list[at]!, ...list];
    }
  }
}

function pack(choices: Choice[], empties: Point[], stones: ReadonlySet<Point>, size: Size): Tidied {
  const blocks: Rect[] = [];
  const taken = new Set<Point>();
  let moved: Move[] = [];
  let room = empties.length;
  for (const { rect, points, cost } of choices) {
    // A block takes ten points away from the empty ones, those under its moved stones included.
    if (room < 10) break;
    if (points.some(point => taken.has(point))) continue;
    for (const point of points) taken.add(point);
    const stays = cost === 0 && moved.every(move => !taken.has(move.to));
    const found = stays ? moved : movesOut(taken, empties, stones, size);
    if (found) {
      blocks.push(rect);
      moved = found;
      room -= 10;
    } else {
      for (const point of points) taken.delete(point);
    }
  }
  const filled = new Set(moved.map(move => move.to));
  const left = empties.filter(point => !taken.has(point) && !filled.has(point));
  return { blocks, moved, left };
}

/** A place for every stone in the blocks, each near; null when there is none (augmenting paths). */
function movesOut(
  taken: ReadonlySet<Point>,
  empties: readonly Point[],
  stones: ReadonlySet<Point>,
  size: Size,
): Move[] | null {
  const from = [...taken].filter(point => stones.has(point)).sort((a, b) => a - b);
  const free = empties.filter(point => !taken.has(point));
  if (free.length < from.length) return null;
  const near = new Map(
    from.map(stone => {
      const far = (to: Point) => steps(stone, to, size);
      const reach = free.filter(to => far(to) <= FARTHEST);
      return [stone, reach.sort((a, b) => far(a) - far(b) || a - b)];
    }),
  );
  const guest = new Map<Point, Point>();
  const seat = (stone: Point, seen: Set<Point>): boolean => {
    for (const to of near.get(stone)!) {
      if (seen.has(to)) continue;
      seen.add(to);
      const other = guest.get(to);
      if (other !== undefined && !seat(other, seen)) continue;
      guest.set(to, stone);
      return true;
    }
    return false;
  };
  for (const stone of from) if (!seat(stone, new Set())) return null;
  return [...guest].map(([to, stone]) => ({ from: stone, to })).sort((a, b) => a.from - b.from);
}
