// A look at the board before the second pass: neutral points nobody has filled, and a place where the one who passes
// would lose stones once they are filled. It knows no life and death; it says nothing where it cannot be sure.

import { neighbours, opponent } from "../board/points";
import type { Position } from "../board/position";
import type { Color, Point } from "../board/types";

export type Loose = {
  /** Neutral points that can still be played. */
  dame: readonly Point[];
  /** Where the one who passes would have to answer. */
  defence: Point | null;
};

/** Larger regions beside both colours are not finished, or have dead stones in them: nothing can be said of them here. */
const LARGEST_DAME = 3;

/** The empty regions, each with the colours beside it. */
function regions(position: Position): { points: Point[]; beside: Set<Color> }[] {
  const done = new Set<Point>();
  const all: { points: Point[]; beside: Set<Color> }[] = [];
  position.stones.forEach((stone, start) => {
    if (stone !== null || done.has(start)) return;
    const points = new Set([start]);
    const beside = new Set<Color>();
    for (const point of points) {
      for (const near of neighbours(point, position.size)) {
        const color = position.at(near);
        if (color) beside.add(color);
        else points.add(near);
      }
    }
    for (const point of points) done.add(point);
    all.push({ points: [...points], beside });
  });
  return all;
}

/** What is still open for the player of this colour. */
export function lookForLoose(position: Position, color: Color): Loose {
  const dame = regions(position)
    .filter(region => region.beside.size === 2 && region.points.length <= LARGEST_DAME)
    .flatMap(region => region.points)
    .sort((a, b) => a - b);
  return { dame, defence: defenceNeeded(position, dame, color) };
}

/** Chains that were safe and are in atari once the opponent has filled the neutral points. */
function defenceNeeded(position: Position, dame: readonly Point[], color: Color): Point | null {
  const before = new Set(atari(position, color).flatMap(({ chain }) => chain));
  const other = opponent(color);
  const filled = position.with(dame.map((point): [Point, Color] => [point, other]));
  for (const { chain, liberty } of atari(filled, color)) {
    if (!chain.some(stone => before.has(stone))) return liberty;
  }
  return null;
}

function atari(position: Position, color: Color): { chain: readonly Point[]; liberty: Point }[] {
  return position
    .chains()
    .filter(one => one.color === color && one.liberties.length === 1 && one.chain.length > 1)
    .map(({ chain, liberties }) => ({ chain, liberty: liberties[0]! }));
}
