import type { Lesson } from "./types";

export const connect: Lesson = {
  id: "connect",
  title: { zh: "连接与切断", en: "Connect and cut" },
  tasks: [
    {
      board: [".......", ".......", "....X..", "...XO..", ".......", ".......", "......."],
      says: {
        zh: "沿线挨着才是相连。斜着的两颗子，中间可以被切断。",
        en: "Only stones that touch along a line are joined. Two diagonal stones can be cut apart.",
      },
      task: { zh: "打三角的两颗黑子现在连着吗？", en: "Are the two stones with triangles joined now?" },
      hint: {
        zh: "它们之间有没有一条线直接相连？",
        en: "Does one line lead straight from one to the other?",
      },
      right: { zh: "还没有：白下 D5 就能切断。", en: "Not yet: White can cut at D5." },
      answer: {
        kind: "choose",
        question: { about: "joined", ends: ["D4", "E5"] },
        options: [
          { value: "yes", text: { zh: "连着", en: "Yes" } },
          { value: "no", text: { zh: "没有连着", en: "No" } },
        ],
      },
      marks: ["D4", "E5"],
      solution: ["no"],
      wrong: ["yes"],
    },
    {
      board: [".......", ".......", "....XO.", "...XO..", "....O..", ".......", "......."],
      says: {
        zh: "相连的棋气多，不容易被吃。",
        en: "Joined stones have more liberties and are harder to capture.",
      },
      task: {
        zh: "下一手，让打三角的两颗黑子连上，白怎么下也切不断。",
        en: "Join the two marked stones so that White can no longer cut them.",
      },
      hint: {
        zh: "直接粘上最简单；虎口也行，白冲进来就会被提。",
        en: "The solid connection is simplest. A tiger's mouth works, too: a white stone inside is captured.",
      },
      right: { zh: "连上了，白切不断。", en: "Joined. White cannot cut." },
      answer: { kind: "connect", ends: ["D4", "E5"] },
      marks: ["D4", "E5"],
      solution: ["D5"],
      wrong: ["C3", "F6"],
    },
    {
      board: [".......", "...X...", "....O..", "...OX..", "...OX..", ".......", "......."],
      says: {
        zh: "切断对方，对方就要同时照顾两块棋。",
        en: "Cut, and the opponent has two chains to look after.",
      },
      task: {
        zh: "把打三角的两块白棋切断。",
        en: "Cut the two marked white chains apart.",
      },
      hint: { zh: "占住白想粘的那个点。", en: "Take the point where White would connect." },
      right: { zh: "切断了。白的两块棋各走各的。", en: "Cut. White's two chains are on their own." },
      answer: { kind: "cut", ends: ["D4", "E5"] },
      marks: ["D4", "E5"],
      solution: ["D5"],
      wrong: ["F5", "C4"],
    },
  ],
};
