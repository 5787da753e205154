// What a step of a count shows: pictures one after the other, one sentence, and the sums so far.

import type { BoardProps, Color, Point } from "../board/types";

/** A stone on its way between points and lids; a lid is named by the side that keeps it. */
export type Flight = {
  color: Color;
  from: Point | Color;
  to: Point | Color;
  /** Crossed out already, so that it is faint; or lifted where it is, to be counted. */
  look?: "dead" | "lift";
  /** Starts after so many milliseconds. */
  delay: number;
};

export type Picture = Pick<
  BoardProps,
  "stones" | "dead" | "seki" | "dashes" | "owners" | "blocks" | "rings" | "arrows" | "numbers" | "dim"
> & {
  /** Stones that move while the picture stands; those on the way are not among its stones. */
  flights?: readonly Flight[];
  /** How long it stands before the next one, in milliseconds. */
  ms: number;
};

/** A line of the sum. */
export type SumLine = {
  label: string;
  value: string;
  /** Nothing to add; or a line drawn under what stands above. */
  look?: "off" | "total";
};

/** A mark on the ruler. */
export type RulerMark = { value: number; label: string; strong?: boolean };

export type Verdict = {
  /** In the seal. */
  seal: string;
  /** Beside it: the same in the other unit. */
  also: string;
  ruler: RulerMark[];
  /** What the ruler says, for those who do not see it. */
  rulerText: string;
};

export const STEP_IDS = [
  "dead",
  "shared",
  "side",
  "tens",
  "points",
  "stones",
  "fill",
  "black",
  "white",
  "result",
] as const;
export type StepId = (typeof STEP_IDS)[number];

/** The prisoners that each side keeps in its lid; `shown` where they count. */
export type Lids = Record<Color, number> & { shown: boolean };

export type Step = {
  id: StepId;
  lids?: Lids;
  sentence: string;
  lines: SumLine[];
  pictures: Picture[];
  verdict?: Verdict;
};

/** How long the pictures of a step take before its last one stands. */
export function lengthOf(step: Step): number {
  return step.pictures.slice(0, -1).reduce((sum, picture) => sum + picture.ms, 0);
}
