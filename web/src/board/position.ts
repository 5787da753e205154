// What stands on the board, and what a stone does to it. A position never changes; a play gives a new one.
// The same cases are played by the server's board: testdata/board.

import { area, fromVertices, MAX_LINES, neighbours, opponent } from "./points";
import type { Color, Point, Size, Stones } from "./types";

/** Why a stone cannot be put there. `move` is given for a repetition: after which move the board looked like this. */
export type Refusal =
  | { why: "offBoard" | "occupied" | "suicide" | "ko" }
  | { why: "repetition"; move: number };

export type Played = {
  position: Position;
  /** Stones of the opponent that were taken. */
  captured: readonly Point[];
  /** Own stones that were taken, the one played included; only where suicide is allowed. */
  lost: readonly Point[];
};

export type PlayRules = {
  /** Whether a chain may take its own last liberty. */
  suicide?: boolean;
  /** Earlier positions by `hash`, with the move after which they stood; a play into one of them is refused. */
  seen?: ReadonlyMap<string, number>;
};

/** Stones that each side has taken. */
export type Prisoners = Readonly<Record<Color, number>>;

type Ko = { point: Point; color: Color } | null;

export class Position {
  private readonly known = new Map<Point, Reach>();

  private constructor(
    readonly size: Size,
    readonly stones: Stones,
    readonly prisoners: Prisoners,
    /** The point that `color` may not take back at once. */
    private readonly ban: Ko,
  ) {}

  static empty(size: Size): Position {
    return Position.of(size, new Array<Color | null>(area(size)).fill(null));
  }

  static of(size: Size, stones: Stones, prisoners: Prisoners = { black: 0, white: 0 }): Position {
    if (stones.length !== area(size)) throw new RangeError("stones do not fit the board");
    return new Position(size, stones, prisoners, null);
  }

  /** From lists of vertices, as the server sends them. */
  static fromStones(size: Size, black: readonly string[], white: readonly string[]): Position {
    const stones = new Array<Color | null>(area(size)).fill(null);
    for (const point of fromVertices(black, size)) stones[point] = "black";
    for (const point of fromVertices(white, size)) stones[point] = "white";
    return Position.of(size, stones);
  }

  at(point: Point): Color | null {
    return this.stones[point] ?? null;
  }

  /** The point that cannot be taken back at once, and null where there is none. */
  get ko(): Point | null {
    return this.ban?.point ?? null;
  }

  /** The same for equal stones and different for others. */
  get hash(): string {
    let text = "";
    for (const stone of this.stones) text += stone === null ? "." : stone === "black" ? "X" : "O";
    return text;
  }

  /** The stones joined to the one on this point, in order of points; none for an empty point. */
  chain(point: Point): readonly Point[] {
    return this.reached(point)?.chain ?? [];
  }

  /** The liberties of the chain on this point, in order of points. */
  liberties(point: Point): readonly Point[] {
    return this.reached(point)?.liberties ?? [];
  }

  /** Looked up once for every chain that is asked about. */
  private reached(point: Point): Reach | undefined {
    const color = this.at(point);
    if (!color || this.known.has(point)) return this.known.get(point);
    const found = reach(this.stones, this.size, point, color);
    for (const stone of found.chain) this.known.set(stone, found);
    return found;
  }

  /** Every chain once, by its first stone from the top left. */
  chains(): ({ color: Color } & Reach)[] {
    const all: ({ color: Color } & Reach)[] = [];
    this.stones.forEach((color, point) => {
      const found = this.reached(point);
      if (color && found?.chain[0] === point) all.push({ color, ...found });
    });
    return all;
  }

  /** Puts a stone down: takes what has lost its last liberty, or says why it cannot be put there. */
  play(color: Color, point: Point, rules: PlayRules = {}): Played | Refusal {
    if (point < 0 || point >= this.stones.length) return { why: "offBoard" };
    if (this.at(point)) return { why: "occupied" };
    if (this.ban?.point === point && this.ban.color === color) return { why: "ko" };
    const stones = [...this.stones];
    stones[point] = color;
    const captured = takeAround(stones, this.size, point, color);
    const lost = captured.length > 0 ? [] : trapped(stones, this.size, point, color);
    if (lost.length > 0 && !rules.suicide) return { why: "suicide" };
    for (const stone of lost) stones[stone] = null;
    const position = this.after(color, point, stones, captured, lost);
    const before = rules.seen?.get(position.hash);
    return before === undefined ? { position, captured, lost } : { why: "repetition", move: before };
  }

  private after(color: Color, point: Point, stones: Stones, captured: Point[], lost: Point[]): Position {
    const other = opponent(color);
    const prisoners = {
      ...this.prisoners,
      [color]: this.prisoners[color] + captured.length,
      [other]: this.prisoners[other] + lost.length,
    };
    const hole = captured.length === 1 ? captured[0]! : null;
    // A stone that took a single one is in ko if beside it is nothing but the other side and the hole it made.
    const shut = (near: Point) => near === hole || stones[near] === other;
    const ko = hole !== null && neighbours(point, this.size).every(shut);
    return new Position(this.size, stones, prisoners, ko ? { point: hole, color: other } : null);
  }

  /** After a pass nothing is forbidden by ko. */
  pass(): Position {
    return this.ban ? new Position(this.size, this.stones, this.prisoners, null) : this;
  }

  /** The same with other stones on some points (editing, taking dead stones off); no ko, the same prisoners. */
  with(changes: Iterable<readonly [Point, Color | null]>): Position {
    const stones = [...this.stones];
    for (const [point, stone] of changes) stones[point] = stone;
    return new Position(this.size, stones, this.prisoners, null);
  }
}

/** Whether a play was refused. */
export function refused(result: Played | Refusal): result is Refusal {
  return "why" in result;
}

type Reach = { readonly chain: readonly Point[]; readonly liberties: readonly Point[] };

/** The chain of a colour from a stone on, and its liberties. */
function reach(stones: Stones, size: Size, from: Point, color: Color): Reach {
  const chain = new Set([from]);
  const liberties = new Set<Point>();
  for (const point of chain) {
    for (const near of neighbours(point, size)) {
      const stone = stones[near];
      if (stone === color) chain.add(near);
      else if (stone === null) liberties.add(near);
    }
  }
  const inOrder = (points: Set<Point>) => [...points].sort((a, b) => a - b);
  return { chain: inOrder(chain), liberties: inOrder(liberties) };
}

/** Takes the opponent's chains beside a point that have no liberty, and says which stones they were. */
function takeAround(stones: (Color | null)[], size: Size, point: Point, color: Color): Point[] {
  const captured: Point[] = [];
  for (const near of neighbours(point, size)) {
    if (stones[near] !== opponent(color)) continue;
    for (const stone of trapped(stones, size, near, opponent(color))) {
      stones[stone] = null;
      captured.push(stone);
    }
  }
  return captured.sort((a, b) => a - b);
}

const visited = new Uint32Array(MAX_LINES * MAX_LINES);
let visit = 0;

/** The chain of a colour on a point if it has no liberty, and nothing if it has; it looks no further than the first. */
function trapped(stones: Stones, size: Size, from: Point, color: Color): Point[] {
  visit++;
  visited[from] = visit;
  const chain = [from];
  for (const point of chain) {
    for (const near of neighbours(point, size)) {
      const stone = stones[near];
      if (stone === null) return [];
      if (stone !== color || visited[near] === visit) continue;
      visited[near] = visit;
      chain.push(near);
    }
  }
  return chain;
}
