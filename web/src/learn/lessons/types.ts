// What a lesson is made of. A lesson is a file of this folder; its claims are proved by lessons.test.ts.

import type { Color } from "../../board/types";

/** A text in every language of the page. */
export type Both = { zh: string; en: string };

/** Rows from the top: `X` black, `O` white, `.` empty. */
export type Diagram = readonly string[];

/** A point as `D4`, letters without I, rows from below. */
export type Vertex = string;

/** What a question is about; the rules or a search give the answer, never the lesson. */
export type Question =
  /** How many liberties the chain has. */
  | { about: "liberties"; chain: Vertex }
  /** Whether this colour may play there now: `yes` or `no`. */
  | { about: "legal"; point: Vertex; color: Color }
  /** Whether two stones are joined by lines: `yes` or `no`. */
  | { about: "joined"; ends: readonly [Vertex, Vertex] }
  /** Whether a ladder captures the chain when its enemy plays first: `yes` or `no`. */
  | { about: "ladder"; chain: Vertex }
  /** `alive` even if the enemy plays first, `dead` even if the owner does, `first` if it is the first move that decides. */
  | { about: "life"; chain: Vertex }
  /** The colour's living stones and the points that only they enclose. */
  | { about: "area"; color: Color }
  /** The points that only this colour encloses. */
  | { about: "territory"; color: Color };

export type Answer =
  /** Stones anywhere; the opponent answers each but the last. */
  | { kind: "anywhere"; stones: number }
  /** Points to be found one by one: the liberties of a chain, forbidden points, stones that cannot live. */
  | { kind: "find"; what: "liberties"; chain: Vertex }
  | { kind: "find"; what: "forbidden" }
  | { kind: "find"; what: "dead" }
  /** Close the wall, so that the area around the point is yours alone. */
  | { kind: "enclose"; point: Vertex }
  /** One of these chains leaves the board. */
  | { kind: "capture"; chains: readonly Vertex[] }
  /** The chain can no longer be captured. */
  | { kind: "save"; chain: Vertex }
  /** The two become one chain whatever the opponent does. */
  | { kind: "connect"; ends: readonly [Vertex, Vertex] }
  /** The two of the opponent's never become one chain. */
  | { kind: "cut"; ends: readonly [Vertex, Vertex] }
  /** Take a stone of a ko back: first a move that must be answered. */
  | { kind: "ko"; stone: Vertex }
  /** The chain lives, whatever the opponent does. */
  | { kind: "live"; chain: Vertex }
  /** The opponent's chain dies, whatever the opponent does. */
  | { kind: "kill"; chain: Vertex }
  /** A point that is neither's. */
  | { kind: "neutral" }
  | { kind: "choose"; question: Question; options: readonly Option[] };

export type Option = { value: string; text: Both };

export type Task = {
  board: Diagram;
  /** Moves played before the task begins, Black's as `X D4`, White's as `O D4`. */
  before?: readonly string[];
  /** Who the reader is; Black unless said otherwise. */
  you?: Color;
  /** At most two sentences. */
  says: Both;
  task: Both;
  hint: Both;
  /** Said when it is solved, after “right”. */
  right: Both;
  answer: Answer;
  /** Points with a triangle, so that the text can speak of them. */
  marks?: readonly Vertex[];
  letters?: Readonly<Record<Vertex, string>>;
  /** The reader's moves, found points or the chosen value. The opponent's best replies lie between. */
  solution: readonly string[];
  /** First moves (or values) that do not solve it. */
  wrong: readonly string[];
};

export type Lesson = {
  /** The end of its address. */
  id: string;
  title: Both;
  tasks: readonly Task[];
};

export type Part = { id: string; title: Both; lessons: readonly Lesson[] };
