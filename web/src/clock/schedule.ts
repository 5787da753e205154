// Which calls are due in the running turn, and when: the referee's calls of a reading, as players in China hear them, and
// the last seconds of the other systems. The same moments as the server's, in the page's own words, so that picture and
// voice say the same number.

import type { ClockView, ControlView } from "../api/types";
import type { Tone } from "../ui/sound";
import { type Control, MINUTE, parseControl, SECOND } from "./control";
import type { Said } from "./shown";

/** A call; numbers in it are said in the words of the language. */
export type Call = {
  words: Said;
  /** How it sounds where there is no voice. */
  tone: Tone | null;
  quick?: boolean;
};

/** A call at its moment, in the server's time. */
export type Due = Call & { at: number };

/** Calls by what is left of the whole time. */
type Marks = [left: number, call: Call][];

const call = (key: Said["key"], n: number, tone: Tone | null = "30"): Call => ({
  words: { key, params: { n } },
  tone,
});

/** The calls that are still to come in the running turn, in order. */
export function dueCalls(clock: ClockView, view: ControlView): Due[] {
  const time = clock.running && clock[clock.running];
  const left = time?.left;
  if (!time || left == null) return [];
  const control = parseControl(view);
  const marks = marksOf(control, {
    main: time.main ?? 0,
    periods: time.periods ?? 0,
    stones: time.stones ?? 0,
    left,
  });
  return marks
    .filter(([at]) => at < left && at > 0)
    .sort(([a], [b]) => b - a)
    .map(([at, due]) => ({ ...due, at: clock.now + left - at }));
}

type Now = { main: number; periods: number; stones: number; left: number };

function marksOf(control: Control, now: Now): Marks {
  switch (control.system) {
    case "chinese_reading":
      return [
        ...toOvertime(now, control.period * now.periods, "clock.call.reserve"),
        ...minutes(now.periods),
      ];
    case "byo_yomi":
      return [
        ...toOvertime(now, control.period * now.periods, "clock.call.periods"),
        ...periods(now.periods, control.period),
      ];
    case "per_move":
      return periodEnd(0, control.period);
    case "canadian":
      return block(now);
    case "ing":
      return extensions(control, now.left);
    // Days are called by the server alone, which knows the calendar.
    case "correspondence":
    case "none":
      return [];
    case "delay":
      // The free part of a move comes before its main time.
      return onlyTime().filter(([at]) => at < now.main);
    default:
      return onlyTime();
  }
}

const MAIN_MINUTES = [30, 10, 5, 1];

/** Main time that a reading follows. */
function toOvertime({ main, periods }: Now, after: number, begins: Said["key"]): Marks {
  if (main <= 0) return [];
  const before = MAIN_MINUTES.map(
    n => [after + n * MINUTE, call("clock.call.toReading", n)] as Marks[number],
  );
  return [...before, [after, call(begins, periods)]];
}

/** The minutes of a reserve: 30, 40, 50, 55, 58, and what is left; the last ten seconds of the last are counted. */
function minutes(reserve: number): Marks {
  const marks: Marks = [];
  for (let left = 0; left < reserve; left++) {
    const at = (gone: number) => (left + 1) * MINUTE - gone * SECOND;
    const said = left > 0 ? ([30, 40, 50, 55, 58] as const) : ([30, 40, 50] as const);
    for (const gone of said) marks.push([at(gone), call("clock.call.seconds", gone, `${gone}`)]);
    if (left > 0) {
      marks.push([left * MINUTE, call("clock.call.minutesLeft", left, null)]);
    } else {
      for (let n = 1; n <= 9; n++) marks.push([at(50 + n), count(n, n as Step)]);
    }
  }
  return marks;
}

/** One of the last ten seconds; each sounds a semitone above the one before. */
type Step = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10;

/** A single number, said fast. */
const count = (n: number, step: Step): Call => ({
  ...call("clock.call.count", n, `${step}`),
  quick: true,
});

function periods(left: number, period: number): Marks {
  const marks: Marks = [];
  for (let more = 0; more < left; more++) {
    marks.push(...periodEnd(more * period, period));
    if (more > 1) marks.push([more * period, call("clock.call.periodsLeft", more)]);
    if (more === 1) marks.push([period, call("clock.call.lastPeriod", 1, "40")]);
  }
  return marks;
}

/** The end of a period of some length: thirty seconds, ten seconds, then five, four, three, two, one. */
function periodEnd(end: number, length: number): Marks {
  const marks: Marks = [];
  if (length >= MINUTE) marks.push([end + 30 * SECOND, call("clock.call.seconds", 30)]);
  if (length > 10 * SECOND) marks.push([end + 10 * SECOND, call("clock.call.seconds", 10, "40")]);
  for (let n = 5; n >= 1; n--) {
    if (length > n * SECOND) marks.push([end + n * SECOND, count(n, (11 - n) as Step)]);
  }
  return marks;
}

/** The last ten seconds of all, counted down. */
function lastTen(end: number): Marks {
  return Array.from(
    { length: 10 },
    (_, i) => [end + (i + 1) * SECOND, count(i + 1, (10 - i) as Step)] as Marks[number],
  );
}

/** Time with nothing after it. */
function onlyTime(): Marks {
  const minutes = MAIN_MINUTES.map(n => [n * MINUTE, call("clock.call.minutesLeft", n)] as Marks[number]);
  return [...minutes, [30 * SECOND, call("clock.call.secondsLeft", 30)], ...lastTen(0)];
}

/** Main time before a block, and the block with the moves still to be made in it. */
function block({ main, left, stones }: Now): Marks {
  const end = main > 0 ? left - main : 0;
  const withStones = (key: Said["key"], n: number): Call => ({
    words: { key, params: { n, stones } },
    tone: "30",
  });
  const marks: Marks = [
    ...[10, 5, 1].map(n => [n * MINUTE, withStones("clock.call.blockMinutes", n)] as Marks[number]),
    ...[30, 20].map(n => [n * SECOND, withStones("clock.call.blockSeconds", n)] as Marks[number]),
    ...lastTen(0),
  ];
  if (main <= 0) return marks;
  const before = MAIN_MINUTES.map(n => [end + n * MINUTE, call("clock.call.mainLeft", n)] as Marks[number]);
  return [...before, [end, call("clock.call.block", stones)], ...marks.filter(([at]) => at < end)];
}

function extensions(control: Extract<Control, { system: "ing" }>, left: number): Marks {
  const marks: Marks = [];
  const main = control.periods * control.period;
  for (const n of MAIN_MINUTES) marks.push([main + n * MINUTE, call("clock.call.mainLeft", n)]);
  for (let more = 0; more <= control.periods; more++) {
    const end = more * control.period;
    marks.push(...periodEnd(end, more === control.periods ? left - end : control.period));
    if (more > 0) {
      const points = control.points * (control.periods - more + 1);
      marks.push([end, call("clock.call.penalty", points, "40")]);
    }
  }
  return marks;
}
