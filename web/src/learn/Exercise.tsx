// A task on the page: what is explained, the board, what is asked, and the ways on.

import { useEffect, useRef } from "preact/hooks";
import type { BoardHandle } from "../board/types";
import { t } from "../i18n";
import { Icon } from "../ui/Icon";
import type { State } from "./exercise";
import { LessonBoard } from "./LessonBoard";
import type { Lesson, Option } from "./lessons/types";
import { isSolved, markSolved } from "./progress";
import { useExercise } from "./useExercise";
import { hintText, name, noteText, plain, read } from "./words";

type Props = {
  lesson: Lesson;
  index: number;
  /** The word on the button that goes on. */
  next: string;
  onNext: () => void;
  /** Goes to another task of the lesson. */
  onTask: (index: number) => void;
};

/** The first task of a visit leaves the focus where it is; later ones take it to the board. */
let visited = false;

export function Exercise({ lesson, index, next, onNext, onTask }: Props) {
  const task = lesson.tasks[index]!;
  const exercise = useExercise(task);
  const { state } = exercise;
  const board = useRef<BoardHandle>(null);
  const options = useRef<HTMLDivElement>(null);
  const nextButton = useRef<HTMLButtonElement>(null);
  const againButton = useRef<HTMLButtonElement>(null);
  const isChoice = task.answer.kind === "choose";

  const focusTask = () => {
    if (isChoice) options.current?.querySelector("button")?.focus({ preventScroll: true });
    else board.current?.focus();
  };
  useEffect(() => {
    if (visited) focusTask();
    visited = true;
  }, []);

  const { phase } = state;
  useEffect(() => {
    if (phase === "solved") {
      markSolved(lesson, index);
      nextButton.current?.focus({ preventScroll: true });
    }
    if (phase === "wrong") againButton.current?.focus({ preventScroll: true });
  }, [phase]);

  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (box.current && (state.note || state.hints > 0)) uncover(box.current);
  }, [state.note, state.hints]);

  const again = () => {
    exercise.again();
    focusTask();
  };
  const size = state.now.size;
  return (
    <>
      <div class="learn-head">
        <Dots lesson={lesson} index={index} solved={phase === "solved"} onTask={onTask} />
        <h1 class="title">{plain(lesson.title)}</h1>
        <p class="learn-says">{read(task.says, size)}</p>
      </div>
      <div class={isChoice ? "learn-boardbox asks" : "learn-boardbox"}>
        <LessonBoard
          state={state}
          board={board}
          onPlace={exercise.place}
          onFind={exercise.find}
          onAgain={again}
        />
      </div>
      <div class="learn-do" ref={box}>
        <p class="learn-task">{read(task.task, size)}</p>
        {isChoice ? (
          <Options state={state} box={options} onChoose={exercise.choose} />
        ) : (
          <Keys
            finds={task.answer.kind === "find"}
            example={name(Math.floor(size.cols * size.rows * 0.5), size)}
          />
        )}
        <div class="learn-foot">
          <Message state={state} />
          <div class="learn-acts">
            <button type="button" class="btn" aria-disabled={phase !== "open"} onClick={exercise.hint}>
              {t("learn.hint")}
            </button>
            <button type="button" class="btn" ref={againButton} onClick={again}>
              {t(phase === "wrong" ? "learn.takeBack" : "learn.again")}
            </button>
            <button
              type="button"
              class="btn primary"
              ref={nextButton}
              aria-disabled={phase !== "solved"}
              onClick={() => phase === "solved" && onNext()}
            >
              {next}
            </button>
          </div>
        </div>
      </div>
    </>
  );
}

/** On phones the foot stands over the page: what is asked is scrolled out from under it. */
function uncover(box: HTMLElement): void {
  const foot = box.querySelector(".learn-foot");
  const asked = foot?.previousElementSibling?.matches(".learn-options")
    ? foot.previousElementSibling
    : box.querySelector(".learn-task");
  if (!foot || !asked || getComputedStyle(foot).position !== "fixed") return;
  const covered = asked.getBoundingClientRect().bottom + 8 - foot.getBoundingClientRect().top;
  if (covered > 0) scrollBy({ top: covered });
}

type DotsProps = { lesson: Lesson; index: number; solved: boolean; onTask: (index: number) => void };

/** How far one is in the lesson; each dot leads to its task. */
function Dots({ lesson, index, solved, onTask }: DotsProps) {
  const of = lesson.tasks.length;
  return (
    <ol class="learn-dots" aria-label={t("learn.tasks")}>
      {lesson.tasks.map((_, task) => {
        const done = isSolved(lesson, task) || (task === index && solved);
        return (
          <li key={task}>
            <button
              type="button"
              aria-current={task === index ? "step" : undefined}
              onClick={() => task !== index && onTask(task)}
            >
              <i class={done ? "on" : undefined} aria-hidden="true" />
              <span class="vh">
                {t("learn.task", { n: task + 1, of })}
                {done && ` ${t("learn.done")}`}
              </span>
            </button>
          </li>
        );
      })}
    </ol>
  );
}

type OptionsProps = {
  state: State;
  box: preact.RefObject<HTMLDivElement>;
  onChoose: (value: string) => void;
};

function Options({ state, box, onChoose }: OptionsProps) {
  const { answer, solution } = state.task;
  if (answer.kind !== "choose") return null;
  const isRight = (option: Option) => state.phase === "solved" && solution.includes(option.value);
  return (
    <div class="learn-options" role="group" aria-label={t("learn.answers")} ref={box}>
      {answer.options.map(option => {
        const tried = state.tried.has(option.value);
        return (
          <button
            key={option.value}
            type="button"
            class={isRight(option) ? "btn learn-right" : "btn"}
            aria-disabled={tried || state.phase === "solved"}
            onClick={() => !tried && onChoose(option.value)}
          >
            {tried && <Icon name="x" />}
            {isRight(option) && <Icon name="check" />}
            {plain(option.text)}
          </button>
        );
      })}
    </div>
  );
}

function Keys({ finds, example }: { finds: boolean; example: string }) {
  return (
    <p class="learn-keys">
      {t("learn.keys")}
      <kbd>Enter</kbd> {t(finds ? "learn.keysPick" : "learn.keysPlay")}
      {t("learn.keysType")} <kbd>{example}</kbd>
    </p>
  );
}

function Message({ state }: { state: State }) {
  const { note, hints } = state;
  if (note) {
    const tone = TONES[note.kind];
    return (
      <p class={`learn-note ${tone}`}>
        <Icon name={tone === "right" ? "check" : tone === "wrong" ? "warn" : "next"} />
        <span>{noteText(state, note)}</span>
      </p>
    );
  }
  if (hints === 0) return null;
  return (
    <p class="learn-note hint">
      <Icon name="eye" />
      <span>{hintText(state)}</span>
    </p>
  );
}

const TONES = {
  refused: "wrong",
  wrong: "wrong",
  notFound: "wrong",
  notThis: "wrong",
  more: "plain",
  already: "plain",
  found: "right",
  solved: "right",
} as const;
