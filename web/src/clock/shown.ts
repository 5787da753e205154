// How a clock is shown: which number, which line of overtime, in which state (UI.md, section 4). Texts are keys with
// values, so that all of it can be tested without a page.

import type { ClockView, Color, ControlView } from "../api/types";
import type { Key, Params } from "../i18n";
import { isWeekend } from "./calendar";
import { type Control, DAY, HOUR, MINUTE, parseControl, SECOND } from "./control";
import { type Danger, danger, type Time, timeAt } from "./time";

/** A text of the page by its key. */
export type Said = { key: Key; params?: Params };

/** The number that is shown. */
export type MainLine =
  /** No limit. */
  | { kind: "none" }
  /** Minutes and seconds, counted down. */
  | { kind: "clock"; ms: number }
  /** The current period, counted down. */
  | { kind: "period"; ms: number }
  /** Seconds of the minute that are gone (保留读秒), counted up. */
  | { kind: "used"; seconds: number }
  /** The last ten seconds of the last reserved minute, 1 to 10. */
  | { kind: "count"; n: number }
  /** Days and hours. */
  | { kind: "days"; ms: number };

export type Overtime = {
  /** Periods or reserved minutes; round and square pips. */
  pips?: { shape: "round" | "square"; on: number; of: number };
  /** From 0 to 1, with ticks. */
  bar?: { at: number; ticks: readonly number[] };
  words?: Said;
};

export type ClockState =
  /** Not this player's turn. */
  | "waiting"
  | "running"
  | "attention"
  | "urgent"
  /** The clock stands still; `ClockView.paused` says why. */
  | "paused"
  /** The server has said that the time is up. */
  | "flagged"
  /** The game is over. */
  | "over";

export type Shown = {
  time: Time;
  control: Control;
  line: MainLine;
  overtime: Overtime;
  state: ClockState;
  /** When the picture changes by itself: in so many milliseconds, 0 for every frame, null for never. */
  next: number | null;
};

/** What the page knows besides the clock. */
export type Circumstances = { flagged?: boolean; over?: boolean };

/** What is shown of one player's clock at the moment `now` of the server. */
export function shown(
  clock: ClockView,
  color: Color,
  view: ControlView,
  now: number,
  { flagged, over }: Circumstances = {},
): Shown {
  const control = parseControl(view);
  const time = timeAt(clock, color, control, now);
  const line: MainLine = flagged ? { kind: "clock", ms: 0 } : mainLine(time, control);
  const runs = clock.running === color && !flagged && !over;
  const still = clock.paused ? "paused" : "waiting";
  const state = flagged ? "flagged" : over ? "over" : runs ? RUNNING[danger(time, control)] : still;
  const gains = control.system === "hourglass" && clock.running !== null && !over;
  return {
    time,
    control,
    line,
    overtime: overtime(time, control, now),
    state,
    next: runs || gains ? nextChange(line, time, control) : null,
  };
}

const RUNNING: Record<Danger, ClockState> = { none: "running", attention: "attention", urgent: "urgent" };

function mainLine(time: Time, control: Control): MainLine {
  if (time.left === null) return { kind: "none" };
  switch (control.system) {
    case "byo_yomi":
    case "per_move":
    case "canadian":
    case "ing":
      return time.current === null ? { kind: "clock", ms: time.main } : { kind: "period", ms: time.current };
    case "chinese_reading":
      return reading(time, time.left);
    case "correspondence":
      return time.main >= 4 * HOUR ? { kind: "days", ms: time.main } : { kind: "clock", ms: time.main };
    default:
      return { kind: "clock", ms: time.main };
  }
}

/** The reserve is part of the time that is shown until it is all that is left. */
function reading(time: Time, left: number): MainLine {
  if (time.current === null) return { kind: "clock", ms: left };
  const gone = Math.floor((MINUTE - time.current) / SECOND);
  return time.periods <= 1 && gone > 50 ? { kind: "count", n: gone - 50 } : { kind: "used", seconds: gone };
}

function overtime(time: Time, control: Control, now: number): Overtime {
  switch (control.system) {
    case "none":
      return { words: { key: "clock.unlimited" } };
    case "absolute":
      return { words: { key: "clock.noOvertime" } };
    case "hourglass":
      return { words: { key: "clock.hourglass" } };
    case "fischer":
      return { words: { key: "clock.increment", params: { n: seconds(control.increment) } } };
    case "delay":
      return { words: { key: "clock.delay", params: { n: seconds(control.delay) } } };
    case "per_move":
      return { words: { key: "clock.perMove", params: { n: seconds(control.period) } } };
    case "byo_yomi":
      return periodLine(time, control);
    case "chinese_reading":
      return reserveLine(time, control);
    case "canadian":
      return blockLine(time, control);
    case "ing":
      return penaltyLine(time, control);
    case "correspondence":
      return daysLine(time, control, now);
  }
}

/** More pips than this are no picture any more; the words have the number. */
const MOST_PIPS = 10;

function pips(shape: "round" | "square", on: number, of: number): Overtime {
  return of <= MOST_PIPS ? { pips: { shape, on, of } } : {};
}

function periodLine(time: Time, control: Extract<Control, { system: "byo_yomi" }>): Overtime {
  const row = pips("round", time.periods, control.periods);
  const length = seconds(control.period);
  if (time.current === null) {
    return { ...row, words: { key: "clock.periodsAfter", params: { n: time.periods, s: length } } };
  }
  if (time.periods <= 1) return { ...row, words: { key: "clock.lastPeriod" } };
  return { ...row, words: { key: "clock.periodsLeft", params: { n: time.periods } } };
}

const MINUTE_TICKS = [30, 40, 50, 55, 58].map(s => s / 60);
const LAST_TICKS = [30, 40, 50].map(s => s / 60);

function reserveLine(time: Time, control: Extract<Control, { system: "chinese_reading" }>): Overtime {
  const row = pips("square", time.periods, control.periods);
  if (time.current === null) {
    return { ...row, words: { key: "clock.reserveIncluded", params: { n: time.periods } } };
  }
  const last = time.periods <= 1;
  return {
    ...row,
    bar: { at: (MINUTE - time.current) / MINUTE, ticks: last ? LAST_TICKS : MINUTE_TICKS },
    words: last ? { key: "clock.lostAtTen" } : { key: "clock.reserve", params: { n: time.periods } },
  };
}

function blockLine(time: Time, control: Extract<Control, { system: "canadian" }>): Overtime {
  if (time.current === null) {
    const params = { n: time.stones, s: minutesOrSeconds(control.block) };
    return { words: { key: unitKey(control.block), params } };
  }
  const made = Math.max(0, control.stones - time.stones) / control.stones;
  return { bar: { at: made, ticks: [] }, words: { key: "clock.stonesToPlay", params: { n: time.stones } } };
}

const isMinutes = (ms: number) => ms >= MINUTE && ms % MINUTE === 0;
const minutesOrSeconds = (ms: number) => (isMinutes(ms) ? ms / MINUTE : seconds(ms));
const unitKey = (ms: number): Key => (isMinutes(ms) ? "clock.blockAfterMinutes" : "clock.blockAfterSeconds");

function penaltyLine(time: Time, control: Extract<Control, { system: "ing" }>): Overtime {
  if (time.penalty === 0) {
    return { words: { key: "clock.extensions", params: { n: control.periods, points: control.points } } };
  }
  const key: Key = time.periods <= 1 ? "clock.penaltyLast" : "clock.penalty";
  return {
    ...pips("round", time.periods, control.periods),
    words: { key, params: { n: time.penalty } },
  };
}

function daysLine(
  time: Time,
  control: Extract<Control, { system: "correspondence" }>,
  now: number,
): Overtime {
  if (control.freeWeekends && isWeekend(now)) return { words: { key: "clock.weekend" } };
  if (time.vacation >= DAY) {
    return { words: { key: "clock.vacation", params: { n: Math.floor(time.vacation / DAY) } } };
  }
  const { increment } = control;
  if (increment >= DAY && increment % DAY === 0) {
    return { words: { key: "clock.incrementDays", params: { n: increment / DAY } } };
  }
  if (increment >= HOUR && increment % HOUR === 0) {
    return { words: { key: "clock.incrementHours", params: { n: increment / HOUR } } };
  }
  return { words: { key: "clock.increment", params: { n: seconds(increment) } } };
}

/** A length in seconds, without superfluous decimals. */
const seconds = (ms: number): number => Math.round(ms) / SECOND;

/** Tenths are shown below this. */
export const TENTHS_BELOW = 10 * SECOND;

/** When the picture changes next: at the next whole second, or with every frame where tenths are shown. */
function nextChange(line: MainLine, time: Time, control: Control): number {
  const free = control.system === "delay" ? (time.left ?? 0) - time.main : 0;
  switch (line.kind) {
    case "used":
    case "count":
      return (time.current ?? 0) % SECOND || SECOND;
    case "clock":
      if (line.ms === 0) return SECOND;
      if (line.ms < TENTHS_BELOW) return 0;
      // While the free part of a move lasts, nothing moves.
      return free > 0 ? Math.min(free, SECOND) : (line.ms % SECOND) + 1;
    case "period":
      if (line.ms === 0) return SECOND;
      return line.ms < TENTHS_BELOW ? 0 : (line.ms % SECOND) + 1;
    default:
      return SECOND;
  }
}
