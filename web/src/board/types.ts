// What the board component is given and gives back. Pages know this file and `BoardView`; nothing else of the folder.

import type { Coordinates } from "../ui/prefs";

export type Color = "black" | "white";

/** A point by its index, row × cols + column, both counted from the top left corner. */
export type Point = number;

/** Columns and rows, 2 to 25 each (1 is drawn, too). */
export type Size = { cols: number; rows: number };

/** What stands on each point, by index. */
export type Stones = readonly (Color | null)[];

/** Whose a point is at the end; `shared` is a point of both (公气). */
export type Owner = Color | "shared" | null;

export type Shape = "triangle" | "square" | "circle" | "cross";

export type BoardProps = {
  size: Size;
  stones: Stones;
  /** The accessible name, such as “19 路棋盘”. */
  label: string;

  // marks
  last?: Point | null;
  ko?: Point | null;
  numbers?: ReadonlyMap<Point, number>;
  labels?: ReadonlyMap<Point, string>;
  shapes?: ReadonlyMap<Point, Shape>;
  arrows?: readonly { from: Point; to: Point }[];
  /** Lines without a head. */
  lines?: readonly { from: Point; to: Point }[];
  /** Thin rings on points or stones: a chosen group, added stones. */
  rings?: ReadonlySet<Point>;
  /** Points that step back under a veil, stones and marks included. */
  faded?: ReadonlySet<Point>;

  // the end
  dead?: ReadonlySet<Point>;
  seki?: ReadonlySet<Point>;
  /** Eyes that are not counted. */
  dashes?: ReadonlySet<Point>;
  owners?: readonly Owner[];
  /** −1 (White's for sure) to 1 (Black's for sure), by index. */
  heat?: readonly number[];
  /** Rectangles of points with a number in them (整十); a lit one is just being counted. */
  blocks?: readonly { col: number; row: number; cols: number; rows: number; text?: string; lit?: boolean }[];
  /** The side that steps back. */
  dim?: Color | null;

  // playing
  /** The colour of the stone under the pointer; null where nothing can be played. */
  ghost?: Color | null;
  /** A stone that the server has not acknowledged. */
  unsent?: Point | null;
  /** One tap plays, or a tap shows the stone and a second one (or `BoardHandle.confirm`) plays; `auto` as the cell size asks. */
  placing?: "auto" | "tap" | "confirm"; // without it, as preferred
  /** A point was played; not called while `ghost` is null, nor on a stone (unless `allows` is given). */
  onPlay?: (point: Point) => void;
  /**
   * Whether a stone may go there. Where it may not, no stone is shown beforehand and `onPlay` is called at once, also on
   * a stone, so that the page can say why.
   */
  allows?: (point: Point) => boolean;
  /** A point was clicked although nothing can be played (marking, editing, looking). */
  onPick?: (point: Point) => void;
  /** The stone that waits for confirmation, or null. */
  onPending?: (point: Point | null) => void;
  /** The pointer came to a point or left the board; fine pointers only. */
  onHover?: (point: Point | null) => void;
  /** A right click or a long press on a point, with the place in the window for a menu. */
  onContext?: (point: Point, at: { x: number; y: number }) => void;
  /** A letter or digit was pressed: the page opens its line for typed moves. Without it the board shows its own. */
  onType?: (first: string) => void;
  /** More words for a point's accessible name, after its content. */
  describe?: (point: Point) => string;

  // looks
  /** Without it, as preferred, and none where the lines of a phone stand too close. */
  coordinates?: Coordinates;
  /** A picture without coordinates, keyboard or pointer, filling its box. */
  thumbnail?: boolean;
  /** The part that is shown: first and last column and row, inclusive. */
  crop?: { left: number; top: number; right: number; bottom: number };
  /** Points of that part that are covered, where it is no rectangle. */
  hidden?: ReadonlySet<Point>;
  /** `moving` while the page looks back: the edge turns azure. */
  edge?: "plain" | "past";
  /** The board takes the width of its box, or as much as width and height allow (the box must have a height). */
  fit?: "width" | "both";
  /** How large the picture became. */
  onMeasure?: (picture: Measures) => void;
  /** A pinch, the map or `BoardHandle.zoom` changed between the whole board and a part of it. */
  onZoom?: (on: boolean) => void;
  class?: string;
};

/** The picture's measures in pixels, and whether a tap with a finger only shows the stone. */
export type Measures = { width: number; height: number; cell: number; confirms: boolean };

/** What a page may ask of the board. */
export type BoardHandle = {
  /** Plays the pending stone. */
  confirm(): void;
  /** Takes the pending stone back. */
  cancel(): void;
  focus(): void;
  /** Shows a part at 44 px a line, or the whole board. */
  zoom(on: boolean): void;
  /** The picture as a standalone SVG file. */
  svg(): string;
};
