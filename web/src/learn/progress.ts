// How far the reader has come: kept on this device.

import { signal } from "@preact/signals";
import { isRecord, readStored, writeStored } from "../api/stored";
import { storageWorks } from "../ui/prefs";
import { FIRST_GAME, lessonOf, lessons } from "./lessons";
import type { Lesson } from "./lessons/types";

type Progress = {
  /** The solved tasks of each lesson, by their number from 0. */
  solved: Readonly<Record<string, readonly number[]>>;
  /** The lesson that was open last. */
  at: string | null;
};

const STORE = "shoutan.learn";

const isNumbers = (value: unknown): value is number[] =>
  Array.isArray(value) && value.every(one => Number.isInteger(one));

/** What was stored; anything that is not ours counts as nothing. */
export function readProgress(found: unknown): Progress {
  if (!isRecord(found) || !isRecord(found.solved)) return { solved: {}, at: null };
  const solved = Object.fromEntries(
    Object.entries(found.solved).filter((entry): entry is [string, number[]] => isNumbers(entry[1])),
  );
  return { solved, at: typeof found.at === "string" ? found.at : null };
}

export const progress = signal<Progress>(readProgress(readStored(STORE)));

function keep(next: Progress): void {
  progress.value = next;
  storageWorks.value = writeStored(STORE, next);
}

export function markSolved(lesson: Lesson, task: number): void {
  const before = progress.value.solved[lesson.id] ?? [];
  if (before.includes(task)) return;
  keep({ ...progress.value, solved: { ...progress.value.solved, [lesson.id]: [...before, task] } });
}

export function markOpened(id: string): void {
  if (progress.value.at !== id) keep({ ...progress.value, at: id });
}

export const isSolved = (lesson: Lesson, task: number): boolean =>
  progress.value.solved[lesson.id]?.includes(task) ?? false;

export const isDone = (lesson: Lesson): boolean => lesson.tasks.every((_, task) => isSolved(lesson, task));

/** The task to go on with: the first that is not solved, or the first of all. */
export function taskToOpen(lesson: Lesson): number {
  const open = lesson.tasks.findIndex((_, task) => !isSolved(lesson, task));
  return Math.max(open, 0);
}

/** The lesson to go on with: the last one opened, or the first that is not done. */
export function lessonToOpen(): string {
  const last = lessonOf(progress.value.at ?? undefined);
  if (last && !isDone(last)) return last.id;
  return lessons.find(lesson => !isDone(lesson))?.id ?? FIRST_GAME;
}

/** The lesson after this one, or the first game. */
export function lessonAfter(lesson: Lesson): string {
  return lessons[lessons.indexOf(lesson) + 1]?.id ?? FIRST_GAME;
}
