import type { Lesson } from "./types";

export const liberties: Lesson = {
  id: "liberties",
  title: { zh: "气", en: "Liberties" },
  tasks: [
    {
      board: [".......", ".......", ".......", "...X...", ".......", ".......", "......."],
      says: {
        zh: "棋子旁边沿着线的空点，叫「气」。斜着的不算。",
        en: "The empty points next to a stone, along the lines, are its liberties. Diagonals do not count.",
      },
      task: { zh: "找出这颗黑子的四口气。", en: "Find the four liberties of this stone." },
      hint: { zh: "上、下、左、右，各一口。", en: "Above, below, left and right." },
      right: { zh: "在中间，一颗子有四口气。", en: "In the middle a single stone has four liberties." },
      answer: { kind: "find", what: "liberties", chain: "D4" },
      solution: ["D5", "C4", "E4", "D3"],
      wrong: ["C5", "E3"],
    },
    {
      board: [".......", ".......", ".......", ".......", ".......", ".......", "X......"],
      says: {
        zh: "边上的子气少一口，角上的子气更少。",
        en: "On the edge a stone has fewer liberties, and in the corner fewer still.",
      },
      task: { zh: "找出角上这颗黑子的气。", en: "Find the liberties of the stone in the corner." },
      hint: { zh: "棋盘外面没有点。", en: "There are no points beyond the edge." },
      right: { zh: "角上只有两口气。", en: "In the corner there are only two." },
      answer: { kind: "find", what: "liberties", chain: "A1" },
      solution: ["A2", "B1"],
      wrong: ["B2"],
    },
    {
      board: [".......", ".......", "..XO...", "...XX..", ".......", ".......", "......."],
      says: {
        zh: "同色的子沿线挨着，就连成一块，气算在一起。被对方占了的点，不再是气。",
        en: "Stones of one colour that touch along a line form a chain and share their liberties. A point the opponent holds is no liberty.",
      },
      task: {
        zh: "打三角的两颗黑子连成一块。这一块有几口气？",
        en: "The two stones with a triangle are one chain. How many liberties has it?",
      },
      hint: {
        zh: "绕着这两颗子走一圈，数挨着的空点。",
        en: "Walk around the two stones and count the empty points beside them.",
      },
      right: {
        zh: "五口：C4、D3、E3、F4、E5。斜着的那颗黑子没有连上。",
        en: "Five: C4, D3, E3, F4, E5. The diagonal black stone is not joined to them.",
      },
      answer: {
        kind: "choose",
        question: { about: "liberties", chain: "D4" },
        options: [
          { value: "4", text: { zh: "四口", en: "Four" } },
          { value: "5", text: { zh: "五口", en: "Five" } },
          { value: "6", text: { zh: "六口", en: "Six" } },
        ],
      },
      marks: ["D4", "E4"],
      solution: ["5"],
      wrong: ["4", "6"],
    },
  ],
};
