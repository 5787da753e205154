import type { Lesson } from "./types";

export const capture: Lesson = {
  id: "capture",
  title: { zh: "提子", en: "Capture" },
  tasks: [
    {
      board: [".......", ".......", "...X...", "..XOX..", "..XOX..", "....O..", "......."],
      says: {
        zh: "棋子旁边的空点叫「气」。气全被堵住，棋子就要从棋盘上拿走，这叫提子。",
        en: "The empty points next to a stone are its liberties. When the last one is filled, the stones come off the board: a capture.",
      },
      task: {
        zh: "打三角的两颗白子只剩一口气。轮到你执黑，提掉它们。",
        en: "The two marked white stones have one liberty left. You are Black. Capture them.",
      },
      hint: { zh: "看白子下面的空点。", en: "Look at the empty point below them." },
      right: {
        zh: "白的最后一口气堵上了，两子提走。",
        en: "The last liberty is filled and two stones come off.",
      },
      answer: { kind: "capture", chains: ["D3"] },
      marks: ["D4", "D3"],
      solution: ["D2"],
      wrong: ["B3", "F4"],
    },
    {
      board: [".......", ".......", ".......", ".......", ".......", "XX.O...", "OO....."],
      says: {
        zh: "边和角会帮你堵气。只剩一口气，叫被打吃。",
        en: "The edge helps to take liberties away. A chain with one liberty left is in atari.",
      },
      task: { zh: "提掉角上的白子。", en: "Capture the white stones in the corner." },
      hint: { zh: "白的最后一口气在最下面的线上。", en: "Their last liberty is on the lowest line." },
      right: { zh: "角上的子，堵两三口气就提掉了。", en: "Two stones in the corner come off easily." },
      answer: { kind: "capture", chains: ["A1"] },
      solution: ["C1"],
      wrong: ["B3", "F1"],
    },
    {
      board: [".X.....", "XO...X.", "....XOX", "...XOOX", ".XX.X..", "XOO..O.", "......."],
      says: {
        zh: "对局时，先看谁只剩一口气。自己的要救，对方的可以提。",
        en: "In a game, first look for chains in atari: save your own, and take the opponent's.",
      },
      task: {
        zh: "有一块白棋只剩一口气。找出来，提掉它。",
        en: "One white chain is in atari. Find it and capture it.",
      },
      hint: { zh: "一块一块地数气。", en: "Count the liberties of each chain." },
      right: { zh: "三颗子一起提走了。", en: "Three stones come off at once." },
      answer: { kind: "capture", chains: ["F5"] },
      solution: ["F3"],
      wrong: ["C6", "D2"],
    },
  ],
};
