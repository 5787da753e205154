// The ladder (征子): one atari after another. A chain in atari has few answers, so a ladder is read to the edge of the
// board.

import { opponent } from "../board/points";
import { type Position, refused } from "../board/position";
import type { Color, Point } from "../board/types";
import { attackers, lastLiberty } from "./capture";

/** In how many moves, the chain's enemy to move, an unbroken row of ataris captures it; null where none does. */
export function ladder(position: Position, chain: Point): number | null {
  const color = position.at(chain);
  if (!color) return 0;
  const liberties = position.liberties(chain);
  if (liberties.length > 2) return null;
  let shortest: number | null = null;
  for (const point of liberties) {
    const played = position.play(opponent(color), point);
    if (refused(played)) continue;
    const rest = escapes(played.position, chain, color);
    if (rest !== null && (shortest === null || rest + 1 < shortest)) shortest = rest + 1;
  }
  return shortest;
}

/** How many moves the chain in atari holds out; null where it gets away. */
function escapes(position: Position, chain: Point, color: Color): number | null {
  if (position.at(chain) !== color) return 0;
  if (position.liberties(chain).length > 1) return null;
  let longest = 1;
  for (const point of waysOut(position, chain)) {
    const played = position.play(color, point);
    if (refused(played)) continue;
    const rest = ladder(played.position, chain);
    if (rest === null) return null;
    longest = Math.max(longest, rest + 1);
  }
  return longest;
}

/** A chain in atari runs, or captures one of the stones around it. */
function waysOut(position: Position, chain: Point): Point[] {
  const captures = attackers(position, chain).flatMap(stone => lastLiberty(position, stone));
  return [...new Set([...position.liberties(chain), ...captures])];
}
