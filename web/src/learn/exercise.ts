// The course of one task: what stands on the board, what has been tried, what is said. Pure: each step gives the next
// state; the page only draws it and waits before a reply.

import { opponent } from "../board/points";
import type { Played, Position, Refusal } from "../board/position";
import type { Color, Point } from "../board/types";
import { capturing } from "./capture";
import { pointOf, startOf, youOf } from "./diagram";
import { type Because, judge, type Verdict } from "./judge";
import type { Task } from "./lessons/types";
import { toFind, truth } from "./questions";
import { type Move, play } from "./search";
import { areaAt } from "./territory";

export type Step = { color: Color; move: Move; captured: number };

/** What there is to say; words.ts has the sentences. */
export type Note =
  | { kind: "refused"; refusal: Refusal; point: Point }
  | { kind: "wrong"; because: Because; reply: Move | undefined; point: Point }
  | { kind: "more"; reply: Move | undefined }
  | { kind: "found"; point: Point; left: number }
  | { kind: "notFound"; point: Point }
  | { kind: "already"; point: Point }
  | { kind: "notThis" }
  | { kind: "solved"; enclosed?: number };

export type State = {
  task: Task;
  start: Position;
  now: Position;
  /** Moves since the task began, the opponent's included. */
  steps: readonly Step[];
  found: ReadonlySet<Point>;
  /** Options that were chosen and are not right. */
  tried: ReadonlySet<string>;
  /** `reply`: the reader has moved, `next` follows after a moment. */
  phase: "open" | "reply" | "wrong" | "solved";
  next?: State;
  /** Where “again” goes after a wrong move. */
  before?: State;
  note: Note | null;
  /** 0 none, 1 the hint in words, 2 the point as well. */
  hints: 0 | 1 | 2;
};

export function begin(task: Task): State {
  const start = startOf(task);
  return {
    task,
    start,
    now: start,
    steps: [],
    found: new Set(),
    tried: new Set(),
    phase: "open",
    note: null,
    hints: 0,
  };
}

/** The reader plays a stone. */
export function place(state: State, point: Point): State {
  const { answer } = state.task;
  if (state.phase !== "open" || answer.kind === "find" || answer.kind === "choose") return state;
  const you = youOf(state.task);
  const stones = state.steps.filter(step => step.color === you).length;
  const verdict = judge({ answer, you, start: state.start, now: state.now, stones }, point);
  if (verdict.kind === "refused") return { ...state, note: { ...verdict, point } };
  return follow(state, verdict, point);
}

type Accepted = Exclude<Verdict, { kind: "refused" }>;

function follow(state: State, verdict: Accepted, point: Point): State {
  const you = youOf(state.task);
  const moved = after(state, you, point, verdict.played);
  if (verdict.kind === "solved") return { ...moved, phase: "solved", note: solvedNote(moved) };
  const { reply } = verdict;
  const answered = reply === undefined ? moved : replied(moved, opponent(you), reply);
  const note: Note =
    verdict.kind === "wrong"
      ? { kind: "wrong", because: verdict.because, reply, point }
      : { kind: "more", reply };
  const phase = verdict.kind === "wrong" ? "wrong" : "open";
  const next: State = { ...answered, phase, note, before: { ...state, note: null } };
  return reply === undefined ? next : { ...moved, phase: "reply", next };
}

function after(state: State, color: Color, move: Point, played: Played): State {
  const step = { color, move, captured: played.captured.length };
  return { ...state, now: played.position, steps: [...state.steps, step], note: null, hints: 0 };
}

function replied(state: State, color: Color, move: Move): State {
  if (move === null) {
    const step = { color, move, captured: 0 };
    return { ...state, now: state.now.pass(), steps: [...state.steps, step] };
  }
  const now = play(state.now, color, move);
  if (!now) return state;
  const captured = now.prisoners[color] - state.now.prisoners[color];
  return { ...state, now, steps: [...state.steps, { color, move, captured }] };
}

function solvedNote({ task, now }: State): Note {
  if (task.answer.kind !== "enclose") return { kind: "solved" };
  return { kind: "solved", enclosed: areaAt(now, pointOf(task.answer.point, now.size)).points.length };
}

/** The reader points at one of the points to be found. */
export function find(state: State, point: Point): State {
  const { answer } = state.task;
  if (state.phase !== "open" || answer.kind !== "find") return state;
  const wanted = toFind(answer, state.start, youOf(state.task));
  if (state.found.has(point)) return { ...state, note: { kind: "already", point } };
  if (!wanted.includes(point)) return { ...state, note: { kind: "notFound", point } };
  const chain = state.start.chain(point);
  const found = new Set([...state.found, ...(chain.length > 0 ? chain : [point])]);
  const left = wanted.filter(one => !found.has(one)).length;
  if (left > 0) return { ...state, found, note: { kind: "found", point, left }, hints: 0 };
  return { ...state, found, phase: "solved", note: { kind: "solved" } };
}

/** The reader chooses an option. */
export function choose(state: State, value: string): State {
  const { answer } = state.task;
  if (state.phase !== "open" || answer.kind !== "choose") return state;
  if (value === truth(answer.question, state.start))
    return { ...state, phase: "solved", note: { kind: "solved" } };
  return { ...state, tried: new Set([...state.tried, value]), note: { kind: "notThis" } };
}

/** After a wrong move back to before it; else to the beginning. */
export function again(state: State): State {
  return state.phase === "wrong" && state.before ? state.before : begin(state.task);
}

/** First the hint in words, then the point. */
export function hint(state: State): State {
  if (state.phase !== "open") return state;
  const deeper = state.hints > 0 && hintedPoint(state) !== null;
  return { ...state, hints: deeper ? 2 : 1, note: null };
}

/** A point that solves the task or leads on; null where the answer is not a point. */
export function hintedPoint(state: State): Point | null {
  const { task, now, steps } = state;
  if (task.answer.kind === "choose") return null;
  const line = task.solution.map(vertex => pointOf(vertex, now.size));
  if (task.answer.kind === "find") return line.find(point => !state.found.has(point)) ?? null;
  const own = steps.filter(step => step.color === youOf(task)).map(step => step.move);
  const onLine = own.every((move, index) => move === line[index]);
  if (onLine && line[own.length] !== undefined) return line[own.length]!;
  if (task.answer.kind !== "capture") return line[0] ?? null;
  const chains = task.answer.chains.map(vertex => pointOf(vertex, now.size));
  return capturing(chains, opponent(youOf(task))).attack(now) ?? null;
}
