// Positions and points from the writing of the lesson files.

import { fromVertex } from "../board/points";
import { Position, refused } from "../board/position";
import type { Color, Point, Size } from "../board/types";
import type { Diagram, Task, Vertex } from "./lessons/types";

const STONE: Readonly<Record<string, Color | null>> = { X: "black", O: "white", ".": null };

export const sizeOf = (board: Diagram): Size => ({ cols: board[0]?.length ?? 0, rows: board.length });

export function readDiagram(board: Diagram): Position {
  const stones = board.flatMap(row => [...row].map(sign => STONE[sign] ?? null));
  return Position.of(sizeOf(board), stones);
}

/** The point of a vertex that the lesson files write; a mistake there is a mistake of ours. */
export function pointOf(vertex: Vertex, size: Size): Point {
  const point = fromVertex(vertex, size);
  if (point === null) throw new RangeError(`${vertex} is not on the board`);
  return point;
}

/** What stands on the board when a task begins. */
export function startOf(task: Task): Position {
  return (task.before ?? []).reduce((position, move) => {
    const [sign, vertex] = move.split(" ");
    const result = position.play(STONE[sign!]!, pointOf(vertex!, position.size));
    if (refused(result)) throw new RangeError(`${move} is refused: ${result.why}`);
    return result.position;
  }, readDiagram(task.board));
}

export const youOf = (task: Task): Color => task.you ?? "black";
