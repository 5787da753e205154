// What a clock says at a moment: the server's last word, moved on to now. It is never negative and never more than what
// the server will enforce; whether a flag has fallen is the server's to say.

import type { ClockView, Color, TimeView } from "../api/types";
import { weekdayTime } from "./calendar";
import { type Control, MINUTE, SECOND } from "./control";

/** One player's time at a moment, in milliseconds. */
export type Time = {
  /** What is left until the flag falls, all overtime included; null without a limit. */
  left: number | null;
  /** What is left before any overtime. */
  main: number;
  /** Periods (or reserved minutes, or extensions) left, the current one included. */
  periods: number;
  /** What is left of the current period, extension or block; null while main time lasts. */
  current: number | null;
  /** Moves still to be made in the Canadian block. */
  stones: number;
  /** Penalty points so far (Ing). */
  penalty: number;
  /** Vacation left (correspondence). */
  vacation: number;
};

/** One player's time at the moment `now` of the server. */
export function timeAt(clock: ClockView, color: Color, control: Control, now: number): Time {
  const view = clock[color];
  const since = Math.max(0, now - clock.now);
  const runs = clock.running === color;
  const weekends = control.system === "correspondence" && control.freeWeekends;
  const spent = weekends ? weekdayTime(clock.now, Math.max(clock.now, now)) : since;
  if (!runs && clock.running && control.system === "hourglass") {
    return gained(view, Math.min(since, clock[clock.running].left ?? 0));
  }
  const left = view.left == null ? null : Math.max(0, view.left - (runs ? spent : 0));
  return {
    ...EMPTY,
    penalty: view.penalty ?? 0,
    vacation: view.vacation ?? 0,
    ...split(view, control, left),
  };
}

const EMPTY = { left: null, main: 0, periods: 0, current: null, stones: 0, penalty: 0, vacation: 0 };

/** An hourglass while the other side's runs. */
function gained(view: TimeView, more: number): Time {
  const left = (view.left ?? 0) + more;
  return { ...EMPTY, left, main: left };
}

/** What the whole of the time left is made of. */
function split(view: TimeView, control: Control, left: number | null): Partial<Time> {
  if (left === null) return { left };
  switch (control.system) {
    case "byo_yomi":
    case "chinese_reading":
    case "per_move":
      return inPeriods(left, view, control);
    case "canadian":
      return inBlock(left, view);
    case "ing":
      return inExtensions(left, control);
    default:
      // The free part of each move comes first: while it lasts, main time stands still.
      return { left, main: Math.min(view.main ?? left, left) };
  }
}

function inPeriods(left: number, view: TimeView, control: { period: number }): Partial<Time> {
  const before = view.main ? (view.periods ?? 0) : 0;
  const main = Math.max(0, left - before * control.period);
  if (view.main && main > 0) return { left, main, periods: before };
  const periods = Math.ceil(left / control.period);
  return { left, periods, current: left - Math.max(0, periods - 1) * control.period };
}

function inBlock(left: number, view: TimeView): Partial<Time> {
  const stones = view.stones ?? 0;
  const main = Math.max(0, left - (view.block ?? 0));
  return { left, main, stones, current: main > 0 ? null : left };
}

function inExtensions(
  left: number,
  { periods, period, points }: Extract<Control, { system: "ing" }>,
): Partial<Time> {
  const main = left - periods * period;
  if (main > 0) return { left, main, periods, penalty: 0 };
  const entered = Math.min(periods, Math.floor(-main / period) + 1);
  const after = (periods - entered) * period;
  return { left, periods: periods - entered + 1, current: left - after, penalty: points * entered };
}

/** How near the flag is. */
export type Danger = "none" | "attention" | "urgent";

/** Whether the time left asks for attention (once a tone, a ring) or is the last ten seconds that can lose. */
export function danger(time: Time, control: Control): Danger {
  if (time.left === null) return "none";
  const [attention, urgent] = limits(control);
  const mainCanLose = !OVERTIME.has(control.system);
  if (!mainCanLose && time.main > 0) return "none";
  if (time.left <= urgent) return "urgent";
  return time.left <= attention ? "attention" : "none";
}

/** What is left when a clock asks for attention; null where it never does. */
export function attentionAt(control: Control): number | null {
  return control.system === "none" ? null : limits(control)[0];
}

const OVERTIME = new Set<Control["system"]>(["byo_yomi", "chinese_reading", "canadian", "ing", "per_move"]);

/** From how much time left on a clock asks for attention and is urgent. */
function limits(control: Control): [attention: number, urgent: number] {
  switch (control.system) {
    case "byo_yomi":
    case "ing":
      return [control.period, 10 * SECOND];
    case "chinese_reading":
      // The count begins with the fifty-first second of the last minute.
      return [MINUTE, 9 * SECOND];
    case "per_move":
      // There is no other period than the last one; only its second half can be called a danger.
      return [Math.min(30 * SECOND, control.period / 2), Math.min(10 * SECOND, control.period / 2)];
    default:
      return [30 * SECOND, 10 * SECOND];
  }
}
