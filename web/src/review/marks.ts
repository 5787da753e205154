// What a node has on its points, as the board draws it; and the tools that put it there.

import type { BoardProps, Color, Owner, Point, Shape, Size } from "../board/types";
import { readPoint, readPoints, stateAt, writePoint } from "./replay";
import { compose, toSimpleValue, toText } from "./sgf";
import type { NodeId, Tree } from "./tree";

type Marks = Pick<
  BoardProps,
  "labels" | "shapes" | "arrows" | "lines" | "owners" | "dead" | "crop" | "hidden" | "rings" | "faded"
>;

const SHAPES: [name: string, shape: Shape][] = [
  ["TR", "triangle"],
  ["SQ", "square"],
  ["CR", "circle"],
  ["MA", "cross"],
];

/** All marks of a node. */
export function marksAt(tree: Tree, id: NodeId, size: Size): Marks {
  const values = (name: string) => tree.values(id, name);
  const shapes = new Map<Point, Shape>();
  for (const [name, shape] of SHAPES)
    for (const point of readPoints(values(name), size)) shapes.set(point, shape);
  const { owners, dead } = territory(tree, id, size);
  return {
    labels: labelsAt(tree, id, size),
    shapes,
    arrows: pairs(values("AR"), size),
    lines: pairs(values("LN"), size),
    owners,
    dead,
    rings: new Set(readPoints(values("SL"), size)),
    faded: new Set(inherited(tree, id, "DD", size)),
    ...view(tree, id, size),
  };
}

/** Letters and other labels; the oldest programs wrote letters as `L`. */
export function labelsAt(tree: Tree, id: NodeId, size: Size): Map<Point, string> {
  const labels = new Map<Point, string>();
  readPoints(tree.values(id, "L"), size).forEach((point, n) => {
    labels.set(point, letter(n));
  });
  for (const value of tree.values(id, "LB") ?? []) {
    const [place, text] = compose(value) ?? ["", ""];
    const point = readPoint(place, size);
    if (point !== null) labels.set(point, toText(text).replace(/\s+/g, " ").trim());
  }
  return labels;
}

/** A, B … Z, AA, AB …. */
export function letter(n: number): string {
  const last = String.fromCharCode(65 + (n % 26));
  return n < 26 ? last : letter(Math.floor(n / 26) - 1) + last;
}

function pairs(values: readonly string[] | undefined, size: Size): { from: Point; to: Point }[] {
  return (values ?? []).flatMap(value => {
    const [from, to] = value.split(":").map(one => readPoint(one, size));
    return from != null && to != null ? [{ from, to }] : [];
  });
}

function territory(tree: Tree, id: NodeId, size: Size): Pick<Marks, "owners" | "dead"> {
  const black = readPoints(tree.values(id, "TB"), size);
  const white = readPoints(tree.values(id, "TW"), size);
  if (black.length + white.length === 0) return {};
  const { position } = stateAt(tree, id);
  const owners = new Array<Owner>(size.cols * size.rows).fill(null);
  const dead = new Set<Point>();
  const take = (points: Point[], color: Color) => {
    for (const point of points) {
      owners[point] = color;
      const stone = position.at(point);
      if (stone && stone !== color) dead.add(point);
    }
  };
  take(black, "black");
  take(white, "white");
  return { owners, dead };
}

/** The points of a list that holds until a later node gives another; an empty one ends it. */
function inherited(tree: Tree, id: NodeId, name: "DD" | "VW", size: Size): Point[] {
  const line = tree.lineTo(id);
  for (let at = line.length - 1; at >= 0; at--) {
    const values = tree.values(line[at]!, name);
    if (values) return readPoints(values, size);
  }
  return [];
}

/** The part of the board that is to be seen, and what of its rectangle is not. */
function view(tree: Tree, id: NodeId, size: Size): Pick<Marks, "crop" | "hidden"> {
  const points = inherited(tree, id, "VW", size);
  if (points.length === 0) return {};
  const crop = boundsOf(points, size);
  const shown = new Set(points);
  const hidden = new Set<Point>();
  for (let row = crop.top; row <= crop.bottom; row++)
    for (let col = crop.left; col <= crop.right; col++) {
      const point = row * size.cols + col;
      if (!shown.has(point)) hidden.add(point);
    }
  return { crop, hidden };
}

function boundsOf(points: readonly Point[], size: Size): NonNullable<BoardProps["crop"]> {
  const cols = points.map(point => point % size.cols);
  const rows = points.map(point => Math.floor(point / size.cols));
  return {
    left: Math.min(...cols),
    right: Math.max(...cols),
    top: Math.min(...rows),
    bottom: Math.max(...rows),
  };
}

/** What a tap on the board does while a record is edited. */
export const TOOLS = [
  "play",
  "black",
  "white",
  "erase",
  "letter",
  "number",
  "triangle",
  "square",
  "circle",
  "cross",
] as const;
export type Tool = (typeof TOOLS)[number];

const SETUP = { black: "AB", white: "AW", erase: "AE" } as const;
const MARK = { triangle: "TR", square: "SQ", circle: "CR", cross: "MA" } as const;

/** The tree after a tool was used on a point of a node. A second time takes a mark away. */
export function applyTool(
  tree: Tree,
  id: NodeId,
  tool: Exclude<Tool, "play">,
  point: Point,
  size: Size,
): Tree {
  if (tool === "black" || tool === "white" || tool === "erase") return setup(tree, id, tool, point, size);
  const has = tool === "letter" || tool === "number" ? labelKind(tree, id, point, size) === tool : undefined;
  if (tool === "letter" || tool === "number") {
    const bare = withoutMarks(tree, id, point, size);
    return has ? bare : label(bare, id, nextLabel(bare, id, tool, size), point, size);
  }
  const name = MARK[tool];
  const marked = readPoints(tree.values(id, name), size).includes(point);
  const bare = withoutMarks(tree, id, point, size);
  if (marked) return bare;
  return bare.set(id, name, [...listed(bare, id, name, size), writePoint(point, size)]);
}

/** A list of points one by one, so that one can be taken out of a rectangle. */
const listed = (tree: Tree, id: NodeId, name: string, size: Size): string[] =>
  readPoints(tree.values(id, name), size).map(point => writePoint(point, size));

function without(tree: Tree, id: NodeId, name: string, point: Point, size: Size): Tree {
  const points = readPoints(tree.values(id, name), size);
  if (!points.includes(point)) return tree;
  return tree.set(
    id,
    name,
    points.filter(one => one !== point).map(one => writePoint(one, size)),
  );
}

function withoutMarks(tree: Tree, id: NodeId, point: Point, size: Size): Tree {
  let bare = tree;
  for (const [name] of SHAPES) bare = without(bare, id, name, point, size);
  const labels = labelsAt(tree, id, size);
  if (!labels.delete(point)) return bare;
  return writeLabels(bare.set(id, "L", []), id, labels, size);
}

function writeLabels(tree: Tree, id: NodeId, labels: ReadonlyMap<Point, string>, size: Size): Tree {
  return tree.set(
    id,
    "LB",
    [...labels].map(([point, text]) => `${writePoint(point, size)}:${toSimpleValue(text)}`),
  );
}

function label(tree: Tree, id: NodeId, text: string, point: Point, size: Size): Tree {
  const labels = labelsAt(tree, id, size).set(point, text);
  return writeLabels(tree.set(id, "L", []), id, labels, size);
}

function labelKind(tree: Tree, id: NodeId, point: Point, size: Size): "letter" | "number" | null {
  const text = labelsAt(tree, id, size).get(point);
  return text === undefined ? null : /^\d+$/.test(text) ? "number" : "letter";
}

/** The first letter or number that is free. */
function nextLabel(tree: Tree, id: NodeId, kind: "letter" | "number", size: Size): string {
  const used = new Set(labelsAt(tree, id, size).values());
  for (let n = 0; ; n++) {
    const text = kind === "letter" ? letter(n) : String(n + 1);
    if (!used.has(text)) return text;
  }
}

/** Puts a stone down or takes one off. A node with a move gets a new node for it: SGF keeps the two apart. */
function setup(tree: Tree, id: NodeId, tool: keyof typeof SETUP, point: Point, size: Size): Tree {
  let next = tree;
  for (const name of Object.values(SETUP)) next = without(next, id, name, point, size);
  const wanted = tool === "erase" ? null : tool;
  // The same stone again takes it off.
  const before = stateAt(next, id).position.at(point);
  const now = stateAt(tree, id).position.at(point);
  const stone = now === wanted && wanted !== null ? null : wanted;
  if (before === stone) return next;
  const name = stone === null ? "AE" : SETUP[stone];
  return next.set(id, name, [...listed(next, id, name, size), writePoint(point, size)]);
}
