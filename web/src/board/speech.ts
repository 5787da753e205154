// What the board says: the name of a point, a group, the whole board. In the page's language and coordinates.

import { type Key, lang, t } from "../i18n";
import type { Coordinates } from "../ui/prefs";
import { columnLabel, columnOf, rowLabel, rowOf, spokenPoint } from "./points";
import type { Position } from "./position";
import type { BoardProps, Color, Point, Shape, Size } from "./types";

/** “19 路棋盘”, “9 × 21 棋盘”. */
export function boardName({ cols, rows }: Size): string {
  return cols === rows ? t("board.name", { n: cols }) : t("board.rectangle", { cols, rows });
}

/** “黑”, “White”. */
export function colorName(color: Color): string {
  return t(color === "black" ? "common.black" : "common.white");
}

/** A list as the language writes it. */
function listed(words: readonly string[]): string {
  return words.join(lang.value === "zh" ? "，" : ", ");
}

const SHAPE_NAMES: Record<Shape, Key> = {
  triangle: "board.triangle",
  square: "board.square",
  circle: "board.circle",
  cross: "board.cross",
};

type Marked = Pick<
  BoardProps,
  | "size"
  | "stones"
  | "last"
  | "ko"
  | "numbers"
  | "labels"
  | "shapes"
  | "arrows"
  | "lines"
  | "rings"
  | "faded"
  | "hidden"
  | "dead"
  | "seki"
  | "dashes"
  | "owners"
  | "heat"
  | "unsent"
  | "describe"
>;

/** The accessible name of a point: where it is, what stands there, its marks. */
export function pointName(point: Point, board: Marked, style: Coordinates, pending: Point | null): string {
  const stone = board.stones[point];
  if (board.hidden?.has(point))
    return listed([spokenPoint(point, board.size, style, lang.value), t("board.hidden")]);
  return listed([
    spokenPoint(point, board.size, style, lang.value),
    stone ? colorName(stone) : t("board.empty"),
    ...marksOf(point, board, style),
    ...(point === pending ? [t("board.pending")] : []),
    ...[board.describe?.(point) ?? ""].filter(Boolean),
  ]);
}

function marksOf(point: Point, board: Marked, style: Coordinates): string[] {
  const words: string[] = [];
  const when = (holds: boolean | undefined, key: Key) => {
    if (holds) words.push(t(key));
  };
  when(board.last === point, "board.last");
  when(board.ko === point, "board.ko");
  const number = board.numbers?.get(point);
  if (number !== undefined) words.push(t("board.number", { n: number }));
  const label = board.labels?.get(point);
  if (label !== undefined) words.push(t("board.label", { text: label }));
  const shape = board.shapes?.get(point);
  if (shape) words.push(t(SHAPE_NAMES[shape]));
  when(board.rings?.has(point), "board.ringed");
  for (const { from, to } of board.arrows ?? []) {
    if (from === point) words.push(t("board.arrow", { to: spokenPoint(to, board.size, style, lang.value) }));
  }
  for (const { from, to } of board.lines ?? []) {
    if (from === point) words.push(t("board.line", { to: spokenPoint(to, board.size, style, lang.value) }));
  }
  when(board.faded?.has(point), "board.faded");
  when(board.dead?.has(point), "board.dead");
  when(board.seki?.has(point), "board.seki");
  when(board.dashes?.has(point), "board.uncounted");
  words.push(...belongs(point, board));
  when(board.unsent === point, "board.unsent");
  return words;
}

function belongs(point: Point, { owners, heat, stones }: Marked): string[] {
  const owner = owners?.[point];
  const words: string[] = [];
  if (owner === "shared") words.push(t("board.shared"));
  else if (owner && owner !== stones[point]) words.push(t("board.owner", { color: colorName(owner) }));
  const sure = heat?.[point] ?? 0;
  if (Math.abs(sure) >= 0.08) {
    const color = colorName(sure > 0 ? "black" : "white");
    words.push(t("board.likely", { color, n: Math.round(Math.abs(sure) * 100) }));
  }
  return words;
}

/** The group on a point: stones, liberties, and where these are while they are few. */
export function groupWords(point: Point, position: Position, style: Coordinates): string {
  const color = position.at(point);
  if (!color) return t("board.noGroup");
  const liberties = position.liberties(point);
  const words = [
    colorName(color),
    t("board.stones", { n: position.chain(point).length }),
    t("board.liberties", { n: liberties.length }),
  ];
  if (liberties.length <= 4)
    words.push(...liberties.map(p => spokenPoint(p, position.size, style, lang.value)));
  return listed(words);
}

/** The whole board, a line for every row with stones. */
export function boardWords(position: Position, style: Coordinates): string[] {
  const { size, stones } = position;
  const rows = new Map<number, string[]>();
  stones.forEach((stone, point) => {
    if (!stone) return;
    const row = rowOf(point, size);
    const words = rows.get(row) ?? [];
    words.push(`${columnLabel(columnOf(point, size), style)} ${colorName(stone)}`);
    rows.set(row, words);
  });
  if (rows.size === 0) return [t("board.nothing")];
  return [...rows].map(([row, words]) =>
    t("board.row", { row: rowLabel(row, size, style), stones: listed(words) }),
  );
}
