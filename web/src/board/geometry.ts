// Where everything on a drawn board lies. All lengths follow from `cell`, the distance between two lines, which is a
// whole number of device pixels. The server's diagrams use the same numbers, so that print and screen agree.

import type { Coordinates } from "../ui/prefs";
import { columnOf, rowOf } from "./points";
import type { Point, Size } from "./types";

/** The shown columns and rows, inclusive. */
export type Part = { left: number; top: number; right: number; bottom: number };
type Sides<T> = { left: T; top: T; right: T; bottom: T };

export type Geometry = {
  size: Size;
  part: Part;
  cell: number;
  /** Of a stone. */
  radius: number;
  /** Width of a line, and of the outermost lines. */
  line: number;
  edgeLine: number;
  /** The picture's size, and where its first column and row lie. */
  width: number;
  height: number;
  x0: number;
  y0: number;
  /** Whether a side is cut, so that lines run on to the picture's edge. */
  cut: Sides<boolean>;
  labelled: Sides<boolean>;
  /** The height of the coordinates, and the middle of each side's labels between its stones and the picture's edge. */
  font: number;
  labelAt: Sides<number>;
  /** Flat stones; the shell's grain. */
  flat: boolean;
  grain: boolean;
};

export type Spec = {
  size: Size;
  /** The room in CSS pixels; a height of Infinity takes what the width gives. */
  width: number;
  height: number;
  dpr: number;
  coordinates: Coordinates;
  crop?: Part;
  thumbnail?: boolean;
  /** Takes this cell whatever the room. */
  cell?: number;
};

const SMALL = 24;
const FLAT = 15;
const GRAIN = 40;
const HEAVY_EDGE = 30;

/** How far from the outer line, in cells, a pointer still means a point. */
const REACH = 0.62;

type Margins = { sides: Sides<number>; labelled: Sides<boolean>; font: number };

/** Small boards have large cells, but lines no thicker than this, in pixels. */
const THICKEST_LINE = 2;

/** The largest picture for the room. */
export function measure(spec: Spec): Geometry {
  const part = spec.crop ?? { left: 0, top: 0, right: spec.size.cols - 1, bottom: spec.size.rows - 1 };
  const cut = cutSides(part, spec.size);
  const cell = spec.cell ?? fitCell(spec, part, cut);
  const margins = marginsFor(cell, spec, cut);
  const cols = part.right - part.left;
  const rows = part.bottom - part.top;
  const grid = {
    width: cols * cell + margins.sides.left + margins.sides.right,
    height: rows * cell + margins.sides.top + margins.sides.bottom,
  };
  const picture = outerWood(grid, spec);
  const line = Math.max(1, Math.round(Math.min(THICKEST_LINE, 0.026 * cell) * spec.dpr)) / spec.dpr;
  const snap = (v: number) => snapped(v, line, spec.dpr);
  const x0 = snap(margins.sides.left + (picture.width - grid.width) / 2);
  const y0 = snap(margins.sides.top + (picture.height - grid.height) / 2);
  const radius = (cell - Math.max(1, Math.round(0.04 * cell))) / 2;
  return {
    size: spec.size,
    part,
    cell,
    radius,
    line,
    edgeLine: cell >= HEAVY_EDGE ? line + 1 / spec.dpr : line,
    ...picture,
    x0,
    y0,
    cut,
    labelled: margins.labelled,
    font: margins.font,
    labelAt: {
      left: (x0 - radius) / 2,
      top: (y0 - radius) / 2,
      right: (picture.width + x0 + cols * cell + radius) / 2,
      bottom: (picture.height + y0 + rows * cell + radius) / 2,
    },
    flat: cell < FLAT,
    grain: cell >= GRAIN,
  };
}

function cutSides(part: Part, size: Size): Sides<boolean> {
  return {
    left: part.left > 0,
    top: part.top > 0,
    right: part.right < size.cols - 1,
    bottom: part.bottom < size.rows - 1,
  };
}

/** The largest whole number of device pixels (thumbnails: any number) whose picture fits. */
function fitCell(spec: Spec, part: Part, cut: Sides<boolean>): number {
  const cols = part.right - part.left;
  const rows = part.bottom - part.top;
  if (spec.thumbnail) {
    const air = 2 * THUMBNAIL_MARGIN;
    const cell = Math.min(spec.width / (cols + air), spec.height / (rows + air));
    return Math.max(1, Math.floor(cell * 1000) / 1000);
  }
  const step = 1 / spec.dpr;
  let cell =
    Math.floor(Math.min(spec.width / (cols + 1), spec.height / (rows + 1), MAX_CELL) * spec.dpr) / spec.dpr;
  while (cell > MIN_CELL) {
    const { sides } = marginsFor(cell, spec, cut);
    const wide = cols * cell + sides.left + sides.right;
    const high = rows * cell + sides.top + sides.bottom;
    if (wide <= spec.width && high <= spec.height) break;
    cell -= step;
  }
  return Math.max(MIN_CELL, cell);
}

const MIN_CELL = 6;
const MAX_CELL = 240;
const THUMBNAIL_MARGIN = 0.66;

/** From the first line to the picture's edge on each side. */
function marginsFor(cell: number, spec: Spec, cut: Sides<boolean>): Margins {
  const small = cell < SMALL;
  const shows = spec.coordinates !== "none" && !spec.crop && !spec.thumbnail;
  const below = spec.coordinates === "a1";
  const labelled = {
    left: shows,
    top: shows && (!small || !below),
    right: shows && !small,
    bottom: shows && (!small || below),
  };
  const font = Math.max(small ? 9.5 : 11, Math.min(18, cell * 0.34));
  const room = small ? cell / 2 + 17 : cell / 2 + font + 9;
  const plain = shows ? 0.62 * cell : spec.thumbnail ? THUMBNAIL_MARGIN * cell : 0.72 * cell;
  const side = (one: keyof Sides<boolean>) => (cut[one] ? cell / 2 : labelled[one] ? room : plain);
  const sides = { left: side("left"), top: side("top"), right: side("right"), bottom: side("bottom") };
  return { sides, labelled, font };
}

/** Left-over pixels become outer wood, alike in both directions; a thumbnail fills its square. */
function outerWood(grid: { width: number; height: number }, spec: Spec): { width: number; height: number } {
  if (spec.cell) return { width: Math.round(grid.width), height: Math.round(grid.height) };
  if (spec.thumbnail) {
    return { width: spec.width, height: Number.isFinite(spec.height) ? spec.height : grid.height };
  }
  const left = Math.max(0, Math.min(spec.width - grid.width, spec.height - grid.height));
  return { width: Math.floor(grid.width + left), height: Math.floor(grid.height + left) };
}

/** A line of an odd number of device pixels has its middle on half a device pixel. */
function snapped(v: number, line: number, dpr: number): number {
  const odd = Math.round(line * dpr) % 2 === 1;
  return (Math.round(v * dpr) + (odd ? 0.5 : 0)) / dpr;
}

export const xOf = (g: Geometry, point: Point): number =>
  g.x0 + (columnOf(point, g.size) - g.part.left) * g.cell;
export const yOf = (g: Geometry, point: Point): number => g.y0 + (rowOf(point, g.size) - g.part.top) * g.cell;

/** Whether a point lies in the shown part. */
export function shows(g: Geometry, point: Point): boolean {
  const col = columnOf(point, g.size);
  const row = rowOf(point, g.size);
  return col >= g.part.left && col <= g.part.right && row >= g.part.top && row <= g.part.bottom;
}

/** The point nearest to a place in the picture; null beyond 0.62 cell outside the outer lines. */
export function nearest(g: Geometry, x: number, y: number): Point | null {
  const col = (x - g.x0) / g.cell;
  const row = (y - g.y0) / g.cell;
  const cols = g.part.right - g.part.left;
  const rows = g.part.bottom - g.part.top;
  if (col < -REACH || row < -REACH || col > cols + REACH || row > rows + REACH) return null;
  const within = (v: number, last: number) => Math.min(last, Math.max(0, Math.round(v)));
  return (g.part.top + within(row, rows)) * g.size.cols + g.part.left + within(col, cols);
}

/** The star points: corners, and from 9 lines on the middles of odd sides; 9×9 has four corners and the centre. */
export function starPoints(size: Size): Point[] {
  const nine = size.cols === 9 && size.rows === 9;
  const stars: Point[] = [];
  for (const row of starLines(size.rows)) {
    for (const col of starLines(size.cols)) {
      if (nine && (row === 4) !== (col === 4)) continue;
      stars.push(row * size.cols + col);
    }
  }
  return stars;
}

function starLines(lines: number): number[] {
  const first = lines < 13 ? 2 : 3;
  if (lines < 7) return [];
  if (lines === 7 || lines % 2 === 0) return [first, lines - 1 - first];
  return [first, (lines - 1) / 2, lines - 1 - first];
}
