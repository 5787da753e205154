// Positions for pictures: rows from the top, `X` black, `O` white.

/** Move 133 of a game, White to play; a ko on the left. */
export const MIDDLE = [
  "XO...X....O.OX.....",
  ".XOOX.X....OX.X....",
  "XXXXOX..X..OX..X...",
  "XOOOOX.X...OX...X..",
  ".X...OX..O.OX....X.",
  "X.XO.O....OXX.OOOO.",
  ".XO......XOOXX.X...",
  ".OO.......O.OXX.OO.",
  "............OO...X.",
  "..XO...........OOOX",
  "...O............OX.",
  ".OO.............XX.",
  ".XOX..X............",
  "..X.XX..X......X...",
  ".XOXO..X.....OO....",
  ".X.O..XOXX...OXXX..",
  "..XO.OOOOX.O.XOX...",
  "..X......OO..OOX...",
  "...................",
];

/** The end of the title game of 1963: 297 moves, Black ahead by ¾ 子. */
export const END = [
  ".XOO..OXX..XOO.....",
  ".XXO.OOOX.X.XOO....",
  ".XOO.OXXX.XXXXO....",
  ".XXO.OOXOOXOOXOO...",
  "X.XO.XOXXXXXOOOO...",
  "XXXOOXOOX.XOOXOOOO.",
  "XOXXXOXX...XOXOXXO.",
  "XOOOXOOXXX..XXX.XOO",
  "O...OOXXX.XX....XXO",
  ".OXXXOOXXXOOXX...XX",
  "O.OOXO.OOO.OOX.....",
  "OO.OO.O.O.OOX...X..",
  "OXO.O..O.OXOX......",
  "XXXOOOOOOXXX.XX.O..",
  ".X.XXOXOX..X.XO..XX",
  "..XXOXXXXXX.XOXXXXO",
  ".XOOOOXXOOXXXOOOOXO",
  ".XXO..OO.OXX.XXO.OO",
  ".XOOOO.O.OX.XXOO.O.",
];

/** The points of a colour, as the server takes them. */
export function points(rows: readonly string[], stone: "X" | "O"): string[] {
  const letters = "ABCDEFGHJKLMNOPQRST";
  return rows.flatMap((row, y) =>
    [...row].flatMap((one, x) => (one === stone ? [`${letters[x]}${19 - y}`] : [])),
  );
}
