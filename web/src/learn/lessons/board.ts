import type { Lesson } from "./types";

const EMPTY = Array.from({ length: 9 }, () => ".........");

export const board: Lesson = {
  id: "board",
  title: { zh: "棋盘与轮流", en: "Board and turns" },
  tasks: [
    {
      board: EMPTY,
      says: {
        zh: "围棋是两个人比谁围住的地方大。棋子下在线与线的交叉点上，不下在格子里，边上和角上也能下。",
        en: "In Go two players see who surrounds more of the board. Stones go on the crossings of the lines, not in the squares; edges and corners count, too.",
      },
      task: {
        zh: "你执黑。下一颗子，哪个交叉点都行。",
        en: "You are Black. Play a stone on any crossing.",
      },
      hint: {
        zh: "点一个交叉点；用键盘时，方向键移动，Enter 落子。",
        en: "Tap a crossing; with the keyboard, the arrows move and Enter plays.",
      },
      right: { zh: "这就是一手棋。", en: "That is a move." },
      answer: { kind: "anywhere", stones: 1 },
      solution: ["E5"],
      wrong: [],
    },
    {
      board: EMPTY,
      says: {
        zh: "黑先下，然后一人一手，轮流下。子落下就不再移动。",
        en: "Black begins, then the players take turns. A stone, once played, never moves.",
      },
      task: {
        zh: "下三手黑棋，白会跟着下。",
        en: "Play three black stones; White answers in turn.",
      },
      hint: { zh: "空着的交叉点都能下。", en: "Any empty crossing will do." },
      right: {
        zh: "一黑一白，棋就这样下下去。",
        en: "Black, White, Black: that is how a game goes on.",
      },
      answer: { kind: "anywhere", stones: 3 },
      solution: ["G7", "C7", "E2"],
      wrong: [],
    },
    {
      board: [".......", ".......", "..OOO..", "XXXXO..", "...XO..", "...XO..", "....O.."],
      says: {
        zh: "用自己的子和棋盘的边围住的空点，是自己的地。下完时谁的地盘大，谁胜。",
        en: "Empty points walled in by your stones and the edge of the board are your territory. Whoever holds more of the board at the end wins.",
      },
      task: {
        zh: "左下角还开着一个口。下一手，把它围成黑的地。",
        en: "The lower left corner still has a gap. Close it and make it Black's.",
      },
      hint: { zh: "口在最下面一条线上。", en: "The gap is on the lowest line." },
      right: {
        zh: "围好了。下在 D1，围住的点最多。",
        en: "Closed. D1 encloses the most points.",
      },
      answer: { kind: "enclose", point: "A2" },
      solution: ["D1"],
      wrong: ["B2", "F3"],
    },
  ],
};
