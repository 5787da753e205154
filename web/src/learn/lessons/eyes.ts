import type { Lesson } from "./types";

const ALIVE_OR_DEAD = [
  { value: "alive", text: { zh: "活", en: "Alive" } },
  { value: "dead", text: { zh: "死", en: "Dead" } },
] as const;

export const eyes: Lesson = {
  id: "eyes",
  title: { zh: "两只眼", en: "Two eyes" },
  tasks: [
    {
      board: [".......", ".......", ".......", ".......", "XXXX...", "OOOOX..", ".O.OX.."],
      says: {
        zh: "自己围住的小空叫「眼」。有两只眼，对方两处都是禁着点，永远提不掉。",
        en: "A small space inside your own stones is an eye. With two eyes, both are forbidden to the opponent, and the chain can never be captured.",
      },
      task: {
        zh: "黑已经围紧了。角上的白棋是活是死？",
        en: "Black has closed in. Is the white chain in the corner alive or dead?",
      },
      hint: { zh: "试想黑下在 A1 或 C1。", en: "Imagine Black at A1 or C1." },
      right: { zh: "A1 和 C1 黑都不能下，白活了。", en: "Black may play neither A1 nor C1: White lives." },
      answer: { kind: "choose", question: { about: "life", chain: "B2" }, options: ALIVE_OR_DEAD },
      solution: ["alive"],
      wrong: ["dead"],
    },
    {
      board: [".......", ".......", ".......", ".......", "OOOO...", "XXXXO..", "...XO.."],
      says: {
        zh: "只有一块空，要把它隔成两只眼。",
        en: "With only one space, you must divide it into two eyes.",
      },
      task: { zh: "下一手，让角上的黑棋活。", en: "Make the black chain in the corner live with one move." },
      hint: {
        zh: "在三个空点里，隔开左右的是哪一个？",
        en: "Which of the three points separates the other two?",
      },
      right: { zh: "A1 和 C1 成了两只眼。", en: "A1 and C1 are two eyes." },
      answer: { kind: "live", chain: "A2" },
      solution: ["B1"],
      wrong: ["A1", "C1"],
    },
    {
      board: [".......", ".......", ".......", ".......", "OOOO...", "XXXXOO.", ".XX.XO."],
      says: {
        zh: "有的眼是假的：旁边的子没有连好，会被提掉，眼就没了。",
        en: "Some eyes are false: a stone beside such an eye is not joined to the rest. Once it is taken, the eye is gone.",
      },
      task: {
        zh: "黑有 A1 和 D1 两处空。黑是活是死？",
        en: "Black has the spaces A1 and D1. Alive or dead?",
      },
      hint: { zh: "白下 D1，能提掉哪颗黑子？", en: "Which black stone can White take by playing D1?" },
      right: {
        zh: "D1 是假眼：E1 的黑子会被提掉，自己粘上又只剩一只眼。",
        en: "D1 is false: the stone at E1 can be taken, and joining it leaves one eye.",
      },
      answer: { kind: "choose", question: { about: "life", chain: "B2" }, options: ALIVE_OR_DEAD },
      solution: ["dead"],
      wrong: ["alive"],
    },
  ],
};
