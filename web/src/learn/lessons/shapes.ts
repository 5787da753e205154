// The eye shapes (眼形): a closed-in chain with one space. Which live, which die, and where the vital point lies.

import type { Lesson, Option } from "./types";

const WHO_DECIDES: readonly Option[] = [
  { value: "alive", text: { zh: "活", en: "Alive" } },
  { value: "dead", text: { zh: "死", en: "Dead" } },
  { value: "first", text: { zh: "看谁先下", en: "First move decides" } },
];

const STRAIGHT_THREE = [
  ".OX...XO.",
  ".OXXXXXO.",
  ".OOOOOOO.",
  ".........",
  ".........",
  ".........",
  ".........",
  ".........",
  ".........",
];

const three: Lesson = {
  id: "three",
  title: { zh: "直三 弯三", en: "Three points" },
  tasks: [
    {
      board: STRAIGHT_THREE,
      says: {
        zh: "黑棋被围住，外面没有气，里面只有三个空点，排成一线，叫「直三」。",
        en: "Black is closed in with no liberty outside. Inside are three points in a row: the straight three.",
      },
      task: {
        zh: "直三是活，是死，还是看谁先下？",
        en: "Is the straight three alive, dead, or does the first move decide?",
      },
      hint: {
        zh: "想想中间那一点：黑下了怎样，白下了怎样。",
        en: "Think of the middle point: what if Black plays it, and what if White does?",
      },
      right: {
        zh: "谁先占到中间的要点，谁说了算。",
        en: "Whoever takes the middle, the vital point, decides.",
      },
      answer: { kind: "choose", question: { about: "life", chain: "C9" }, options: WHO_DECIDES },
      solution: ["first"],
      wrong: ["alive", "dead"],
    },
    {
      board: STRAIGHT_THREE,
      says: {
        zh: "自己占了要点，就隔出两只眼。",
        en: "Take the vital point yourself, and you have two eyes.",
      },
      task: { zh: "你执黑。做活这块棋。", en: "You are Black. Make your chain live." },
      hint: { zh: "要点就是中间。", en: "The vital point is the middle." },
      right: { zh: "左右各一只眼，活了。", en: "One eye on each side: alive." },
      answer: { kind: "live", chain: "C9" },
      solution: ["E9"],
      wrong: ["D9", "F9"],
    },
    {
      board: [
        ".OX..XO..",
        ".OXX.XO..",
        ".OOXXXO..",
        "..OOOOO..",
        ".........",
        ".........",
        ".........",
        ".........",
        ".........",
      ],
      you: "white",
      says: {
        zh: "三个空点拐个弯，叫「弯三」，也叫曲三。对方先占要点，就只剩一只眼。",
        en: "Three points around a bend are the bent three. If the enemy takes the vital point, only one eye is left.",
      },
      task: { zh: "这次你执白。杀掉黑棋。", en: "Now you are White. Kill the black chain." },
      hint: { zh: "哪一点挨着另外两点？", en: "Which point touches the other two?" },
      right: { zh: "点在弯上，黑做不出两只眼。", en: "On the bend: Black cannot make two eyes." },
      answer: { kind: "kill", chain: "C9" },
      solution: ["E9"],
      wrong: ["D9", "E8"],
    },
  ],
};

const four: Lesson = {
  id: "four",
  title: { zh: "直四 弯四 方四 丁四", en: "Four points" },
  tasks: [
    {
      board: [
        ".OX....XO",
        ".OXXXXXXO",
        ".OOOOOOOO",
        ".........",
        ".........",
        ".........",
        ".........",
        ".........",
        ".........",
      ],
      before: ["O E9"],
      says: {
        zh: "四个空点排成一线，叫「直四」，已经是活棋。白点进来，黑在旁边应一手就行。",
        en: "Four points in a row, the straight four, are alive. If White plays inside, Black answers beside it.",
      },
      task: { zh: "白点在 E9。应一手，做出两只眼。", en: "White has played E9. Answer and make two eyes." },
      hint: {
        zh: "中间有两个点，白占一个，你占另一个。",
        en: "There are two middle points. White took one; take the other.",
      },
      right: { zh: "直四是活棋。", en: "The straight four lives." },
      answer: { kind: "live", chain: "C9" },
      solution: ["F9"],
      wrong: ["D9", "G9"],
    },
    {
      board: [
        ".OX...XO.",
        ".OXXX.XO.",
        ".OOOXXXO.",
        "...OOOOO.",
        ".........",
        ".........",
        ".........",
        ".........",
        ".........",
      ],
      says: {
        zh: "四个空点拐一个弯，叫「弯四」，也叫曲四。",
        en: "Four points with one bend are the bent four.",
      },
      task: {
        zh: "边上的弯四是活，是死，还是看谁先下？",
        en: "Is this bent four on the side alive, dead, or does the first move decide?",
      },
      hint: { zh: "中间同样有两个点，白占一个，黑占另一个。", en: "Again there are two middle points." },
      right: {
        zh: "活棋。只有在角上的弯四是例外。",
        en: "Alive. Only in the corner is the bent four an exception.",
      },
      answer: { kind: "choose", question: { about: "life", chain: "C9" }, options: WHO_DECIDES },
      solution: ["alive"],
      wrong: ["dead", "first"],
    },
    {
      board: [
        ".OX..XO..",
        ".OX..XO..",
        ".OXXXXO..",
        ".OOOOOO..",
        ".........",
        ".........",
        ".........",
        ".........",
        ".........",
      ],
      says: {
        zh: "四个空点成一个方块，叫「方四」。",
        en: "Four points in a square are the square four.",
      },
      task: {
        zh: "方四是活，是死，还是看谁先下？",
        en: "Is the square four alive, dead, or does the first move decide?",
      },
      hint: { zh: "黑下一手以后，剩下的是什么形状？", en: "After a black move inside, which shape is left?" },
      right: {
        zh: "死棋：黑补一手就成了弯三，白再点在弯上。",
        en: "Dead: a black move leaves a bent three, and White plays on the bend.",
      },
      answer: { kind: "choose", question: { about: "life", chain: "C9" }, options: WHO_DECIDES },
      solution: ["dead"],
      wrong: ["alive", "first"],
    },
    {
      board: [
        ".OX...XO.",
        ".OXX.XXO.",
        ".OOXXXOO.",
        "..OOOOO..",
        ".........",
        ".........",
        ".........",
        ".........",
        ".........",
      ],
      you: "white",
      says: {
        zh: "四个空点像个「丁」字，叫「丁四」，要点在三面相连的地方。",
        en: "Four points like a T are the T-four. The vital point is where the arms meet.",
      },
      task: { zh: "你执白。杀掉黑棋。", en: "You are White. Kill the black chain." },
      hint: { zh: "哪一点挨着另外三点？", en: "Which point touches the other three?" },
      right: { zh: "点中要害，丁四死了。", en: "On the vital point: the T-four dies." },
      answer: { kind: "kill", chain: "C9" },
      solution: ["E9"],
      wrong: ["D9", "E8"],
    },
  ],
};

const fiveAndSix: Lesson = {
  id: "five-six",
  title: { zh: "刀把五 梅花五 花六", en: "Five and six points" },
  tasks: [
    {
      board: [
        ".OX..XXO.",
        ".OX...XO.",
        ".OXXXXXO.",
        ".OOOOOOO.",
        ".........",
        ".........",
        ".........",
        ".........",
        ".........",
      ],
      you: "white",
      says: {
        zh: "五个空点像一把刀，叫「刀把五」，也叫刀五。",
        en: "Five points like a knife with its handle: the bulky five.",
      },
      task: { zh: "你执白。杀掉黑棋。", en: "You are White. Kill the black chain." },
      hint: {
        zh: "刀面和刀把相接的地方，挨着的空点最多。",
        en: "Look where blade and handle meet: it touches the most points.",
      },
      right: { zh: "点在 E8，刀把五死了。", en: "E8 is the vital point: the bulky five dies." },
      answer: { kind: "kill", chain: "C9" },
      solution: ["E8"],
      wrong: ["D9", "E9", "D8"],
    },
    {
      board: [
        ".OXX.XXO.",
        ".OX...XO.",
        ".OXX.XXO.",
        ".OOXXXOO.",
        "..OOOOO..",
        ".........",
        ".........",
        ".........",
        ".........",
      ],
      says: {
        zh: "五个空点像一朵梅花，叫「梅花五」，也叫花五，要点在花心。",
        en: "Five points like a flower are the cross five. The vital point is the heart.",
      },
      task: { zh: "你执黑。做活这块棋。", en: "You are Black. Make your chain live." },
      hint: { zh: "花心挨着四片花瓣。", en: "The heart touches all four petals." },
      right: { zh: "占住花心，四只眼都有了。", en: "With the heart taken, you have four eyes." },
      answer: { kind: "live", chain: "C9" },
      solution: ["E8"],
      wrong: ["E9", "D8"],
    },
    {
      board: [
        ".OX..XXO.",
        ".OX...XO.",
        ".OXX.XXO.",
        ".OOXXXOO.",
        "..OOOOO..",
        ".........",
        ".........",
        ".........",
        ".........",
      ],
      you: "white",
      says: {
        zh: "六个空点的「花六」，也叫葡萄六，看着很大，也有一个要点。",
        en: "Even six points can have one vital point: this shape is the rabbity six.",
      },
      task: { zh: "你执白。杀掉黑棋。", en: "You are White. Kill the black chain." },
      hint: { zh: "哪一点挨着四个空点？", en: "Which point touches four others?" },
      right: { zh: "点中花心，花六也活不了。", en: "Even six points do not live." },
      answer: { kind: "kill", chain: "C9" },
      solution: ["E8"],
      wrong: ["D9", "D8", "E9"],
    },
  ],
};

export const shapes: readonly Lesson[] = [three, four, fiveAndSix];
