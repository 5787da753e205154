// The introduction in its order.

import { board } from "./board";
import { capture } from "./capture";
import { connect } from "./connect";
import { counting } from "./counting";
import { eyes } from "./eyes";
import { forbidden } from "./forbidden";
import { ko } from "./ko";
import { liberties } from "./liberties";
import { shapes } from "./shapes";
import { techniques } from "./techniques";
import type { Lesson, Part } from "./types";

export const parts: readonly Part[] = [
  {
    id: "introduction",
    title: { zh: "十分钟入门", en: "Ten-minute introduction" },
    lessons: [board, liberties, capture, forbidden, ko, connect, eyes, counting],
  },
  { id: "techniques", title: { zh: "吃子的办法", en: "Ways to capture" }, lessons: techniques },
  { id: "shapes", title: { zh: "眼形", en: "Eye shapes" }, lessons: shapes },
];

export const lessons: readonly Lesson[] = parts.flatMap(part => part.lessons);

export const lessonOf = (id: string | undefined): Lesson | undefined => lessons.find(one => one.id === id);

/** The page after the last lesson. */
export const FIRST_GAME = "first-game";
