// A small exhaustive search: can one side force its goal, whatever the other does? Which moves are worth a look and
// when the goal is reached is the problem's to say (capture.ts, life.ts, link.ts).

import { opponent } from "../board/points";
import { type Position, refused } from "../board/position";
import type { Color, Point } from "../board/types";

/** A point, or null for a pass. */
export type Move = Point | null;

export type Problem = {
  /** The side that wants the goal; the other wants to prevent it. */
  side: Color;
  /** The longest line that is looked at, in moves of both. */
  depth: number;
  /** `reached` and `out` end a line; null goes on. */
  verdict(position: Position, toMove: Color): "reached" | "out" | null;
  /** Moves worth a look, best first. A pass is added for the side that wants to prevent the goal. */
  moves(position: Position, toMove: Color): Point[];
  /** Moves to the goal where something quicker than the search knows it. */
  known?(position: Position, toMove: Color): number | null;
};

/** Positions that one question may look at. Every position of the lessons stays far below (search.test.ts). */
export const MOST_POSITIONS = 60_000;

type Seen = { reachedIn: number; failedAt: number };

/** Asks a problem about positions, and remembers what it found. */
export class Search {
  looked = 0;
  private readonly seen = new Map<string, Seen>();

  constructor(private readonly problem: Problem) {}

  /** How far one must read to see that the goal can be forced, a ladder in full; null where it cannot. */
  private distance(position: Position, toMove: Color): number | null {
    const known = this.problem.known?.(position, toMove) ?? null;
    if (known !== null) return known;
    for (let depth = 0; depth <= this.problem.depth; depth++) {
      if (this.forced(position, toMove, depth)) return depth;
      if (this.looked > MOST_POSITIONS) break;
    }
    return null;
  }

  /** Whether the goal can be forced, this side to move. */
  can(position: Position, toMove: Color): boolean {
    return this.forced(position, toMove, this.problem.depth);
  }

  /** A move, or a pass, of the side that prevents the goal after which it is out of reach; undefined where none is. */
  prevention(position: Position): Move | undefined {
    return this.replies(position).find(({ after }) => !this.can(after, this.problem.side))?.move;
  }

  /** The reply to a goal that cannot be prevented: the one that holds out longest. */
  resistance(position: Position): Move {
    let best: { move: Move; length: number } = { move: null, length: -1 };
    for (const { move, after } of this.replies(position)) {
      const length = this.distance(after, this.problem.side) ?? 0;
      if (length > best.length) best = { move, length };
    }
    return best.move;
  }

  /** A move of the side that wants the goal which forces it; undefined where there is none. */
  attack(position: Position): Point | undefined {
    const { side } = this.problem;
    return this.problem.moves(position, side).find(move => {
      const after = play(position, side, move);
      return after && this.can(after, opponent(side));
    });
  }

  private replies(position: Position): { move: Move; after: Position }[] {
    const defender = opponent(this.problem.side);
    return [...this.problem.moves(position, defender), null].flatMap(move => {
      const after = play(position, defender, move);
      return after ? [{ move, after }] : [];
    });
  }

  private forced(position: Position, toMove: Color, depth: number): boolean {
    const verdict = this.problem.verdict(position, toMove);
    if (verdict) return verdict === "reached";
    const key = `${position.hash}${position.ko ?? ""}${toMove}`;
    const seen = this.seen.get(key) ?? { reachedIn: Number.POSITIVE_INFINITY, failedAt: -1 };
    if (seen.reachedIn <= depth) return true;
    if (seen.failedAt >= depth || this.looked > MOST_POSITIONS) return false;
    this.looked++;
    const known = this.problem.known?.(position, toMove) ?? null;
    const reached = known !== null || (depth > 0 && this.expand(position, toMove, depth));
    if (reached) seen.reachedIn = Math.min(seen.reachedIn, depth);
    else seen.failedAt = depth;
    this.seen.set(key, seen);
    return reached;
  }

  private expand(position: Position, toMove: Color, depth: number): boolean {
    const wants = toMove === this.problem.side;
    const moves: Move[] = this.problem.moves(position, toMove);
    if (!wants) moves.push(null);
    for (const move of moves) {
      const after = play(position, toMove, move);
      if (after && this.forced(after, opponent(toMove), depth - 1) === wants) return wants;
    }
    return !wants;
  }
}

/** The position after a move; undefined where it is refused. */
export function play(position: Position, color: Color, move: Move): Position | undefined {
  if (move === null) return position.pass();
  const result = position.play(color, move);
  return refused(result) ? undefined : result.position;
}
