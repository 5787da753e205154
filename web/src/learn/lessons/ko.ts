import type { Lesson } from "./types";

export const ko: Lesson = {
  id: "ko",
  title: { zh: "劫", en: "Ko" },
  tasks: [
    {
      board: [".......", ".......", "..XO...", ".XO.O..", "..XO...", ".......", "......."],
      says: {
        zh: "有一种形状，双方可以互相提一颗子，叫「劫」。",
        en: "In one shape the two sides can take a single stone from each other in turn: a ko.",
      },
      task: { zh: "提掉打三角的白子。", en: "Take the white stone with the triangle." },
      hint: { zh: "它的最后一口气在右边。", en: "Its last liberty is on its right." },
      right: {
        zh: "提到了。现在这颗黑子也只剩一口气。",
        en: "Taken. Now your stone has one liberty, too.",
      },
      answer: { kind: "capture", chains: ["C4"] },
      marks: ["C4"],
      solution: ["D4"],
      wrong: ["F4"],
    },
    {
      board: [".......", ".......", "..XO...", ".XO.O..", "..XO...", ".......", "......."],
      before: ["X D4"],
      says: {
        zh: "要是马上提回来，再提回去，棋就没完没了。所以规定：劫被提了，要先在别处下一手，才能提回来。",
        en: "If it were taken back at once, and back again, the game would never end. So the rule: after a ko is taken, play elsewhere before taking it back.",
      },
      task: {
        zh: "黑刚在 D4 提了一子。白能马上下在 C4 提回来吗？",
        en: "Black has just taken a stone by playing D4. May White take back at C4 at once?",
      },
      hint: { zh: "棋盘上的小方框，就是劫的记号。", en: "The small square on the board marks the ko." },
      right: { zh: "白要先在别处下一手。", en: "White must play elsewhere first." },
      answer: {
        kind: "choose",
        question: { about: "legal", point: "C4", color: "white" },
        options: [
          { value: "yes", text: { zh: "能", en: "Yes" } },
          { value: "no", text: { zh: "不能", en: "No" } },
        ],
      },
      solution: ["no"],
      wrong: ["yes"],
    },
    {
      board: [
        ".........",
        "..XO.....",
        ".X.XO....",
        "..XO.....",
        ".........",
        "......XX.",
        ".....XOOX",
        ".........",
        ".........",
      ],
      before: ["O C7"],
      says: {
        zh: "想提回来，先在别处下一手对方非应不可的棋，这叫找劫材。对方应了，你就可以提劫。",
        en: "To take back, first play a move elsewhere that must be answered: a ko threat. When it is answered, take the ko.",
      },
      task: {
        zh: "白刚提了劫。先找一个劫材，再把 C7 的白子提回来。",
        en: "White has just taken the ko. Make a threat first, then take the stone at C7 back.",
      },
      hint: {
        zh: "打吃右下的两颗白子，白就不能不理。",
        en: "Put the two white stones on the lower right in atari: White cannot ignore that.",
      },
      right: { zh: "劫提回来了。现在轮到白找劫材。", en: "The ko is yours. Now White needs a threat." },
      answer: { kind: "ko", stone: "C7" },
      marks: ["C7"],
      solution: ["G2", "D7"],
      wrong: ["E5", "A1"],
    },
  ],
};
