// The sentences of a task, in the page's language and in the coordinates the reader has chosen.

import { formatPoint, fromVertex, opponent } from "../board/points";
import type { Refusal } from "../board/position";
import type { Color, Point, Size } from "../board/types";
import { lang, t } from "../i18n";
import { prefs } from "../ui/prefs";
import { youOf } from "./diagram";
import { hintedPoint, type Note, type State, type Step } from "./exercise";
import type { Both } from "./lessons/types";

/** A text of the lesson files, with its points in the reader's coordinates. */
export function read(text: Both, size: Size): string {
  return text[lang.value].replace(/\b[A-HJ-T]\d{1,2}\b/g, vertex => {
    const point = fromVertex(vertex, size);
    return point === null ? vertex : name(point, size);
  });
}

/** A text without points. */
export const plain = (text: Both): string => text[lang.value];

export const name = (point: Point, size: Size): string => formatPoint(point, size, prefs.value.coordinates);

export const colorName = (color: Color): string => t(color === "black" ? "common.black" : "common.white");

/** What the box under the task says. */
export function noteText(state: State, note: Note): string {
  const { task, now } = state;
  const at = (point: Point) => name(point, now.size);
  switch (note.kind) {
    case "refused":
      return refusalText(note.refusal);
    case "wrong":
      return wrongText(state, note);
    case "more":
      return moreText(state, note.reply);
    case "found":
      return t("learn.found", { point: at(note.point), n: note.left });
    case "already":
      return t("learn.already", { point: at(note.point) });
    case "notFound":
      return notFoundText(state, note.point);
    case "notThis":
      return t("learn.notThis");
    case "solved": {
      const enclosed = note.enclosed ? `${t("learn.enclosed", { n: note.enclosed })} ` : "";
      return [t("learn.right"), enclosed, read(task.right, now.size)].filter(Boolean).join(between());
    }
  }
}

/** Sentences stand apart in languages with blanks. */
const between = (): string => (lang.value === "zh" ? "" : " ");

function refusalText(refusal: Refusal): string {
  switch (refusal.why) {
    case "ko":
      return t("learn.refused.ko");
    case "suicide":
      return t("learn.refused.suicide");
    default:
      return t("learn.refused.occupied");
  }
}

function wrongText(state: State, note: Extract<Note, { kind: "wrong" }>): string {
  const { size } = state.now;
  const params = {
    them: colorName(opponent(youOf(state.task))),
    you: colorName(youOf(state.task)),
    point: name(note.reply ?? note.point, size),
    own: name(note.point, size),
  };
  return t(`learn.wrong.${note.because}`, params);
}

function moreText(state: State, reply: Point | null | undefined): string {
  const them = colorName(opponent(youOf(state.task)));
  if (reply === undefined) return t("learn.goOn");
  if (reply === null) return t("learn.passed", { them });
  return t("learn.answered", { them, point: name(reply, state.now.size) });
}

function notFoundText({ task, now }: State, point: Point): string {
  if (task.answer.kind !== "find") return t("learn.notThis");
  return t(`learn.notFound.${task.answer.what}`, {
    point: name(point, now.size),
    you: colorName(youOf(task)),
  });
}

/** The hint, and at the second time of asking the point. */
export function hintText(state: State): string {
  const words = read(state.task.hint, state.now.size);
  const point = state.hints > 1 ? hintedPoint(state) : null;
  const shown = point === null ? "" : t("learn.shown", { point: name(point, state.now.size) });
  return [words, shown].filter(Boolean).join(between());
}

/** A move as it is announced: “白 D2，提两子。” */
export function stepText({ color, move, captured }: Step, size: Size): string {
  const who = colorName(color);
  if (move === null) return t("learn.step.pass", { who });
  const point = name(move, size);
  return captured > 0
    ? t("learn.step.takes", { who, point, n: captured })
    : t("learn.step.plays", { who, point });
}
