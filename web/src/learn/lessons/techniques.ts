// The ways to capture, in the order of the textbooks.

import type { Lesson } from "./types";

const hug: Lesson = {
  id: "hug",
  title: { zh: "抱吃", en: "Atari towards your stones" },
  tasks: [
    {
      board: [".......", ".......", "...X...", "..XO...", "..X....", "...X...", "......."],
      says: {
        zh: "打吃有两个方向。从外面打，把对方赶向自己的子，像抱住一样，叫抱吃。",
        en: "Atari can be given from two sides. Choose the one that drives the stone towards your own stones, into their arms.",
      },
      task: { zh: "抱吃打三角的白子。", en: "Capture the marked stone: drive it towards your own." },
      hint: {
        zh: "黑的援兵在下面。从哪边打，白会往下跑？",
        en: "Your helpers stand below. From which side does White run down?",
      },
      right: { zh: "白跑进了黑的包围。", en: "White ran into your stones." },
      answer: { kind: "capture", chains: ["D4"] },
      marks: ["D4"],
      solution: ["E4", "E3"],
      wrong: ["D3"],
    },
    {
      board: [".......", ".......", "..XXX..", "..XOO.O", "..X.X..", ".......", "......."],
      says: {
        zh: "吃两颗子也一样：先看自己的子在哪一边接应。",
        en: "With two stones it is the same: first look where your own stones are waiting.",
      },
      task: { zh: "抱吃两颗白子。", en: "Capture the two white stones." },
      hint: { zh: "白往里跑，里面只有一条窄路。", en: "If White runs inside, the way is narrow." },
      right: { zh: "里面没有出路。", en: "There was no way out inside." },
      answer: { kind: "capture", chains: ["D4"] },
      marks: ["D4", "E4"],
      solution: ["F4", "D2"],
      wrong: ["D3"],
    },
  ],
};

const gate: Lesson = {
  id: "gate",
  title: { zh: "门吃", en: "Closing the gate" },
  tasks: [
    {
      board: [".......", ".......", "...X...", "..XOXO.", "..XO.O.", "..X.X..", "......."],
      says: {
        zh: "对方要从一个口子跑出去，你把口子堵上，像关门一样，叫门吃，也叫关门吃。",
        en: "The stones can leave by one gap only. Shut it like a gate, and they are caught.",
      },
      task: { zh: "关门，吃住打三角的两颗白子。", en: "Shut the gate on the two marked stones." },
      hint: {
        zh: "白想和右边的援兵连上，门在哪里？",
        en: "White wants to join the stones on the right. Where is the gate?",
      },
      right: { zh: "门关上了。", en: "The gate is shut." },
      answer: { kind: "capture", chains: ["D4"] },
      marks: ["D4", "D3"],
      solution: ["E3", "D1"],
      wrong: ["D2"],
    },
    {
      board: [".......", ".......", ".......", "...X...", "..XOXO.", "..XO.O.", "..X...."],
      says: {
        zh: "边上也一样：看准对方要连的口子。",
        en: "On the edge it is the same: find the gap where White wants to connect.",
      },
      task: { zh: "关门，吃住打三角的两颗白子。", en: "Shut the gate on the two marked stones." },
      hint: { zh: "白的援兵在右边。", en: "White's helper stands on the right." },
      right: { zh: "往下跑，是棋盘的边。", en: "Running down only leads to the edge of the board." },
      answer: { kind: "capture", chains: ["D3"] },
      marks: ["D3", "D2"],
      solution: ["E2", "E1"],
      wrong: ["D1"],
    },
  ],
};

const ladder: Lesson = {
  id: "ladder",
  title: { zh: "征子", en: "Ladder" },
  tasks: [
    {
      board: [".......", "..XX...", ".XO....", ".X.....", ".......", ".......", "......."],
      says: {
        zh: "一手一手地打吃，让对方每次只剩一口气，一直追到边上，叫征子，也叫扭羊头。",
        en: "Give atari again and again, so that each time one liberty is left, all the way to the edge: a ladder.",
      },
      task: { zh: "用征子吃住这颗白子。", en: "Capture the white stone in a ladder." },
      hint: {
        zh: "每次都从白要跑的前面打，左右交替。",
        en: "Give atari in front of the running stones, from alternating sides.",
      },
      right: { zh: "追到边上，白没有气了。", en: "At the edge White runs out of liberties." },
      answer: { kind: "capture", chains: ["C5"] },
      solution: ["D5", "C3", "E4", "D2", "F3", "F2", "D1", "G1"],
      wrong: ["E5", "B2"],
    },
    {
      board: [
        ".........",
        "..XX.....",
        ".XO......",
        ".X.......",
        ".........",
        ".........",
        ".....O...",
        ".........",
        ".........",
      ],
      says: {
        zh: "征子之前先看路上：有对方的子接应，征子就不成立。",
        en: "Before a ladder, look along its path: with an enemy stone on the way it fails.",
      },
      task: {
        zh: "黑先下，征得掉 C7 的白子吗？",
        en: "Black to play: does the ladder catch the stone at C7?",
      },
      hint: { zh: "顺着斜线往右下看。", en: "Follow the diagonal down to the right." },
      right: { zh: "F3 的白子接应，征子不成立。", en: "The stone at F3 breaks the ladder." },
      answer: {
        kind: "choose",
        question: { about: "ladder", chain: "C7" },
        options: [
          { value: "yes", text: { zh: "征得掉", en: "Yes" } },
          { value: "no", text: { zh: "征不掉", en: "No" } },
        ],
      },
      marks: ["C7"],
      solution: ["no"],
      wrong: ["yes"],
    },
  ],
};

const double: Lesson = {
  id: "double",
  title: { zh: "双吃", en: "Double atari" },
  tasks: [
    {
      board: [".......", ".......", "..XOX..", "....OX.", ".......", ".......", "......."],
      says: {
        zh: "一手棋同时打吃两处，对方只能救一处，叫双吃。",
        en: "One move that puts two chains in atari is a double atari: only one of them can be saved.",
      },
      task: { zh: "下出双吃，吃掉其中一颗。", en: "Give double atari and capture one of the two." },
      hint: { zh: "哪个点同时挨着两颗白子？", en: "Which point touches both white stones?" },
      right: { zh: "救了这边，就丢那边。", en: "Saving one loses the other." },
      answer: { kind: "capture", chains: ["D5", "E4"] },
      marks: ["D5", "E4"],
      solution: ["D4", "E3"],
      wrong: ["B2"],
    },
    {
      board: [".......", ".......", ".......", "..X....", ".XOOX..", ".XX.OX.", "......."],
      says: {
        zh: "双吃常在切断对方的时候出现。",
        en: "A double atari often comes with a cut.",
      },
      task: { zh: "下出双吃，吃掉其中一块。", en: "Give double atari and capture one of the two chains." },
      hint: { zh: "白想从哪里连上？", en: "Where would White connect?" },
      right: { zh: "白只能救一边。", en: "White could save only one side." },
      answer: { kind: "capture", chains: ["D3", "E2"] },
      marks: ["C3", "D3", "E2"],
      solution: ["D2", "E1"],
      wrong: ["B5"],
    },
  ],
};

const net: Lesson = {
  id: "net",
  title: { zh: "枷吃", en: "Net" },
  tasks: [
    {
      board: [
        ".........",
        ".........",
        "...XX....",
        "..XO.....",
        "..X......",
        "......O..",
        ".........",
        ".........",
        ".........",
      ],
      says: {
        zh: "不直接打吃，而是远一步罩住，哪边都跑不出去，叫枷吃。",
        en: "Instead of giving atari, throw a net one step away: no way leads out.",
      },
      task: { zh: "枷住打三角的白子。", en: "Net the marked stone." },
      hint: { zh: "斜对面的那个点。", en: "Look at the diagonal point." },
      right: { zh: "左右都堵住了。", en: "Both ways are blocked." },
      answer: { kind: "capture", chains: ["D6"] },
      marks: ["D6"],
      solution: ["E5", "F6", "D4"],
      wrong: ["D5", "E6"],
    },
  ],
};

const throwIn: Lesson = {
  id: "throw-in",
  title: { zh: "扑吃", en: "Throw-in" },
  tasks: [
    {
      board: [".......", ".......", ".......", "...O...", "XXXO...", "O..O...", "O.O...."],
      says: {
        zh: "送一颗子进去，让对方提，对方提了反而少一口气，叫扑。扑了再打吃，就是扑吃。",
        en: "Throw a stone in: taking it costs the opponent a liberty. Then give atari.",
      },
      task: {
        zh: "角上两颗白子想从一路渡过去。用扑吃住它们。",
        en: "The two stones in the corner want to cross along the edge. Catch them with a throw-in.",
      },
      hint: {
        zh: "扑在一路，白要连的地方。",
        en: "Throw in on the first line, where White wants to connect.",
      },
      right: { zh: "白接不上了。", en: "White can no longer connect." },
      answer: { kind: "capture", chains: ["A2"] },
      marks: ["A2", "A1"],
      solution: ["B1", "C2", "D1"],
      wrong: ["B2", "C2"],
    },
  ],
};

const snapback: Lesson = {
  id: "snapback",
  title: { zh: "倒扑", en: "Snapback" },
  tasks: [
    {
      board: [".......", ".......", ".......", ".......", "..XXXO.", ".XO.XO.", ".XO.OO."],
      says: {
        zh: "送一颗子给对方提，对方提了，自己也只剩一口气，再反提回来，叫倒扑。",
        en: "Give up one stone. Taking it leaves the opponent with one liberty, and you take everything back: a snapback.",
      },
      task: { zh: "吃掉打三角的两颗白子。", en: "Capture the two marked stones." },
      hint: { zh: "下到白的虎口里去。", en: "Play right into the tiger's mouth." },
      right: { zh: "送一子，提三子。", en: "One stone given, three taken." },
      answer: { kind: "capture", chains: ["C2"] },
      marks: ["C2", "C1"],
      solution: ["D1", "D1"],
      wrong: ["D2"],
    },
  ],
};

const noEscape: Lesson = {
  id: "connect-and-die",
  title: { zh: "接不归", en: "Connect and die" },
  tasks: [
    {
      board: [".......", ".......", ".......", ".......", ".XXXX..", ".O.OO.O", ".XXXX.."],
      says: {
        zh: "打吃时，对方想接，接上了还是只剩一口气，叫接不归。",
        en: "Give atari where connecting does not help, because the longer chain is still in atari.",
      },
      task: { zh: "吃掉打三角的两颗白子。", en: "Capture the two marked stones." },
      hint: { zh: "从外面打，别从里面断。", en: "Give atari from outside; do not cut inside." },
      right: { zh: "接上也没有气，一起提走。", en: "Connecting gained no liberty: all of them come off." },
      answer: { kind: "capture", chains: ["D2"] },
      marks: ["D2", "E2"],
      solution: ["F2", "A2"],
      wrong: ["C2", "A2"],
    },
  ],
};

export const techniques: readonly Lesson[] = [hug, gate, ladder, double, net, throwIn, snapback, noEscape];
