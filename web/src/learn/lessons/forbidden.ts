import type { Lesson } from "./types";

export const forbidden: Lesson = {
  id: "forbidden",
  title: { zh: "禁着点", en: "Forbidden points" },
  tasks: [
    {
      board: [".......", ".......", "...O...", "..O.O..", "...O...", ".......", "......."],
      says: {
        zh: "下了就没有气，又提不到对方的子，这样的点不能下，叫禁着点。",
        en: "A point where your stone would have no liberty and capture nothing is forbidden: you may not play there.",
      },
      task: { zh: "黑能下在 A 吗？", en: "May Black play at A?" },
      hint: { zh: "数一数下在 A 的黑子有几口气。", en: "Count the liberties a black stone at A would have." },
      right: {
        zh: "四面都是白，一口气也没有，不能下。",
        en: "White stands on all four sides: no liberty, so no move.",
      },
      answer: {
        kind: "choose",
        question: { about: "legal", point: "D4", color: "black" },
        options: [
          { value: "yes", text: { zh: "能下", en: "Yes" } },
          { value: "no", text: { zh: "不能下", en: "No" } },
        ],
      },
      letters: { D4: "A" },
      solution: ["no"],
      wrong: ["yes"],
    },
    {
      board: [".......", ".......", ".......", ".......", "X......", "OX.....", ".OX...."],
      says: {
        zh: "提子在先。下去时自己没有气，却能提掉对方，就可以下。",
        en: "Captures come first. A stone without a liberty may be played if it captures.",
      },
      task: { zh: "一手提掉两颗白子。", en: "Capture two white stones with one move." },
      hint: { zh: "两颗白子的最后一口气是同一个点。", en: "Both stones have the same last liberty." },
      right: {
        zh: "白子提走，黑子就有了气。",
        en: "The white stones leave, and the black stone has liberties.",
      },
      answer: { kind: "capture", chains: ["A2", "B1"] },
      solution: ["A1"],
      wrong: [],
    },
    {
      board: [".O.....", "O......", "...O...", "..O.O..", "..XOX.O", "...X.O.", "......O"],
      says: {
        zh: "判断时问两句：下了有没有气？能不能提子？都没有，才是禁着点。",
        en: "Ask twice: would the stone have a liberty, and would it capture? Only if both answers are no is the point forbidden.",
      },
      task: {
        zh: "这里有两个黑的禁着点。把它们找出来。",
        en: "Black has two forbidden points here. Find them.",
      },
      hint: {
        zh: "看三处被白围住的点，其中一处下了能提子。",
        en: "Three points are walled in by White; a move at one of them captures.",
      },
      right: {
        zh: "D4 可以下，因为能提掉 D3 的白子。",
        en: "D4 is allowed: it captures the stone at D3.",
      },
      answer: { kind: "find", what: "forbidden" },
      solution: ["A7", "G2"],
      wrong: ["D4", "E2"],
    },
  ],
};
