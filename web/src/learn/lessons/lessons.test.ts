// Every lesson's claims, played through the rules: no diagram has a stone without liberties, every solution solves, every
// declared wrong answer is wrong and (where it is a stone) refuted.

import { describe, expect, it } from "vitest";
import { formatPoint } from "../../board/points";
import { pointOf, readDiagram, startOf } from "../diagram";
import { again, begin, choose, find, hint, hintedPoint, place, type State } from "../exercise";
import { lessons } from "./index";
import type { Both, Task } from "./types";

const cases = lessons.flatMap(lesson =>
  lesson.tasks.map((task, index) => ({ name: `${lesson.id} ${index + 1}`, task })),
);

function answer(state: State, text: string): State {
  const { kind } = state.task.answer;
  if (kind === "choose") return choose(state, text);
  const point = pointOf(text, state.now.size);
  const next = kind === "find" ? find(state, point) : place(state, point);
  return next.next ?? next;
}

const textsOf = (task: Task): Both[] => [
  task.says,
  task.task,
  task.hint,
  task.right,
  ...(task.answer.kind === "choose" ? task.answer.options.map(option => option.text) : []),
];

describe.each(cases)("$name", ({ task }) => {
  it("shows a position that the rules allow", () => {
    for (const position of [readDiagram(task.board), startOf(task)]) {
      for (const { liberties } of position.chains()) expect(liberties.length).toBeGreaterThan(0);
    }
    expect(new Set(task.board.map(row => row.length)).size).toBe(1);
    expect(task.board.join("")).toMatch(/^[XO.]+$/);
  });

  it("is solved by its solution and not before its end", () => {
    let state = begin(task);
    for (const [index, text] of task.solution.entries()) {
      expect(state.phase).toBe("open");
      state = answer(state, text);
      expect([text, state.phase]).toEqual([text, index + 1 < task.solution.length ? "open" : "solved"]);
    }
    expect(state.note?.kind).toBe("solved");
  });

  it("is not solved by a wrong answer", () => {
    for (const text of task.wrong) {
      const state = answer(begin(task), text);
      expect([text, state.note?.kind]).toEqual([text, wrongNote(task)]);
      if (wrongNote(task) !== "wrong") continue;
      expect(again(state).now.hash).toBe(begin(task).now.hash);
    }
  });

  it("is solved by following its hints", () => {
    let state = hint(hint(begin(task)));
    if (task.answer.kind === "choose") return expect(hintedPoint(state)).toBeNull();
    for (let n = 0; n < 20 && state.phase === "open"; n++) {
      state = answer(state, formatPoint(hintedPoint(state)!, state.now.size));
    }
    expect(state.phase).toBe("solved");
  });

  it("has texts in both languages, without exclamation marks", () => {
    for (const { zh, en } of textsOf(task)) {
      expect(zh).toMatch(/[一-鿿\d]/);
      expect(en).not.toMatch(/[一-鿿]/u.test(en.replaceAll("子", "")) ? /./ : /^$/);
      expect(zh + en).not.toMatch(/[!！]/);
      for (const text of [zh, en]) expect(text.split(/[。？?.:：](?=\s|[一-鿿])/u).length).toBeLessThan(5);
    }
  });

  it("speaks of the same points in both languages", () => {
    const points = (text: string) => [...new Set(text.match(/\b[A-HJ]\d\b/g) ?? [])].sort();
    for (const { zh, en } of textsOf(task)) expect(points(en)).toEqual(points(zh));
  });
});

function wrongNote(task: Task): string {
  const { kind } = task.answer;
  return kind === "choose" ? "notThis" : kind === "find" ? "notFound" : "wrong";
}

describe("the introduction", () => {
  it("has its lessons in the order of the course, each with its own address", () => {
    expect(lessons.map(lesson => lesson.id)).toEqual([
      "board",
      "liberties",
      "capture",
      "forbidden",
      "ko",
      "connect",
      "eyes",
      "counting",
      "hug",
      "gate",
      "ladder",
      "double",
      "net",
      "throw-in",
      "snapback",
      "connect-and-die",
      "three",
      "four",
      "five-six",
    ]);
  });

  it("has something to do in every lesson", () => {
    for (const lesson of lessons) expect(lesson.tasks.length).toBeGreaterThan(0);
  });
});
