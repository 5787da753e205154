import type { Lesson } from "./types";

const FINISHED = ["..XO...", "..XO...", "X.XOO..", ".XXXO..", ".X.XOO.", "..XXXO.", "....XO."];

export const counting: Lesson = {
  id: "counting",
  title: { zh: "终局与数子", en: "The end and counting" },
  tasks: [
    {
      board: ["..XO...", "..XO...", "X.XOO..", ".XX.O..", ".X.XOO.", "..XXXO.", "....XO."],
      says: {
        zh: "地都围好了，棋就快下完了。两边都挨着、谁的地也不是的点叫单官，最后下掉。",
        en: "When all walls are closed the game is nearly over. A point that touches both sides belongs to neither: a neutral point, filled last.",
      },
      task: { zh: "还剩一个单官。下掉它。", en: "One neutral point is left. Fill it." },
      hint: {
        zh: "找一个上下左右既有黑又有白的空点。",
        en: "Find an empty point with black and white stones beside it.",
      },
      right: {
        zh: "单官下完，双方各停一手，棋就下完了。",
        en: "No neutral points remain. Both players pass, and the game is over.",
      },
      answer: { kind: "neutral" },
      solution: ["D4"],
      wrong: ["A1", "G1"],
    },
    {
      board: [".OXO...", ".OXO...", "X.XOO..", ".XXXO..", ".X.XOO.", ".OXXXO.", ".O..XO."],
      says: {
        zh: "终局后，在对方地里活不了的子是死子，不用再提，直接拿走。",
        en: "At the end, stones that cannot live inside enemy territory are dead. They are simply taken off.",
      },
      task: { zh: "找出白的死子。", en: "Find White's dead stones." },
      hint: {
        zh: "看左边黑地里的白子，它们做得出两只眼吗？",
        en: "Look at the white stones inside Black's area on the left: can they make two eyes?",
      },
      right: { zh: "四颗死子，拿下棋盘。", en: "Four dead stones come off the board." },
      answer: { kind: "find", what: "dead" },
      solution: ["B6", "B2"],
      wrong: ["D7", "E4"],
    },
    {
      board: FINISHED,
      says: {
        zh: "中国规则数子：活着的子和围住的空点一起数。7 路棋盘有 49 个点，一半是 24½。",
        en: "Chinese rules count the area: living stones and the points they enclose. A 7×7 board has 49 points; half is 24½.",
      },
      task: { zh: "黑一共有多少子？", en: "How large is Black's area?" },
      hint: {
        zh: "一行一行地数，黑子和黑的空点都算。",
        en: "Count row by row: black stones and the empty points Black encloses.",
      },
      right: {
        zh: "黑 27 子，超过 24½，胜 2½ 子。正式对局里先下的黑棋占便宜，还要贴子给白。",
        en: "Black has 27, more than 24½, and wins by 2½ 子, that is 5 points. In real games Black moves first and gives White some points for it: komi.",
      },
      answer: {
        kind: "choose",
        question: { about: "area", color: "black" },
        options: [
          { value: "25", text: { zh: "25 子", en: "25" } },
          { value: "27", text: { zh: "27 子", en: "27" } },
          { value: "29", text: { zh: "29 子", en: "29" } },
        ],
      },
      solution: ["27"],
      wrong: ["25", "29"],
    },
    {
      board: FINISHED,
      says: {
        zh: "日本、韩国规则数目：只数围住的空点，再加上提掉的子和死子。两种数法，胜负几乎总是一样。",
        en: "Japanese and Korean rules count points: enclosed empty points, plus captured and dead stones. The winner is nearly always the same.",
      },
      task: {
        zh: "只数空点，黑围住了多少目？",
        en: "Counting empty points only, how many does Black enclose?",
      },
      hint: { zh: "C3 也是黑的一目。", en: "C3 is a point for Black, too." },
      right: {
        zh: "14 目，加上刚才 4 颗死子是 18 目。白 13 目，黑多 5 目，正好是 2½ 子。",
        en: "14, and with the 4 dead stones 18. White has 13: Black leads by 5 points, which is 2½ 子.",
      },
      answer: {
        kind: "choose",
        question: { about: "territory", color: "black" },
        options: [
          { value: "13", text: { zh: "13 目", en: "13" } },
          { value: "14", text: { zh: "14 目", en: "14" } },
          { value: "16", text: { zh: "16 目", en: "16" } },
        ],
      },
      solution: ["14"],
      wrong: ["13", "16"],
    },
  ],
};
