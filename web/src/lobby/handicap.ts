// Where stones stand before the first move, for the board beside the setup sheet. The server sets them by the same
// rules (handicap.rs); the board shows what will be there.

import { pointAt } from "../board/points";
import type { Point, Size } from "../board/types";

/** The lines with stars in one direction, from 0. */
type Lines = { low: number; middle: number | null; high: number };

function starLines(lines: number): Lines | null {
  if (lines < 7) return null;
  const low = lines < 13 ? 2 : 3;
  const middle = lines % 2 === 1 && lines > 7 ? (lines - 1) / 2 : null;
  return { low, middle, high: lines - 1 - low };
}

/** Equally spaced lines from star line to star line; null where they do not fit or would touch. */
function spaced({ low, high }: Lines, gaps: number): number[] | null {
  const step = (high - low) / gaps;
  if (!Number.isInteger(step) || step < 2) return null;
  return Array.from({ length: gaps + 1 }, (_, index) => low + index * step);
}

type Place = [col: number | null, row: number | null];

function small(cols: Lines, rows: Lines, stones: number): Place[] {
  const places: Place[] = [
    [cols.low, rows.high],
    [cols.high, rows.low],
  ];
  if (stones === 3) places.push([cols.low, rows.low]);
  if (stones >= 4) places.push([cols.low, rows.low], [cols.high, rows.high]);
  if (stones >= 6) places.push([cols.low, rows.middle], [cols.high, rows.middle]);
  if (stones >= 8) places.push([cols.middle, rows.low], [cols.middle, rows.high]);
  if (stones === 5 || stones === 7 || stones === 9) places.push([cols.middle, rows.middle]);
  return places;
}

function large(cols: Lines, rows: Lines, stones: number): Place[] | null {
  const grid = (gaps: number): Place[] | null => {
    const [xs, ys] = [spaced(cols, gaps), spaced(rows, gaps)];
    return xs && ys ? ys.flatMap(y => xs.map((x): Place => [x, y])) : null;
  };
  if (stones === 16) return grid(3);
  if (stones === 25) return grid(4);
  const [nine, xs, ys] = [grid(2), spaced(cols, 4), spaced(rows, 4)];
  if (!nine || !xs || !ys) return null;
  const quarters = [ys[1]!, ys[3]!].flatMap(y => [xs[1]!, xs[3]!].map((x): Place => [x, y]));
  return [...nine, ...quarters];
}

/** The fixed places of so many handicap stones; null where this board has none. */
export function fixedStones(stones: number, size: Size): Point[] | null {
  const [cols, rows] = [starLines(size.cols), starLines(size.rows)];
  if (!cols || !rows || !FIXED.includes(stones)) return null;
  const places = stones <= 9 ? small(cols, rows, stones) : large(cols, rows, stones);
  if (!places?.every(([col, row]) => col !== null && row !== null)) return null;
  return places.map(([col, row]) => pointAt(col!, row!, size)!);
}

const FIXED = [2, 3, 4, 5, 6, 7, 8, 9, 13, 16, 25];

/** The numbers of handicap stones that have fixed places on this board. */
export function fixedNumbers(size: Size): number[] {
  return FIXED.filter(stones => fixedStones(stones, size) !== null);
}

/** The four seated stones (座子); null on boards that have no stars. */
export function seatedStones(size: Size): { black: Point[]; white: Point[] } | null {
  const [cols, rows] = [starLines(size.cols), starLines(size.rows)];
  if (!cols || !rows) return null;
  const at = (col: number, row: number) => pointAt(col, row, size)!;
  return {
    black: [at(cols.high, rows.low), at(cols.low, rows.high)],
    white: [at(cols.low, rows.low), at(cols.high, rows.high)],
  };
}
