// Points and how they are written. A point is its index, row × cols + column, counted from the top left corner.
//
// On the wire and in `Position` a point is called by its vertex (`Q16`); what people see follows their preference
// (`formatPoint`), and what they type is read in whichever style it is written (`parsePoint`).

import type { Coordinates } from "../ui/prefs";
import type { Color, Point, Size } from "./types";

const COLUMNS = "ABCDEFGHJKLMNOPQRSTUVWXYZ";
const SGF = "abcdefghijklmnopqrstuvwxy";
const DIGITS = "零一二三四五六七八九";

/** The largest number of lines on a side. */
export const MAX_LINES = 25;

export const square = (lines: number): Size => ({ cols: lines, rows: lines });
export const area = (size: Size): number => size.cols * size.rows;
export const columnOf = (point: Point, size: Size): number => point % size.cols;
export const rowOf = (point: Point, size: Size): number => Math.floor(point / size.cols);
export const opponent = (color: Color): Color => (color === "black" ? "white" : "black");

/** The point on a column and a row, both from 0; null beside the board. */
export function pointAt(col: number, row: number, size: Size): Point | null {
  const inside = col >= 0 && row >= 0 && col < size.cols && row < size.rows;
  return inside ? row * size.cols + col : null;
}

const beside = new Map<number, readonly (readonly Point[])[]>();

/** The points beside a point: left, right, above, below. Worked out once for each size. */
export function neighbours(point: Point, size: Size): readonly Point[] {
  const key = size.cols * (MAX_LINES + 1) + size.rows;
  let all = beside.get(key);
  if (!all) {
    all = Array.from({ length: area(size) }, (_, at) => around(at, size));
    beside.set(key, all);
  }
  return all[point]!;
}

function around(point: Point, size: Size): Point[] {
  const col = columnOf(point, size);
  const row = rowOf(point, size);
  const near: Point[] = [];
  if (col > 0) near.push(point - 1);
  if (col < size.cols - 1) near.push(point + 1);
  if (row > 0) near.push(point - size.cols);
  if (row < size.rows - 1) near.push(point + size.cols);
  return near;
}

/** The name on the wire and in GTP: `Q16`, letters without I, numbers from below. */
export function toVertex(point: Point, size: Size): string {
  return `${COLUMNS[columnOf(point, size)]}${size.rows - rowOf(point, size)}`;
}

/** The point of a vertex; null for `pass`, nonsense and points beside the board. */
export function fromVertex(text: string, size: Size): Point | null {
  const found = /^([A-HJ-Z])(\d{1,2})$/i.exec(text);
  if (!found) return null;
  return pointAt(COLUMNS.indexOf(found[1]!.toUpperCase()), size.rows - Number(found[2]), size);
}

/** The points of a list of vertices; names that are not on the board are left out. */
export function fromVertices(list: readonly string[], size: Size): Point[] {
  return list.map(text => fromVertex(text, size)).filter(point => point !== null);
}

/** A number from 1 to 99 in Chinese numerals: 十, 十一, 二十五. */
export function chineseNumber(n: number): string {
  const tens = Math.floor(n / 10);
  const ones = n % 10;
  if (tens === 0) return DIGITS[ones]!;
  return `${tens > 1 ? DIGITS[tens] : ""}十${ones > 0 ? DIGITS[ones] : ""}`;
}

/** The label of a column, from 0, on the board's edge. */
export function columnLabel(col: number, style: Coordinates): string {
  if (style === "sgf") return SGF[col]!;
  return style === "11" || style === "zh" ? String(col + 1) : COLUMNS[col]!;
}

/** The label of a row, from 0 at the top, on the board's edge. */
export function rowLabel(row: number, size: Size, style: Coordinates): string {
  if (style === "sgf") return SGF[row]!;
  if (style === "zh") return chineseNumber(row + 1);
  return String(style === "11" ? row + 1 : size.rows - row);
}

/** A point as it is shown: `Q16`, `16-4`, `16．四`, `pd`. Without coordinates it is still called `Q16`. */
export function formatPoint(point: Point, size: Size, style: Coordinates = "a1"): string {
  const between = style === "11" ? "-" : style === "zh" ? "．" : "";
  const col = columnLabel(columnOf(point, size), style);
  return col + between + rowLabel(rowOf(point, size), size, style);
}

/** A point as it is spoken: letters one by one, no dash that would be read as “minus”. */
export function spokenPoint(point: Point, size: Size, style: Coordinates, lang: "zh" | "en"): string {
  const col = columnLabel(columnOf(point, size), style);
  const row = rowLabel(rowOf(point, size), size, style);
  if (style === "11" || style === "zh") return lang === "zh" ? `${col} 之 ${row}` : `${col} ${row}`;
  return style === "sgf" ? `${col} ${row}` : col + row;
}

/** Reads a point in any of the styles: `Q16`, `16-4`, `16．四`, `16之四`, `十六四`, `pd`; null where it is none. */
export function parsePoint(text: string, size: Size): Point | null {
  const plain = text
    .normalize("NFKC")
    .trim()
    .replace(/路$/, "")
    .replace(/^([a-z])\s+(?=[a-z\d])/i, "$1");
  const vertex = fromVertex(plain, size);
  if (vertex !== null) return vertex;
  if (/^[a-y]{2}$/i.test(plain)) {
    const [col, row] = plain.toLowerCase();
    return pointAt(SGF.indexOf(col!), SGF.indexOf(row!), size);
  }
  const [col, row] = separated(plain) ?? joined(plain, size) ?? [0, 0];
  return pointAt(col - 1, row - 1, size);
}

type Pair = [col: number, row: number];

/** Two numbers with a dash, dot, comma, blank or 之 between them. */
function separated(text: string): Pair | null {
  const parts = text.split(/\s*[-–—−.·・。、,之]\s*|\s+/);
  if (parts.length !== 2) return null;
  const [col, row] = parts.map(readNumber);
  return col && row ? [col, row] : null;
}

/** Two numbers with nothing between them, where only one way to part them gives a point: `16四`, `十六四`. */
function joined(text: string, size: Size): Pair | null {
  const ways: Pair[] = [];
  for (let at = 1; at < text.length; at++) {
    const head = text.slice(0, at);
    const tail = text.slice(at);
    if (/\d$/.test(head) && /^\d/.test(tail)) continue;
    const col = readNumber(head);
    const row = readNumber(tail);
    if (col && row && pointAt(col - 1, row - 1, size) !== null) ways.push([col, row]);
  }
  return ways.length === 1 ? ways[0]! : null;
}

/** A number from 1 to 25 in digits or Chinese numerals. */
function readNumber(text: string): number | null {
  if (/^\d{1,2}$/.test(text)) return Number(text) || null;
  for (let n = 1; n <= MAX_LINES; n++) if (chineseNumber(n) === text) return n;
  return null;
}
