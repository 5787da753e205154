// The corners of boards on the three cards.

import { square } from "../board/points";
import type { BoardProps, Color } from "../board/types";
import type { With } from "./draft";

type Corner = Pick<BoardProps, "size" | "stones" | "crop">;

/** Rows from the top, as far as they are seen: `.` empty, `X` black, `O` white. */
function corner(lines: number, columns: [first: number, last: number], rows: string[]): Corner {
  const size = square(lines);
  const text = rows.join("").padEnd(lines * lines, ".");
  const stones = [...text].map((mark): Color | null =>
    mark === "X" ? "black" : mark === "O" ? "white" : null,
  );
  return { size, stones, crop: { left: columns[0], right: columns[1], top: 0, bottom: rows.length - 1 } };
}

export const CORNERS: Record<Exclude<With, "seek">, Corner> = {
  friend: corner(
    19,
    [6, 18],
    [
      "...................",
      ".............OOO...",
      "...X.......XXOX.O..",
      ".........X..OX.X...",
      "..X.........X......",
      "................X..",
      "..O................",
      "...................",
      "..O................",
    ],
  ),
  engine: corner(
    9,
    [0, 8],
    [
      ".........",
      ".........",
      "..X...O..",
      ".........",
      "....X....",
      "...XO....",
      "..OXO.X..",
      "....XO...",
      ".........",
    ],
  ),
  here: corner(
    19,
    [0, 12],
    [
      ".......X...........",
      "...OXXOOX..........",
      "....OXOX.......XO..",
      "..OOOOXX..X..X.X.O.",
      "..X..X.............",
      "..XOO.......O.O.O..",
      "...XXX.........O...",
      "...........O..X.X..",
      ".............OX.X..",
    ],
  ),
};
