// Three seconds of a time control at the moment that shows what it is about.

import type { ClockView, ControlView, TimeView } from "../api/types";
import { parseControl, SECOND } from "./control";

export const SAMPLE_MS = 3.4 * SECOND;

export type Sample = {
  start: ClockView;
  /** A move in the middle, where what follows it is the point. */
  move?: { after: number; clock: ClockView };
};

const view = (now: number, black: TimeView, running: "black" | "white" = "black"): ClockView => ({
  now,
  black,
  white: { main: null, left: null },
  running,
  deadline: null,
  paused: null,
});

/** The sample of a control, counted from 0; null where there is nothing to see in three seconds. */
export function sampleOf(view_: ControlView): Sample | null {
  const control = parseControl(view_);
  switch (control.system) {
    case "none":
    case "correspondence":
      return null;
    case "chinese_reading":
      // The last ten seconds of the last minute: 一, 二, 三.
      return { start: view(0, { main: 0, periods: 1, left: 9.5 * SECOND }) };
    case "byo_yomi": {
      const more = Math.min(2, control.periods) - 1;
      return { start: view(0, { main: 0, periods: more + 1, left: more * control.period + 5.3 * SECOND }) };
    }
    case "per_move":
      return { start: view(0, { main: 0, periods: 1, left: Math.min(control.period, 5.3 * SECOND) }) };
    case "canadian":
      return { start: view(0, { main: 0, stones: 2, block: 10.3 * SECOND, left: 10.3 * SECOND }) };
    case "ing":
      return {
        start: view(0, { main: 2.3 * SECOND, left: control.periods * control.period + 2.3 * SECOND }),
      };
    case "fischer": {
      const [left, after] = [12.3 * SECOND, 1.4 * SECOND];
      const added = left - after + control.increment;
      return {
        start: view(0, { main: left, left }),
        move: { after, clock: view(after, { main: added, left: added }, "white") },
      };
    }
    case "delay":
      return { start: view(0, { main: 10.3 * SECOND, left: 11.3 * SECOND }) };
    default:
      return { start: view(0, { main: 10.3 * SECOND, left: 10.3 * SECOND }) };
  }
}
