// The board at a node. A record is shown as it is: an illegal move is put down all the same, as other programs do, and
// the server's words say what is wrong with it.

import { area, pointAt } from "../board/points";
import { type Played, Position, refused } from "../board/position";
import type { Color, Point, Size } from "../board/types";
import type { NodeId, Tree, TreeNode } from "./tree";

/** A move in a node; `point` is null for a pass. */
export type Move = { color: Color; point: Point | null };

export type State = {
  readonly position: Position;
  /** How many moves were made up to here, or as MN says. */
  readonly number: number;
  /** The move of this node. */
  readonly move: Move | null;
  /** How many stones the move took. */
  readonly captured: number;
  readonly toMove: Color;
  /** The last move, of this node or, where it has none, of the one before. */
  readonly last: Move | null;
};

/** The size of the board, 19×19 where the record says none that can be shown. */
export function sizeOf(tree: Tree): Size {
  const [cols, rows] = (tree.text(0, "SZ") || "19").split(":").map(Number);
  const fits = (n: number | undefined): n is number => n !== undefined && n >= 1 && n <= 25;
  if (!fits(cols)) return { cols: 19, rows: 19 };
  return { cols, rows: fits(rows) ? rows : cols };
}

const LETTERS = "abcdefghijklmnopqrstuvwxyz";

/** A point of SGF (`pd`); null where it is none of this board, as `tt` and "" for a pass. */
export function readPoint(value: string, size: Size): Point | null {
  const plain = value.trim();
  if (plain.length !== 2) return null;
  return pointAt(LETTERS.indexOf(plain[0]!), LETTERS.indexOf(plain[1]!), size);
}

export function writePoint(point: Point, size: Size): string {
  return LETTERS[point % size.cols]! + LETTERS[Math.floor(point / size.cols)]!;
}

/** The points of a list, rectangles (`aa:cc`) included. */
export function readPoints(values: readonly string[] | undefined, size: Size): Point[] {
  return (values ?? []).flatMap(value => {
    const [from, to] = value.split(":");
    const first = readPoint(from ?? "", size);
    if (first === null) return [];
    const second = to === undefined ? first : readPoint(to, size);
    return second === null ? [] : rectangle(first, second, size);
  });
}

function rectangle(first: Point, second: Point, { cols }: Size): Point[] {
  const points: Point[] = [];
  const [left, right] = [first % cols, second % cols].sort((a, b) => a - b) as [number, number];
  const [top, bottom] = [Math.floor(first / cols), Math.floor(second / cols)].sort((a, b) => a - b) as [
    number,
    number,
  ];
  for (let row = top; row <= bottom; row++)
    for (let col = left; col <= right; col++) points.push(row * cols + col);
  return points;
}

const values = (node: TreeNode, name: string) => node.properties.find(one => one.name === name)?.values;

/** The move of a node, if it has one. */
export function moveOf(node: TreeNode, size: Size): Move | null {
  for (const [name, color] of [
    ["B", "black"],
    ["W", "white"],
  ] as const) {
    const value = values(node, name)?.[0];
    if (value !== undefined) return { color, point: readPoint(value, size) };
  }
  return null;
}

/** States that are known, by the boards of the tree and the node. */
const known = new WeakMap<object, WeakMap<TreeNode, State>>();

/** The state at a node. */
export function stateAt(tree: Tree, id: NodeId): State {
  const states = known.get(tree.board) ?? new WeakMap<TreeNode, State>();
  known.set(tree.board, states);
  const size = sizeOf(tree);
  const missing: TreeNode[] = [];
  let state: State | undefined;
  for (let at = tree.get(id); at && !state; at = at.parent === null ? undefined : tree.get(at.parent)) {
    state = states.get(at);
    if (!state) missing.push(at);
  }
  state ??= start(tree, size);
  for (const node of missing.reverse()) {
    state = after(state, node, size);
    states.set(node, state);
  }
  return state;
}

function start(tree: Tree, size: Size): State {
  // With handicap stones White begins.
  const toMove = Number(tree.text(0, "HA")) >= 2 ? "white" : "black";
  return { position: Position.empty(size), number: 0, move: null, captured: 0, toMove, last: null };
}

function after(before: State, node: TreeNode, size: Size): State {
  let state: State = { ...before, move: null, captured: 0 };
  const setup = setupOf(node, size);
  if (setup.length > 0) state = { ...state, position: state.position.with(setup), last: null };
  const move = moveOf(node, size);
  if (move) state = play(state, move);
  const number = Number(values(node, "MN")?.[0]);
  if (move && Number.isInteger(number) && number > 0) state = { ...state, number };
  const turn = values(node, "PL")?.[0]?.trim().toLowerCase();
  if (turn) state = { ...state, toMove: turn.startsWith("w") || turn === "2" ? "white" : "black" };
  return state;
}

function setupOf(node: TreeNode, size: Size): [Point, Color | null][] {
  return (
    [
      ["AB", "black"],
      ["AW", "white"],
      ["AE", null],
    ] as const
  ).flatMap(([name, color]) =>
    readPoints(values(node, name), size).map((point): [Point, Color | null] => [point, color]),
  );
}

function play(state: State, move: Move): State {
  const next = {
    ...state,
    number: state.number + 1,
    move,
    last: move,
    toMove: move.color === "black" ? "white" : "black",
  } as const;
  if (move.point === null) return { ...next, position: state.position.pass() };
  const played = put(state.position, move.color, move.point);
  return { ...next, position: played.position, captured: played.captured.length };
}

/** Puts a stone down whatever the rules say. */
function put(position: Position, color: Color, point: Point): Played {
  const first = position.play(color, point, { suicide: true });
  if (!refused(first)) return first;
  // Onto a stone, or back into a ko.
  const second = position.with([[point, null]]).play(color, point, { suicide: true });
  return refused(second) ? { position, captured: [], lost: [] } : second;
}

/** What stands at the end of a text as the archive gives it: `X` black, `O` white. */
export function stonesOf(text: string, size: Size): (Color | null)[] {
  const stones = Array.from(text, sign => (sign === "X" ? "black" : sign === "O" ? "white" : null));
  return stones.length === area(size) ? stones : new Array<Color | null>(area(size)).fill(null);
}
