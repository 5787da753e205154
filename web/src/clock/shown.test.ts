import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { ClockView, ControlView, TimeView } from "../api/types";
import { DAY, HOUR, MINUTE, parseControl, SECOND } from "./control";
import { type Circumstances, type Shown, shown } from "./shown";
import { timeAt } from "./time";

/** Monday 2 January 2023, 00:00 UTC. */
const MONDAY = 1_672_617_600_000;

const view = (system: string, text: string): ControlView => ({ system, text, words: { zh: "", en: "" } });

function clock(black: TimeView, change: Partial<ClockView> = {}): ClockView {
  return { now: MONDAY, black, white: black, running: "black", deadline: null, paused: null, ...change };
}

/** A turn's beginning under each system: what the server sends, and the control. */
const SYSTEMS: Record<string, [ControlView, TimeView]> = {
  none: [view("none", "none"), { main: null, left: null }],
  absolute: [view("absolute", "20m"), { main: 20 * MINUTE, left: 20 * MINUTE }],
  fischer: [view("fischer", "1h30m+10s max 2h"), { main: 90 * MINUTE, left: 90 * MINUTE }],
  delay: [view("delay", "1m delay 5s"), { main: MINUTE, left: 65 * SECOND }],
  byoYomi: [view("byo_yomi", "1m+3x30s"), { main: MINUTE, periods: 3, left: 150 * SECOND }],
  reading: [view("chinese_reading", "6m 保留5"), { main: MINUTE, periods: 5, left: 6 * MINUTE }],
  canadian: [
    view("canadian", "30s+15/10m"),
    { main: 30 * SECOND, block: 10 * MINUTE, stones: 12, left: 630 * SECOND },
  ],
  perMove: [view("per_move", "30s/move"), { main: 0, periods: 1, period_left: 30_000, left: 30 * SECOND }],
  ing: [view("ing", "6m+3x1m 罚2"), { main: 6 * MINUTE, left: 9 * MINUTE }],
  hourglass: [view("hourglass", "hourglass 1m"), { main: MINUTE, left: MINUTE }],
  correspondence: [
    view("correspondence", "corr 3d+1d max 7d weekends vacation 30d"),
    { main: 3 * DAY, vacation: 0, left: 3 * DAY },
  ],
};

function afterTurn(system: string, ms: number, circumstances?: Circumstances): Shown {
  const [control, time] = SYSTEMS[system]!;
  return shown(clock(time), "black", control, MONDAY + ms, circumstances);
}

describe("what a running clock shows", () => {
  it.each([
    ["none", DAY, { kind: "none" }, "running"],
    ["absolute", 0, { kind: "clock", ms: 20 * MINUTE }, "running"],
    ["absolute", 19 * MINUTE + 29_999, { kind: "clock", ms: 30_001 }, "running"],
    ["absolute", 19 * MINUTE + 30_000, { kind: "clock", ms: 30_000 }, "attention"],
    ["absolute", 19 * MINUTE + 49_999, { kind: "clock", ms: 10_001 }, "attention"],
    ["absolute", 19 * MINUTE + 50_000, { kind: "clock", ms: 10_000 }, "urgent"],
    ["absolute", 20 * MINUTE + 700, { kind: "clock", ms: 0 }, "urgent"],
    ["fischer", 30 * MINUTE, { kind: "clock", ms: HOUR }, "running"],
    ["delay", 5000, { kind: "clock", ms: MINUTE }, "running"],
    ["delay", 5001, { kind: "clock", ms: MINUTE - 1 }, "running"],
    ["delay", 65_000, { kind: "clock", ms: 0 }, "urgent"],
    ["byoYomi", 59_999, { kind: "clock", ms: 1 }, "running"],
    ["byoYomi", 60_000, { kind: "period", ms: 30_000 }, "running"],
    ["byoYomi", 89_999, { kind: "period", ms: 1 }, "running"],
    ["byoYomi", 90_000, { kind: "period", ms: 30_000 }, "running"],
    ["byoYomi", 120_000, { kind: "period", ms: 30_000 }, "attention"],
    ["byoYomi", 139_999, { kind: "period", ms: 10_001 }, "attention"],
    ["byoYomi", 140_000, { kind: "period", ms: 10_000 }, "urgent"],
    ["byoYomi", 150_000, { kind: "period", ms: 0 }, "urgent"],
    ["reading", 0, { kind: "clock", ms: 6 * MINUTE }, "running"],
    ["reading", 59_999, { kind: "clock", ms: 5 * MINUTE + 1 }, "running"],
    ["reading", 60_000, { kind: "used", seconds: 0 }, "running"],
    ["reading", 94_999, { kind: "used", seconds: 34 }, "running"],
    ["reading", 95_000, { kind: "used", seconds: 35 }, "running"],
    ["reading", 119_999, { kind: "used", seconds: 59 }, "running"],
    ["reading", 120_000, { kind: "used", seconds: 0 }, "running"],
    ["reading", 300_000, { kind: "used", seconds: 0 }, "attention"],
    ["reading", 350_999, { kind: "used", seconds: 50 }, "attention"],
    ["reading", 351_000, { kind: "count", n: 1 }, "urgent"],
    ["reading", 359_999, { kind: "count", n: 9 }, "urgent"],
    ["reading", 360_000, { kind: "count", n: 10 }, "urgent"],
    ["canadian", 29_999, { kind: "clock", ms: 1 }, "running"],
    ["canadian", 30_000, { kind: "period", ms: 10 * MINUTE }, "running"],
    ["canadian", 600_000, { kind: "period", ms: 30_000 }, "attention"],
    ["canadian", 620_000, { kind: "period", ms: 10_000 }, "urgent"],
    ["perMove", 14_999, { kind: "period", ms: 15_001 }, "running"],
    ["perMove", 15_000, { kind: "period", ms: 15_000 }, "attention"],
    ["perMove", 20_000, { kind: "period", ms: 10_000 }, "urgent"],
    ["ing", 6 * MINUTE - 1, { kind: "clock", ms: 1 }, "running"],
    ["ing", 6 * MINUTE, { kind: "period", ms: MINUTE }, "running"],
    ["ing", 7 * MINUTE - 1, { kind: "period", ms: 1 }, "running"],
    ["ing", 8 * MINUTE, { kind: "period", ms: MINUTE }, "attention"],
    ["ing", 9 * MINUTE - 10_000, { kind: "period", ms: 10_000 }, "urgent"],
    ["hourglass", 50_000, { kind: "clock", ms: 10_000 }, "urgent"],
    ["correspondence", 0, { kind: "days", ms: 3 * DAY }, "running"],
    ["correspondence", 3 * DAY - 4 * HOUR, { kind: "days", ms: 4 * HOUR }, "running"],
    ["correspondence", 3 * DAY - 4 * HOUR + 1, { kind: "clock", ms: 4 * HOUR - 1 }, "running"],
  ] as const)("%s after %i ms", (system, ms, line, state) => {
    const { line: got, state: at } = afterTurn(system, ms);
    expect([got, at]).toEqual([line, state]);
  });

  it.each([
    ["none", 0, { words: { key: "clock.unlimited" } }],
    ["absolute", 0, { words: { key: "clock.noOvertime" } }],
    ["fischer", 0, { words: { key: "clock.increment", params: { n: 10 } } }],
    ["delay", 0, { words: { key: "clock.delay", params: { n: 5 } } }],
    [
      "byoYomi",
      0,
      {
        pips: { shape: "round", on: 3, of: 3 },
        words: { key: "clock.periodsAfter", params: { n: 3, s: 30 } },
      },
    ],
    [
      "byoYomi",
      90_000,
      { pips: { shape: "round", on: 2, of: 3 }, words: { key: "clock.periodsLeft", params: { n: 2 } } },
    ],
    ["byoYomi", 149_999, { pips: { shape: "round", on: 1, of: 3 }, words: { key: "clock.lastPeriod" } }],
    [
      "reading",
      0,
      {
        pips: { shape: "square", on: 5, of: 5 },
        words: { key: "clock.reserveIncluded", params: { n: 5 } },
      },
    ],
    [
      "reading",
      210_000,
      {
        pips: { shape: "square", on: 3, of: 5 },
        bar: { at: 0.5, ticks: [30, 40, 50, 55, 58].map(s => s / 60) },
        words: { key: "clock.reserve", params: { n: 3 } },
      },
    ],
    [
      "reading",
      330_000,
      {
        pips: { shape: "square", on: 1, of: 5 },
        bar: { at: 0.5, ticks: [30, 40, 50].map(s => s / 60) },
        words: { key: "clock.lostAtTen" },
      },
    ],
    ["canadian", 0, { words: { key: "clock.blockAfterMinutes", params: { n: 12, s: 10 } } }],
    [
      "canadian",
      30_000,
      { bar: { at: 0.2, ticks: [] }, words: { key: "clock.stonesToPlay", params: { n: 12 } } },
    ],
    ["perMove", 0, { words: { key: "clock.perMove", params: { n: 30 } } }],
    ["ing", 0, { words: { key: "clock.extensions", params: { n: 3, points: 2 } } }],
    [
      "ing",
      7 * MINUTE,
      { pips: { shape: "round", on: 2, of: 3 }, words: { key: "clock.penalty", params: { n: 4 } } },
    ],
    [
      "ing",
      8 * MINUTE,
      { pips: { shape: "round", on: 1, of: 3 }, words: { key: "clock.penaltyLast", params: { n: 6 } } },
    ],
    ["hourglass", 0, { words: { key: "clock.hourglass" } }],
    ["correspondence", 0, { words: { key: "clock.incrementDays", params: { n: 1 } } }],
    ["correspondence", 5 * DAY, { words: { key: "clock.weekend" } }],
  ])("%s: the line of overtime after %i ms", (system, ms, overtime) => {
    expect(afterTurn(system, ms).overtime).toEqual(overtime);
  });

  it.each(Object.keys(SYSTEMS))("%s: never negative, never more than there was", system => {
    const [, start] = SYSTEMS[system]!;
    let last = Number.POSITIVE_INFINITY;
    for (let ms = 0; ms < 10 * DAY; ms = ms * 1.3 + 997) {
      const { time, line } = afterTurn(system, ms);
      if (time.left === null) continue;
      expect(time.left).toBeGreaterThanOrEqual(0);
      expect(time.left).toBeLessThanOrEqual(Math.min(last, start.left!));
      if ("ms" in line) expect(line.ms).toBeLessThanOrEqual(time.left);
      last = time.left;
    }
  });

  it("does not run backwards when the page's clock is behind", () => {
    expect(afterTurn("absolute", -5000).time.left).toBe(20 * MINUTE);
  });
});

describe("what a standing clock shows", () => {
  const [control, time] = SYSTEMS.byoYomi!;
  const at = (change: Partial<ClockView>, circumstances?: Circumstances) =>
    shown(clock(time, change), "black", control, MONDAY + HOUR, circumstances);

  it("keeps its time while the other side's runs", () => {
    const { line, state, next } = at({ running: "white" });
    expect([line, state, next]).toEqual([{ kind: "clock", ms: MINUTE }, "waiting", null]);
  });

  it("keeps its time in a pause", () => {
    const { line, state, next } = at({ running: null, paused: { zh: "裁判暂停", en: "" } });
    expect([line, state, next]).toEqual([{ kind: "clock", ms: MINUTE }, "paused", null]);
  });

  it("says that the flag has fallen only after the server", () => {
    expect(afterTurn("absolute", HOUR).state).toBe("urgent");
    const { line, state, next } = afterTurn("absolute", HOUR, { flagged: true, over: true });
    expect([line, state, next]).toEqual([{ kind: "clock", ms: 0 }, "flagged", null]);
  });

  it("stands still once the game is over", () => {
    const { state, next } = at({ running: null }, { over: true });
    expect([state, next]).toEqual(["over", null]);
  });

  it("gives an hourglass what the other side uses, and no more than that", () => {
    const [control, time] = SYSTEMS.hourglass!;
    const other = (ms: number) => shown(clock(time), "white", control, MONDAY + ms).line;
    expect(other(20_000)).toEqual({ kind: "clock", ms: 80_000 });
    expect(other(90_000)).toEqual({ kind: "clock", ms: 120_000 });
  });

  it("charges no weekend", () => {
    const [control, time] = SYSTEMS.correspondence!;
    const left = (ms: number) => timeAt(clock(time), "black", parseControl(control), MONDAY + ms).left;
    expect(left(2 * DAY)).toBe(DAY);
    const friday = clock(time, { now: MONDAY + 4 * DAY });
    const onMonday = timeAt(friday, "black", parseControl(control), MONDAY + 7 * DAY + HOUR).left;
    expect(onMonday).toBe(2 * DAY - HOUR);
  });
});

describe("when the picture changes next", () => {
  it.each([
    ["absolute", 0, 1],
    ["absolute", 400, 601],
    ["absolute", 19 * MINUTE + 50_001, 0],
    ["absolute", 21 * MINUTE, 1000],
    ["reading", 60_300, 700],
    ["delay", 0, 1000],
    ["delay", 4500, 500],
  ])("%s after %i ms: in %i ms", (system, ms, next) => {
    expect(afterTurn(system, ms).next).toBe(next);
  });
});

describe("the server's vectors", () => {
  type Sides = Record<"B" | "W", Record<string, number>>;
  type Event = {
    event: string;
    player: "B" | "W";
    elapsed: number;
    after: Record<string, number | boolean>;
  };
  type Trace = { id: string; settings: { text: string }; lag_policy?: boolean; events: Event[] } & Sides;
  const file = "../testdata/clock/traces.jsonl";
  const traces = readFileSync(file, "utf8").trim().split("\n");

  /** The systems that the first turn of a trace can be shown for without the server. */
  const START: Record<string, [string, (text: string) => TimeView]> = {
    "per-move": ["per_move", () => ({ main: 0, periods: 1, left: 30_000 })],
    "delay-1": ["delay", () => ({ main: 10_000, left: 15_000 })],
    "hourglass-1": ["hourglass", () => ({ main: 60_000, left: 60_000 })],
    "undo-1": ["absolute", () => ({ main: 600_000, left: 600_000 })],
    "undo-3": ["byo_yomi", () => ({ main: 10_000, periods: 3, left: 100_000 })],
    "undo-5": ["ing", () => ({ main: 600_000, left: 960_000 })],
  };

  it.each(Object.keys(START))("%s: the first turn ends as the server says", id => {
    const trace = JSON.parse(traces.find(line => line.includes(`"id": "${id}"`))!) as Trace;
    const { text } = trace.settings;
    const [system, start] = START[id]!;
    const { elapsed, after: want } = trace.events[0]!;
    const control = parseControl(view(system, text));
    const time = timeAt(clock(start(text)), "black", control, MONDAY + elapsed);
    if (want.main !== undefined) expect(time.main).toBe(want.main);
    if (want.periods !== undefined) expect(time.periods).toBe(want.periods);
    if (want.penalty !== undefined) expect(time.penalty).toBe(want.penalty);
    expect(time.left! > 0).toBe(!want.flag);
  });
});

describe("a control's text", () => {
  it.each([
    ["byo_yomi", "5x30s", { system: "byo_yomi", main: 0, periods: 5, period: 30_000 }],
    ["canadian", "25/10m", { system: "canadian", main: 0, stones: 25, block: 600_000 }],
    ["fischer", "1m30.5s+0.5s", { system: "fischer", main: 90_500, increment: 500 }],
    [
      "chinese_reading",
      "2h 保留5",
      { system: "chinese_reading", total: 2 * HOUR, periods: 5, period: MINUTE },
    ],
    ["ing", "30m+3x5m 罚2", { system: "ing", main: 30 * MINUTE, periods: 3, period: 5 * MINUTE, points: 2 }],
    [
      "correspondence",
      "corr 3d+1d",
      { system: "correspondence", main: 3 * DAY, increment: DAY, freeWeekends: false, vacation: 0 },
    ],
    [
      "correspondence",
      "corr 3d+1d max 7d weekends vacation 30d",
      { system: "correspondence", main: 3 * DAY, increment: DAY, freeWeekends: true, vacation: 30 * DAY },
    ],
  ])("%s %s", (system, text, control) => {
    expect(parseControl(view(system, text))).toEqual(control);
  });
});
