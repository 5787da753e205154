// One task on the page: its state, the wait before a reply, and what a screen reader is told.

import { useEffect, useState } from "preact/hooks";
import { assertive, polite } from "../ui/live";
import { playCapture, playStone } from "../ui/sound";
import * as course from "./exercise";
import { begin, type State, type Step } from "./exercise";
import type { Task } from "./lessons/types";
import { hintText, noteText, read, stepText } from "./words";

/** The opponent thinks for a moment, so that the reader sees both stones come. */
const REPLY_AFTER = 420;

export function useExercise(task: Task) {
  const [state, setState] = useState<State>(() => begin(task));

  useEffect(() => {
    const size = state.start.size;
    polite(`${read(task.says, size)} ${read(task.task, size)}`);
  }, [task]);

  useEffect(() => {
    const { next } = state;
    if (state.phase !== "reply" || !next) return;
    const timer = setTimeout(() => turn(next), REPLY_AFTER);
    return () => clearTimeout(timer);
  });

  /** Goes on to a state and says what happened. */
  const turn = (next: State) => {
    const steps = next.steps.slice(state.steps.length);
    const note = next.note && next.note !== state.note ? noteText(next, next.note) : "";
    const tell = next.note?.kind === "refused" ? assertive : polite;
    tell([...steps.map(step => stepText(step, next.now.size)), note].filter(Boolean).join(" "));
    for (const step of steps) sound(step);
    setState(next);
  };

  return {
    state,
    place: (point: number) => turn(course.place(state, point)),
    find: (point: number) => turn(course.find(state, point)),
    choose: (value: string) => turn(course.choose(state, value)),
    again: () => {
      const next = course.again(state);
      polite(read(task.task, next.now.size));
      setState(next);
    },
    hint: () => {
      const next = course.hint(state);
      if (next !== state) polite(hintText(next));
      setState(next);
    },
  };
}

function sound({ color, move, captured }: Step): void {
  if (move !== null) playStone(color);
  if (captured > 0) playCapture(captured);
}
